/** One rule: what it says, when it applies, how often it decided, and what can be done with it. */
import { Button } from '../../../design/button.js'
import { StatusMark } from '../../../design/status-mark.js'
import { Switch } from '../../../design/switch.js'
import { Time } from '../../../design/time.js'
import { count } from '../../../words/figures.js'
import { Link, usePlaces } from '../../parts/link.js'
import { Only } from '../../parts/me.js'
import { ConditionDetails } from './condition-details.js'
import type { ListedRule } from './listed-rules.js'
import type { RuleAct } from './rule-act-dialog.js'

export type RuleRowProps = { readonly listed: ListedRule; readonly onAct: (act: RuleAct) => void }

export function RuleRow({ listed, onAct }: RuleRowProps) {
  const { rule, decided, enabled, own, disabled, added } = listed
  const places = usePlaces()
  return (
    <li className={enabled ? 'rule-row' : 'rule-row off'} aria-label={rule.title}>
      <div className="rule-main">
        <h3>
          {rule.title}{' '}
          <span className="mono small soft wrap">
            {rule.id} v{rule.version}
          </span>
        </h3>
        <p className="small">{rule.text}</p>
        <ConditionDetails rule={rule} />
        {rule.min_source === undefined ? null : (
          <p className="small soft">Only where each value is at least {rule.min_source}.</p>
        )}
        {disabled === null || disabled === undefined ? null : (
          <p className="small rule-off">
            <StatusMark status="gap" word="off" /> since <Time at={disabled.at} />. Published reason: “
            {disabled.reason ?? 'none given'}”
          </p>
        )}
        {added === null ? null : (
          <p className="small soft">
            Yours, since <Time at={added.at} />: “{added.reason ?? 'no reason given'}”
          </p>
        )}
      </div>
      <p className="rule-decided small">
        <Link to={places.at('calls', { rule: rule.id })}>
          <strong>{count(decided)}</strong>
          <span className="soft"> decided</span>
        </Link>
        <span className="soft block">in 30 days</span>
      </p>
      <div className="rule-acts">
        {!own ? (
          <ManagedSwitch listed={listed} onAct={onAct} />
        ) : (
          <Only role="admin">
            <Link to={places.at(`policy/write/${encodeURIComponent(rule.id)}`)} className="button">
              Edit<span className="visually-hidden"> {rule.title}</span>
            </Link>
            <Button
              kind="quiet"
              onClick={() => {
                onAct({ kind: 'remove', rule })
              }}
            >
              Remove<span className="visually-hidden"> {rule.title}</span>
            </Button>
          </Only>
        )}
      </div>
    </li>
  )
}

/** Who may not switch sees the state in words. */
function ManagedSwitch({ listed: { rule, enabled }, onAct }: RuleRowProps) {
  return (
    <Only role="admin" otherwise={<span className="small soft">{enabled ? 'on' : 'off'}</span>}>
      <Switch
        label={rule.title}
        on={enabled}
        onChange={(on) => {
          onAct({ kind: on ? 'enable' : 'disable', rule })
        }}
      />
    </Only>
  )
}
