/** A finding in the answers of the operator API. */
import Type from 'typebox'
import { flag, open, orNull, text, time } from './shapes.js'

const review = Type.Object({
  act: text,
  by: orNull('string'),
  reason: orNull('string'),
  at: time,
  entry_hash: text,
})

export const findingShape = Type.Object({
  finding: text,
  kind: text,
  severity: text,
  published: flag,
  state: Type.Unsafe<string>({ type: 'string', enum: ['open', 'resolved', 'cleared'] }),
  session: orNull('string'),
  action: orNull('string'),
  catalog_hash: orNull('string'),
  tool: orNull('string'),
  agent: orNull('string'),
  environment: orNull('string'),
  verdict: orNull('string'),
  rule: orNull('string'),
  raised_at: time,
  cleared_at: orNull('string'),
  detail: open('What it was raised from.'),
  reviews: Type.Array(review),
})
