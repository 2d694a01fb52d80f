/** One setting as a line: its name, what it does, its value, and the button that changes it. */
import type { ReactNode } from 'react'
import { Button } from '../../../design/button.js'
import { Only } from '../../parts/me.js'

export function SettingGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="setting-group" aria-label={title}>
      <h2>{title}</h2>
      <div className="settings">{children}</div>
    </section>
  )
}

export type SettingProps = {
  readonly name: string
  readonly value: ReactNode
  readonly note?: string | null
  /** What the setting does. */
  readonly children: ReactNode
  readonly onChange?: () => void
  /** Instead of the button. */
  readonly action?: ReactNode
}

export function Setting({ name, value, note = null, children, onChange, action }: SettingProps) {
  return (
    <div className="setting">
      <div>
        <h3>{name}</h3>
        <p className="soft small">{children}</p>
      </div>
      <p className="setting-value">
        {value}
        {note === null ? null : <span className="soft small block">{note}</span>}
      </p>
      <div className="setting-act small">
        {action}
        {onChange === undefined ? null : (
          <Only role="admin">
            <Button onClick={onChange}>
              Change<span className="visually-hidden"> {name}</span>
            </Button>
          </Only>
        )}
      </div>
    </div>
  )
}
