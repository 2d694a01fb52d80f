/** The vendor's public signing keys: imported once, revoked forward only, deletable only while they verified nothing. */
import { useState } from 'react'
import { Button } from '../../../design/button.js'
import { Hash } from '../../../design/hash.js'
import { type Column, Table } from '../../../design/table.js'
import { Time } from '../../../design/time.js'
import { useToast } from '../../../design/toast.js'
import { count } from '../../../words/figures.js'
import type { Items, VendorKey } from '../../api/keys.js'
import { useProjectAct, useProjectAnswer } from '../../api/use-answer.js'
import { Only, useMay } from '../../parts/me.js'
import { ReasonDialog } from '../../parts/reason-dialog.js'
import { Section } from '../../parts/section.js'
import { Answered, Empty } from '../../parts/states.js'
import { KeyState } from './api-keys.js'
import { ImportDialog } from './import-dialog.js'

type Act = { readonly kind: 'revoke' | 'delete'; readonly key: VendorKey }

export function VendorKeys() {
  const answer = useProjectAnswer<Items<VendorKey>>('/vendor-keys', ['settings', 'executions'])
  const [importing, setImporting] = useState(false)
  const [act, setAct] = useState<Act | null>(null)
  const may = useMay('admin')
  const importButton = (
    <Only role="admin">
      <Button
        onClick={() => {
          setImporting(true)
        }}
      >
        Import a key …
      </Button>
    </Only>
  )
  const acts: Column<VendorKey> = {
    head: <span className="visually-hidden">Acts</span>,
    cell: (key) => <Acts vendorKey={key} onAct={setAct} />,
  }
  return (
    <Section
      title="Your signing keys"
      lead="The public halves of the keys that sign your statements and your tool catalogue. Read once, on import, and never fetched again."
      action={importButton}
    >
      <Answered answer={answer}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No signing key yet" action={importButton}>
              <p>
                Without one nothing that you state about your calls can be verified: every statement becomes a
                finding.
              </p>
            </Empty>
          ) : (
            <Table
              caption="List of your signing keys"
              rows={items}
              keyOf={({ kid }) => kid}
              columns={[
                { head: 'Key id', header: true, cell: ({ kid }) => <code>{kid}</code> },
                {
                  head: 'Public key',
                  cell: ({ public_key }) => <Hash value={public_key} of="public key" />,
                },
                { head: 'Imported', cell: ({ imported_at }) => <Time at={imported_at} day /> },
                { head: 'Verified', number: true, cell: ({ statements }) => count(statements) },
                { head: 'State', cell: ({ revoked_at }) => <KeyState revokedAt={revoked_at} /> },
                ...(may ? [acts] : []),
              ]}
            />
          )
        }
      </Answered>
      {importing ? (
        <ImportDialog
          onClose={() => {
            setImporting(false)
          }}
        />
      ) : null}
      {act === null ? null : (
        <ActDialog
          act={act}
          onClose={() => {
            setAct(null)
          }}
        />
      )}
    </Section>
  )
}

function Acts({ vendorKey, onAct }: { vendorKey: VendorKey; onAct: (act: Act) => void }) {
  const { kid, revoked_at, statements } = vendorKey
  return (
    <span className="row tight">
      {revoked_at === null ? (
        <Button
          kind="quiet"
          onClick={() => {
            onAct({ kind: 'revoke', key: vendorKey })
          }}
        >
          Revoke<span className="visually-hidden"> {kid}</span>
        </Button>
      ) : null}
      {statements === 0 ? (
        <Button
          kind="quiet"
          onClick={() => {
            onAct({ kind: 'delete', key: vendorKey })
          }}
        >
          Delete<span className="visually-hidden"> {kid}</span>
        </Button>
      ) : null}
    </span>
  )
}

const ACTS = {
  revoke: {
    title: 'Revoke',
    entry: 'vendor_key.revoked',
    confirm: 'Revoke it',
    done: 'is revoked.',
    means:
      'Forward only: what it signed so far stays verified. What it signs from now on is kept and becomes a finding. It cannot be brought back.',
  },
  delete: {
    title: 'Delete',
    entry: 'vendor_key.deleted',
    confirm: 'Delete it',
    done: 'is deleted.',
    means: 'It has verified nothing, so nothing hangs on it. The log keeps that it was here.',
  },
} as const

function ActDialog({ act: { kind, key }, onClose }: { act: Act; onClose: () => void }) {
  const toast = useToast()
  const { title, entry, confirm, done, means } = ACTS[kind]
  const at = `/vendor-keys/${encodeURIComponent(key.kid)}`
  const send = useProjectAct<string>((reason) =>
    kind === 'revoke'
      ? { path: `${at}/revoke`, body: { reason } }
      : { path: at, method: 'DELETE', body: { reason } },
  )
  return (
    <ReasonDialog
      title={`${title} ${key.kid}`}
      entry={{ act: entry, subject: `vendor_key:${key.kid}` }}
      confirm={confirm}
      danger
      onClose={onClose}
      onConfirm={async (reason) => {
        await send.mutateAsync(reason)
        toast(`${key.kid} ${done}`)
      }}
    >
      <p>{means}</p>
    </ReasonDialog>
  )
}
