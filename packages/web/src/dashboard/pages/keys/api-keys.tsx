/** API keys: minted, shown once, revoked at once. */
import { useState } from 'react'
import { Button } from '../../../design/button.js'
import { Table } from '../../../design/table.js'
import { Time } from '../../../design/time.js'
import { useToast } from '../../../design/toast.js'
import { StatusMark } from '../../../design/status-mark.js'
import type { ApiKey, Items } from '../../api/keys.js'
import { useProjectAct, useProjectAnswer } from '../../api/use-answer.js'
import { Only, useMay } from '../../parts/me.js'
import { ReasonDialog } from '../../parts/reason-dialog.js'
import { Answered, Empty } from '../../parts/states.js'
import { Section } from '../../parts/section.js'
import { MintDialog } from './mint-dialog.js'

export function ApiKeys() {
  const answer = useProjectAnswer<Items<ApiKey>>('/api-keys', ['settings'])
  const [minting, setMinting] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  const may = useMay('admin')
  const mint = (
    <Only role="admin">
      <Button
        onClick={() => {
          setMinting(true)
        }}
      >
        Mint an API key …
      </Button>
    </Only>
  )
  return (
    <Section
      title="API keys"
      lead="Your platform asks Heron with these. Of a key, Heron keeps a hash and the first letters."
      action={mint}
    >
      <Answered answer={answer}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No API key yet" action={mint}>
              <p>Without one no call can be announced. A key is for one environment: live or test.</p>
            </Empty>
          ) : (
            <Table
              caption="List of API keys"
              rows={items}
              keyOf={({ id }) => id}
              columns={[
                { head: 'Key', header: true, cell: ({ prefix }) => <code>{prefix}…</code> },
                { head: 'Environment', cell: ({ environment }) => environment },
                { head: 'Minted', cell: ({ created_at }) => <Time at={created_at} day /> },
                {
                  head: 'Last used',
                  cell: ({ last_used_at }) =>
                    last_used_at === null ? <span className="soft">never</span> : <Time at={last_used_at} />,
                },
                { head: 'State', cell: (key) => <KeyState revokedAt={key.revoked_at} /> },
                ...(may
                  ? [
                      {
                        head: <span className="visually-hidden">Acts</span>,
                        cell: (key: ApiKey) =>
                          key.revoked_at !== null ? null : (
                            <Button
                              kind="quiet"
                              onClick={() => {
                                setRevoking(key)
                              }}
                            >
                              Revoke<span className="visually-hidden"> {key.prefix}</span>
                            </Button>
                          ),
                      },
                    ]
                  : []),
              ]}
            />
          )
        }
      </Answered>
      {minting ? (
        <MintDialog
          onClose={() => {
            setMinting(false)
          }}
        />
      ) : null}
      {revoking === null ? null : (
        <RevokeDialog
          apiKey={revoking}
          onClose={() => {
            setRevoking(null)
          }}
        />
      )}
    </Section>
  )
}

export function KeyState({ revokedAt }: { revokedAt: string | null }) {
  return revokedAt === null ? (
    <StatusMark status="pass" word="in use" />
  ) : (
    <span>
      <StatusMark status="not_checked" word="revoked" />{' '}
      <span className="soft small block">
        <Time at={revokedAt} day />
      </span>
    </span>
  )
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const toast = useToast()
  const revoke = useProjectAct<string>((reason) => ({
    path: `/api-keys/${encodeURIComponent(apiKey.id)}`,
    method: 'DELETE',
    body: { reason },
  }))
  return (
    <ReasonDialog
      title={`Revoke ${apiKey.prefix}…`}
      entry={{ act: 'api_key.revoked', subject: `api_key:${apiKey.id}` }}
      confirm="Revoke it"
      danger
      onClose={onClose}
      onConfirm={async (reason) => {
        await revoke.mutateAsync(reason)
        toast(`${apiKey.prefix}… is revoked.`)
      }}
    >
      <p>
        From now on every request with this key is answered 401, and agents that use it are denied by their
        own guard. It cannot be brought back. What was recorded with it stays.
      </p>
    </ReasonDialog>
  )
}
