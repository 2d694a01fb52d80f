/** What may stand behind the `?` of a data address: read here, since a query is text that anybody can write. */
import { PUBLISHED_FINDINGS, VERDICTS } from '@heron/evidence'
import Type, { type TSchema } from 'typebox'
import type { PageRequest } from '../../domain/evidence-page/paging.js'
import { Refusal } from '../../domain/refusal.js'

type Query = Readonly<Record<string, unknown>>

const MAX_LIMIT = 200
const DEFAULT_LIMIT = 50
/** Longest text in a filter; an agent's name has 256 characters at most. */
const MAX_TEXT = 1024

const text = (description: string): TSchema => Type.Optional(Type.String({ description }))
const oneOf = (values: readonly string[], description: string): TSchema =>
  Type.Optional(Type.Unsafe<string>({ type: 'string', enum: values, description }))

const paging = {
  cursor: text('`next_cursor` of the answer before.'),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT })),
}

export const querySchemas = {
  page: Type.Object(paging),
  findings: Type.Object({
    kind: oneOf(Object.keys(PUBLISHED_FINDINGS), 'Only this kind.'),
    state: oneOf(['open', 'reviewed'], 'Only those that nobody reviewed, or that somebody did.'),
    ...paging,
  }),
  runs: Type.Object({
    agent: text('Only this agent’s.'),
    verdict: oneOf(VERDICTS, 'Only those in which it occurred.'),
    finding: oneOf(Object.keys(PUBLISHED_FINDINGS), 'Only those about which it was raised.'),
    ...paging,
  }),
  export: Type.Object({
    format: oneOf(
      ['ndjson', 'gz', 'json', 'csv', 'html'],
      'Default `ndjson`. `csv` is a view, never the evidence.',
    ),
  }),
}

/** @throws {Refusal} invalid_request */
export function readText(query: unknown, name: string): string | null {
  const value = (query as Query)[name]
  if (value === undefined || value === '') return null
  if (typeof value === 'string' && value.length <= MAX_TEXT && !/[\u0000-\u001f\u007f]/.test(value))
    return value
  const detail = `give \`${name}\` once, with ${String(MAX_TEXT)} characters at most and no control characters`
  throw new Refusal('invalid_request', detail)
}

/** @throws {Refusal} invalid_request */
export function readOneOf<Value extends string>(
  query: unknown,
  name: string,
  values: readonly Value[],
): Value | null {
  const value = readText(query, name)
  if (value === null) return null
  const known = values.find((each) => each === value)
  if (known !== undefined) return known
  throw new Refusal('invalid_request', `\`${name}\` is one of ${values.join(', ')}`)
}

/** @throws {Refusal} invalid_request */
export function readPage(query: unknown): PageRequest {
  const limit = readText(query, 'limit') ?? String(DEFAULT_LIMIT)
  if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > MAX_LIMIT)
    throw new Refusal('invalid_request', `\`limit\` is a number from 1 to ${String(MAX_LIMIT)}`)
  return { cursor: readText(query, 'cursor'), limit: Number(limit) }
}
