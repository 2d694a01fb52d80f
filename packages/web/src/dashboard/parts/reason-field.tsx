/**
 * Where the reason of an act is written, and how it will be published: act, subject and reason, signed into the operator
 * log, under a pseudonym (heron.md §8).
 */
import { looksPersonal } from '@heron/evidence'
import { TextArea } from '../../design/field.js'

/** As long as the service takes. */
const MAX_REASON = 1000

/** An act as it will stand in the operator log. */
export type Entry = { readonly act: string; readonly subject: string; readonly change?: string | null }

export type ReasonFieldProps = {
  readonly entry: Entry
  /** Who reads it: reviewers, for a project's log; only the own organization for its other one. */
  readonly published?: 'project' | 'organization'
  readonly reason: string
  /** What is wrong with it. */
  readonly error: string | null
  readonly onChange: (reason: string) => void
}

/** What is wrong with a reason, as far as a page can tell; the service looks closer. */
export function troubleWith(reason: string): string | null {
  return looksPersonal(reason)
    ? 'This holds an e-mail address or a phone number. Say it without: the entry is published.'
    : null
}

export function ReasonField({ entry, published = 'project', reason, error, onChange }: ReasonFieldProps) {
  return (
    <>
      <TextArea
        label="Reason"
        className="prose"
        value={reason}
        required
        maxLength={MAX_REASON}
        hint="Without names, addresses or anything else about a person: it is signed and cannot be taken back."
        error={error}
        onChange={({ target }) => {
          onChange(target.value)
        }}
      />
      <figure className="published" aria-live="polite">
        <figcaption className="small soft">
          {published === 'project'
            ? 'This will be published to every reviewer as'
            : 'This will be kept in your organization’s log as'}
        </figcaption>
        <p>
          <code>{entry.act}</code> <span className="wrap">{entry.subject}</span>
        </p>
        {entry.change === undefined || entry.change === null ? null : <p className="wrap">{entry.change}</p>}
        <p className="wrap">
          “{reason.trim() === '' ? '…' : reason.trim()}” <span className="soft">by your pseudonym, now</span>
        </p>
      </figure>
    </>
  )
}
