/** The policy's history: every bundle that was in force, why it came, how many calls it decided, and what it changed. */
import { EmptyState } from '../../../design/empty-state.js'
import { Hash } from '../../../design/hash.js'
import { Time } from '../../../design/time.js'
import { bundleChanges, frameChanges } from '../../../policy/bundle-diff.js'
import { counted } from '../../../words/figures.js'
import type { PastBundle } from '../../api/policy.js'
import type { Items } from '../../api/keys.js'
import { useProjectAnswer } from '../../api/use-answer.js'
import { PageFrame } from '../../parts/page-frame.js'
import { Answered } from '../../parts/states.js'
import { PolicyTabs } from './policy-tabs.js'
import { RuleDiff } from './rule-diff.js'

export function HistoryPage() {
  const answer = useProjectAnswer<Items<PastBundle>>('/policy/bundles', ['settings'])
  return (
    <PageFrame
      title="Policy history"
      lead="Every receipt names the bundle that decided. Past bundles are kept and published for as long as a receipt does."
    >
      <PolicyTabs />
      <Answered answer={answer} lines={8}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>No bundle was used yet: the first decision writes the first one.</EmptyState>
          ) : (
            <ol className="bundles">
              {items.map((bundle, index) => (
                <Past
                  key={bundle.policy_hash + bundle.created_at}
                  bundle={bundle}
                  before={items[index + 1] ?? null}
                />
              ))}
            </ol>
          )
        }
      </Answered>
    </PageFrame>
  )
}

function Past({ bundle, before }: { bundle: PastBundle; before: PastBundle | null }) {
  const { policy_hash, created_at, decisions, by_act, reason } = bundle
  const rules = before === null ? [] : bundleChanges(before.bundle, bundle.bundle)
  const frame = before === null ? [] : frameChanges(before.bundle, bundle.bundle)
  return (
    <li className="bundle">
      <p className="row bundle-head">
        <strong>
          <Time at={created_at} />
        </strong>
        <Hash value={policy_hash} of="policy hash" />
        <span className="soft small">
          {counted(decisions, 'decision')}, {counted(bundle.bundle.rules.length, 'rule')}
        </span>
      </p>
      {reason === null && by_act === null ? null : (
        <p className="small">
          {by_act === null ? null : <code>{by_act}</code>} {reason === null ? null : <>“{reason}”</>}
        </p>
      )}
      {before === null ? (
        <p className="small soft">The first one: {counted(bundle.bundle.rules.length, 'rule')}.</p>
      ) : rules.length + frame.length === 0 ? (
        <p className="small soft">The same rules as the one before.</p>
      ) : (
        <>
          <ul className="plain-list small">
            {rules.map((change) => (
              <RuleDiff key={change.rule} change={change} />
            ))}
          </ul>
          {frame.length === 0 ? null : (
            <ul className="plain-list small">
              {frame.map(({ name, before: was, after }) => (
                <li key={name}>
                  <strong>{name}</strong>: {was} → {after}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </li>
  )
}
