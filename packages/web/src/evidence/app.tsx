/** The evidence page: first screen, then tabs. Everything else is loaded when it is opened. */
import { lazy, Suspense, useEffect, useRef } from 'react'
import type { VerificationReport } from '@heron/evidence'
import { PartBoundary } from '../design/part-boundary.js'
import { Tabs } from '../design/tabs.js'
import { CannotShow, WentWrong } from './first-screen/went-wrong.js'
import { ExportMenu } from './first-screen/export-menu.js'
import { Masthead } from './first-screen/masthead.js'
import { PostureRow, type Recomputation } from './first-screen/posture-row.js'
import { type Route, TAB_IDS, type TabId, tabHref, useRoute } from './route.js'
import { Answered } from './source/answered.js'
import { useAnswer, useSource } from './source/use-answer.js'
import { useVerifier } from './verify/verifier.js'
import { VerifyPanel } from './verify/verify-panel.js'

const loaders = {
  runs: async () => ({ default: (await import('./tabs/runs-tab.js')).RunsTab }),
  policy: async () => ({ default: (await import('./tabs/policy-tab.js')).PolicyTab }),
  signals: async () => ({ default: (await import('./tabs/signals-tab.js')).SignalsTab }),
  findings: async () => ({ default: (await import('./tabs/findings-tab.js')).FindingsTab }),
  log: async () => ({ default: (await import('./tabs/log-tab.js')).LogTab }),
  keys: async () => ({ default: (await import('./tabs/keys-tab.js')).KeysTab }),
  break: async () => ({ default: (await import('./tabs/break-tab.js')).BreakTab }),
}
const views = {
  runs: lazy(loaders.runs),
  policy: lazy(loaders.policy),
  signals: lazy(loaders.signals),
  findings: lazy(loaders.findings),
  log: lazy(loaders.log),
  keys: lazy(loaders.keys),
  break: lazy(loaders.break),
} as const
const loadRecord = async () => ({ default: (await import('./record/record-page.js')).RecordPage })
const RecordPage = lazy(loadRecord)

const LABELS: Record<TabId, string> = {
  runs: 'Runs',
  policy: 'Policy',
  signals: 'Signals',
  findings: 'Findings',
  log: 'Operator log',
  keys: 'Keys',
  break: 'Try to break it',
}

/** Code and threads are fetched while the reader reads: from then on the page needs no service but for data. */
async function fetchAhead(): Promise<void> {
  await Promise.all([
    ...Object.values(loaders).map((load) => load()),
    loadRecord(),
    import('./verify/report-view.js'),
  ])
}

export function App() {
  const source = useSource()
  const { verifier } = useVerifier()
  const route = useRoute()
  const summary = useAnswer('summary', (from) => from.summary())
  const there = summary.state === 'there'
  useEffect(() => {
    if (!there) return undefined
    const timer = setTimeout(() => {
      verifier.prepare()
      void fetchAhead().catch(() => undefined)
    }, 300)
    return () => {
      clearTimeout(timer)
    }
  }, [there, verifier])
  return (
    <>
      <a
        className="skip"
        href="#part"
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('part')?.focus()
        }}
      >
        Skip to the record
      </a>
      <main id="main" className="page stack-wide">
        <Answered answer={summary}>{(value) => <Masthead summary={value} />}</Answered>
        <VerifyPanel expected={there ? summary.value.records_to_verify : null}>
          <ExportMenu service={source.service} />
        </VerifyPanel>
        <Posture />
        <div className="columns">
          {there ? <WentWrong findings={summary.value.findings} /> : null}
          <CannotShow />
        </div>
        <Tabs
          label="Parts of the record"
          current={route.action === null ? (route.tab ?? 'runs') : ''}
          tabs={TAB_IDS.map((id) => ({ id, label: LABELS[id], href: tabHref(id) }))}
        />
        <Part route={route} />
      </main>
      <footer className="page soft small">
        {source.service === null
          ? 'One file: everything on this page is inside it, and nothing is fetched.'
          : 'Nothing on this page is fetched from anywhere else, and nothing about you is kept.'}
      </footer>
    </>
  )
}

function Posture() {
  const { state } = useVerifier()
  const posture = useAnswer('posture', (source) => source.posture())
  const recomputed = state.state === 'done' ? recomputationOf(state.report) : 'not_run'
  return (
    <Answered answer={posture}>
      {({ claims }) => <PostureRow claims={claims} recomputed={recomputed} />}
    </Answered>
  )
}

function recomputationOf({ checks, outcome }: VerificationReport): Recomputation {
  if (outcome !== 'fail') return 'holds'
  const verdicts = checks.find(({ id }) => id === 'policy.verdicts')
  return verdicts?.outcome === 'fail' ? 'verdicts_differ' : 'fails'
}

/** What a tab shows; a link from further up brings it into view and hands it the keyboard. */
function Part({ route }: { route: Route }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const arrive = () => {
      const part = ref.current
      if (part === null || (document.activeElement?.closest('.tabs') ?? null) !== null) return
      part.scrollIntoView({ block: 'start' })
      part.focus({ preventScroll: true })
    }
    window.addEventListener('hashchange', arrive)
    if (window.location.hash !== '') arrive()
    return () => {
      window.removeEventListener('hashchange', arrive)
    }
  }, [])
  const View = views[route.tab ?? 'runs']
  return (
    <div ref={ref} id="part" tabIndex={-1} className="part">
      <PartBoundary key={route.action ?? route.tab} what="This part">
        <Suspense fallback={<p className="soft">Loading …</p>}>
          {route.action === null ? (
            <View route={route} />
          ) : (
            <RecordPage key={route.action} action={route.action} />
          )}
        </Suspense>
      </PartBoundary>
    </div>
  )
}
