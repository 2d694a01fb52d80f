/** The vendor's public keys at the moment evidence arrives: known, not revoked, and well-formed, or none. */
import { importPublicKey, type PublicKeyBytes } from '@heron/evidence'
import { findVendorKey } from '../store/queries/keys.js'
import type { Reader } from '../store/store.js'
import type { ProjectKey } from './project-state.js'

/** Imported keys kept in memory: the curve check costs more than the lookup. */
const MAX_KEYS = 1000

export class VendorKeys {
  readonly #reader: Reader
  readonly #imported = new Map<string, PublicKeyBytes | null>()

  constructor(reader: Reader) {
    this.#reader = reader
  }

  /** Null for a key that is unknown or revoked now. Read each time: a revocation holds at once, in every process. */
  async find({ organizationId, projectId }: ProjectKey, kid: string): Promise<PublicKeyBytes | null> {
    const row = await this.#reader.first(findVendorKey, {
      organization_id: organizationId,
      project_id: projectId,
      kid,
    })
    return row?.revoked_at === null ? this.#import(row.public_key) : null
  }

  #import(text: string): PublicKeyBytes | null {
    const known = this.#imported.get(text)
    if (known !== undefined) return known
    const key = importPublicKey(text)
    if (this.#imported.size >= MAX_KEYS) this.#imported.clear()
    this.#imported.set(text, key)
    return key
  }
}
