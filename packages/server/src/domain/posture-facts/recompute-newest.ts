/**
 * The newest receipts recomputed, so that the posture turns red by itself: is each signed by a published key, and do the
 * published rules give its verdict? A sample; the reader's browser recomputes all of them.
 */
import {
  canonicalize,
  type EvaluationPayload,
  evaluate,
  type PolicyBundle,
  type PostureFacts,
} from '@heron/evidence'
import { findPolicy } from '../../store/queries/projects.js'
import { listNewestActions } from '../../store/queries/runs.js'
import type { Schema } from '../../store/schema.js'
import type { Reader } from '../../store/store.js'
import type { SignatureCheck } from '../fsck/check-signature.js'
import type { Reach } from '../evidence-page/reach.js'

/** Two signatures and an evaluation each: some 10 ms in all. */
const SAMPLE = 50

export async function recomputeNewest(
  reader: Reader,
  { scope }: Pick<Reach, 'scope'>,
  isSigned: SignatureCheck,
): Promise<PostureFacts['recomputed']> {
  const rows = await reader.all(listNewestActions, { ...scope, limit: SAMPLE })
  const bundles = new Map<string, PolicyBundle | null>()
  let otherVerdict = 0
  let badSignature = 0
  for (const row of rows) {
    const signed =
      (await isSigned(row.decision_text, row.kid, row.decision_signature)) &&
      (await isSigned(row.evaluation_text, row.kid, row.evaluation_signature))
    if (!signed) badSignature += 1
    else if (!(await comesBack(reader, scope, row, bundles))) otherVerdict += 1
  }
  return { receipts: rows.length, otherVerdict, badSignature }
}

async function comesBack(
  reader: Reader,
  scope: Reach['scope'],
  row: Schema['actions'],
  bundles: Map<string, PolicyBundle | null>,
): Promise<boolean> {
  const evaluation = JSON.parse(row.evaluation_text) as EvaluationPayload
  const { policy_hash: hash, result } = evaluation
  // Without a policy there is nothing to recompute; such a decision is a DENY, and counted as made without one.
  if (hash === null) return result.verdict === 'DENY'
  let bundle = bundles.get(hash)
  if (bundle === undefined) {
    const policy = await reader.first(findPolicy, { ...scope, policy_hash: hash })
    bundle = policy === undefined ? null : (JSON.parse(policy.bundle_text) as PolicyBundle)
    bundles.set(hash, bundle)
  }
  return bundle !== null && canonicalize(evaluate(bundle, evaluation)) === canonicalize(result)
}
