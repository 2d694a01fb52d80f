/** The second step: turned on with one's password and a first code, turned off with the password. */
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from '../../../design/button.js'
import { CopyButton } from '../../../design/copy-button.js'
import { Field } from '../../../design/field.js'
import { StatusMark } from '../../../design/status-mark.js'
import { useToast } from '../../../design/toast.js'
import { ask } from '../../api/request.js'
import { fieldText, Trouble, usePlainForm } from '../../parts/form.js'
import { useMe } from '../../parts/me.js'

type Started = { readonly totpURI: string; readonly backupCodes: readonly string[] }

export function TwoFactor() {
  const { user } = useMe()
  const [started, setStarted] = useState<Started | null>(null)
  return (
    <section className="card stack" aria-labelledby="two-factor">
      <h2 id="two-factor" className="row spread">
        Second step
        <StatusMark
          status={user.two_factor ? 'pass' : 'not_checked'}
          word={user.two_factor ? 'on' : 'off'}
          quiet={!user.two_factor}
        />
      </h2>
      {user.two_factor ? (
        <TurnOff />
      ) : started === null ? (
        <TurnOn onStarted={setStarted} />
      ) : (
        <Confirm
          started={started}
          onDone={() => {
            setStarted(null)
          }}
        />
      )}
    </section>
  )
}

function TurnOn({ onStarted }: { onStarted: (started: Started) => void }) {
  const form = usePlainForm<Started>(
    (data) =>
      ask('/auth/two-factor/enable', { method: 'POST', body: { password: fieldText(data, 'password') } }),
    onStarted,
  )
  return (
    <form className="stack" onSubmit={form.submit} aria-label="Turn on the second step">
      <p className="soft">Signing in then asks for a code of an authenticator app besides your password.</p>
      <Field label="Your password" name="password" type="password" required autoComplete="current-password" />
      <Trouble of={form.trouble} />
      <p>
        <Button type="submit" disabled={form.sending}>
          Turn on
        </Button>
      </p>
    </form>
  )
}

function Confirm({ started, onDone }: { started: Started; onDone: () => void }) {
  const client = useQueryClient()
  const toast = useToast()
  const secret = new URL(started.totpURI).searchParams.get('secret') ?? ''
  const codes = started.backupCodes.join('\n')
  const form = usePlainForm(
    (data) =>
      ask('/auth/two-factor/verify-totp', {
        method: 'POST',
        body: { code: fieldText(data, 'code').replace(/\s/g, '') },
      }),
    () => {
      onDone()
      toast('The second step is on.')
      void client.invalidateQueries({ queryKey: ['api'] })
    },
  )
  return (
    <form className="stack" onSubmit={form.submit} aria-label="Confirm the second step">
      <p>
        <a href={started.totpURI}>Open your authenticator app</a>, or type this key into it:
      </p>
      <p className="wrap">
        <code>{secret}</code> <CopyButton text={secret} of="key for the app" />
      </p>
      <details>
        <summary>Back-up codes, shown once: keep them</summary>
        <pre className="bytes" tabIndex={0} aria-label="Back-up codes">
          {codes}
        </pre>
        <CopyButton text={codes} label="copy all" of="back-up codes" />
      </details>
      <Field
        label="Code that the app shows"
        name="code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <Trouble of={form.trouble} />
      <p>
        <Button type="submit" kind="primary" disabled={form.sending}>
          Confirm
        </Button>
      </p>
    </form>
  )
}

function TurnOff() {
  const client = useQueryClient()
  const toast = useToast()
  const form = usePlainForm(
    (data) =>
      ask('/auth/two-factor/disable', { method: 'POST', body: { password: fieldText(data, 'password') } }),
    () => {
      toast('The second step is off.')
      void client.invalidateQueries({ queryKey: ['api'] })
    },
  )
  return (
    <form className="stack" onSubmit={form.submit} aria-label="Turn off the second step">
      <p className="soft">Signing in asks for a code of your authenticator app.</p>
      <Field label="Your password" name="password" type="password" required autoComplete="current-password" />
      <Trouble of={form.trouble} />
      <p>
        <Button type="submit" disabled={form.sending}>
          Turn off
        </Button>
      </p>
    </form>
  )
}
