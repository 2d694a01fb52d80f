/** Adding a webhook, or changing one: where to, and what it hears of. */
import { useState } from 'react'
import { Field } from '../../../design/field.js'
import { useToast } from '../../../design/toast.js'
import { type Webhook, WEBHOOK_TOPICS } from '../../api/webhooks.js'
import { useProjectAct } from '../../api/use-answer.js'
import { FormDialog } from '../../parts/form-dialog.js'

export type WebhookDialogProps = {
  /** Null to add one. */
  readonly webhook: Webhook | null
  /** Given the secret of a new one. */
  readonly onAdded?: (secret: string) => void
  readonly onClose: () => void
}

const EVERY_TOPIC = Object.keys(WEBHOOK_TOPICS)

export function WebhookDialog({ webhook, onAdded, onClose }: WebhookDialogProps) {
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [topics, setTopics] = useState<readonly string[]>(
    webhook?.topics ?? ['finding.raised', 'decision.step_up', 'issue.opened'],
  )
  const toast = useToast()
  const send = useProjectAct<undefined, { readonly secret?: string }>(() =>
    webhook === null
      ? { path: '/webhooks', body: { url: url.trim(), topics } }
      : {
          path: `/webhooks/${encodeURIComponent(webhook.id)}`,
          method: 'PATCH',
          body: { url: url.trim(), topics },
        },
  )
  return (
    <FormDialog
      title={webhook === null ? 'Add a webhook' : 'Change the webhook'}
      confirm={webhook === null ? 'Add it' : 'Change it'}
      ready={url.trim() !== '' && topics.length > 0}
      onClose={onClose}
      onSubmit={async () => {
        const { secret } = await send.mutateAsync(undefined)
        if (secret === undefined) toast('The webhook was changed.')
        else onAdded?.(secret)
        onClose()
      }}
    >
      <Field
        label="Address"
        type="url"
        required
        value={url}
        placeholder="https://hooks.example.com/heron"
        hint="https. Private and internal addresses are refused unless the service allows them."
        onChange={({ target }) => {
          setUrl(target.value)
        }}
      />
      <fieldset className="topics">
        <legend>Hears of</legend>
        {EVERY_TOPIC.map((topic) => (
          <label key={topic} className="topic">
            <input
              type="checkbox"
              checked={topics.includes(topic)}
              onChange={({ target }) => {
                setTopics(
                  EVERY_TOPIC.filter((each) => (each === topic ? target.checked : topics.includes(each))),
                )
              }}
            />
            <span>
              <code>{topic}</code>{' '}
              <span className="soft small">{WEBHOOK_TOPICS[topic as keyof typeof WEBHOOK_TOPICS]}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  )
}
