/** *Check it now*: the large button, what it will do, and what came of it (pages.md, first screen 2). */
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '../../design/button.js'
import { Term } from '../../design/glossary-term.js'
import { PartBoundary } from '../../design/part-boundary.js'
import { about, count } from '../../words/figures.js'
import { CheckpointLine } from './checkpoint-line.js'
import type { Pins } from './messages.js'
import { useSource } from '../source/use-answer.js'
import { ProgressView } from './progress-view.js'
import { useVerifier } from './verifier.js'

const PinPanel = lazy(async () => ({ default: (await import('./pin-panel.js')).PinPanel }))
const ReportView = lazy(async () => ({ default: (await import('./report-view.js')).ReportView }))

/** Records a second that an ordinary machine verifies; only for the estimate before the first run. */
const USUAL_RATE = 2500

export type VerifyPanelProps = {
  /** Lines of the export, about; null where nobody said. */
  readonly expected: number | null
  /** What stands beside the button: export, offline command. */
  readonly children?: ReactNode
}

export function VerifyPanel({ expected, children }: VerifyPanelProps) {
  const source = useSource()
  const { verifier, state } = useVerifier()
  const [pins, setPins] = useState<Pins>({ jwks: null, heads: [], checkpoint: null })
  const start = () => {
    verifier.start({ origin: source.exportOrigin(), ...pins })
  }
  const again = state.state !== 'idle'
  return (
    <section className="stack" aria-labelledby="check-it-now">
      <h2 id="check-it-now" className="visually-hidden">
        Check it now
      </h2>
      <div className="row check-now no-print">
        <Button kind="primary" large onClick={start} disabled={state.state === 'running'}>
          {again ? 'Verify everything again' : 'Verify everything in this browser'}
        </Button>
        <p className="what small">
          {expected === null
            ? 'Recomputes every hash, signature and verdict.'
            : `Recomputes every hash, signature and verdict of ${count(expected)} records, ${about(expected / USUAL_RATE)}.`}{' '}
          {again ? null : <strong>Nothing here has been verified yet.</strong>}
        </p>
        {children}
      </div>
      <PartBoundary key={state.state} what="What came of the verification">
        <Suspense fallback={null}>
          {state.state === 'running' ? (
            <ProgressView
              progress={state.progress}
              expected={expected}
              onCancel={() => {
                verifier.cancel()
              }}
            />
          ) : null}
          {state.state === 'done' ? (
            <ReportView report={state.report} seconds={state.seconds} at={state.at} />
          ) : null}
          {state.state === 'cancelled' ? (
            <p className="card" role="status">
              Cancelled. What was checked until then is not counted as verified.
            </p>
          ) : null}
          {state.state === 'failed' ? (
            <p className="card" role="alert">
              The verification could not be finished: {state.message}. Nothing is verified. If you have an
              exported file, verify that instead.
            </p>
          ) : null}
        </Suspense>
      </PartBoundary>
      <CheckpointLine />
      <div className="aside-panels no-print">
        <PartBoundary what="Pinning">
          <Suspense fallback={<div className="card soft">Loading …</div>}>
            <PinPanel onPins={setPins} />
          </Suspense>
        </PartBoundary>
        <OwnFile pins={pins} />
      </div>
    </section>
  )
}

function OwnFile({ pins }: { pins: Pins }) {
  const { verifier } = useVerifier()
  return (
    <details className="card">
      <summary>Verify a file of your own instead</summary>
      <div className="stack pins">
        <p className="soft small">
          An export that you kept: <code>.ndjson</code>, <code>.gz</code> or <code>.json</code>. It does not
          leave this browser, and the service is not needed. The last line, the <Term of="manifest" />, says
          whether it is whole.
        </p>
        <label className="field">
          Exported file
          <input
            type="file"
            accept=".ndjson,.gz,.json"
            onChange={(event) => {
              const blob = event.target.files?.[0]
              if (blob !== undefined) verifier.start({ origin: { from: 'blob', blob }, ...pins })
            }}
          />
        </label>
      </div>
    </details>
  )
}
