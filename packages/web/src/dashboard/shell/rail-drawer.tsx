/** The rail on narrow screens: over the page, gone after a choice or by Escape. */
import { useLayoutEffect, useRef } from 'react'
import { useProjectOrNone } from '../parts/project.js'
import { Rail } from './rail.js'
import { EnvironmentSelect } from './switchers.js'

export function RailDrawer({ onClose }: { onClose: () => void }) {
  const project = useProjectOrNone()
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
      {project === null ? null : <EnvironmentSelect />}
      <Rail onGo={onClose} />
    </dialog>
  )
}
