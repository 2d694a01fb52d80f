/** What a change of the policy would have done: how many verdicts differ, from what to what, and calls to look at. */
import type { DryRun, PolicyChange } from '../../api/policy.js'
import { Button } from '../../../design/button.js'
import { Time } from '../../../design/time.js'
import { Verdict } from '../../../design/verdict.js'
import { count, counted } from '../../../words/figures.js'
import { Link, usePlaces } from '../../parts/link.js'
import { useDryRun } from './use-dry-run.js'

export type DryRunPanelProps = {
  readonly change: PolicyChange | null
  /** Calls to look at, besides the figures. */
  readonly examples?: boolean
}

export function DryRunPanel({ change, examples = false }: DryRunPanelProps) {
  const { data, error, isFetching, refetch } = useDryRun(change)
  if (change === null) return null
  return (
    <section className="dry-run" aria-label="Dry run" aria-busy={isFetching}>
      {data !== undefined ? (
        <Outcome run={data} examples={examples} />
      ) : error !== null ? (
        <p role="alert" className="small">
          The dry run did not work: {error.message}{' '}
          <Button kind="quiet" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      ) : (
        <p className="soft small" role="status">
          Judging recorded calls again …
        </p>
      )}
    </section>
  )
}

function Outcome({ run, examples }: { run: DryRun; examples: boolean }) {
  const { calls, changed, not_recomputable, transitions } = run
  if (calls === 0)
    return <p className="small">No call was recorded yet, so there is nothing to try this on.</p>
  return (
    <>
      <p role="status">
        {calls === 1 ? 'Of the one call recorded' : <>Of the last {counted(calls, 'call')}</>},{' '}
        <strong>{changed === 0 ? 'none would change' : `${count(changed)} would change`}</strong>
        {changed === 0 ? '.' : ':'}
      </p>
      {transitions.length === 0 ? null : (
        <ul className="transitions">
          {transitions.map(({ from, to, count: number }) => (
            <li key={`${from} ${to}`}>
              <span className="transition-count">{count(number)}</span>
              <Verdict verdict={from} /> <span aria-label="becomes">→</span> <Verdict verdict={to} />
            </li>
          ))}
        </ul>
      )}
      {changed === 0 ? null : (
        <p className="soft small">Compared with what was answered then, under the rules of that day.</p>
      )}
      {not_recomputable === 0 ? null : (
        <p className="soft small">
          {counted(not_recomputable, 'call')} cannot be judged again: the change reads signals, and signals
          are not stored.
        </p>
      )}
      {examples && run.examples.length > 0 ? <Examples run={run} /> : null}
    </>
  )
}

function Examples({ run }: { run: DryRun }) {
  const places = usePlaces()
  return (
    <details open>
      <summary className="small">
        {run.examples.length < run.changed
          ? `${count(run.examples.length)} of them, newest first`
          : 'The calls'}
      </summary>
      <ul className="dry-run-examples">
        {run.examples.map(({ action, tool, from, to, rule_before, rule_after, received_at }) => (
          <li key={action}>
            <Link to={places.call(action)} className="mono">
              {tool}
            </Link>
            <span className="row tight">
              <Verdict verdict={from} /> → <Verdict verdict={to} />
            </span>
            <span className="soft small">
              <Time at={received_at} /> · {rule_before ?? 'no rule'}
              {rule_before === rule_after ? '' : ` → ${rule_after ?? 'no rule'}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
