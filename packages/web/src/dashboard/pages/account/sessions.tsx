/** Where one is signed in, and how to end it elsewhere. */
import { Button } from '../../../design/button.js'
import { Table } from '../../../design/table.js'
import { Time } from '../../../design/time.js'
import { useToast } from '../../../design/toast.js'
import type { MySession } from '../../api/people.js'
import { useAct, useAnswer } from '../../api/use-answer.js'
import { Answered } from '../../parts/states.js'

export function Sessions() {
  const answer = useAnswer<{ readonly items: readonly MySession[] }>('/me/sessions')
  const toast = useToast()
  const end = useAct<string | null>((id) => ({
    path: id === null ? '/me/sessions' : `/me/sessions/${encodeURIComponent(id)}`,
    method: 'DELETE',
  }))
  const endAndSay = (id: string | null, said: string) => {
    end.mutate(id, {
      onSuccess: () => {
        toast(said)
      },
      onError: ({ message }) => {
        toast(`Not ended: ${message}`)
      },
    })
  }
  return (
    <section className="stack" aria-labelledby="my-sessions">
      <h2 id="my-sessions">Where you are signed in</h2>
      <Answered answer={answer}>
        {({ items }) => (
          <>
            <Table
              caption="Browsers that are signed in"
              rows={items}
              keyOf={({ id }) => id}
              columns={[
                {
                  head: 'Browser',
                  header: true,
                  cell: ({ user_agent, current }) => (
                    <>
                      {browserWords(user_agent)}
                      {current ? <span className="soft"> · this one</span> : null}
                    </>
                  ),
                },
                { head: 'Address', cell: ({ ip_address }) => ip_address ?? '–' },
                { head: 'Since', cell: ({ created_at }) => <Time at={created_at} /> },
                { head: 'Last used', cell: ({ last_used_at }) => <Time at={last_used_at} /> },
                {
                  head: <span className="visually-hidden">End</span>,
                  cell: ({ id, current, user_agent }) =>
                    current ? null : (
                      <button
                        type="button"
                        className="button quiet"
                        aria-label={`End the session in ${browserWords(user_agent)}`}
                        onClick={() => {
                          endAndSay(id, 'Signed out there.')
                        }}
                      >
                        End
                      </button>
                    ),
                },
              ]}
            />
            {items.length > 1 ? (
              <p>
                <Button
                  onClick={() => {
                    endAndSay(null, 'Signed out everywhere else.')
                  }}
                >
                  Sign out everywhere else
                </Button>
              </p>
            ) : null}
          </>
        )}
      </Answered>
    </section>
  )
}

/** The two words of a user agent that a person knows. */
export function browserWords(agent: string | null): string {
  if (agent === null) return 'unknown'
  // Each of them names those before it, too.
  const browser = ['Edg', 'Firefox', 'Chrome', 'Safari'].find((name) => agent.includes(name)) ?? 'a program'
  const system = /Windows|Android|iPhone|iPad|Mac OS X|Linux/.exec(agent)?.[0]
  const name = browser === 'Edg' ? 'Edge' : browser
  return system === undefined ? name : `${name} on ${system.replace(' OS X', '')}`
}
