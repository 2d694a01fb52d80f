/** The four waits: what each is for, and its change. */
import { useState } from 'react'
import { DurationField } from '../../../design/duration-field.js'
import { durationWords } from '../../../words/durations.js'
import type { Settings, Timings } from '../../api/settings.js'
import { SettingDialog } from './setting-dialog.js'

export type TimingName = keyof Timings

type Timing = {
  readonly name: TimingName
  readonly label: string
  readonly means: string
  readonly act: string
}

export const TIMINGS: readonly Timing[] = [
  {
    name: 'approval_timeout_ms',
    label: 'For a person’s answer',
    means: 'A STEP_UP that nobody answered in this time is closed as a signed DENY.',
    act: 'approval_timeout.changed',
  },
  {
    name: 'context_timeout_ms',
    label: 'For what a DEFER waits for',
    means: 'A DEFER whose condition was not met in this time is closed as a signed DENY.',
    act: 'context_timeout.changed',
  },
  {
    name: 'reconcile_window_ms',
    label: 'Before decision and statement are compared',
    means:
      'How soon after a call the vendor’s statement is looked at, and what counts as late until a tool is known.',
    act: 'reconcile_window.changed',
  },
  {
    name: 'missing_horizon_ms',
    label: 'Before silence is a finding',
    means:
      'A call without a statement after this time is reported as missing. Keep it far above the runtime of any tool.',
    act: 'missing_horizon.changed',
  },
]

export function TimingDialog({
  name,
  settings,
  onClose,
}: {
  name: TimingName
  settings: Settings
  onClose: () => void
}) {
  const [ms, setMs] = useState(settings[name])
  const timing = TIMINGS.find((each) => each.name === name)
  if (timing === undefined) return null
  const valid = Number.isFinite(ms) && ms > 0
  return (
    <SettingDialog
      title={`How long to wait: ${timing.label.charAt(0).toLowerCase()}${timing.label.slice(1)}`}
      act={timing.act}
      settings={settings}
      change={valid && ms !== settings[name] ? { [name]: ms } : null}
      ends={valid && ms !== settings[name] ? `${durationWords(settings[name])} → ${durationWords(ms)}` : null}
      done="The wait was changed. It counts from the next call on."
      onClose={onClose}
    >
      <p>{timing.means}</p>
      <DurationField
        label="Time"
        hint={`Now ${durationWords(settings[name])}; the default is ${durationWords(settings.defaults[name])}.`}
        initial={settings[name]}
        onChange={setMs}
      />
    </SettingDialog>
  )
}
