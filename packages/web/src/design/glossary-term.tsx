/** A term of ours, with its meaning behind it. Every meaning comes from the one glossary file. */
import { type ReactNode, useState } from 'react'
import { GLOSSARY, type GlossaryKey } from '../words/glossary.js'
import { Dialog } from './dialog.js'

export function Term({ of, children }: { of: GlossaryKey; children?: ReactNode }) {
  const [open, setOpen] = useState(false)
  const { term, meaning, wrong } = GLOSSARY[of]
  const close = () => {
    setOpen(false)
  }
  return (
    <>
      <button
        type="button"
        className="term"
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true)
        }}
      >
        {children ?? term.toLowerCase()}
      </button>
      {open ? (
        <Dialog title={term} onClose={close}>
          <p>{meaning}</p>
          {wrong === null ? null : (
            <p>
              <strong>If something were wrong: </strong>
              {wrong}
            </p>
          )}
        </Dialog>
      ) : null}
    </>
  )
}
