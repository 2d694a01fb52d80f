/**
 * Verifies an evidence bundle offline (delegation.md §4.4, bundle-format §8): every check runs, every finding is told,
 * nothing in a bundle makes it throw. What it proves and what not: delegation.md §4.7.
 */
import { isJsonObject, type JsonObject, ownMember, type PublicKeyBytes, verifyEd25519 } from '@heron/evidence'
import { LEDGER_PROFILES, type ProfileName } from '../authority/profile.js'
import { CallerError } from '../caller-error.js'
import { readTrustSet, type WitnessKeyRow } from '../envelope/trust-set.js'
import { verifyEnvelopes } from '../envelope/verify.js'
import { type AnchorKey, openAnchorKey } from '../ledger/anchor.js'
import { EMPTY_HEAD } from '../ledger/hash.js'
import { isHex64 } from '../ledger/text-forms.js'
import { checkAuthorities } from './authorities.js'
import { checkBinding } from './binding.js'
import { readableEntries } from './entries.js'
import { Findings } from './finding.js'
import { checkIntegrity } from './integrity.js'
import { checkPolicy } from './policy.js'
import { assembleReport, type BundleReport, unreadableReport, versionsAgree } from './report.js'
import {
  checkChainIds,
  checkEvents,
  checkMembers,
  checkNodes,
  checkRetained,
  checkVersions,
  type RetainedReference,
  schemaVersion,
} from './structure.js'

export type VerifyBundleOptions = {
  /** Absent: the anchor is not checked, and `ok` means consistent, not verified. */
  readonly anchorKey?: AnchorKey
  /** A head kept from an earlier look, with its seq if that was kept too. */
  readonly expectedHead?: string | RetainedReference
  /** A whole anchor kept from an earlier look. */
  readonly expectedAnchor?: Required<RetainedReference>
  /** Rows of trusted witnesses. Absent is the empty set, not a skipped check. */
  readonly witnessKeys?: readonly WitnessKeyRow[]
  /** UNTRUSTED: each envelope's bytes as received, in hex; null where unknown. In the order of `envelopes`. */
  readonly rawEnvelopes?: readonly (string | null)[]
  /** Epoch seconds, for `not_after` of witness rows. */
  readonly now?: number
  /** The rules that the ledger's authorities are read by. Chosen by the verifier; default `draft-01`. */
  readonly profile?: ProfileName
  /** A faster Ed25519 of the same criterion (see `@heron/evidence`). */
  readonly verifySignature?: (key: PublicKeyBytes, message: Uint8Array, signature: Uint8Array) => boolean
}

/**
 * Verifies one bundle.
 *
 * @param untrusted the parsed bundle. Read its text with `parseJson(text, { unencodable: 'keep' })`, so that a value
 * without canonical form is found at its place instead of refused with the whole file.
 * @throws {CallerError} `bad_key` for an anchor key or trust set row that cannot be used, naming its kid; `bad_option`
 * for a retained reference that is none.
 */
export function verifyBundle(untrusted: unknown, options: VerifyBundleOptions = {}): BundleReport {
  const key = options.anchorKey === undefined ? null : openAnchorKey(options.anchorKey)
  const trust = readTrustSet(options.witnessKeys ?? [], options.now)
  const retained = readRetained(options)
  const hasRetained = retained.head !== null || retained.anchor !== null

  const bundle = readShape(untrusted)
  if (typeof bundle === 'string') {
    const alone = new Findings([])
    alone.onChain('invalid_bundle', bundle)
    return unreadableReport(alone, hasRetained)
  }
  const { document, entries, envelopes } = bundle
  const readable = readableEntries(entries)
  const v = schemaVersion(ownMember(document, 'v'))
  const found = new Findings(entries)

  checkVersions(document, readable, found)
  checkMembers(entries, readable, found)
  checkEvents(v, readable, found)
  checkNodes(readable, found)
  checkRetained(document, entries, retained, found)
  checkChainIds(document, readable, found)
  const walk = checkIntegrity(document, entries, key, (envelopes?.length ?? 0) > 0, found)
  const counts = checkAuthorities(entries, readable, LEDGER_PROFILES[options.profile ?? 'draft-01'], found)
  const bindingVersion = versionsAgree(found) ? v : null
  const binding = checkBinding(bindingVersion, entries, readable, found)
  checkPolicy(readable, bindingVersion === 2, found)
  const summary = verifyEnvelopes(
    {
      entries,
      envelopes: envelopes ?? [],
      received: options.rawEnvelopes ?? [],
      hashes: walk.hashes,
      trust,
      verifySignature: options.verifySignature ?? verifyEd25519,
    },
    found,
  )
  return assembleReport({
    found,
    counts,
    chainId: ownMember(document, 'chain_id') ?? null,
    binding,
    envelopes: summary,
    hasEnvelopes: envelopes !== null,
    hasKey: key !== null,
    hasRetained,
  })
}

type Shape = {
  readonly document: JsonObject
  readonly entries: readonly unknown[]
  /** null when the bundle has no such member. */
  readonly envelopes: readonly unknown[] | null
}

/** The kinds of the outer members, or what is wrong with them. */
function readShape(untrusted: unknown): Shape | string {
  if (!isJsonObject(untrusted)) return 'the bundle is no object'
  const entries = ownMember(untrusted, 'entries')
  if (!Array.isArray(entries)) return 'entries is no list'
  const anchor = ownMember(untrusted, 'anchor')
  if (anchor !== undefined && !isJsonObject(anchor)) return 'anchor is no object'
  const envelopes = ownMember(untrusted, 'envelopes')
  if (envelopes !== undefined && !Array.isArray(envelopes)) return 'envelopes is no list'
  return { document: untrusted, entries, envelopes: envelopes ?? null }
}

function readRetained(options: VerifyBundleOptions): {
  readonly head: RetainedReference | null
  readonly anchor: RetainedReference | null
} {
  const { expectedHead, expectedAnchor } = options
  const head = typeof expectedHead === 'string' ? { head: expectedHead } : (expectedHead ?? null)
  const anchor = expectedAnchor ?? null
  for (const reference of [head, anchor]) {
    if (reference !== null && !isHex64(reference.head) && reference.head !== EMPTY_HEAD) {
      throw new CallerError('bad_option', 'a retained head must be 64 lower-case hex digits')
    }
  }
  return { head, anchor }
}
