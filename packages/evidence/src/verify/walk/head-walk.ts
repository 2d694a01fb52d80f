/** Gathers the head of the file into the material that lines are checked against (heron.md §10, §13). */
import type { NoteKey } from '../../checkpoint/note.js'
import type { PublicKeyBytes } from '../../crypto/ed25519.js'
import type { HeaderEntry } from '../../export/format.js'
import type { PolicyBundle } from '../../policy/types.js'
import type { EntryFacts } from '../facts.js'
import type { Material, VendorKey } from '../material.js'
import { quote } from '../report.js'
import type { LogWalk } from './log-walk.js'
import type { Reporter } from './reporter.js'

type Facts<Type extends EntryFacts['type']> = Extract<EntryFacts, { readonly type: Type }>

export class HeadWalk {
  readonly #reporter: Reporter
  readonly #log: LogWalk
  readonly #pinned: ReadonlyMap<string, PublicKeyBytes> | null
  readonly #witnesses: readonly NoteKey[]
  readonly #fileKeys = new Map<string, PublicKeyBytes>()
  readonly #vendorKeys = new Map<string, VendorKey>()
  readonly #bundles = new Map<string, PolicyBundle>()
  readonly #catalogs = new Map<string, { body: Facts<'catalog'>['entry']['body']; verified: boolean }>()
  header: HeaderEntry | null = null

  constructor(
    reporter: Reporter,
    log: LogWalk,
    pinned: {
      readonly keys: ReadonlyMap<string, PublicKeyBytes> | null
      readonly witnesses: readonly NoteKey[]
    },
  ) {
    this.#reporter = reporter
    this.#log = log
    this.#pinned = pinned.keys
    this.#witnesses = pinned.witnesses
  }

  /** What lines are checked against, as far as the head was read. */
  get material(): Material {
    return {
      scope: this.header,
      heronKeys: this.#pinned ?? this.#fileKeys,
      vendorKeys: this.#vendorKeys,
      bundles: this.#bundles,
      catalogs: this.#catalogs,
      witnesses: this.#witnesses,
    }
  }

  /** A key of Heron's. With pinned keys, one that is not among them is a failure: forgers bring their own. */
  key({ entry, key }: Facts<'key'>): void {
    const { kid } = entry.jwk
    if (this.#fileKeys.has(kid)) {
      this.#reporter.fail('keys.heron', 'KEY_TWICE', `key id ${quote(kid)} stands twice`, {
        pointer: '/jwk/kid',
      })
    }
    if (key === null) return
    this.#fileKeys.set(kid, key)
    if (this.#pinned === null) return
    const pinned = this.#pinned.get(kid)
    const same = pinned?.every((byte, index) => byte === key[index]) ?? false
    const message =
      pinned === undefined
        ? `key ${quote(kid)} is not among the pinned keys; if Heron rotated its keys since, fetch them again`
        : `key ${quote(kid)} is not the pinned key of that id`
    this.#reporter.expect('keys.trust_root', same, 'KEY_NOT_PINNED', message, { pointer: '/jwk' })
  }

  vendorKey({ entry, key }: Facts<'vendor_key'>): void {
    if (this.#vendorKeys.has(entry.kid)) {
      const message = `key id ${quote(entry.kid)} stands twice`
      this.#reporter.fail('keys.vendor', 'KEY_TWICE', message, { pointer: '/kid' })
    }
    this.#log.claimVendorKey(entry, this.#reporter.line)
    if (key === null) return
    this.#vendorKeys.set(entry.kid, { key, importedAt: entry.imported_at, revokedAt: entry.revoked_at })
  }

  bundle({ entry, sound }: Facts<'bundle'>): void {
    if (this.#bundles.has(entry.policy_hash)) {
      this.#reporter.fail('policy.bundles', 'BUNDLE_TWICE', 'this bundle stands twice', {
        pointer: '/policy_hash',
      })
    }
    if (sound) this.#bundles.set(entry.policy_hash, entry.bundle)
  }

  catalog({ entry, sound, verified }: Facts<'catalog'>): void {
    if (!sound) return
    // The same content may have been sent again with a good signature after a bad one.
    const earlier = this.#catalogs.get(entry.catalog_hash)
    const { body } = entry
    this.#catalogs.set(entry.catalog_hash, { body, verified: verified || earlier?.verified === true })
  }

  /** Says what the trust in Heron's keys rests on. */
  finish(): void {
    if (this.#pinned === null) {
      this.#reporter.checked('keys.trust_root')
      const message =
        "the file vouches for its own keys: pin Heron's published keys (JWKS) that you got by another way"
      this.#reporter.notChecked('keys.trust_root', 'TRUST_ROOT_NOT_PINNED', message)
    } else if (this.#fileKeys.size === 0) {
      this.#reporter.checked('keys.trust_root')
      this.#reporter.fail('keys.trust_root', 'KEYS_MISSING', 'the file holds none of Heron’s keys')
    }
    if (this.header === null) {
      this.#reporter.fail('format', 'HEADER_MISSING', 'the file has no header that can be read')
    }
  }
}
