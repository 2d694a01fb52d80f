/** Fields of the arguments that are stored as they are: one a line. */
import { useState } from 'react'
import { TextArea } from '../../../design/field.js'
import type { Settings } from '../../api/settings.js'
import { SettingDialog } from './setting-dialog.js'

export function AllowlistDialog({ settings, onClose }: { settings: Settings; onClose: () => void }) {
  const before = settings.allowlist.join('\n')
  const [text, setText] = useState(before)
  const names = [
    ...new Set(
      text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    ),
  ]
  const added = names.filter((name) => !settings.allowlist.includes(name))
  const gone = settings.allowlist.filter((name) => !names.includes(name))
  return (
    <SettingDialog
      title="Change the fields kept as they are"
      act="allowlist.changed"
      settings={settings}
      change={added.length + gone.length === 0 ? null : { allowlist: names }}
      ends={
        added.length + gone.length === 0
          ? null
          : `${settings.allowlist.join(', ') || 'none'} → ${names.join(', ') || 'none'}`
      }
      done="The list was changed. It counts for the next call."
      onClose={onClose}
    >
      <TextArea
        label="Field names, one a line"
        rows={6}
        spellCheck={false}
        value={text}
        hint="Names only, as they stand in the arguments."
        onChange={({ target }) => {
          setText(target.value)
        }}
      />
      {added.length === 0 ? null : (
        <p>
          Values of <code className="wrap">{added.join(', ')}</code> will be stored as they are in the
          redacted text, unless they look like personal data or a secret. Calls recorded before stay redacted.
        </p>
      )}
      {gone.length === 0 ? null : (
        <p>
          Values of <code className="wrap">{gone.join(', ')}</code> will be redacted from the next call on.
          What is stored stays until the retention ends.
        </p>
      )}
    </SettingDialog>
  )
}
