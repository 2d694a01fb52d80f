/** Invitations that nobody accepted yet. */
import { Button } from '../../../design/button.js'
import { Table } from '../../../design/table.js'
import { Time } from '../../../design/time.js'
import { useToast } from '../../../design/toast.js'
import type { Items } from '../../api/keys.js'
import type { Invitation } from '../../api/members.js'
import { useAct, useAnswer } from '../../api/use-answer.js'
import { Section } from '../../parts/section.js'
import { Answered } from '../../parts/states.js'

export function Invitations() {
  const answer = useAnswer<Items<Invitation>>('/invitations')
  return (
    <Section title="Open invitations">
      <Answered answer={answer} lines={2}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="soft small">None.</p>
          ) : (
            <Table
              caption="List of open invitations"
              rows={items}
              keyOf={({ id }) => id}
              columns={[
                { head: 'E-mail', header: true, cell: ({ email }) => <span className="wrap">{email}</span> },
                { head: 'Role', cell: ({ role }) => role },
                { head: 'By', cell: ({ invited_by }) => invited_by ?? 'somebody who left' },
                { head: 'Ends', cell: ({ expires_at }) => <Time at={expires_at} /> },
                {
                  head: <span className="visually-hidden">Acts</span>,
                  cell: (invitation) => <TakeBack invitation={invitation} />,
                },
              ]}
            />
          )
        }
      </Answered>
    </Section>
  )
}

function TakeBack({ invitation: { id, email } }: { invitation: Invitation }) {
  const toast = useToast()
  const takeBack = useAct<undefined>(() => ({
    path: `/invitations/${encodeURIComponent(id)}`,
    method: 'DELETE',
  }))
  return (
    <Button
      kind="quiet"
      disabled={takeBack.isPending}
      onClick={() => {
        takeBack.mutate(undefined, {
          onSuccess: () => {
            toast(`The invitation of ${email} opens nothing any more.`)
          },
          onError: (error) => {
            toast(`It was not taken back: ${error.message}`)
          },
        })
      }}
    >
      Take back<span className="visually-hidden"> the invitation of {email}</span>
    </Button>
  )
}
