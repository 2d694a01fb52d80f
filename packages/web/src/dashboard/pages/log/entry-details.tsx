/** Both ends of a change, as they were signed. */
import type { AuditPayload, AuditState } from '@heron/evidence'

export function EntryDetails({ payload: { before, after } }: { payload: AuditPayload }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (names.length === 0) return <span className="soft">–</span>
  return (
    <ul className="small wrap">
      {names.map((name) => (
        <li key={name}>
          <span className="soft">{name.replace(/_/g, ' ')}: </span>
          {before === null ? null : `${valueText(before, name)} → `}
          {valueText(after, name)}
        </li>
      ))}
    </ul>
  )
}

function valueText(state: AuditState, name: string): string {
  const value = state?.[name]
  return value === null || value === undefined ? 'nothing' : String(value)
}
