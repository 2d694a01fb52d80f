/** Settings of the project: what reviewers see, how long Heron waits and keeps, from where bulk counts, and enforcement. */
import { useState } from 'react'
import { Term } from '../../../design/glossary-term.js'
import { durationWords } from '../../../words/durations.js'
import { counted } from '../../../words/figures.js'
import type { Settings } from '../../api/settings.js'
import { useProjectAnswer } from '../../api/use-answer.js'
import { Link, usePlaces } from '../../parts/link.js'
import { PageFrame } from '../../parts/page-frame.js'
import { Answered } from '../../parts/states.js'
import { AllowlistDialog } from './allowlist-dialog.js'
import { BaseDialog, ThresholdsDialog } from './bulk-dialogs.js'
import { DaysDialog } from './days-dialog.js'
import { EnforcementSection } from './enforcement-section.js'
import { Setting, SettingGroup } from './setting.js'
import { TIMINGS, TimingDialog, type TimingName } from './timing-dialog.js'

type Changing = 'window_days' | 'retention_days' | 'allowlist' | 'thresholds' | 'base' | TimingName

export function SettingsPage() {
  const answer = useProjectAnswer<Settings>('/settings', ['settings'])
  return (
    <PageFrame
      title="Settings"
      lead="Each change is signed into the operator log with your reason and both values, and reviewers read it there."
    >
      <Answered answer={answer} lines={12}>
        {(settings) => <Groups settings={settings} />}
      </Answered>
    </PageFrame>
  )
}

function Groups({ settings }: { settings: Settings }) {
  const [changing, setChanging] = useState<Changing | null>(null)
  const places = usePlaces()
  const change = (name: Changing) => () => {
    setChanging(name)
  }
  const { thresholds, allowlist, window_days, retention_days, base } = settings
  const figure = new Intl.NumberFormat()
  return (
    <>
      <EnforcementSection settings={settings} />
      <SettingGroup title="What reviewers see">
        <Setting
          name="Observation window"
          value={counted(window_days, 'day')}
          onChange={change('window_days')}
        >
          How far back the evidence page and its export reach. A shorter <Term of="window">window</Term> hides
          older records and deletes none.
        </Setting>
        <Setting
          name="Public overview"
          value={settings.public_overview ? 'open' : 'closed'}
          action={<Link to={places.at('reviewers')}>Under Reviewers</Link>}
        >
          Posture, controls and counts for people without a link.
        </Setting>
      </SettingGroup>
      <SettingGroup title="How long Heron waits">
        {TIMINGS.map(({ name, label, means }) => (
          <Setting
            key={name}
            name={label}
            value={durationWords(settings[name])}
            note={settings[name] === settings.defaults[name] ? 'the default' : null}
            onChange={change(name)}
          >
            {means}
          </Setting>
        ))}
      </SettingGroup>
      <SettingGroup title="What is kept">
        <Setting
          name="Retention of redacted text"
          value={counted(retention_days, 'day')}
          onChange={change('retention_days')}
        >
          After that the redacted arguments are erased. Hashes, receipts and chains stay for good.
        </Setting>
        <Setting
          name="Fields kept as they are"
          value={allowlist.length === 0 ? 'none' : <span className="mono wrap">{allowlist.join(', ')}</span>}
          onChange={change('allowlist')}
        >
          Every other field of the arguments is stored as <code>&lt;redacted:field&gt;</code>. What looks like
          personal data or a secret is removed from these too.
        </Setting>
      </SettingGroup>
      <SettingGroup title="What the rules start from">
        <Setting
          name="Bulk"
          value={`above ${figure.format(thresholds.record_count)} records, ${figure.format(thresholds.recipient_count)} recipients, ${figure.format(thresholds.amount)} minor units`}
          onChange={change('thresholds')}
        >
          Part of the policy bundle: a change makes a new one.
        </Setting>
        <Setting name="Where no rule matches" value={base} onChange={change('base')}>
          The answer to a call that no rule covers.
        </Setting>
      </SettingGroup>
      {changing === null ? null : (
        <Dialogs
          changing={changing}
          settings={settings}
          onClose={() => {
            setChanging(null)
          }}
        />
      )}
    </>
  )
}

function Dialogs({
  changing,
  settings,
  onClose,
}: {
  changing: Changing
  settings: Settings
  onClose: () => void
}) {
  switch (changing) {
    case 'window_days':
    case 'retention_days':
      return <DaysDialog name={changing} settings={settings} onClose={onClose} />
    case 'allowlist':
      return <AllowlistDialog settings={settings} onClose={onClose} />
    case 'thresholds':
      return <ThresholdsDialog settings={settings} onClose={onClose} />
    case 'base':
      return <BaseDialog settings={settings} onClose={onClose} />
    default:
      return <TimingDialog name={changing} settings={settings} onClose={onClose} />
  }
}
