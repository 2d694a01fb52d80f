/** The bundle: everything that a verdict depends on besides the call, and the hash that names it (heron.md §5). */
import { LEXICON, TAXONOMY_VERSION } from '../classify/lexicon.js'
import { type Digest, hashJson } from '../crypto/digest.js'
import { checkBundle } from './check-bundle.js'
import type { PolicyBundle, Rule, Thresholds } from './types.js'

/** Bulk is above 100 records, 25 recipients or 100,000 minor units. */
export const DEFAULT_THRESHOLDS: Thresholds = { record_count: 100, recipient_count: 25, amount: 100_000 }

export type BundleParts = {
  /** The enabled ones, in any order. */
  readonly rules: readonly Rule[]
  /** What decides where no rule matches. DENY unless said otherwise. */
  readonly base?: PolicyBundle['base']
  readonly thresholds?: Thresholds
}

/**
 * Puts a bundle together: the same rules give the same bundle, in whatever order they come.
 *
 * @throws {TypeError} for rules that `checkRule` finds fault with or that share an id: check them first.
 */
export function makeBundle({
  rules,
  base = 'DENY',
  thresholds = DEFAULT_THRESHOLDS,
}: BundleParts): PolicyBundle {
  const bundle: PolicyBundle = {
    v: 1,
    algorithm: 'deny-overrides',
    base,
    rules: [...rules].sort((left, right) => (left.id < right.id ? -1 : left.id > right.id ? 1 : 0)),
    thresholds,
    taxonomy: TAXONOMY_VERSION,
    lexicon: LEXICON.version,
  }
  const [finding] = checkBundle(bundle)
  if (finding !== undefined) {
    throw new TypeError(`no policy bundle: \`${finding.pointer}\` ${finding.message}`)
  }
  return bundle
}

/** The hash that receipts carry. */
export function policyHash(bundle: PolicyBundle): Digest {
  return hashJson(bundle)
}
