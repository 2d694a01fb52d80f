/** Writing a rule of one's own, or changing one: form or JSON, what is wrong with it, what it would have changed. */
import { useState } from 'react'
import type { PolicyAnswer } from '../../api/policy.js'
import { useProjectAnswer } from '../../api/use-answer.js'
import { usePathParams } from '../../parts/address.js'
import { usePlaces } from '../../parts/link.js'
import { Only } from '../../parts/me.js'
import { PageFrame } from '../../parts/page-frame.js'
import { Answered, Empty } from '../../parts/states.js'
import { draftText, newDraft, nextVersion } from './editor/draft.js'
import { RuleEditor } from './editor/rule-editor.js'

export function RuleEditorPage() {
  const answer = useProjectAnswer<PolicyAnswer>('/policy', ['settings'])
  const places = usePlaces()
  const { rule: id } = usePathParams()
  return (
    <PageFrame
      title={id === undefined ? 'Write a rule' : 'Change a rule'}
      lead="A rule of your own decides beside Heron’s: the strictest answer wins, so it can forbid what another allows, and never the reverse."
      up={{ label: 'Policy', place: places.at('policy') }}
    >
      <Only
        role="admin"
        otherwise={
          <Empty title="Your role does not allow this">
            <p>Administrators and owners write rules. You can read every rule under Policy.</p>
          </Empty>
        }
      >
        <Answered answer={answer} lines={8}>
          {(policy) => <Editing key={id ?? ''} id={id ?? null} policy={policy} />}
        </Answered>
      </Only>
    </PageFrame>
  )
}

/** The rule is taken once, when the page opens: what others change meanwhile is told when this one is saved. */
function Editing({ id, policy }: { id: string | null; policy: PolicyAnswer }) {
  const found = policy.own.find(({ rule }) => rule.id === id)?.rule
  const [initial] = useState(() =>
    id === null ? draftText(newDraft()) : found === undefined ? null : draftText(nextVersion(found)),
  )
  if (initial === null)
    return (
      <Empty title="There is no such rule of yours">
        <p>It may have been removed meanwhile. Heron’s own rules are switched, not changed.</p>
      </Empty>
    )
  const others = [...policy.managed, ...policy.own].map(({ rule }) => rule.id).filter((each) => each !== id)
  return <RuleEditor initial={initial} existing={id} others={others} revision={policy.revision} />
}
