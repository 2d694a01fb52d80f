/** The public overview: posture, controls and counts, where an operator switched it on; and how to ask for the rest. */
import { type SubmitEvent, useState } from 'react'
import type { LinkRequest, PublicOverview } from '@heron/evidence'
import { Button } from '../../design/button.js'
import { SeverityMark } from '../../design/severity.js'
import { Table } from '../../design/table.js'
import { count, counted } from '../../words/figures.js'
import { FINDING_WORDS } from '../../words/findings.js'
import { CannotShow } from './went-wrong.js'
import { PostureRow } from './posture-row.js'

export type OverviewProps = {
  readonly overview: PublicOverview
  readonly requestLink: (request: LinkRequest) => Promise<void>
}

export function Overview({ overview, requestLink }: OverviewProps) {
  const { counts, findings, rules } = overview
  return (
    <main id="main" className="page stack-wide">
      <header className="masthead stack">
        <h1>
          {overview.vendor} <span className="soft">/ {overview.project}</span>
        </h1>
        <p className="lead">
          An overview that this vendor made public: claims and counts of the last{' '}
          {counted(overview.window_days, 'day')}. Nothing on it can be checked without the record, which needs
          a reviewer’s link.
        </p>
        <p>
          {counted(counts.sessions, 'run')}, {counted(counts.actions, 'tool call')}:{' '}
          {Object.entries(counts.verdicts)
            .map(([verdict, number]) => `${count(number)} ${verdict}`)
            .join(', ')}
          .
        </p>
      </header>
      <PostureRow claims={overview.claims} recomputed="not_run" />
      <div className="columns">
        <section className="stack" aria-labelledby="public-findings">
          <h2 id="public-findings">What went wrong</h2>
          {findings.length === 0 ? <p>None raised in this window.</p> : null}
          <ul className="wrong">
            {findings.map(({ kind, severity, open, reviewed }) => (
              <li key={kind}>
                <SeverityMark severity={severity} />
                <span>{FINDING_WORDS[kind].title}</span>
                <span className="number small">
                  {open} open, {reviewed} reviewed
                </span>
              </li>
            ))}
          </ul>
        </section>
        <CannotShow />
      </div>
      <section className="stack" aria-labelledby="controls">
        <h2 id="controls">Controls in force</h2>
        <Table
          caption="Rules in force"
          rows={rules}
          keyOf={({ id }) => id}
          columns={[
            { head: 'Rule', header: true, cell: ({ title }) => title },
            { head: 'Effect', cell: ({ effect }) => <span className="verdict">{effect}</span> },
            { head: 'Id', cell: ({ id }) => <code>{id}</code> },
          ]}
        />
      </section>
      <RequestForm requestLink={requestLink} />
    </main>
  )
}

function RequestForm({ requestLink }: Pick<OverviewProps, 'requestLink'>) {
  const [state, setState] = useState<'open' | 'sending' | 'sent' | { readonly trouble: string }>('open')
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => {
      const value = form.get(name)
      return typeof value === 'string' ? value : ''
    }
    setState('sending')
    requestLink({ name: text('name'), why: text('why'), email: text('email') }).then(
      () => {
        setState('sent')
      },
      (error: unknown) => {
        setState({ trouble: error instanceof Error ? error.message : String(error) })
      },
    )
  }
  if (state === 'sent')
    return (
      <p className="card" role="status">
        Your request was passed on. The vendor answers by e-mail.
      </p>
    )
  return (
    <form className="card stack request" onSubmit={submit} aria-label="Ask for the record">
      <h2>Ask for the record</h2>
      <p className="soft small">Read by the vendor only, and deleted after a while.</p>
      <label className="field">
        Who you are
        <input name="name" required maxLength={200} autoComplete="name" />
      </label>
      <label className="field">
        Why you would like to read it
        <textarea name="why" required maxLength={2000} rows={3} />
      </label>
      <label className="field">
        E-mail for the answer
        <input name="email" type="email" required maxLength={320} autoComplete="email" />
      </label>
      {typeof state === 'object' ? <p role="alert">That did not work: {state.trouble}</p> : null}
      <p>
        <Button type="submit" kind="primary" disabled={state === 'sending'}>
          Send
        </Button>
      </p>
    </form>
  )
}
