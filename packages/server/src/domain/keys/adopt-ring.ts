/**
 * A ring that was rotated while the service runs (heron.md §13): its new keys are published, and then one of them signs.
 * INVARIANT: what is not published signs nothing, so nobody holds a receipt whose key cannot be found.
 */
import type { KeyRing, PublishedKey } from '../../keys/key-ring.js'
import type { Signer } from '../../keys/signer.js'

/** Adds the keys that are new, and the dates at which known ones were retired. None is ever taken away. */
export function publishKeys(published: PublishedKey[], ring: Pick<KeyRing, 'published'>): void {
  const known = new Set(published.map(({ jwk }) => jwk.kid))
  for (const [index, key] of published.entries()) {
    const { retiredAt = null } = ring.published.find(({ jwk }) => jwk.kid === key.jwk.kid) ?? {}
    if (key.retiredAt === null && retiredAt !== null) published[index] = { ...key, retiredAt }
  }
  published.unshift(...ring.published.filter(({ jwk }) => !known.has(jwk.kid)))
}

/**
 * Signs with the ring's key from here on, where that key is published and not retired: a ring that came back from a backup
 * brings no old key back.
 */
export function signWithRing(
  published: readonly PublishedKey[],
  signer: Signer,
  ring: Pick<KeyRing, 'active' | 'published'>,
): void {
  const find = (keys: readonly PublishedKey[]) => keys.find(({ jwk }) => jwk.kid === ring.active.kid)
  const own = find(published)
  if (own?.retiredAt === null && own.jwk.x === find(ring.published)?.jwk.x) signer.use?.(ring.active)
}
