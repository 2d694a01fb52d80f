/**
 * The calls of an export as a table for spreadsheets: a view, never the evidence. A cell that a spreadsheet would run as
 * a formula is made text, since names in it were chosen by others.
 */
import { type ActionEntry, DIMENSIONS, type ExportEntry, type StatementEntry } from '@heron/evidence'

const COLUMNS = [
  'session',
  'agent',
  'agent_version',
  'position',
  'seq',
  'action',
  'tool',
  'verdict',
  'rule',
  'reasons',
  'effect',
  ...DIMENSIONS.flatMap((name) => [name, `${name}_source`]),
  'requested_at',
  'received_at',
  'decided_at',
  'outcomes',
  'statement_signatures_valid',
  'policy_hash',
  'record_hash',
]

type Cell = string | number | null

/** @param lines the export's lines. */
export async function* csvOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  yield rowOf(COLUMNS)
  for await (const line of lines) {
    if (!line.includes('"type":"action"')) continue
    const entry = JSON.parse(line) as ExportEntry
    if (entry.type === 'action') yield rowOf(cellsOf(entry))
  }
}

function cellsOf({ decision, evaluation, statements }: ActionEntry): readonly Cell[] {
  const { payload } = decision
  const { classification } = evaluation.payload
  return [
    payload.session,
    payload.agent,
    payload.agent_version,
    payload.position,
    payload.seq,
    payload.action,
    payload.tool,
    payload.verdict,
    payload.rule,
    payload.reasons.join(' '),
    payload.enforcement.effect,
    ...DIMENSIONS.flatMap((name) => [classification[name].value, classification[name].source]),
    payload.requested_at,
    payload.received_at,
    payload.decided_at,
    listOf(statements, ({ statement }) => statement.outcome ?? ''),
    listOf(statements, ({ signature_valid }) => (signature_valid ? 'yes' : 'no')),
    payload.policy_hash,
    payload.record_hash,
  ]
}

function listOf(statements: readonly StatementEntry[], read: (entry: StatementEntry) => string): string {
  return statements.map(read).join(' ')
}

function rowOf(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

/** What spreadsheets take for the start of a formula, also behind blanks; their wide forms too. */
const FORMULA = /^[\s\u0000-\u001f\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u

/** @param cell UNTRUSTED. Numbers are ours and stay numbers. */
export function cellOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}
