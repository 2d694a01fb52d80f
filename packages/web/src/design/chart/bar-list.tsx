/** Values as rows with bars of their share: read as a list, compared at a glance, each a link or a button to its filter. */
import type { ReactNode } from 'react'
import { count } from '../../words/figures.js'

export type BarRow = {
  readonly id: string
  /** A link, a button or plain text. */
  readonly name: ReactNode
  readonly value: number
  /** A part of `value` that is drawn stronger, e.g. calls not allowed. */
  readonly part?: number
  readonly note?: ReactNode
}

export function BarList({ rows, label }: { rows: readonly BarRow[]; label: string }) {
  const top = Math.max(...rows.map(({ value }) => value), 1)
  const percent = (value: number) => `${((100 * value) / top).toFixed(1)}%`
  return (
    <ul className="bar-list" aria-label={label}>
      {rows.map(({ id, name, value, part = 0, note }) => (
        <li key={id}>
          <span className="bar-name">{name}</span>
          <span className="number">{count(value)}</span>
          <svg className="bar-track" aria-hidden="true">
            <rect className="bar-ground" width="100%" height="100%" rx="3" />
            <rect className="bar-value" width={percent(value)} height="100%" rx="3" />
            {part === 0 ? null : <rect className="bar-part" width={percent(part)} height="100%" rx="3" />}
          </svg>
          {note === undefined ? null : <span className="soft small bar-note">{note}</span>}
        </li>
      ))}
    </ul>
  )
}
