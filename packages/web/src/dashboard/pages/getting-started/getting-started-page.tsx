/** Getting started: five steps from a key to the first signed evidence, ticked when the service sees them happen. */
import type { ReactNode } from 'react'
import { StatusMark } from '../../../design/status-mark.js'
import { Time } from '../../../design/time.js'
import type { GettingStartedAnswer } from '../../api/reading.js'
import { useProjectAnswer } from '../../api/use-answer.js'
import { Link, usePlaces } from '../../parts/link.js'
import { PageFrame } from '../../parts/page-frame.js'
import { Answered } from '../../parts/states.js'
import { CodeBlock } from './code-block.js'
import { Snippets } from './snippets.js'

type Step = GettingStartedAnswer['steps'][number]
type StepWords = { readonly title: string; readonly help: (answer: GettingStartedAnswer) => ReactNode }

const STEPS: Record<Step['id'], StepWords> = {
  api_key: { title: 'Make an API key', help: () => <ApiKeyHelp /> },
  vendor_key: {
    title: 'Import your signing key',
    help: ({ service_url }) => <VendorKeyHelp url={service_url} />,
  },
  session: { title: 'Open a first run', help: ({ service_url }) => <Snippets url={service_url} /> },
  decision: {
    title: 'Get a first decision',
    help: () => (
      <p>
        The same code asks before its first tool call. Nothing runs without a signed yes, so a tool that is
        unknown to Heron waits for a person: look at Approvals.
      </p>
    ),
  },
  evidence: {
    title: 'Send the first signed evidence',
    help: () => (
      <p>
        The SDK signs what the tool did and sends it by itself. By hand, sign the six members of the statement
        with the seed of step 2 and send them to <code>/v1/executions</code>.
      </p>
    ),
  },
}

export function GettingStartedPage() {
  const answer = useProjectAnswer<GettingStartedAnswer>('/getting-started', [
    'settings',
    'log',
    'sessions',
    'actions',
    'executions',
  ])
  return (
    <PageFrame
      title="Getting started"
      lead="From a key to the first signed evidence. A step ticks itself when Heron sees it happen; there is nothing to confirm here."
    >
      <Answered answer={answer} lines={8}>
        {(started) => <Steps started={started} />}
      </Answered>
    </PageFrame>
  )
}

function Steps({ started }: { started: GettingStartedAnswer }) {
  const places = usePlaces()
  const next = started.steps.find(({ done }) => !done)
  return (
    <>
      <ol className="steps">
        {started.steps.map((step, index) => (
          <StepItem key={step.id} step={step} number={index + 1} open={step === next}>
            {STEPS[step.id].help(started)}
          </StepItem>
        ))}
      </ol>
      {next !== undefined ? null : (
        <p className="card" role="status">
          <strong>Everything works.</strong>{' '}
          <Link to={places.at('overview')}>See how the project stands</Link>
          {started.first_action === null ? null : (
            <>
              , or <Link to={places.call(started.first_action)}>read your first decision</Link>
            </>
          )}
          .
        </p>
      )}
    </>
  )
}

function StepItem({
  step,
  number,
  open,
  children,
}: {
  step: Step
  number: number
  open: boolean
  children: ReactNode
}) {
  const title = `${number}. ${STEPS[step.id].title}`
  return (
    <li className={step.done ? 'step done' : 'step'} aria-current={open ? 'step' : undefined}>
      <details open={open}>
        <summary>
          <span className="step-title">{title}</span>
          <span role="status">
            {step.done ? (
              <StatusMark status="pass" word="done" />
            ) : (
              <StatusMark status="not_checked" word="waiting" />
            )}
          </span>
          {step.at === null ? null : (
            <span className="soft small">
              <Time at={step.at} />
            </span>
          )}
        </summary>
        <div className="stack step-help">{children}</div>
      </details>
    </li>
  )
}

function ApiKeyHelp() {
  const places = usePlaces()
  return (
    <p>
      Agents identify themselves by it. <Link to={places.at('keys')}>Make one under Keys</Link>; it is shown
      once, and only its hash is kept.
    </p>
  )
}

function VendorKeyHelp({ url }: { url: string }) {
  const places = usePlaces()
  return (
    <>
      <p>
        You sign your own statements, so that Heron can never speak for you. Make the pair on your side, keep
        the seed, and <Link to={places.at('keys')}>import the public half under Keys</Link>, or by the command
        below.
      </p>
      <CodeBlock
        label="Make a signing key"
        text={`node -e '
  const { generateKeyPairSync } = require("node:crypto")
  const { privateKey, publicKey } = generateKeyPairSync("ed25519")
  console.log("seed       ", privateKey.export({ format: "jwk" }).d)
  console.log("public key ", publicKey.export({ format: "jwk" }).x)
'
npx heron vendor-key import --kid k1 --public-key PUBLIC_KEY   # where the service at ${url} keeps its data`}
      />
    </>
  )
}
