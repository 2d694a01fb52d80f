/**
 * Asks for the reason of an act that could weaken the evidence, and shows how it will be published: act, subject and
 * reason, signed into the operator log, under a pseudonym (heron.md §8).
 */
import { looksPersonal } from '@heron/evidence'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { Button } from '../../design/button.js'
import { Dialog } from '../../design/dialog.js'
import { TextArea } from '../../design/field.js'
import type { ApiProblem } from '../api/request.js'

/** As long as the service takes. */
const MAX_REASON = 1000

export type ReasonDialogProps = {
  /** What will be done, as a person says it: `Turn off “Sends outside ask first”`. */
  readonly title: string
  /** What that means, and what stays. */
  readonly children?: ReactNode
  /** As it will stand in the operator log. */
  readonly entry: { readonly act: string; readonly subject: string; readonly change?: string | null }
  /** Who reads it: reviewers, for a project's log; only the own organization for its other one. */
  readonly published?: 'project' | 'organization'
  readonly confirm: string
  readonly danger?: boolean
  /** False while something else of the form is missing. */
  readonly ready?: boolean
  /** @throws {ApiProblem}: shown here, and the dialog stays open. */
  readonly onConfirm: (reason: string) => Promise<unknown>
  readonly onClose: () => void
}

export function ReasonDialog(props: ReasonDialogProps) {
  const { title, children, entry, published = 'project', confirm, danger = false, ready = true } = props
  const { onConfirm, onClose } = props
  const [reason, setReason] = useState('')
  const [sending, setSending] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (looksPersonal(reason)) {
      setTrouble('This holds an e-mail address or a phone number. Say it without: the entry is published.')
      return
    }
    setSending(true)
    setTrouble(null)
    onConfirm(reason.trim()).then(onClose, (error: unknown) => {
      setSending(false)
      setTrouble(troubleText(error as ApiProblem))
    })
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        {children}
        <TextArea
          label="Reason"
          className="prose"
          value={reason}
          required
          maxLength={MAX_REASON}
          hint="Without names, addresses or anything else about a person: it is signed and cannot be taken back."
          error={trouble}
          onChange={(event) => {
            setReason(event.target.value)
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
          {entry.change === undefined || entry.change === null ? null : (
            <p className="wrap">{entry.change}</p>
          )}
          <p className="wrap">
            “{reason.trim() === '' ? '…' : reason.trim()}”{' '}
            <span className="soft">by your pseudonym, now</span>
          </p>
        </figure>
        <div className="form-actions">
          <Button onClick={onClose}>Cancel</Button>
          <button
            type="submit"
            className={danger ? 'button danger' : 'button primary'}
            disabled={sending || !ready || reason.trim() === ''}
          >
            {confirm}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function troubleText({ code, message }: ApiProblem): string {
  return code === 'changed_meanwhile'
    ? `${message} What you wrote is kept: confirm again to do it on top of that.`
    : message
}
