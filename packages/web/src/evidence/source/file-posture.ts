/**
 * The posture of an export at hand: the same judgement that the service makes, from the facts that the file holds. The
 * newest receipts are recomputed here as they are there; Verify recomputes all of them.
 */
import {
  type ActionEntry,
  canonicalize,
  detectSignatureVerifier,
  evaluate,
  type FindingEntry,
  importPublicKey,
  judgePosture,
  type PagePosture,
  type PostureFacts,
  receiptText,
  VERDICTS,
  verifyReceiptText,
} from '@heron/evidence'
import type { FileRecord } from './file-record.js'
import { policyOf, signalsOf } from './file-tables.js'

/** As many as the service samples for this row. */
const SAMPLE = 50

/**
 * A question that is older has been waiting longer than any project can set, so the receipt that ends it is missing. The
 * time that was set is no part of a record.
 */
const LONGEST_WAIT_MS = 31 * 86_400_000

export async function postureOf(record: FileRecord, actions: readonly ActionEntry[]): Promise<PagePosture> {
  const policy = policyOf(record, actions)
  const { commitments } = signalsOf(record, actions)
  const inForce = record.bundles.find(({ policy_hash }) => policy_hash === policy.in_force)
  const facts: PostureFacts = {
    sessions: record.runs.length,
    actions: actions.length,
    verdicts: Object.fromEntries(
      VERDICTS.map((verdict) => [
        verdict,
        actions.filter(({ decision }) => decision.payload.verdict === verdict).length,
      ]),
    ) as PostureFacts['verdicts'],
    stated: actions.filter(({ statements }) => statements.length > 0).length,
    withoutPolicy: actions.filter(({ decision }) => decision.payload.policy_hash === null).length,
    bundle: inForce?.bundle ?? null,
    openFindings: countOpen(record.findings),
    recomputed: await recomputeNewest(record, actions),
    unansweredOverdue: isOverdue(record, actions),
    grants: commitments.grants,
    tasks: commitments.tasks,
    instructions: commitments.instructions,
    shownText: commitments.shown_text,
    // A record says what happened, not who was told.
    telemetry: null,
  }
  return { claims: judgePosture(facts) }
}

/** Findings that nobody reviewed last and no statement cleared. */
function countOpen(findings: readonly FindingEntry[]): PostureFacts['openFindings'] {
  const open: Partial<Record<FindingEntry['kind'], number>> = {}
  for (const { kind, cleared_at, reviews } of findings) {
    if (cleared_at !== null || reviews.at(-1)?.act === 'finding.resolved') continue
    open[kind] = (open[kind] ?? 0) + 1
  }
  return open
}

async function recomputeNewest(
  { keys, bundles }: FileRecord,
  actions: readonly ActionEntry[],
): Promise<PostureFacts['recomputed']> {
  const verify = await detectSignatureVerifier()
  const published = new Map(keys.map(({ jwk }) => [jwk.kid, importPublicKey(jwk.x)]))
  const isSigned = async ({
    payload,
    kid,
    signature,
  }: ActionEntry['decision'] | ActionEntry['evaluation']) => {
    const key = published.get(kid) ?? null
    return key !== null && (await verifyReceiptText(receiptText(payload), signature, key, verify))
  }
  const comesBack = ({ evaluation: { payload } }: ActionEntry): boolean => {
    if (payload.policy_hash === null) return payload.result.verdict === 'DENY'
    const bundle = bundles.find(({ policy_hash }) => policy_hash === payload.policy_hash)?.bundle
    return bundle !== undefined && canonicalize(evaluate(bundle, payload)) === canonicalize(payload.result)
  }
  const newest = actions
    .toSorted((left, right) =>
      left.decision.payload.decided_at < right.decision.payload.decided_at ? -1 : 1,
    )
    .slice(-SAMPLE)
  let otherVerdict = 0
  let badSignature = 0
  for (const action of newest) {
    if (!(await isSigned(action.decision)) || !(await isSigned(action.evaluation))) badSignature += 1
    else if (!holds(() => comesBack(action))) otherVerdict += 1
  }
  return { receipts: newest.length, otherVerdict, badSignature }
}

/** @param check of what UNTRUSTED members may be of any shape: one that cannot be judged does not hold. */
function holds(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}

function isOverdue({ header, resolutions }: FileRecord, actions: readonly ActionEntry[]): boolean {
  const answered = new Set([
    ...actions.map(({ decision }) => decision.payload.resolves),
    ...resolutions.map(({ receipt }) => receipt.payload.action),
  ])
  const before = new Date(Date.parse(header?.generated_at ?? '') - LONGEST_WAIT_MS)
  if (Number.isNaN(before.getTime())) return false
  return actions.some(
    ({ decision: { payload } }) =>
      (payload.verdict === 'STEP_UP' || payload.verdict === 'DEFER') &&
      payload.decided_at < before.toISOString() &&
      !answered.has(payload.action),
  )
}
