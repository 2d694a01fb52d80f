/** One webhook: what it hears of, its deliveries and their replay, its secret's rotation, and its end. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../design/button.js'
import { SecretOnce } from '../../../design/secret-once.js'
import { Switch } from '../../../design/switch.js'
import { Time } from '../../../design/time.js'
import { useToast } from '../../../design/toast.js'
import type { Items } from '../../api/keys.js'
import type { Webhook } from '../../api/webhooks.js'
import { ask } from '../../api/request.js'
import { projectPath, useProjectAct, useProjectAnswer } from '../../api/use-answer.js'
import { usePathParam } from '../../parts/address.js'
import { FormDialog } from '../../parts/form-dialog.js'
import { useGo, usePlaces } from '../../parts/link.js'
import { Only } from '../../parts/me.js'
import { PageFrame } from '../../parts/page-frame.js'
import { useProject } from '../../parts/project.js'
import { Answered, Empty } from '../../parts/states.js'
import { Deliveries } from './deliveries.js'
import { WebhookDialog } from './webhook-dialog.js'
import { WebhookState } from './webhook-state.js'

export function WebhookPage() {
  const id = usePathParam('webhook')
  const places = usePlaces()
  const answer = useProjectAnswer<Items<Webhook>>('/webhooks', ['webhooks', 'settings'])
  const webhook = answer.data?.items.find((each) => each.id === id)
  return (
    <PageFrame
      title="Webhook"
      heading={<span className="wrap">{webhook?.url ?? 'Webhook'}</span>}
      up={{ label: 'Webhooks', place: places.at('webhooks') }}
      actions={webhook === undefined ? null : <Acts webhook={webhook} />}
    >
      <Answered answer={answer}>
        {() =>
          webhook === undefined ? (
            <Empty title="There is no such webhook">
              <p>It may have been removed meanwhile.</p>
            </Empty>
          ) : (
            <>
              <Facts webhook={webhook} />
              <Deliveries webhook={webhook} />
            </>
          )
        }
      </Answered>
    </PageFrame>
  )
}

function Facts({ webhook }: { webhook: Webhook }) {
  const toast = useToast()
  const { enabled, topics, created_at, old_secret_until } = webhook
  const change = useProjectAct<boolean>((on) => ({
    path: `/webhooks/${encodeURIComponent(webhook.id)}`,
    method: 'PATCH',
    body: { enabled: on },
  }))
  return (
    <dl className="facts card">
      <dt>State</dt>
      <dd>
        <WebhookState webhook={webhook} />
      </dd>
      <dt>Deliveries</dt>
      <dd>
        <Only role="admin" otherwise={enabled ? 'yes' : 'no'}>
          <Switch
            label="Deliveries"
            on={enabled}
            disabled={change.isPending}
            words={['on', 'off: what happens meanwhile is not sent']}
            onChange={(on) => {
              change.mutate(on, {
                onError: (error) => {
                  toast(`Nothing was changed: ${error.message}`)
                },
              })
            }}
          />
        </Only>
      </dd>
      <dt>Hears of</dt>
      <dd className="chips">
        {topics.map((topic) => (
          <span key={topic} className="chip mono">
            {topic}
          </span>
        ))}
      </dd>
      <dt>Added</dt>
      <dd>
        <Time at={created_at} />
      </dd>
      {old_secret_until === null ? null : (
        <>
          <dt>Old secret</dt>
          <dd>
            signs beside the new one until <Time at={old_secret_until} />
          </dd>
        </>
      )}
    </dl>
  )
}

type Asking = 'change' | 'rotate' | 'remove'

function Acts({ webhook }: { webhook: Webhook }) {
  const [asking, setAsking] = useState<Asking | null>(null)
  const toast = useToast()
  const test = useProjectAct<undefined>(() => ({ path: `/webhooks/${encodeURIComponent(webhook.id)}/test` }))
  const close = () => {
    setAsking(null)
  }
  const open = (what: Asking) => () => {
    setAsking(what)
  }
  return (
    <>
      <Only role="operator">
        <Button
          disabled={test.isPending || !webhook.enabled}
          onClick={() => {
            test.mutate(undefined, {
              onSuccess: () => {
                toast('A test event is on its way: see it among the deliveries.')
              },
              onError: (error) => {
                toast(`No test was sent: ${error.message}`)
              },
            })
          }}
        >
          Send a test
        </Button>
      </Only>
      <Only role="admin">
        <Button onClick={open('change')}>Change …</Button>
        <Button onClick={open('rotate')}>Rotate the secret …</Button>
        <Button kind="quiet" onClick={open('remove')}>
          Remove …
        </Button>
      </Only>
      {asking === 'change' ? <WebhookDialog webhook={webhook} onClose={close} /> : null}
      {asking === 'rotate' ? <RotateDialog webhook={webhook} onClose={close} /> : null}
      {asking === 'remove' ? <RemoveDialog webhook={webhook} onClose={close} /> : null}
    </>
  )
}

function RotateDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const rotate = useProjectAct<undefined, { readonly secret: string }>(() => ({
    path: `/webhooks/${encodeURIComponent(webhook.id)}/rotate`,
  }))
  if (rotate.data !== undefined)
    return (
      <SecretOnce
        title="The new secret"
        secrets={[{ label: 'Signing secret', value: rotate.data.secret }]}
        onClose={onClose}
      >
        <p className="small">For 24 hours each message is signed with both, so that nothing is missed.</p>
      </SecretOnce>
    )
  return (
    <FormDialog
      title="Rotate the secret"
      confirm="Make a new one"
      onClose={onClose}
      onSubmit={() => rotate.mutateAsync(undefined)}
    >
      <p>
        The new secret is shown once. The old one signs beside it for 24 hours: give the new one to the
        receiver in that time.
      </p>
    </FormDialog>
  )
}

function RemoveDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const go = useGo()
  const places = usePlaces()
  const toast = useToast()
  const project = useProject()
  const client = useQueryClient()
  const remove = async () => {
    await ask(projectPath(project, `/webhooks/${encodeURIComponent(webhook.id)}`), { method: 'DELETE' })
    toast('The webhook was removed.')
    // Away first: this page would ask for the deliveries of what is gone.
    go(places.at('webhooks'))
    await client.invalidateQueries({ queryKey: ['project', project, '/webhooks'] })
  }
  return (
    <FormDialog title="Remove the webhook" confirm="Remove it" onClose={onClose} onSubmit={remove}>
      <p>
        Nothing is sent there any more, and what waits for it is dropped. What was delivered stays with the
        receiver; findings and the record do not change.
      </p>
    </FormDialog>
  )
}
