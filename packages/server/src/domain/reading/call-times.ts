/**
 * Where in the order of arrival calls can stand. Ids ascend with time, so a span of time is a span of ids; and the counts
 * of 0002 know when calls of some tool, verdict or rule arrived first and last, so that a search skips the rest.
 */
import { listCallTimes } from '../../store/queries/call-lists.js'
import type { Reader } from '../../store/store.js'
import { firstIdAt } from '../ids.js'
import type { ProjectScope } from './project-scope.js'

/** Calls from one id on and before another. */
export type Span = { readonly fromId: string; readonly beforeId: string }

/** Days looked at; what is older is one span. */
const MAX_DAYS = 400

/**
 * An id is made after its request arrived. By how much it may be later: seconds under load, more where the clock was set
 * back, since ids never go back. Reading too much costs a moment, too little would lose calls.
 */
const LATER_MS = 3_600_000

/** Above every id. */
const END = '~'

/**
 * Spans that hold every call of the filter, the newest first.
 *
 * @param since, until RFC 3339 UTC; empty for no bound.
 */
export async function spansOf(
  reader: Reader,
  scope: ProjectScope,
  filter: { readonly tool: string; readonly verdict: string; readonly rule: string },
  { since, until }: { readonly since: string; readonly until: string },
): Promise<readonly Span[]> {
  const bounds = {
    fromId: since === '' ? '' : firstIdAt('act', Date.parse(since)),
    beforeId: until === '' ? END : firstIdAt('act', Date.parse(until) + LATER_MS),
  }
  const { tool, verdict, rule } = filter
  if (tool === '' && verdict === '' && rule === '') return [bounds]
  const days = await reader.all(listCallTimes, { ...scope, tool, verdict, rule, limit: MAX_DAYS })
  const spans = days.map(({ first_at, last_at }) => ({
    fromId: firstIdAt('act', Date.parse(first_at)),
    beforeId: firstIdAt('act', Date.parse(last_at) + LATER_MS),
  }))
  if (days.length === MAX_DAYS) spans.push({ fromId: '', beforeId: spans.at(-1)?.beforeId ?? END })
  return joined(spans).flatMap((span) => within(span, bounds))
}

/** Spans that touch become one, so that no call is met twice. */
function joined(spans: readonly Span[]): readonly Span[] {
  const newestFirst = spans.toSorted((left, right) => (left.beforeId > right.beforeId ? -1 : 1))
  const result: Span[] = []
  for (const span of newestFirst) {
    const last = result.at(-1)
    if (last === undefined || span.beforeId < last.fromId) result.push(span)
    else if (span.fromId < last.fromId) result[result.length - 1] = { ...last, fromId: span.fromId }
  }
  return result
}

/** The part of a span inside another; none where they do not meet. */
export function within(span: Span, bounds: Span): readonly Span[] {
  const fromId = span.fromId > bounds.fromId ? span.fromId : bounds.fromId
  const beforeId = span.beforeId < bounds.beforeId ? span.beforeId : bounds.beforeId
  return fromId < beforeId ? [{ fromId, beforeId }] : []
}
