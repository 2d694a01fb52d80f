/** Changing somebody's role, and removing somebody: kept in the organization's own log, with the reason. */
import { useState } from 'react'
import { Select } from '../../../design/field.js'
import { useToast } from '../../../design/toast.js'
import type { MemberRow } from '../../api/members.js'
import { ROLES } from '../../api/people.js'
import { useAct } from '../../api/use-answer.js'
import { useMe } from '../../parts/me.js'
import { ReasonDialog } from '../../parts/reason-dialog.js'
import { givable, ROLE_WORDS } from './role-words.js'

type DialogProps = { readonly member: MemberRow; readonly onClose: () => void }

export function RoleDialog({ member, onClose }: DialogProps) {
  const me = useMe()
  const [role, setRole] = useState(member.role)
  const toast = useToast()
  const change = useAct<string>((reason) => ({
    path: `/members/${encodeURIComponent(member.user_id)}`,
    method: 'PATCH',
    body: { role, reason },
  }))
  return (
    <ReasonDialog
      title={`Change the role of ${member.name}`}
      entry={{ act: 'role.changed', subject: 'a pseudonym', change: `${member.role} → ${role}` }}
      published="organization"
      confirm="Change it"
      ready={role !== member.role}
      onClose={onClose}
      onConfirm={async (reason) => {
        await change.mutateAsync(reason)
        toast(`${member.name} is ${role} now.`)
      }}
    >
      <Select
        label="Role"
        value={role}
        hint={ROLE_WORDS[role]}
        options={givable(me.role).map((value) => ({ value, label: value }))}
        onChange={({ target }) => {
          setRole(ROLES.find((each) => each === target.value) ?? member.role)
        }}
      />
      {member.user_id === me.user.id ? (
        <p>This is you: what the new role does not allow, you cannot do or undo yourself.</p>
      ) : null}
    </ReasonDialog>
  )
}

export function RemoveDialog({ member, onClose }: DialogProps) {
  const toast = useToast()
  const remove = useAct<string>((reason) => ({
    path: `/members/${encodeURIComponent(member.user_id)}`,
    method: 'DELETE',
    body: { reason },
  }))
  return (
    <ReasonDialog
      title={`Remove ${member.name}`}
      entry={{ act: 'member.removed', subject: 'a pseudonym', change: `${member.role} → none` }}
      published="organization"
      confirm="Remove"
      danger
      onClose={onClose}
      onConfirm={async (reason) => {
        await remove.mutateAsync(reason)
        toast(`${member.name} was removed.`)
      }}
    >
      <p>
        Signed out everywhere, at once. What they did stays in the logs, under their pseudonym, and can no
        longer be told to be theirs.
      </p>
    </ReasonDialog>
  )
}
