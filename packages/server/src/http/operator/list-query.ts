/** What the lists of the operator API have in common: pages, filters, and the shapes of their answers. */
import Type, { type TSchema } from 'typebox'
import { requireTime } from '../../domain/door.js'
import type { PageRequest } from '../../domain/evidence-page/paging.js'

const MAX_LIMIT = 200
const DEFAULT_LIMIT = 50
/** Longest text of a filter; names have 256 characters at most, a cursor holds two. */
const MAX_TEXT = 1024

/** A text to filter by. */
export function filterText(description: string): Type.TOptional<Type.TString> {
  const expected = `a text of at most ${MAX_TEXT.toString()} characters without control characters`
  return Type.Optional(
    Type.String({
      maxLength: MAX_TEXT,
      pattern: '^[^\\u0000-\\u001f\\u007f]*$',
      description,
      'x-expected': expected,
    }),
  )
}

/** One word of a closed vocabulary to filter by. */
export function filterWord<const Words extends readonly string[]>(
  words: Words,
  description: string,
): Type.TOptional<Type.TUnsafe<Words[number]>> {
  return Type.Optional(
    Type.Unsafe<Words[number]>({
      type: 'string',
      enum: words,
      description,
      'x-expected': `one of ${words.join(', ')}`,
    }),
  )
}

/** A moment to filter by. */
export function filterTime(description: string): Type.TOptional<Type.TString> {
  return Type.Optional(
    Type.String({
      format: 'date-time',
      description,
      'x-expected': 'an RFC 3339 time, such as `2026-11-30T18:43:03.399Z`',
    }),
  )
}

/** Members of a query that asks for a page. */
export const paging = {
  cursor: filterText('`next_cursor` of the answer before.'),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LIMIT,
      default: DEFAULT_LIMIT,
      'x-expected': `a number from 1 to ${MAX_LIMIT.toString()}`,
    }),
  ),
}

export function pageOf({ cursor, limit }: { cursor?: string; limit?: number }): PageRequest {
  return { cursor: cursor ?? null, limit: limit ?? DEFAULT_LIMIT }
}

/** Times of a query in their one form; what is not given stays out. */
export function timesOf(query: { readonly since?: string; readonly until?: string }): {
  readonly since?: string
  readonly until?: string
} {
  const { since, until } = query
  return {
    ...(since === undefined ? {} : { since: requireTime(since, '') }),
    ...(until === undefined ? {} : { until: requireTime(until, '') }),
  }
}

/** A page of a list. */
export function paged(item: TSchema, description: string): TSchema {
  return Type.Object(
    {
      items: Type.Array(item),
      next_cursor: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description:
          'Null at the end. With a filter that little passes, a page may be short and still have one.',
      }),
    },
    { description },
  )
}
