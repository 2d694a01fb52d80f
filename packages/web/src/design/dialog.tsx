/** A modal dialog: the browser's own, so focus, Escape and the inert background come right. */
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Button } from './button.js'

export type DialogProps = {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

export function Dialog({ title, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog?.open === false) dialog.showModal()
    // A form begins at its first field; anything else at Close.
    dialog?.querySelector<HTMLElement>('form :is(input, select, textarea)')?.focus()
    // Closed before it is taken away, so that the keyboard goes back to where it was.
    return () => dialog?.close()
  }, [])
  return (
    <dialog ref={ref} className="dialog" aria-labelledby={id} onClose={onClose}>
      <div className="dialog-head">
        <h2 id={id}>{title}</h2>
        <Button kind="quiet" onClick={() => ref.current?.close()}>
          Close
        </Button>
      </div>
      <div className="dialog-body">{children}</div>
    </dialog>
  )
}
