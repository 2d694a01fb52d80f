/** JSON as a person would write a rule: what fits on a line stays on it. For reading and editing, never for hashing. */
import type { JsonValue } from '@heron/evidence'

/** Longest part kept on one line, its indent included. */
const LINE = 76

/** Members as a rule is told; what is not named here follows. Canonical JSON has them by the alphabet. */
const ORDER = [
  'id',
  'number',
  'version',
  'title',
  'text',
  'effect',
  'when',
  'dimension',
  'history',
  'of',
  'signal',
]

/** @param value plain JSON data, a rule for instance. */
export function ruleText(value: unknown): string {
  return written(value as JsonValue, '')
}

function written(value: JsonValue, indent: string): string {
  const flat = onOneLine(value)
  if (typeof value !== 'object' || value === null || (indent.length + flat.length <= LINE && indent !== ''))
    return flat
  const deeper = `${indent}  `
  const lines = Array.isArray(value)
    ? (value as readonly JsonValue[]).map((item) => deeper + written(item, deeper))
    : ordered(value).map(([name, item]) => `${deeper}${JSON.stringify(name)}: ${written(item, deeper)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return lines.length === 0 ? open + close : `${open}\n${lines.join(',\n')}\n${indent}${close}`
}

function onOneLine(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${(value as readonly JsonValue[]).map(onOneLine).join(', ')}]`
  const members = ordered(value).map(([name, item]) => `${JSON.stringify(name)}: ${onOneLine(item)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

function ordered(value: object): (readonly [string, JsonValue])[] {
  const place = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length)
  return (Object.entries(value) as [string, JsonValue][]).sort(([a], [b]) => place(a) - place(b))
}
