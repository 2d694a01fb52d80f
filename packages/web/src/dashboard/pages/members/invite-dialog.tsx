/** Inviting somebody: the link is shown once, and you give it to them. */
import { useState } from 'react'
import { Field, Select } from '../../../design/field.js'
import { SecretOnce } from '../../../design/secret-once.js'
import { Time } from '../../../design/time.js'
import type { CreatedInvitation } from '../../api/members.js'
import { type Role, ROLES } from '../../api/people.js'
import { useAct } from '../../api/use-answer.js'
import { FormDialog } from '../../parts/form-dialog.js'
import { useMe } from '../../parts/me.js'
import { givable, ROLE_WORDS } from './role-words.js'

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const me = useMe()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const invite = useAct<undefined, CreatedInvitation>(() => ({
    path: '/invitations',
    body: { email: email.trim(), role },
  }))
  if (invite.data !== undefined)
    return (
      <SecretOnce
        title={`The invitation for ${email.trim()}`}
        secrets={[{ label: 'Invitation link', value: invite.data.url }]}
        onClose={onClose}
      >
        <p className="small">
          Heron sends no mail: give it to them yourself. It works once, until{' '}
          <Time at={invite.data.expires_at} />.
        </p>
      </SecretOnce>
    )
  return (
    <FormDialog
      title="Invite somebody"
      confirm="Make the invitation"
      ready={email.trim() !== ''}
      onClose={onClose}
      onSubmit={() => invite.mutateAsync(undefined)}
    >
      <Field
        label="E-mail"
        type="email"
        required
        value={email}
        hint="They sign in with it."
        onChange={({ target }) => {
          setEmail(target.value)
        }}
      />
      <Select
        label="Role"
        value={role}
        hint={ROLE_WORDS[role]}
        options={givable(me.role).map((value) => ({ value, label: value }))}
        onChange={({ target }) => {
          setRole(ROLES.find((each) => each === target.value) ?? 'viewer')
        }}
      />
    </FormDialog>
  )
}
