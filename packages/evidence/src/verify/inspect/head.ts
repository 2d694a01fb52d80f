/** The lines that everything after them is checked against: keys, bundles, catalogues (heron.md §4, §5, §13). */
import { checkCatalog } from '../../catalog/check.js'
import { canonicalCatalog } from '../../catalog/catalog.js'
import { hashCanonicalText, hashJson } from '../../crypto/digest.js'
import { importPublicKey } from '../../crypto/ed25519.js'
import type { BundleEntry, CatalogEntry, KeyEntry, VendorKeyEntry } from '../../export/format.js'
import type { EntryFacts } from '../facts.js'
import { quote } from '../report.js'
import type { InspectionContext } from './context.js'
import { inspectVendorSignature } from './vendor-signature.js'

const NOT_A_KEY = 'is not a canonical Ed25519 public key, or one of small order'

export function inspectKey(entry: KeyEntry, { recorder }: InspectionContext): EntryFacts {
  const key = importPublicKey(entry.jwk.x)
  const message = `Heron's key ${quote(entry.jwk.kid)} ${NOT_A_KEY}`
  recorder.expect('keys.heron', key !== null, 'KEY_INVALID', message, '/jwk/x')
  if (entry.retired_at !== null && entry.retired_at < entry.created_at) {
    recorder.fail('keys.heron', 'TIMES_REVERSED', 'retired before it was made', '/retired_at')
  }
  return { type: 'key', entry, key }
}

export function inspectVendorKey(entry: VendorKeyEntry, { recorder }: InspectionContext): EntryFacts {
  const key = importPublicKey(entry.x)
  const message = `the vendor's key ${quote(entry.kid)} ${NOT_A_KEY}`
  recorder.expect('keys.vendor', key !== null, 'KEY_INVALID', message, '/x')
  if ((entry.revoked_at === null) !== (entry.revoked_by === null)) {
    recorder.fail(
      'keys.vendor',
      'REVOCATION_INCOMPLETE',
      'a revocation has a time and a log entry',
      '/revoked_at',
    )
  }
  return { type: 'vendor_key', entry, key }
}

/** Whether its rules make sense is the engine's to say: it is total, and a broken rule counts as a matched DENY. */
export function inspectBundle(entry: BundleEntry, { recorder, texts }: InspectionContext): EntryFacts {
  const sound = hashCanonicalText(texts.of(entry.bundle)) === entry.policy_hash
  const message = 'the bundle does not hash to the name that receipts give it'
  recorder.expect('policy.bundles', sound, 'POLICY_HASH_WRONG', message, '/policy_hash')
  return { type: 'bundle', entry, sound }
}

export async function inspectCatalog(entry: CatalogEntry, context: InspectionContext): Promise<EntryFacts> {
  const { recorder, texts } = context
  const { body } = entry
  const [problem] = checkCatalog(body).findings
  const sound = problem === undefined && hashJson(canonicalCatalog(body)) === entry.catalog_hash
  recorder.checked('catalogue.contents')
  if (problem !== undefined) {
    recorder.fail('catalogue.contents', 'CATALOG_INVALID', problem.message, `/body${problem.pointer}`)
  } else if (!sound) {
    const message = 'the catalogue does not hash to the name that receipts give it'
    recorder.fail('catalogue.contents', 'CATALOG_HASH_WRONG', message, '/catalog_hash')
  }
  const signedText = texts.of(body)
  const verified = await inspectVendorSignature(entry, signedText, 'catalogue.signatures', '', context)
  return { type: 'catalog', entry, sound, verified }
}
