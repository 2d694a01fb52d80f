/** Policy: every rule in the order of precedence, what it says, how often it decided, and its switch. */
import { useState } from 'react'
import type { Rule, Verdict as VerdictWord } from '@heron/evidence'
import { Term } from '../../../design/glossary-term.js'
import { Hash } from '../../../design/hash.js'
import { StatusMark } from '../../../design/status-mark.js'
import { Verdict } from '../../../design/verdict.js'
import { byPrecedence, PRECEDENCE } from '../../../policy/precedence.js'
import { counted } from '../../../words/figures.js'
import type { PolicyAnswer } from '../../api/policy.js'
import { useProjectAnswer } from '../../api/use-answer.js'
import { Link, usePlaces } from '../../parts/link.js'
import { Only } from '../../parts/me.js'
import { PageFrame } from '../../parts/page-frame.js'
import { Answered } from '../../parts/states.js'
import { PolicyTabs } from './policy-tabs.js'
import { type RuleAct, RuleActDialog } from './rule-act-dialog.js'
import { type ListedRule, listedRules } from './listed-rules.js'
import { RuleRow } from './rule-row.js'

export function PolicyPage() {
  const answer = useProjectAnswer<PolicyAnswer>('/policy', ['settings', 'actions'])
  const places = usePlaces()
  return (
    <PageFrame
      title="Policy"
      lead="What decides before each call. The strictest answer among the rules that match wins."
      actions={
        <Only role="admin">
          <Link to={places.at('policy/write')} className="button primary">
            Write a rule
          </Link>
        </Only>
      }
    >
      <PolicyTabs />
      <Answered answer={answer} lines={10}>
        {(policy) => <Rules policy={policy} />}
      </Answered>
    </PageFrame>
  )
}

const WINS: Record<VerdictWord, string> = {
  DENY: 'refused; wins over everything below',
  DEFER: 'withheld until the run has shown something',
  STEP_UP: 'a person decides',
  MODIFY: 'not in this shape',
  ALLOW: 'runs, where nothing above matched',
}

function Rules({ policy }: { policy: PolicyAnswer }) {
  const [act, setAct] = useState<RuleAct | null>(null)
  const rules = listedRules(policy).sort((left, right) => byPrecedence(left.rule, right.rule))
  const off = rules.filter(({ enabled }) => !enabled).length
  return (
    <>
      <p className="row small policy-line">
        <span>
          {counted(rules.length - off, 'rule')} in force{off === 0 ? '' : `, ${off.toString()} off`}
        </span>
        <span className="soft">
          <Term of="policy">bundle</Term> <Hash value={policy.policy_hash} of="policy hash" />
        </span>
      </p>
      {PRECEDENCE.map((effect) => {
        const these = rules.filter(({ rule }) => rule.effect === effect)
        return these.length === 0 ? null : <Group key={effect} effect={effect} rules={these} onAct={setAct} />
      })}
      <Base policy={policy} />
      {act === null ? null : (
        <RuleActDialog
          act={act}
          revision={policy.revision}
          onClose={() => {
            setAct(null)
          }}
        />
      )}
    </>
  )
}

type GroupProps = {
  readonly effect: Rule['effect']
  readonly rules: readonly ListedRule[]
  readonly onAct: (act: RuleAct) => void
}

function Group({ effect, rules, onAct }: GroupProps) {
  return (
    <section className="rule-group" aria-label={`Rules that answer ${effect}`}>
      <h2 className="row">
        <Verdict verdict={effect} /> <span className="soft small">{WINS[effect]}</span>
      </h2>
      <ul className="rules">
        {rules.map((listed) => (
          <RuleRow key={listed.rule.id} listed={listed} onAct={onAct} />
        ))}
      </ul>
    </section>
  )
}

/** What is left when no rule matches, and from where bulk counts. */
function Base({ policy }: { policy: PolicyAnswer }) {
  const places = usePlaces()
  const { base, thresholds } = policy.bundle
  const figure = new Intl.NumberFormat()
  return (
    <section className="rule-group" aria-label="Where no rule matches">
      <h2 className="row">
        <Verdict verdict={base} /> <span className="soft small">where no rule matches</span>
      </h2>
      <p className="small soft rule-base">
        A call counts as bulk above {figure.format(thresholds.record_count)} records,{' '}
        {figure.format(thresholds.recipient_count)} recipients or {figure.format(thresholds.amount)} minor
        units of money. <Link to={places.at('settings')}>Change in the settings</Link>
      </p>
      {policy.no_rule ? (
        <p role="alert">
          <StatusMark status="gap" word="Every rule is off." /> Each call is answered by the base alone.
        </p>
      ) : null}
    </section>
  )
}
