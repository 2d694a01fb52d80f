/** Heron's public keys, as anybody can have them: never from the answers that they verify. */
import type { Ed25519Jwk } from '@heron/evidence'

/** @throws where they cannot be read. */
export async function publishedKeys(): Promise<readonly Ed25519Jwk[]> {
  const response = await fetch('/.well-known/jwks.json')
  if (!response.ok) throw new Error('the published keys could not be read')
  return ((await response.json()) as { keys: Ed25519Jwk[] }).keys
}
