/** *Recompute*: the published rules applied again to the signed classification, in this browser, by the same engine. */
import { useState } from 'react'
import { canonicalize, evaluate, type EvaluationPayload, type PolicyBundle } from '@heron/evidence'
import { Button } from '../design/button.js'
import { StatusMark } from '../design/status-mark.js'

export type RecomputeProps = {
  readonly evaluation: EvaluationPayload
  /** The one that the receipt names; undefined where it cannot be had. */
  readonly bundle: PolicyBundle | undefined
}

export function Recompute({ evaluation, bundle }: RecomputeProps) {
  const [result, setResult] = useState<{ readonly same: boolean; readonly text: string } | null>(null)
  if (bundle === undefined)
    return (
      <p>
        <StatusMark status="not_checked" /> The bundle that this receipt names is not published here.
      </p>
    )
  const recompute = () => {
    const { classification, history, signal_tests, approval_match } = evaluation
    const again = evaluate(bundle, { classification, history, signal_tests, approval_match })
    const same = canonicalize(again) === canonicalize(evaluation.result)
    setResult({ same, text: `${again.verdict} by ${again.rule ?? 'no rule'}` })
  }
  return (
    <p className="row no-print">
      <Button onClick={recompute}>Recompute this verdict</Button>
      <span role="status">
        {result === null ? null : (
          <>
            <StatusMark status={result.same ? 'pass' : 'fail'} /> The rules give {result.text};{' '}
            {result.same ? 'the receipt says the same.' : `the receipt says ${evaluation.result.verdict}.`}
          </>
        )}
      </span>
    </p>
  )
}
