/**
 * The verdict, recomputed by the engine that gave it from the signed evaluation and the published bundle (heron.md §5).
 * Receipt and bundle alone suffice; nothing else is read.
 */
import { isSameJson } from '../../json/same.js'
import { evaluate } from '../../policy/engine.js'
import type { EvaluationPayload } from '../../receipt/payloads.js'
import type { InspectionContext } from './context.js'

const AT = '/evaluation/payload'

/** Recomputes one evaluation's result. */
export function inspectVerdict(payload: EvaluationPayload, { material, recorder }: InspectionContext): void {
  recorder.checked('policy.verdicts')
  const { policy_hash, result } = payload
  if (policy_hash === null) {
    // No policy could be loaded: there is nothing to recompute, and only one answer is allowed (heron.md §5).
    if (result.verdict !== 'DENY') {
      const message = `${result.verdict} without a policy: only DENY may be answered then`
      recorder.fail('policy.verdicts', 'VERDICT_WITHOUT_POLICY', message, `${AT}/result/verdict`)
    }
    return
  }
  const bundle = material.bundles.get(policy_hash)
  if (bundle === undefined) {
    const message = 'the bundle that the receipts name is not in the file'
    recorder.fail('policy.bundles', 'BUNDLE_MISSING', message, `${AT}/policy_hash`)
    return
  }
  const { classification, history, signal_tests, approval_match } = payload
  const recomputed = evaluate(bundle, { classification, history, signal_tests, approval_match })
  if (!isSameJson(recomputed, result)) {
    const message = `the receipt says ${summary(result)}, the rules give ${summary(recomputed)}`
    recorder.fail('policy.verdicts', 'VERDICT_DIFFERS', message, `${AT}/result`)
  }
}

function summary({ verdict, rule, confidence }: EvaluationPayload['result']): string {
  return `${verdict} by \`${rule ?? 'no rule'}\` with ${confidence} confidence`
}
