/** How a webhook stands: off, failing, or well. */
import { StatusMark } from '../../../design/status-mark.js'
import { Time } from '../../../design/time.js'
import type { Webhook } from '../../api/webhooks.js'

const DISABLED: Readonly<Record<string, string>> = {
  gone: 'Heron turned it off: the receiver answered that it is gone (410).',
  secret_unreadable: 'Heron turned it off: its secret cannot be read. Rotate the secret, then turn it on.',
}

export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { enabled, failing_since, last_delivery, disabled_reason } = webhook
  if (!enabled)
    return (
      <span>
        <StatusMark status="not_checked" word="off" />
        {disabled_reason === null ? null : (
          <span className="soft small block">{DISABLED[disabled_reason] ?? disabled_reason}</span>
        )}
      </span>
    )
  if (failing_since !== null)
    return (
      <span>
        <StatusMark status="fail" word="failing" />{' '}
        <span className="soft small block">
          since <Time at={failing_since} />
        </span>
      </span>
    )
  if (last_delivery === null) return <StatusMark status="not_checked" word="nothing sent yet" />
  return <StatusMark status="pass" word="delivering" />
}
