/**
 * The operator logs (heron.md §8): every act that could weaken the evidence is chained and signed in the same
 * transaction as the change itself. Nothing is updated in place: the entry holds both ends of the transition.
 */
import {
  actorPseudonym,
  type AuditPayload,
  type AuditRecord,
  type AuditState,
  canonicalize,
  chainLogEntry,
  type Digest,
  type LogChain,
  receiptText,
} from '@heron/evidence'
import type { Signer } from '../keys/signer.js'
import { findLogHead, insertLogEntry } from '../store/queries/records.js'
import { type Step, step, type Store } from '../store/store.js'
import { CONFLICT, untilNoConflict } from './conflict-retry.js'
import type { IdSource } from './ids.js'
import { requireStatedReason } from './settings/stated-reason.js'

/** What acts of operators need; the service and the command line both have it. */
export type OperatorParts = {
  readonly store: Store
  readonly signer: Signer
  /** RFC 3339 UTC with milliseconds. */
  readonly now: () => string
  readonly newId: IdSource
  /** Keys the pseudonyms; 32 bytes. */
  readonly pseudonymSecret: Uint8Array
}

export type Act = {
  readonly organizationId: string
  readonly chain: LogChain
  /** Account of the person who acts; only a pseudonym of it is written. */
  readonly actorId: string
  /** e.g. `vendor_key.imported`. */
  readonly act: string
  /** e.g. `vendor_key:k1`. */
  readonly subject: string
  readonly reason: string | null
  readonly before: AuditState
  readonly after: AuditState
}

/**
 * Writes acts and the change that they tell of, together or not at all.
 *
 * @param change the steps of the change; it is given the entries, in the order of `acts`.
 * @returns the entries, or null when a step of the change did not hold: the caller looks again.
 * @throws {Refusal} unavailable; invalid_request for a reason that must not be published, whoever let it through.
 */
export async function commitActs(
  parts: OperatorParts,
  acts: readonly Act[],
  change: (entries: readonly AuditPayload[]) => readonly Step[],
): Promise<readonly AuditPayload[] | null> {
  for (const reason of new Set(acts.map((act) => act.reason))) {
    if (reason !== null) requireStatedReason(reason)
  }
  return untilNoConflict(async () => {
    const drafts = await chainActs(parts, acts)
    const texts = drafts.map(({ payload }) => receiptText(payload))
    const { kid, signatures } = await parts.signer.sign(texts)
    const entries = drafts.map(({ organizationId, record, payload }, index) =>
      step(insertLogEntry, {
        organization_id: organizationId,
        chain: payload.chain,
        seq: payload.seq,
        entry_hash: payload.entry_hash,
        prev_hash: payload.prev_hash,
        record_text: canonicalize(record),
        payload_text: texts[index] ?? '',
        kid,
        signature: signatures[index] ?? '',
        created_at: payload.at,
      }),
    )
    const payloads = drafts.map(({ payload }) => payload)
    const written = await parts.store.commit([...entries, ...change(payloads)])
    if (written.ok) return payloads
    // Another entry took the place on the chain: chain this one behind it. Otherwise the change itself is in doubt.
    return written.step < entries.length ? CONFLICT : null
  })
}

type Draft = { readonly organizationId: string; readonly record: AuditRecord; readonly payload: AuditPayload }

async function chainActs(parts: OperatorParts, acts: readonly Act[]): Promise<Draft[]> {
  const heads = new Map<string, { readonly seq: number; readonly entry_hash: string } | undefined>()
  const drafts: Draft[] = []
  for (const { organizationId, chain, actorId, act, subject, reason, before, after } of acts) {
    if (!heads.has(chain)) {
      heads.set(chain, await parts.store.first(findLogHead, { organization_id: organizationId, chain }))
    }
    const head = heads.get(chain)
    const record: AuditRecord = {
      kind: 'audit_entry',
      v: 1,
      ...{ chain, act, subject, reason, before, after },
      seq: head === undefined ? 0 : head.seq + 1,
      actor: actorPseudonym(parts.pseudonymSecret, chain, actorId),
      at: parts.now(),
    }
    const payload = chainLogEntry(record, (head?.entry_hash as Digest | undefined) ?? null)
    heads.set(chain, payload)
    drafts.push({ organizationId, record, payload })
  }
  return drafts
}
