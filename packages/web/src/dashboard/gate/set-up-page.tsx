/** The first visit of all: makes the organization, its first project and its owner, and shows what is shown once. */
import { useState } from 'react'
import { Button } from '../../design/button.js'
import { CopyButton } from '../../design/copy-button.js'
import { Field } from '../../design/field.js'
import type { SetUpAnswer } from '../api/people.js'
import { ask } from '../api/request.js'
import { fieldText, Trouble, usePlainForm } from '../parts/form.js'
import { useEnter } from './use-enter.js'
import { GateFrame, tokenInAddress } from './gate-frame.js'

export function SetUpPage() {
  const [made, setMade] = useState<SetUpAnswer | null>(null)
  if (made !== null) return <Made made={made} />
  return <SetUpForm onMade={setMade} />
}

function SetUpForm({ onMade }: { onMade: (made: SetUpAnswer) => void }) {
  const form = usePlainForm(
    (data) =>
      ask<SetUpAnswer>('/setup', {
        method: 'POST',
        body: {
          token: fieldText(data, 'token').trim(),
          organization: fieldText(data, 'organization').trim(),
          project: fieldText(data, 'project').trim(),
          name: fieldText(data, 'name').trim(),
          email: fieldText(data, 'email').trim(),
          password: fieldText(data, 'password'),
        },
      }),
    onMade,
  )
  const wrong = (pointer: string) => (form.trouble?.pointer === pointer ? form.trouble.message : null)
  return (
    <GateFrame
      title="Set up Heron"
      lead="Makes your organization, its first project and you as its owner. Others are invited later."
    >
      <form className="stack" onSubmit={form.submit} aria-label="Set up Heron">
        <Field
          label="Set-up token"
          name="token"
          required
          defaultValue={tokenInAddress()}
          autoComplete="off"
          hint="heron serve printed it when it started on an empty database."
          error={wrong('/token')}
        />
        <Field
          label="Organization"
          name="organization"
          required
          maxLength={200}
          error={wrong('/organization')}
        />
        <Field
          label="First project"
          name="project"
          required
          maxLength={200}
          defaultValue="Agents"
          error={wrong('/project')}
        />
        <Field label="Your name" name="name" required autoComplete="name" error={wrong('/name')} />
        <Field
          label="Your e-mail"
          name="email"
          type="email"
          required
          autoComplete="username"
          error={wrong('/email')}
        />
        <Field
          label="Password"
          name="password"
          type="password"
          required
          minLength={12}
          autoComplete="new-password"
          hint="At least 12 characters."
          error={wrong('/password')}
        />
        <Trouble of={form.trouble} />
        <Button type="submit" kind="primary" disabled={form.sending}>
          Set up
        </Button>
      </form>
    </GateFrame>
  )
}

function Made({ made }: { made: SetUpAnswer }) {
  const enter = useEnter()
  return (
    <GateFrame title="Heron is set up" lead="Both of these are shown once: keep them where your secrets are.">
      <dl className="once">
        <dt>API key, for the agents</dt>
        <dd>
          <code>{made.api_key}</code> <CopyButton text={made.api_key} of="API key" />
        </dd>
        <dt>First reviewer’s link, to the evidence page</dt>
        <dd>
          <code>{made.evidence.url}</code> <CopyButton text={made.evidence.url} of="reviewer’s link" />
        </dd>
      </dl>
      <Button kind="primary" onClick={enter}>
        I kept them: open the dashboard
      </Button>
    </GateFrame>
  )
}
