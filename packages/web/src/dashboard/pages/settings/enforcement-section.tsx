/** Enforcement: what is in force now, and the two ways to loosen it for a bounded time. */
import { useState } from 'react'
import { Button } from '../../../design/button.js'
import { StatusMark } from '../../../design/status-mark.js'
import { Time } from '../../../design/time.js'
import type { Settings } from '../../api/settings.js'
import { Only } from '../../parts/me.js'
import { DeclareDialog } from './declare-dialog.js'
import { DECLARATIONS, type Loosening } from './declarations.js'
import { SettingGroup } from './setting.js'

export function EnforcementSection({ settings }: { settings: Settings }) {
  const [declaring, setDeclaring] = useState<Loosening | null>(null)
  const { enforcement } = settings
  const enforced = enforcement.mode === 'enforced'
  return (
    <SettingGroup title="Enforcement">
      <div className="setting">
        <div>
          <h3>Now</h3>
          <p className="soft small">
            {enforced
              ? 'What Heron decides binds; running a call against it is a finding.'
              : 'Every decision made meanwhile says so in its receipt. It ends by itself, or by “End now” above.'}
          </p>
        </div>
        <p className="setting-value">
          {enforced ? (
            <StatusMark status="pass" word="enforced" />
          ) : (
            <>
              <StatusMark status="gap" word={DECLARATIONS[enforcement.mode].state} />
              <span className="soft small block">
                until <Time at={enforcement.until} />
              </span>
            </>
          )}
        </p>
        <div className="setting-act" />
      </div>
      {(['advisory', 'suspended'] as const).map((mode) => (
        <div key={mode} className="setting">
          <div>
            <h3>{DECLARATIONS[mode].name}</h3>
            <p className="soft small">{DECLARATIONS[mode].short}</p>
          </div>
          <p className="setting-value soft small">{DECLARATIONS[mode].most}</p>
          <div className="setting-act">
            <Only role="admin">
              <Button
                disabled={!enforced}
                onClick={() => {
                  setDeclaring(mode)
                }}
              >
                {DECLARATIONS[mode].button}
              </Button>
            </Only>
          </div>
        </div>
      ))}
      {declaring === null ? null : (
        <DeclareDialog
          mode={declaring}
          revision={settings.revision}
          onClose={() => {
            setDeclaring(null)
          }}
        />
      )}
    </SettingGroup>
  )
}
