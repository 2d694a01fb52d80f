/** Accepts an invitation: who invites, as what; then a name and a password of one's own. */
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../design/button.js'
import { Field } from '../../design/field.js'
import type { Role } from '../api/people.js'
import { type ApiProblem, ask } from '../api/request.js'
import { fieldText, Trouble, usePlainForm } from '../parts/form.js'
import { useEnter } from './use-enter.js'
import { GateFrame, tokenInAddress } from './gate-frame.js'

type Invitation = { readonly organization: string; readonly email: string; readonly role: Role }

export function InvitationPage() {
  const token = tokenInAddress()
  const invitation = useQuery<Invitation, ApiProblem>({
    queryKey: ['public', 'invitation', token],
    queryFn: () => ask(`/invitations/accept/${encodeURIComponent(token)}`),
    enabled: token !== '',
  })
  if (invitation.data !== undefined) return <Accept token={token} invitation={invitation.data} />
  if (token !== '' && invitation.error === null) return null
  return (
    <GateFrame title="This invitation cannot be used">
      <p>
        It was withdrawn, was used already, or is older than seven days. Ask whoever invited you for a new
        one.
      </p>
    </GateFrame>
  )
}

function Accept({ token, invitation }: { token: string; invitation: Invitation }) {
  const enter = useEnter()
  const form = usePlainForm(
    (data) =>
      ask('/invitations/accept', {
        method: 'POST',
        body: { token, name: fieldText(data, 'name').trim(), password: fieldText(data, 'password') },
      }),
    enter,
  )
  return (
    <GateFrame
      title={`Join ${invitation.organization}`}
      lead={`You were invited as ${invitation.role}, by the address ${invitation.email}.`}
    >
      <form className="stack" onSubmit={form.submit} aria-label="Accept the invitation">
        <input type="hidden" name="email" value={invitation.email} autoComplete="username" readOnly />
        <Field label="Your name" name="name" required autoComplete="name" autoFocus />
        <Field
          label="Password"
          name="password"
          type="password"
          required
          minLength={12}
          autoComplete="new-password"
          hint="At least 12 characters."
        />
        <Trouble of={form.trouble} />
        <Button type="submit" kind="primary" disabled={form.sending}>
          Join
        </Button>
      </form>
    </GateFrame>
  )
}
