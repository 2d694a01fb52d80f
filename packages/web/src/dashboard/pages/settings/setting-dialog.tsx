/** Changing one setting: the new value, what it means, the reason, and how it is published. */
import type { ReactNode } from 'react'
import { useToast } from '../../../design/toast.js'
import type { Settings, SettingsChange } from '../../api/settings.js'
import { useProject } from '../../parts/project.js'
import { ReasonDialog } from '../../parts/reason-dialog.js'
import { useProjectEdit } from '../../parts/use-project-edit.js'

export type SettingDialogProps = {
  readonly title: string
  /** As the operator log names it. */
  readonly act: string
  /** Without one: the project's own. */
  readonly subject?: string
  /** Both ends, e.g. `30 → 14 days`; null while there is nothing to change. */
  readonly ends: string | null
  readonly settings: Settings
  /** Null while there is nothing to change. */
  readonly change: SettingsChange | null
  readonly done: string
  readonly children: ReactNode
  readonly onClose: () => void
}

export function SettingDialog(props: SettingDialogProps) {
  const { title, act, settings, change, done, children, onClose } = props
  const project = useProject()
  const toast = useToast()
  const edit = useProjectEdit(settings.revision)
  return (
    <ReasonDialog
      title={title}
      entry={{ act, subject: props.subject ?? `project:${project}`, change: props.ends }}
      confirm="Change it"
      ready={change !== null}
      onClose={onClose}
      onConfirm={async (reason) => {
        await edit({ path: '/settings', method: 'PATCH', body: { ...change, reason } })
        toast(done)
      }}
    >
      {children}
    </ReasonDialog>
  )
}
