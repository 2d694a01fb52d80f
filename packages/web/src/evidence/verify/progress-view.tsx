/** What the verifier is doing: how far, how fast, and how much of each phase is behind it. */
import { CHECKS } from '@heron/evidence'
import { Button } from '../../design/button.js'
import { Progress } from '../../design/progress.js'
import { StatusMark } from '../../design/status-mark.js'
import { count, counted } from '../../words/figures.js'
import type { VerifyProgress } from './messages.js'

const PHASES = [...new Set(CHECKS.map(({ phase }) => phase))]

export type ProgressViewProps = {
  readonly progress: VerifyProgress | null
  readonly expected: number | null
  readonly onCancel: () => void
}

export function ProgressView({ progress, expected, onCancel }: ProgressViewProps) {
  const lines = progress?.lines ?? 0
  const rate = progress === null || progress.seconds < 0.5 ? null : lines / progress.seconds
  return (
    <section className="card stack" aria-label="Verification in progress">
      <div className="row spread">
        <strong role="status">
          {progress === null
            ? 'Starting …'
            : `${count(lines)}${expected === null ? '' : ` of about ${count(Math.max(expected, lines))}`} records`}
          {rate === null ? '' : `, ${count(rate)} a second`}
        </strong>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
      <Progress label="Records verified" done={lines} of={progress === null ? null : expected} />
      <ul className="phases">
        {PHASES.map((phase) => {
          const { done, failed } = phaseOf(phase, progress)
          return (
            <li key={phase}>
              <span>{phase}</span>
              <span className="number soft">{counted(done, 'check')}</span>
              {failed > 0 ? <StatusMark status="fail" word={`${count(failed)} fail`} /> : null}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function phaseOf(phase: string, progress: VerifyProgress | null) {
  const checks = CHECKS.filter((check) => check.phase === phase)
  const sum = (of: VerifyProgress['counts'] = {}) => checks.reduce((all, { id }) => all + (of[id] ?? 0), 0)
  return { done: sum(progress?.counts), failed: sum(progress?.failed) }
}
