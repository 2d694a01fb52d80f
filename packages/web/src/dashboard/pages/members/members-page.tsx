/** Members of the organization: roles, invitations, and leaving. */
import { useState } from 'react'
import { Button } from '../../../design/button.js'
import { StatusMark } from '../../../design/status-mark.js'
import { type Column, Table } from '../../../design/table.js'
import { Time } from '../../../design/time.js'
import type { Items } from '../../api/keys.js'
import type { MemberRow } from '../../api/members.js'
import { outranks } from '../../api/people.js'
import { useAnswer } from '../../api/use-answer.js'
import { Only, useMe } from '../../parts/me.js'
import { PageFrame } from '../../parts/page-frame.js'
import { Section } from '../../parts/section.js'
import { Answered } from '../../parts/states.js'
import { Invitations } from './invitations.js'
import { InviteDialog } from './invite-dialog.js'
import { RemoveDialog, RoleDialog } from './member-dialogs.js'
import { ROLE_WORDS } from './role-words.js'

type Act = { readonly kind: 'role' | 'remove'; readonly member: MemberRow }

export function MembersPage() {
  const { organization, role } = useMe()
  const answer = useAnswer<Items<MemberRow>>('/members')
  const [inviting, setInviting] = useState(false)
  const [act, setAct] = useState<Act | null>(null)
  const admin = outranks(role, 'admin')
  const close = () => {
    setAct(null)
  }
  return (
    <PageFrame
      title="Members"
      lead={`People of ${organization.name}. Changes here are signed into the organization’s own log, which is published to nobody.`}
      actions={
        <Only role="admin">
          <Button
            kind="primary"
            onClick={() => {
              setInviting(true)
            }}
          >
            Invite somebody …
          </Button>
        </Only>
      }
    >
      <Answered answer={answer}>
        {({ items }) => (
          <Table
            caption="Members"
            rows={items}
            keyOf={({ user_id }) => user_id}
            columns={[...COLUMNS, ...(admin ? [actsColumn(setAct)] : [])]}
          />
        )}
      </Answered>
      {admin ? <Invitations /> : null}
      <Section title="What the roles may do">
        <dl className="facts card small">
          {Object.entries(ROLE_WORDS).map(([name, words]) => (
            <div key={name} className="contents">
              <dt>{name}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      </Section>
      {inviting ? (
        <InviteDialog
          onClose={() => {
            setInviting(false)
          }}
        />
      ) : null}
      {act?.kind === 'role' ? <RoleDialog member={act.member} onClose={close} /> : null}
      {act?.kind === 'remove' ? <RemoveDialog member={act.member} onClose={close} /> : null}
    </PageFrame>
  )
}

const COLUMNS: readonly Column<MemberRow>[] = [
  {
    head: 'Name',
    header: true,
    cell: ({ name, email }) => (
      <>
        {name}
        <span className="soft small block wrap">{email}</span>
      </>
    ),
  },
  { head: 'Role', cell: ({ role }) => role },
  {
    head: 'Second factor',
    cell: ({ two_factor }) =>
      two_factor ? <StatusMark status="pass" word="on" /> : <StatusMark status="gap" word="off" />,
  },
  { head: 'Joined', cell: ({ joined_at }) => <Time at={joined_at} day /> },
  {
    head: 'Last signed in',
    cell: ({ last_signed_in_at }) =>
      last_signed_in_at === null ? <span className="soft">never</span> : <Time at={last_signed_in_at} />,
  },
]

function actsColumn(onAct: (act: Act) => void): Column<MemberRow> {
  return {
    head: <span className="visually-hidden">Acts</span>,
    cell: (member) => <Acts member={member} onAct={onAct} />,
  }
}

/** Only an owner makes or unmakes an owner. */
function Acts({ member, onAct }: { member: MemberRow; onAct: (act: Act) => void }) {
  const { role } = useMe()
  if (member.role === 'owner' && role !== 'owner') return null
  return (
    <span className="row tight">
      <Button
        kind="quiet"
        onClick={() => {
          onAct({ kind: 'role', member })
        }}
      >
        Change role<span className="visually-hidden"> of {member.name}</span>
      </Button>
      <Button
        kind="quiet"
        onClick={() => {
          onAct({ kind: 'remove', member })
        }}
      >
        Remove<span className="visually-hidden"> {member.name}</span>
      </Button>
    </span>
  )
}
