/** Asks for the reason of an act that could weaken the evidence, shows how it will be published, and does it. */
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { Button } from '../../design/button.js'
import { Dialog } from '../../design/dialog.js'
import type { ApiProblem } from '../api/request.js'
import { type Entry, ReasonField, type ReasonFieldProps, troubleWith } from './reason-field.js'

export type ReasonDialogProps = {
  /** What will be done, as a person says it: `Turn off “Sends outside ask first”`. */
  readonly title: string
  /** What that means, and what stays. */
  readonly children?: ReactNode
  readonly entry: Entry
  readonly published?: ReasonFieldProps['published']
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
    const personal = troubleWith(reason)
    setTrouble(personal)
    if (personal !== null) return
    setSending(true)
    onConfirm(reason.trim()).then(onClose, (error: unknown) => {
      setSending(false)
      setTrouble(troubleText(error as ApiProblem))
    })
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        {children}
        <ReasonField
          entry={entry}
          published={published}
          reason={reason}
          error={trouble}
          onChange={setReason}
        />
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
