/** People who asked for a link on the public overview, for those who may issue one. They are kept for you only, and expire. */
import { useState } from 'react'
import { Button } from '../../../design/button.js'
import { Time } from '../../../design/time.js'
import { useToast } from '../../../design/toast.js'
import type { Items } from '../../api/keys.js'
import type { LinkRequest } from '../../api/reviewers.js'
import { useProjectAct, useProjectAnswer } from '../../api/use-answer.js'
import { Section } from '../../parts/section.js'
import { Answered, Empty } from '../../parts/states.js'
import { IssueDialog } from './links.js'

export function Requests() {
  const answer = useProjectAnswer<Items<LinkRequest>>('/link-requests', ['settings'])
  return (
    <Section
      title="Requests"
      lead="Asked for on the public overview. Kept for you only, and erased when they expire."
    >
      <Answered answer={answer} lines={2}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="Nobody asks for a link">
              <p>Requests come from the public overview, while it is open.</p>
            </Empty>
          ) : (
            <ul className="cards">
              {items.map((request) => (
                <Request key={request.id} request={request} />
              ))}
            </ul>
          )
        }
      </Answered>
    </Section>
  )
}

function Request({ request }: { request: LinkRequest }) {
  const { id, name, why, email, requested_at, expires_at } = request
  const [issuing, setIssuing] = useState(false)
  const toast = useToast()
  const dismiss = useProjectAct<undefined>(() => ({
    path: `/link-requests/${encodeURIComponent(id)}`,
    method: 'DELETE',
  }))
  return (
    <li className="card stack">
      <p className="row spread">
        <strong className="wrap">{name}</strong>
        <span className="soft small">
          <Time at={requested_at} />, erased <Time at={expires_at} day />
        </span>
      </p>
      <p className="wrap">{why}</p>
      <p className="small">
        <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
      </p>
      <p className="row">
        <Button
          onClick={() => {
            setIssuing(true)
          }}
        >
          Issue a link …
        </Button>
        <Button
          kind="quiet"
          disabled={dismiss.isPending}
          onClick={() => {
            dismiss.mutate(undefined, {
              onSuccess: () => {
                toast(`The request of ${name} was erased.`)
              },
            })
          }}
        >
          Erase the request
        </Button>
      </p>
      {dismiss.error === null ? null : (
        <p role="alert" className="field-error">
          {dismiss.error.message}
        </p>
      )}
      {issuing ? (
        <IssueDialog
          label={name}
          onClose={() => {
            setIssuing(false)
          }}
        />
      ) : null}
    </li>
  )
}
