/** Thresholds and base: both are part of the policy bundle, so a change is tried on recorded calls first. */
import { useState } from 'react'
import { COUNT_SIGNALS, type CountSignal, type PolicyBundle, type Thresholds } from '@heron/evidence'
import { Field, Select } from '../../../design/field.js'
import type { Settings } from '../../api/settings.js'
import { DryRunPanel } from '../policy/dry-run-panel.js'
import { SettingDialog } from './setting-dialog.js'

const LABELS: Record<CountSignal, string> = {
  record_count: 'Bulk above this many records',
  recipient_count: 'Bulk above this many recipients',
  amount: 'Bulk above this amount, in minor units (cents)',
}

export function ThresholdsDialog({ settings, onClose }: { settings: Settings; onClose: () => void }) {
  const before = settings.thresholds
  const [next, setNext] = useState<Thresholds>(before)
  const valid = COUNT_SIGNALS.every((name) => Number.isInteger(next[name]) && next[name] >= 1)
  const changed = valid && COUNT_SIGNALS.some((name) => next[name] !== before[name])
  return (
    <SettingDialog
      title="Change what counts as bulk"
      act="thresholds.changed"
      subject="policy:thresholds"
      ends={changed ? `${listed(before)} → ${listed(next)}` : null}
      settings={settings}
      change={changed ? { thresholds: next } : null}
      done="A new bundle is in force from the next call on."
      onClose={onClose}
    >
      {COUNT_SIGNALS.map((name) => (
        <Field
          key={name}
          label={LABELS[name]}
          type="number"
          min={1}
          required
          value={Number.isNaN(next[name]) ? '' : next[name]}
          hint={`Now ${new Intl.NumberFormat().format(before[name])}.`}
          onChange={({ target }) => {
            setNext({ ...next, [name]: target.valueAsNumber })
          }}
        />
      ))}
      <DryRunPanel change={changed ? { thresholds: next } : null} />
    </SettingDialog>
  )
}

export function BaseDialog({ settings, onClose }: { settings: Settings; onClose: () => void }) {
  const [base, setBase] = useState<PolicyBundle['base']>(settings.base)
  const changed = base !== settings.base
  return (
    <SettingDialog
      title="Change the answer where no rule matches"
      act="base.changed"
      subject="policy:base"
      ends={changed ? `${settings.base} → ${base}` : null}
      settings={settings}
      change={changed ? { base } : null}
      done="A new bundle is in force from the next call on."
      onClose={onClose}
    >
      <Select
        label="Answer"
        value={base}
        options={[
          { value: 'DENY', label: 'DENY: refuse what no rule covers' },
          { value: 'STEP_UP', label: 'STEP_UP: let a person decide' },
        ]}
        onChange={({ target }) => {
          setBase(target.value === 'STEP_UP' ? 'STEP_UP' : 'DENY')
        }}
      />
      <DryRunPanel change={changed ? { base } : null} />
    </SettingDialog>
  )
}

/** In the order of the published thresholds: records, recipients, amount. */
function listed(thresholds: Thresholds): string {
  return COUNT_SIGNALS.map((name) => thresholds[name].toString()).join(' / ')
}
