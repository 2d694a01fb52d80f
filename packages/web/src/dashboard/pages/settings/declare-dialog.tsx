/** Declaring a shadow window or break-glass: until when, why, and how it is published. */
import { useState } from 'react'
import { useToast } from '../../../design/toast.js'
import { UntilPicker } from '../../../design/until-picker.js'
import { ReasonDialog } from '../../parts/reason-dialog.js'
import { useProjectEdit } from '../../parts/use-project-edit.js'
import { DECLARATIONS, type Loosening } from './declarations.js'

export type DeclareDialogProps = {
  readonly mode: Loosening
  readonly revision: number
  readonly onClose: () => void
}

export function DeclareDialog({ mode, revision, onClose }: DeclareDialogProps) {
  const [until, setUntil] = useState<string | null>(null)
  const toast = useToast()
  const edit = useProjectEdit(revision)
  const { title, confirm, means, path, act, subject, done, lengths, longest } = DECLARATIONS[mode]
  return (
    <ReasonDialog
      title={title}
      entry={{ act, subject, change: until === null ? null : `enforced → ${mode}, until ${until}` }}
      confirm={confirm}
      danger={mode === 'suspended'}
      ready={until !== null}
      onClose={onClose}
      onConfirm={async (reason) => {
        await edit({ path, body: { reason, until } })
        toast(done)
      }}
    >
      <p>{means}</p>
      <UntilPicker label="How long" lengths={lengths} longest={longest} onChange={setUntil} />
    </ReasonDialog>
  )
}
