/** Taking the record away: the export in its forms, the offline command, and snapshots. */
import { useState } from 'react'
import type { PageSnapshotComparison } from '@heron/evidence'
import { Button } from '../../design/button.js'
import { CopyButton } from '../../design/copy-button.js'
import { Dialog } from '../../design/dialog.js'
import { EmptyState } from '../../design/empty-state.js'
import { Term } from '../../design/glossary-term.js'
import { Hash } from '../../design/hash.js'
import { StatusMark } from '../../design/status-mark.js'
import { Table } from '../../design/table.js'
import { Time } from '../../design/time.js'
import { count, counted } from '../../words/figures.js'
import { Answered } from '../source/answered.js'
import type { ExportFormat, ServiceSide } from '../source/page-source.js'
import { useAnswer } from '../source/use-answer.js'

const FORMATS: readonly { id: ExportFormat; file: string; label: string; text: string }[] = [
  {
    id: 'gz',
    file: 'evidence.ndjson.gz',
    label: 'Everything, compressed',
    text: 'For the offline verifier. NDJSON, one record a line.',
  },
  {
    id: 'ndjson',
    file: 'evidence.ndjson',
    label: 'Everything, as text',
    text: 'The same, readable with any tool.',
  },
  { id: 'json', file: 'evidence.json', label: 'One JSON document', text: 'For small records.' },
  {
    id: 'html',
    file: 'evidence.html',
    label: 'One HTML file that verifies itself',
    text: 'Opens from disk, needs no network.',
  },
  {
    id: 'csv',
    file: 'calls.csv',
    label: 'A table of calls (CSV)',
    text: 'A view for spreadsheets, never the evidence.',
  },
]

const COMMAND = 'npx heron verify evidence.ndjson.gz --jwks heron-keys.json'

export function ExportMenu({ service }: { service: ServiceSide | null }) {
  const [open, setOpen] = useState<'export' | 'offline' | 'snapshots' | null>(null)
  const close = () => {
    setOpen(null)
  }
  return (
    <div className="row no-print">
      {service === null ? null : (
        <Button
          onClick={() => {
            setOpen('export')
          }}
        >
          Export
        </Button>
      )}
      <Button
        onClick={() => {
          setOpen('offline')
        }}
      >
        Verify offline instead
      </Button>
      {service === null ? null : (
        <Button
          onClick={() => {
            setOpen('snapshots')
          }}
        >
          Snapshots
        </Button>
      )}
      {open === 'export' && service !== null ? (
        <Dialog title="Export" onClose={close}>
          <Downloads service={service} />
        </Dialog>
      ) : null}
      {open === 'offline' ? (
        <Dialog title="Verify offline" onClose={close}>
          <p>
            Export the record, get Heron’s keys from somewhere else than this page, and run, with no network:
          </p>
          <pre className="bytes" tabIndex={0}>
            {COMMAND}
          </pre>
          <p>
            <CopyButton text={COMMAND} of="command" /> It ends 0 when everything passed, 1 when something
            failed, 3 when nothing failed and not everything could be checked. Without <code>--jwks</code> it
            says that the <Term of="jwks">trust root</Term> was not pinned.
          </p>
        </Dialog>
      ) : null}
      {open === 'snapshots' && service !== null ? (
        <Dialog title="Snapshots" onClose={close}>
          <Snapshots service={service} />
        </Dialog>
      ) : null}
    </div>
  )
}

function Downloads({ service }: { service: ServiceSide }) {
  const [state, setState] = useState<string | null>(null)
  const save = async (format: ExportFormat, file: string) => {
    setState(`Preparing ${file} …`)
    try {
      const url = URL.createObjectURL(await service.download(format))
      const link = document.createElement('a')
      link.href = url
      link.download = file
      link.click()
      URL.revokeObjectURL(url)
      setState(`${file} was handed to your browser.`)
    } catch (error) {
      setState(`${file} could not be had: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return (
    <>
      <ul className="plain-list stack">
        {FORMATS.map(({ id, file, label, text }) => (
          <li key={id} className="row spread">
            <span>
              <strong>{label}</strong>
              <span className="soft small block">{text}</span>
            </span>
            <Button onClick={() => void save(id, file)}>
              Download<span className="visually-hidden"> {file}</span>
            </Button>
          </li>
        ))}
      </ul>
      <p role="status" className="small">
        {state}
      </p>
    </>
  )
}

function Snapshots({ service }: { service: ServiceSide }) {
  const [taken, setTaken] = useState(0)
  const [compared, setCompared] = useState<PageSnapshotComparison | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const answer = useAnswer(`snapshots ${taken.toString()}`, () => service.snapshots())
  const act = (work: () => Promise<void>) => {
    work().catch((error: unknown) => {
      setTrouble(error instanceof Error ? error.message : String(error))
    })
  }
  return (
    <>
      <p>
        A <Term of="snapshot">snapshot</Term> is a signed note of what is here now. Come back and compare:
        records may be added, none may vanish.
      </p>
      <p>
        <Button
          onClick={() => {
            act(async () => {
              await service.takeSnapshot()
              setTaken(taken + 1)
            })
          }}
        >
          Take a snapshot
        </Button>
      </p>
      {trouble === null ? null : <p role="alert">That did not work: {trouble}</p>}
      <Answered answer={answer}>
        {(snapshots) =>
          snapshots.length === 0 ? (
            <EmptyState>No snapshot yet. Take one, and this page can be held to it later.</EmptyState>
          ) : (
            <Table
              caption="Snapshots"
              rows={snapshots}
              keyOf={({ id }) => id}
              columns={[
                { head: 'Taken', header: true, cell: ({ taken_at }) => <Time at={taken_at} /> },
                { head: 'Runs', number: true, cell: ({ sessions }) => count(sessions) },
                { head: 'Calls', number: true, cell: ({ actions }) => count(actions) },
                { head: 'Digest', cell: ({ digest }) => <Hash value={digest} /> },
                {
                  head: 'With now',
                  cell: ({ id }) => (
                    <Button
                      onClick={() => {
                        act(async () => {
                          setCompared(await service.compareSnapshot(id))
                        })
                      }}
                    >
                      Compare
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </Answered>
      {compared === null ? null : <Comparison compared={compared} />}
    </>
  )
}

function Comparison({ compared: { snapshot, added, vanished } }: { compared: PageSnapshotComparison }) {
  return (
    <section className="card stack" aria-label="Comparison" role="status">
      <p>
        Since <Time at={snapshot.taken_at} />: {counted(added.sessions, 'run')},{' '}
        {counted(added.actions, 'call')} and {counted(added.findings, 'finding')} were added.
      </p>
      {vanished.length === 0 ? (
        <StatusMark status="pass" word="nothing vanished" />
      ) : (
        <>
          <StatusMark status="fail" word={`${counted(vanished.length, 'record')} vanished`} />
          <ul className="plain-list">
            {vanished.map(({ what, id, detail }) => (
              <li key={`${what} ${id}`}>
                {what} <Hash value={id} of={what} />: {detail}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
