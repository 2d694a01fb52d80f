/**
 * The digest over an export's lines: a fold, so that a writer keeps 32 bytes and readers hash lines in parallel.
 *
 *     d₀ = 32 zero bytes;  dₙ = SHA-256(dₙ₋₁ ‖ SHA-256(UTF-8(lineₙ)))
 *
 * A line is taken without its line feed, so that NDJSON and plain JSON have the same digest.
 */
import { type Digest, sha256, toDigest } from '../crypto/digest.js'

/** A running fold. */
export class LineDigest {
  readonly #hash: (bytes: Uint8Array) => Uint8Array
  #state = new Uint8Array(32)
  #count = 0

  /** @param hash the runtime's own SHA-256, where there is a faster one. */
  constructor(hash: (bytes: Uint8Array) => Uint8Array = sha256) {
    this.#hash = hash
  }

  /** Takes the SHA-256 of the next line. */
  add(lineHash: Uint8Array): void {
    const pair = new Uint8Array(64)
    pair.set(this.#state)
    pair.set(lineHash, 32)
    this.#state = new Uint8Array(this.#hash(pair))
    this.#count += 1
  }

  /** Lines taken so far. */
  get count(): number {
    return this.#count
  }

  /** The digest as it stands; more lines may follow. */
  get digest(): Digest {
    return toDigest(this.#state)
  }
}
