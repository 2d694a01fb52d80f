/** The vendor's signing key, as a seed in this process or behind a signer of its own (a key service, a hardware module). */
import { detectMessageSigner, type MessageSigner, toBase64url, type VendorSignature } from '@heron/evidence'
import { HeronUsageError } from '../client/errors.js'

/** Heron knows the public half only, by its `kid`. */
export type VendorKey =
  | {
      readonly kid: string
      /** 32 bytes; stays in this process. */
      readonly seed: Uint8Array
    }
  | {
      readonly kid: string
      /** Ed25519 over exactly these bytes: 64 bytes. May throw; the statement then cannot be made. */
      readonly sign: MessageSigner
    }

/** Signs canonical text. Rejects with whatever the vendor's own signer threw. */
export type VendorSigner = (text: string) => Promise<VendorSignature>

const encoder = new TextEncoder()

/** @throws {HeronUsageError} for a seed that is none. */
export function vendorSigner(key: VendorKey): VendorSigner {
  if ('seed' in key && key.seed.length !== 32) {
    throw new HeronUsageError('/vendorKey/seed', 'must be 32 bytes')
  }
  let signer: Promise<MessageSigner> | null = null
  return async (text) => {
    signer ??= 'seed' in key ? detectMessageSigner(key.seed) : Promise.resolve(key.sign)
    const signature = await (await signer)(encoder.encode(text))
    if (signature.length !== 64) throw new TypeError('an Ed25519 signature has 64 bytes')
    return { kid: key.kid, alg: 'Ed25519', value: toBase64url(signature) }
  }
}
