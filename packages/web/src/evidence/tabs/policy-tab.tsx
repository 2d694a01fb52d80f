/** Policy: the rules in force in order of precedence, how often each decided, and every verdict applied again. */
import { checkRule, type PagePolicy, type PolicyBundle, type Rule } from '@heron/evidence'
import { Button } from '../../design/button.js'
import { EmptyState } from '../../design/empty-state.js'
import { Term } from '../../design/glossary-term.js'
import { Hash } from '../../design/hash.js'
import { StatusMark } from '../../design/status-mark.js'
import { Table } from '../../design/table.js'
import { Time } from '../../design/time.js'
import { bundleChanges } from '../../policy/bundle-diff.js'
import { conditionWords } from '../../policy/condition-words.js'
import { byPrecedence } from '../../policy/precedence.js'
import { count, counted } from '../../words/figures.js'
import { Answered } from '../source/answered.js'
import { useAnswer, useSource } from '../source/use-answer.js'
import { useVerifier } from '../verify/verifier.js'

export function PolicyTab() {
  const answer = useAnswer('policy', (source) => source.policy())
  return <Answered answer={answer}>{(policy) => <Policy policy={policy} />}</Answered>
}

function Policy({ policy }: { policy: PagePolicy }) {
  const current =
    policy.bundles.find(({ policy_hash }) => policy_hash === policy.in_force) ?? policy.bundles[0]
  return (
    <div className="stack">
      <RecomputeAll />
      {current === undefined ? (
        <EmptyState>
          No bundle is on any receipt of this window. Without a policy every call is denied.
        </EmptyState>
      ) : (
        <>
          <h2>Rules in force</h2>
          <p>
            <Hash value={current.policy_hash} of="policy hash" />
          </p>
          <p className="soft">
            The strictest answer among the rules that match wins; where none matches, the answer is{' '}
            {current.bundle.base}. This is the <Term of="policy">bundle</Term> that the newest receipts name.
          </p>
          {current.bundle.rules.length === 0 ? (
            <p role="alert">
              <StatusMark status="gap" /> Every rule is off.
            </p>
          ) : null}
          <Rules bundle={current.bundle} decided={current.decided} />
        </>
      )}
      <h2>Rules that the vendor turned off</h2>
      {policy.disabled.length === 0 ? (
        <p>None.</p>
      ) : (
        <ul className="plain-list">
          {policy.disabled.map(({ rule, reason, at }) => (
            <li key={rule}>
              <code>{rule}</code>, <Time at={at} />. The vendor’s reason: {reason ?? 'none given'}
            </li>
          ))}
        </ul>
      )}
      <h2>Earlier bundles</h2>
      <History policy={policy} />
    </div>
  )
}

function RecomputeAll() {
  const source = useSource()
  const { verifier, state } = useVerifier()
  const check =
    state.state === 'done' ? state.report.checks.find(({ id }) => id === 'policy.verdicts') : undefined
  return (
    <section className="card row spread" aria-label="Recompute all">
      <span>
        <strong>Apply these rules again</strong>
        <span className="soft small block">
          The same engine, in this browser, on every signed classification. Checked with everything else; the
          whole result stands above.
        </span>
      </span>
      <span role="status">
        {check === undefined ? null : (
          <StatusMark
            status={check.outcome}
            word={
              check.failed === 0
                ? `${counted(check.count, 'verdict')} came back as signed`
                : `${count(check.failed)} of ${count(check.count)} do not come back`
            }
          />
        )}
      </span>
      <Button
        disabled={state.state === 'running'}
        onClick={() => {
          verifier.start({ origin: source.exportOrigin(), jwks: null, heads: [], checkpoint: null })
        }}
      >
        {state.state === 'running' ? 'Recomputing …' : 'Recompute all'}
      </Button>
    </section>
  )
}

function Rules({ bundle, decided }: { bundle: PolicyBundle; decided: Readonly<Record<string, number>> }) {
  const rules = [...bundle.rules].sort(byPrecedence)
  return (
    <Table
      caption="Rules in the order of precedence"
      rows={rules}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Answer', cell: ({ effect }) => <span className="verdict">{effect}</span> },
        {
          head: 'Rule',
          header: true,
          cell: (rule) => {
            const { id, title, text, when, version } = rule
            return (
              <div className="stack rule">
                <span>
                  {title}{' '}
                  <span className="mono small soft">
                    {id} v{version}
                  </span>
                </span>
                <span className="soft small">{text}</span>
                <details className="small">
                  <summary>{whenWords(rule)}</summary>
                  <pre className="bytes">{JSON.stringify(when, null, 2)}</pre>
                </details>
              </div>
            )
          },
        },
        { head: 'Decided', number: true, cell: ({ id }) => count(decided[id] ?? 0) },
      ]}
    />
  )
}

/** @param rule UNTRUSTED: only what is a rule can be put into words. */
function whenWords(rule: Rule): string {
  return checkRule(rule).length === 0 ? `When ${conditionWords(rule.when)}` : 'Condition'
}

function History({ policy: { bundles } }: { policy: PagePolicy }) {
  const ordered = [...bundles].sort((a, b) => ((a.first_used_at ?? '') < (b.first_used_at ?? '') ? 1 : -1))
  return (
    <ol className="stack">
      {ordered.map((each, index) => {
        const earlier = ordered[index + 1]
        const changes = earlier === undefined ? null : bundleChanges(earlier.bundle, each.bundle)
        return (
          <li key={each.policy_hash} className="card stack">
            <p className="row">
              <Hash value={each.policy_hash} of="policy hash" />
              <span className="soft small">
                <Time at={each.first_used_at} /> – <Time at={each.last_used_at} />,{' '}
                {counted(each.decisions, 'decision')}, {counted(each.bundle.rules.length, 'rule')}
              </span>
            </p>
            {changes === null ? (
              <p className="soft small">The oldest in this window.</p>
            ) : changes.length === 0 ? (
              <p className="small">No rule differs from the one before: thresholds, base or lexicon do.</p>
            ) : (
              <ul className="plain-list small">
                {changes.map(({ rule, what, title }) => (
                  <li key={rule}>
                    <strong>{what}</strong>: {title} <code>{rule}</code>
                  </li>
                ))}
              </ul>
            )}
          </li>
        )
      })}
    </ol>
  )
}
