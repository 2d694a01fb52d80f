/** The rail on narrow screens: over the page, gone after a choice or by Escape. */
import { useLayoutEffect, useRef } from 'react'
import { Rail } from './rail.js'

export function RailDrawer({ onClose }: { onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={ref}
      className="drawer"
      aria-label="Menu"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === ref.current) onClose()
      }}
    >
      <Rail onGo={onClose} />
    </dialog>
  )
}
