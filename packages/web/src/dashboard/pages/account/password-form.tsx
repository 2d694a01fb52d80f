/** Changes one's password; every other session ends with it. */
import { useState } from 'react'
import { Button } from '../../../design/button.js'
import { Field } from '../../../design/field.js'
import { useToast } from '../../../design/toast.js'
import { ask } from '../../api/request.js'
import { fieldText, Trouble, usePlainForm } from '../../parts/form.js'

export function PasswordForm() {
  const toast = useToast()
  // Another key is another form: the fields are empty again.
  const [changed, setChanged] = useState(0)
  const form = usePlainForm(
    (data) =>
      ask('/auth/change-password', {
        method: 'POST',
        body: {
          currentPassword: fieldText(data, 'current'),
          newPassword: fieldText(data, 'new'),
          revokeOtherSessions: true,
        },
      }),
    () => {
      setChanged(changed + 1)
      toast('Your password is changed, and you are signed out everywhere else.')
    },
  )
  return (
    <form key={changed} className="card stack" onSubmit={form.submit} aria-label="Change my password">
      <h2>Password</h2>
      <Field label="Password now" name="current" type="password" required autoComplete="current-password" />
      <Field
        label="New password"
        name="new"
        type="password"
        required
        minLength={12}
        autoComplete="new-password"
        hint="At least 12 characters. Every other session of yours ends."
      />
      <Trouble of={form.trouble} />
      <p>
        <Button type="submit" disabled={form.sending}>
          Change
        </Button>
      </p>
    </form>
  )
}
