/**
 * What a copy of the batch has of its own: ids, names of sessions, idempotency keys, and its time, which its ids carry as
 * real ones do. As SQL, for both engines.
 */
import { BATCH, type Batch } from './batch.js'

/** Columns that name something of the batch, and those that say when. */
type CopiedTable = {
  readonly table: string
  readonly named: readonly string[]
  readonly at: readonly string[]
}

/** In the order of writing. */
export const COPIED: readonly CopiedTable[] = [
  { table: 'sessions', named: ['id'], at: ['opened_at'] },
  { table: 'session_heads', named: ['session_id'], at: [] },
  { table: 'actions', named: ['id', 'session_id', 'decision_id'], at: ['received_at'] },
  { table: 'executions', named: ['id', 'action_id', 'session_id', 'decision_id'], at: ['received_at'] },
  { table: 'findings', named: ['id', 'subject', 'session_id', 'action_id'], at: ['raised_at'] },
  { table: 'reconciliations', named: ['action_id', 'touched_by'], at: ['decided_at'] },
]

/** How an engine writes what belongs to one copy. */
export type CopyDialect = {
  /** The time of the copy, RFC 3339; and as ids write it. */
  readonly at: string
  readonly mark: string
  /** A digest like those of idempotency keys: as evenly spread over their index. */
  readonly digest: (text: string) => string
}

/** The rows of the batch: its condition over a table. */
export function ofBatch({ table, at: [since] }: CopiedTable, { first }: Batch): string {
  const from = `'${new Date(first).toISOString()}'`
  return since === undefined
    ? `exists (select 1 from sessions s where s.id = ${table}.session_id and s.opened_at >= ${from})`
    : `${since} >= ${from}`
}

const PREFIX = 4
const TIME = 10

/** What a copy has in `column`. An id is `act_`, then the time, then what makes it unique. */
export function copiedValue({ named, at }: CopiedTable, column: string, dialect: CopyDialect): string {
  if (at.includes(column)) return dialect.at
  if (column === 'external_id') return `${column} || ':' || ${dialect.mark}`
  if (column === 'idempotency_digest') return dialect.digest(`${column} || ${dialect.mark}`)
  if (!named.includes(column)) return column
  return `substr(${column}, 1, ${PREFIX}) || ${dialect.mark} || substr(${column}, ${PREFIX + TIME + 1})`
}

/** Times of the copies that make a record of `calls` calls, spread over the days of the record. */
export function copyTimes({ first, end }: Batch, calls: number): readonly { at: string; mark: string }[] {
  const copies = Math.floor(calls / BATCH) - 1
  return Array.from({ length: copies }, (_, copy) => {
    const ms = Math.floor(first + ((copy + 1) * (end - first)) / (copies + 1))
    return { at: new Date(ms).toISOString(), mark: encode(ms) }
  })
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** A time as ids write it. */
function encode(ms: number): string {
  let text = ''
  for (let rest = ms; text.length < TIME; rest = Math.floor(rest / ALPHABET.length))
    text = ALPHABET.charAt(rest % ALPHABET.length) + text
  return text
}
