/** Both ends of a change, as they were signed. */
import type { AuditPayload } from '@heron/evidence'
import { Hash } from '../../../design/hash.js'

export function EntryDetails({ payload: { before, after } }: { payload: AuditPayload }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (names.length === 0) return <span className="soft">–</span>
  return (
    <ul className="small wrap">
      {names.map((name) => (
        <li key={name}>
          <span className="soft">{name.replace(/_/g, ' ')}: </span>
          {before === null ? null : (
            <>
              <Value of={name} value={before[name]} /> →{' '}
            </>
          )}
          <Value of={name} value={after?.[name]} />
        </li>
      ))}
    </ul>
  )
}

/** A word stays as it is; what nobody reads whole is shortened and copied. */
function Value({ of, value }: { of: string; value: string | number | boolean | null | undefined }) {
  if (value === null || value === undefined) return 'nothing'
  if (typeof value === 'string' && /^[\w:+/=-]{28,}$/.test(value)) return <Hash value={value} of={of} />
  return String(value)
}
