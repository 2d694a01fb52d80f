/** My account: the password, the second step, and where one is signed in. */
import { PageFrame } from '../../parts/page-frame.js'
import { useMe } from '../../parts/me.js'
import { PasswordForm } from './password-form.js'
import { Sessions } from './sessions.js'
import { TwoFactor } from './two-factor.js'

export function AccountPage() {
  const { user, organization, role } = useMe()
  return (
    <PageFrame
      title="My account"
      lead={`${user.name}, ${user.email}; ${role} of ${organization.name}. Logs that are published name you by a pseudonym only.`}
    >
      <div className="columns">
        <TwoFactor />
        <PasswordForm />
      </div>
      <Sessions />
    </PageFrame>
  )
}
