/** Window and retention, in days: what becomes hidden or erased, and what stays. */
import { useState } from 'react'
import { Field } from '../../../design/field.js'
import type { Settings } from '../../api/settings.js'
import { SettingDialog } from './setting-dialog.js'

const WORDS = {
  window_days: {
    title: 'Change the observation window',
    label: 'Days that the page reaches back',
    ...{ act: 'window.changed', subject: 'evidence_page:window' },
    shorter:
      'Older records leave the evidence page and its export. None is deleted: a longer window shows them again. Links that reach further back keep their own reach.',
    longer: 'Records that were out of sight appear on the evidence page.',
    done: 'The observation window was changed.',
  },
  retention_days: {
    title: 'Change the retention',
    label: 'Days that redacted text is kept',
    ...{ act: 'retention.changed', subject: null },
    shorter:
      'Redacted arguments older than this are erased within the hour, for good. Hashes, receipts and chains stay, and still verify.',
    longer: 'What was erased already does not come back.',
    done: 'The retention was changed.',
  },
} as const

/** Ten years, as the service has it. */
const MAX_DAYS = 3650

export function DaysDialog({
  name,
  settings,
  onClose,
}: {
  name: keyof typeof WORDS
  settings: Settings
  onClose: () => void
}) {
  const [days, setDays] = useState<number>(settings[name])
  const { title, label, act, subject, shorter, longer, done } = WORDS[name]
  const before = settings[name]
  const whole = Number.isInteger(days) && days >= 1 && days <= MAX_DAYS
  return (
    <SettingDialog
      title={title}
      act={act}
      {...(subject === null ? {} : { subject })}
      settings={settings}
      change={whole && days !== before ? { [name]: days } : null}
      ends={whole && days !== before ? `${before.toString()} → ${days.toString()} days` : null}
      done={done}
      onClose={onClose}
    >
      <Field
        label={label}
        type="number"
        min={1}
        max={MAX_DAYS}
        required
        value={Number.isNaN(days) ? '' : days}
        hint={`Now ${before.toString()}.`}
        error={whole ? null : `A whole number from 1 to ${MAX_DAYS.toString()}.`}
        onChange={({ target }) => {
          setDays(target.valueAsNumber)
        }}
      />
      {!whole || days === before ? null : <p>{days < before ? shorter : longer}</p>}
    </SettingDialog>
  )
}
