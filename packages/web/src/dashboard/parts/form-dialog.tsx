/** A small form in a dialog: sent once at a time, refusals shown, closed by its caller. */
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { Button } from '../../design/button.js'
import { Dialog } from '../../design/dialog.js'
import { ApiProblem } from '../api/request.js'

export type FormDialogProps = {
  readonly title: string
  readonly confirm: string
  readonly ready?: boolean
  readonly children: ReactNode
  /** @throws {ApiProblem}: shown here, and the dialog stays open with what was typed. */
  readonly onSubmit: () => Promise<unknown>
  readonly onClose: () => void
}

export function FormDialog({ title, confirm, ready = true, children, onSubmit, onClose }: FormDialogProps) {
  const [sending, setSending] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSending(true)
    setTrouble(null)
    onSubmit()
      .catch((error: unknown) => {
        setTrouble(error instanceof ApiProblem ? error.message : String(error))
      })
      .finally(() => {
        setSending(false)
      })
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        {children}
        {trouble === null ? null : (
          <p role="alert" className="field-error">
            {trouble}
          </p>
        )}
        <div className="form-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" disabled={sending || !ready}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
