/**
 * The vendor's public keys as evidence meets them: known and in force when it arrived, or not. What was read is checked
 * again as the evidence is written, so that an import or a revocation at the same moment cannot leave a false word about
 * a signature in the record.
 */
import { importPublicKey, type PublicKeyBytes } from '@heron/evidence'
import { findVendorKey, guardVendorKey } from '../store/queries/keys.js'
import { type Reader, type Step, step } from '../store/store.js'
import type { ProjectKey } from './tenant.js'

export type VendorKeyInForce = {
  /** Null for a key that is unknown, or was not in force when the evidence arrived. */
  readonly key: PublicKeyBytes | null
  /** Holds while the key's state is the one that was read. */
  readonly guard: Step
}

/** Imported keys kept in memory: the curve check costs more than the lookup. */
const MAX_KEYS = 1000

export class VendorKeys {
  readonly #reader: Reader
  readonly #imported = new Map<string, PublicKeyBytes | null>()

  constructor(reader: Reader) {
    this.#reader = reader
  }

  /** @param receivedAt Heron's clock when the evidence arrived; revocation is forward-only. */
  async find(project: ProjectKey, kid: string, receivedAt: string): Promise<VendorKeyInForce> {
    const scope = { organization_id: project.organizationId, project_id: project.projectId, kid }
    const row = await this.#reader.first(findVendorKey, scope)
    const state = row === undefined ? 'unknown' : (row.revoked_at ?? 'active')
    const inForce =
      row !== undefined &&
      row.imported_at <= receivedAt &&
      (row.revoked_at === null || receivedAt <= row.revoked_at)
    return {
      key: inForce ? this.#import(row.public_key) : null,
      guard: step(guardVendorKey, { ...scope, state }),
    }
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
