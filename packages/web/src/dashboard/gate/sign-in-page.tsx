/** Sign in: e-mail and password, then a code where two-factor is on; or the organization's own sign-in. */
import { useState } from 'react'
import { Button } from '../../design/button.js'
import { Field } from '../../design/field.js'
import type { SignInOptions } from '../api/people.js'
import { ask } from '../api/request.js'
import { useAnswer } from '../api/use-answer.js'
import { fieldText, Trouble, usePlainForm } from '../parts/form.js'
import { useEnter } from './use-enter.js'
import { GateFrame } from './gate-frame.js'

type SignInAnswer = { readonly twoFactorRedirect?: boolean; readonly url?: string }

export function SignInPage() {
  const options = useAnswer<SignInOptions>('/sign-in-options')
  const [step, setStep] = useState<'password' | 'code'>('password')
  const enter = useEnter()
  const oidc = options.data?.oidc ?? null
  if (step === 'code') return <CodeStep enter={enter} />
  return (
    <GateFrame title="Sign in">
      {options.data?.password === false ? null : (
        <PasswordForm
          onAnswer={(answer) => {
            if (answer.twoFactorRedirect === true) setStep('code')
            else enter()
          }}
        />
      )}
      {oidc === null ? null : <ForeignSignIn {...oidc} />}
    </GateFrame>
  )
}

function PasswordForm({ onAnswer }: { onAnswer: (answer: SignInAnswer) => void }) {
  const form = usePlainForm<SignInAnswer>(
    (data) =>
      ask('/auth/sign-in/email', {
        method: 'POST',
        body: { email: fieldText(data, 'email').trim(), password: fieldText(data, 'password') },
      }),
    onAnswer,
  )
  return (
    <form className="stack" onSubmit={form.submit} aria-label="Sign in">
      <Field label="E-mail" name="email" type="email" autoComplete="username" required autoFocus />
      <Field label="Password" name="password" type="password" autoComplete="current-password" required />
      <Trouble of={form.trouble} />
      <Button type="submit" kind="primary" disabled={form.sending}>
        Sign in
      </Button>
    </form>
  )
}

function CodeStep({ enter }: { enter: () => void }) {
  const [backup, setBackup] = useState(false)
  const form = usePlainForm(
    (data) =>
      ask(backup ? '/auth/two-factor/verify-backup-code' : '/auth/two-factor/verify-totp', {
        method: 'POST',
        body: { code: fieldText(data, 'code').replace(/\s/g, '') },
      }),
    enter,
  )
  return (
    <GateFrame
      title="Second step"
      lead={
        backup ? 'One of the back-up codes that you kept.' : 'The six digits from your authenticator app.'
      }
    >
      <form className="stack" onSubmit={form.submit} aria-label="Second step">
        <Field
          key={String(backup)}
          label={backup ? 'Back-up code' : 'Code'}
          name="code"
          autoComplete="one-time-code"
          inputMode={backup ? 'text' : 'numeric'}
          required
          autoFocus
        />
        <Trouble of={form.trouble} />
        <p className="row">
          <Button type="submit" kind="primary" disabled={form.sending}>
            Continue
          </Button>
          <Button
            kind="quiet"
            onClick={() => {
              setBackup(!backup)
            }}
          >
            {backup ? 'Use the app instead' : 'Use a back-up code instead'}
          </Button>
        </p>
      </form>
    </GateFrame>
  )
}

function ForeignSignIn({ provider_id, name }: { provider_id: string; name: string }) {
  const form = usePlainForm<SignInAnswer>(
    () =>
      ask('/auth/sign-in/oauth2', { method: 'POST', body: { providerId: provider_id, callbackURL: '/app' } }),
    ({ url }) => {
      if (url !== undefined) window.location.assign(url)
    },
  )
  return (
    <form className="stack" onSubmit={form.submit} aria-label={`Sign in with ${name}`}>
      <Trouble of={form.trouble} />
      <Button type="submit" disabled={form.sending}>
        Sign in with {name}
      </Button>
    </form>
  )
}
