/** A call: what was asked, what Heron decided and why, what the vendor says happened, then the signed documents. */
import { canonicalize, type PageAction, type PageKeys, type PagePolicy, statementText } from '@heron/evidence'
import { Term } from '../../design/glossary-term.js'
import { Hash } from '../../design/hash.js'
import { StatusMark } from '../../design/status-mark.js'
import { Time } from '../../design/time.js'
import { DIMENSION_NAMES, sourceWords } from '../../record/dimensions.js'
import { callHref, runHref, tabHref } from '../route.js'
import { Answered } from '../source/answered.js'
import { useAnswer } from '../source/use-answer.js'
import { FindingCard } from '../tabs/findings-tab.js'
import { Document } from '../../record/document.js'
import { Recompute } from '../../record/recompute.js'

type Loaded = { readonly action: PageAction; readonly keys: PageKeys; readonly policy: PagePolicy }

export function RecordPage({ action }: { action: string }) {
  const answer = useAnswer(`call ${action}`, async (source): Promise<Loaded> => {
    const [found, keys, policy] = await Promise.all([source.action(action), source.keys(), source.policy()])
    return { action: found, keys, policy }
  })
  return <Answered answer={answer}>{(loaded) => <RecordView {...loaded} />}</Answered>
}

function RecordView({ action, keys, policy }: Loaded) {
  const { record, decision, evaluation } = action
  const { policy_hash: used } = evaluation.payload
  const bundle = policy.bundles.find(({ policy_hash }) => policy_hash === used)?.bundle
  return (
    <article className="stack record">
      <p className="no-print">
        <a href={runHref(action.session)}>Run {action.session}</a>
      </p>
      <h2>
        Call of <code>{record.tool}</code>
      </h2>
      <section className="card stack" aria-labelledby="asked">
        <h3 id="asked">What was asked</h3>
        <dl className="facts">
          <dt>Tool</dt>
          <dd>
            <code>{record.tool}</code>
          </dd>
          <dt>Arguments</dt>
          <dd>
            <Hash value={record.args_hash} of="hash of the arguments" />
          </dd>
          <dt>Asked</dt>
          <dd>
            <Time at={record.requested_at} clock="vendor" />, received{' '}
            <Time at={decision.payload.received_at} />
          </dd>
          <dt>By agent</dt>
          <dd>
            {decision.payload.agent} {decision.payload.agent_version}
          </dd>
          <dt>Place</dt>
          <dd>
            record {decision.payload.position} of its run, the vendor’s number {record.seq}
          </dd>
        </dl>
      </section>
      <section className="card stack" aria-labelledby="decided">
        <h3 id="decided">What Heron decided, and why</h3>
        <p className="row">
          <span className="verdict">{decision.payload.verdict}</span>
          {decision.payload.enforcement.effect === 'enforced' ? null : (
            <strong>{decision.payload.enforcement.effect}: not enforced at the time</strong>
          )}
          <span className="soft small">{decision.payload.reasons.join(', ')}</span>
        </p>
        {action.rule === null ? (
          <p>No rule matched; the bundle’s base answered.</p>
        ) : (
          <p>
            {action.rule.title}: <span className="soft">{action.rule.text}</span>{' '}
            <code>{action.rule.id}</code>
          </p>
        )}
        <dl className="facts">
          {DIMENSION_NAMES.map((name) => {
            const { value, source } = evaluation.payload.classification[name]
            return [
              <dt key={`${name} name`}>{name.replace('_', ' ')}</dt>,
              <dd key={name}>
                {value}, <span className="soft">{sourceWords(source)}</span>
              </dd>,
            ]
          })}
        </dl>
        {decision.payload.resolves === null ? null : (
          <p>
            It answers <a href={callHref(decision.payload.resolves)}>an earlier call</a>.
          </p>
        )}
        <Recompute evaluation={evaluation.payload} bundle={bundle} />
      </section>
      <section className="card stack" aria-labelledby="happened">
        <h3 id="happened">What the vendor says happened</h3>
        {action.statements.length === 0 ? (
          <p>
            <StatusMark status="gap" word="no statement" /> The vendor has not said what it did.
          </p>
        ) : (
          action.statements.map(({ statement, signature_valid, received_at }, index) => (
            <p key={index} className="row">
              <StatusMark status="declared" word={statement.outcome ?? 'no outcome'} />
              {signature_valid ? null : <StatusMark status="fail" word="signature does not hold" />}
              <span className="small">
                done <Time at={statement.executed_at} clock="vendor" />, received <Time at={received_at} />
              </span>
              {statement.error_code === null ? null : <code>{statement.error_code}</code>}
            </p>
          ))
        )}
      </section>
      {action.findings.map((finding) => (
        <FindingCard key={finding.finding} finding={finding} />
      ))}
      <Documents action={action} keys={keys} />
      <p className="no-print">
        <a href={tabHref('break', { call: record.action })}>Try to break this record</a>
      </p>
    </article>
  )
}

function Documents({ action, keys }: { action: PageAction; keys: PageKeys }) {
  const heron = (kid: string) => keys.heron.find(({ jwk }) => jwk.kid === kid)?.jwk.x ?? null
  const vendor = (kid: string) => keys.vendor.find((key) => key.kid === kid)?.x ?? null
  const { decision, evaluation, statements, record, prev_hash, record_hash } = action
  return (
    <section className="stack" aria-labelledby="documents">
      <h3 id="documents">
        The signed documents (<Term of="receipt">receipts</Term>)
      </h3>
      <Document
        title="Record in the chain"
        text={canonicalize(record)}
        proof={{ kind: 'chain', prevHash: prev_hash, recordHash: record_hash }}
      />
      <Document
        title="Decision"
        text={canonicalize(decision.payload)}
        proof={{ kind: 'signature', by: 'Heron', ...decision, key: heron(decision.kid) }}
      />
      <Document
        title="Evaluation"
        text={canonicalize(evaluation.payload)}
        proof={{ kind: 'signature', by: 'Heron', ...evaluation, key: heron(evaluation.kid) }}
      />
      {statements.map(({ statement, signature, note }, index) => (
        <Document
          key={index}
          title={
            statements.length === 1
              ? 'Statement of the vendor'
              : `Statement ${(index + 1).toString()} of the vendor`
          }
          text={statementText(statement)}
          proof={{
            kind: 'signature',
            by: 'the vendor',
            kid: signature.kid,
            signature: signature.value,
            key: note === 'error_code_withheld' ? null : vendor(signature.kid),
          }}
        />
      ))}
    </section>
  )
}
