/**
 * Secrets that must be used again, and so cannot be stored as a hash: a webhook's signs every delivery. They stand in the
 * database sealed (AES-256-GCM) under a key that is derived from the key ring, so that a copy of the database alone opens
 * none. Rotating the signing key keeps that key.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

export type Sealer = {
  /** @param place what the secret belongs to: opened for anything else, it does not open. */
  readonly seal: (secret: string, place: string) => string
  /** @throws {SealError} */
  readonly open: (sealed: string, place: string) => string
}

/** A sealed secret does not open: another key ring, or a changed row. */
export class SealError extends Error {
  readonly code = 'seal'

  constructor() {
    super(
      'a stored secret does not open with this key ring: rotate it, or start with the ring it was made under',
    )
    this.name = 'SealError'
  }
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const VERSION = 'v1'

/** @param ringSecret 32 bytes of the key ring. SECRET. */
export function createSealer(ringSecret: Uint8Array): Sealer {
  const key = Buffer.from(hkdfSync('sha256', ringSecret, '', 'heron sealed secrets v1', 32))
  return {
    seal: (secret, place) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place))
      const bytes = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${VERSION}.${bytes.toString('base64url')}`
    },
    open: (sealed, place) => {
      const [version, text = ''] = sealed.split('.')
      const bytes = Buffer.from(text, 'base64url')
      if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES) throw new SealError()
      try {
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        })
          .setAAD(Buffer.from(place))
          .setAuthTag(bytes.subarray(-TAG_BYTES))
        const opened = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
        return Buffer.concat([opened, decipher.final()]).toString('utf8')
      } catch {
        throw new SealError()
      }
    },
  }
}
