/** R1–R9 in one row: mark, short name, who states it; a cell opens its reason (pages.md, first screen 3). */
import { useState } from 'react'
import type { PostureClaim, PostureMark } from '@heron/evidence'
import { Dialog } from '../../design/dialog.js'
import { Term } from '../../design/glossary-term.js'
import { StatusMark, type StatusMarkProps } from '../../design/status-mark.js'
import { TAB_IDS, tabHref } from '../route.js'

const STATUS: Record<PostureMark, StatusMarkProps> = {
  verified: { status: 'not_checked', word: 'checkable' },
  declared: { status: 'declared', word: 'vendor says' },
  gap: { status: 'gap', word: 'gap' },
  failed: { status: 'fail', word: 'does not hold' },
}

/** What Verify said, if it ran. `verdicts_differ`: R3 does not hold. */
export type Recomputation = 'not_run' | 'holds' | 'fails' | 'verdicts_differ'

export type PostureRowProps = { readonly claims: readonly PostureClaim[]; readonly recomputed: Recomputation }

export function PostureRow({ claims, recomputed }: PostureRowProps) {
  const [open, setOpen] = useState<PostureClaim | null>(null)
  const shown = claims.map((claim) =>
    recomputed === 'verdicts_differ' && claim.id === 'R3'
      ? { ...claim, mark: 'failed' as const, reason: CONTRADICTED }
      : claim,
  )
  if (claims.length === 0) return null
  return (
    <section className="stack" aria-labelledby="posture">
      <h2 id="posture">
        <Term of="posture">Posture</Term>
      </h2>
      <ul className="posture">
        {shown.map((claim) => (
          <li key={claim.id}>
            <button
              type="button"
              className={`posture-cell ${claim.mark}`}
              aria-haspopup="dialog"
              onClick={() => {
                setOpen(claim)
              }}
            >
              <span className="posture-id">{claim.id}</span>
              <span className="posture-title">{claim.title}</span>
              <StatusMark {...markOf(claim, recomputed)} />
            </button>
          </li>
        ))}
      </ul>
      {open === null ? null : (
        <Dialog
          title={`${open.id}: ${open.title}`}
          onClose={() => {
            setOpen(null)
          }}
        >
          <p>
            <StatusMark {...markOf(open, recomputed)} />
          </p>
          <dl className="facts">
            <dt>Figure</dt>
            <dd>{open.figure}</dd>
            <dt>Why</dt>
            <dd>{open.reason}</dd>
            <dt>What would change it</dt>
            <dd>{open.would_change}</dd>
            <dt>Who states it</dt>
            <dd>{STATED_BY[open.stated_by]}</dd>
          </dl>
          <RecordsLink claim={open} />
        </Dialog>
      )}
    </section>
  )
}

/** Before Verify ran nothing is claimed to be checked, only to be checkable. */
function markOf({ mark }: PostureClaim, recomputed: Recomputation): StatusMarkProps {
  return mark === 'verified' && recomputed === 'holds'
    ? { status: 'verified', word: 'checked here' }
    : STATUS[mark]
}

const CONTRADICTED =
  'Applying the published rules to the signed classifications, in this browser, does not give the signed verdicts.'

const STATED_BY: Record<PostureClaim['stated_by'], string> = {
  record: 'the record: you can recompute it here',
  vendor: 'the vendor; nobody else can tell',
  nobody: 'nobody',
}

function RecordsLink({ claim: { records } }: { claim: PostureClaim }) {
  const tab = TAB_IDS.find((id) => id === records?.tab)
  if (records === null || tab === undefined) return null
  return (
    <p>
      <a href={tabHref(tab, records.filter)}>The records behind it</a>
    </p>
  )
}
