/**
 * Heron's public keys, as this vendor knows them: pinned by the caller, or fetched from Heron's key set once and again
 * only when a receipt names a key not seen before.
 */
import { type Ed25519Jwk, importPublicKey, type PublicKeyBytes } from '@heron/evidence'

/** A kid that was not found is not looked up again for so long: a forged receipt must not cost a request each. */
const MISSING_FOR_MS = 10_000

export class HeronKeys {
  readonly #load: (() => Promise<readonly Ed25519Jwk[]>) | null
  readonly #now: () => number
  readonly #keys = new Map<string, PublicKeyBytes>()
  #loading: Promise<void> | null = null
  #missingUntil = 0

  private constructor(load: (() => Promise<readonly Ed25519Jwk[]>) | null, now: () => number) {
    this.#load = load
    this.#now = now
  }

  /** Trusts these keys and no others, ever. */
  static pinned(keys: readonly Ed25519Jwk[]): HeronKeys {
    const pinned = new HeronKeys(null, () => 0)
    pinned.#add(keys)
    return pinned
  }

  /** Trusts what `load` brings: fetched at the first receipt, and once more for a key not seen before. */
  static fetched(load: () => Promise<readonly Ed25519Jwk[]>, now: () => number): HeronKeys {
    return new HeronKeys(load, now)
  }

  /**
   * Resolves once there are keys to check a receipt with, so that no call is announced in vain.
   *
   * @throws {HeronCallError} when the key set cannot be fetched.
   */
  async ready(): Promise<void> {
    if (this.#load !== null && this.#keys.size === 0) await this.#fetch(this.#load)
  }

  /**
   * The key of that name, or null when Heron does not publish it.
   *
   * @param kid UNTRUSTED.
   * @throws {HeronCallError} when the key set cannot be fetched.
   */
  async find(kid: string): Promise<PublicKeyBytes | null> {
    const known = this.#keys.get(kid)
    if (known !== undefined || this.#load === null || this.#now() < this.#missingUntil) return known ?? null
    await this.#fetch(this.#load)
    const found = this.#keys.get(kid) ?? null
    if (found === null) this.#missingUntil = this.#now() + MISSING_FOR_MS
    return found
  }

  /** Parallel calls share one fetch. */
  #fetch(load: () => Promise<readonly Ed25519Jwk[]>): Promise<void> {
    this.#loading ??= load()
      .then((keys) => {
        this.#add(keys)
      })
      .finally(() => {
        this.#loading = null
      })
    return this.#loading
  }

  /** INVARIANT: a kid never changes its key. Whoever swaps a published key is not believed; old keys are kept. */
  #add(keys: readonly Ed25519Jwk[]): void {
    for (const { kid, x } of keys) {
      const key = importPublicKey(x)
      if (key !== null && !this.#keys.has(kid)) this.#keys.set(kid, key)
    }
  }
}
