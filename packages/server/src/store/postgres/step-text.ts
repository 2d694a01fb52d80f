/**
 * A step as PostgreSQL runs it. Where a step must change so many rows, the statement itself fails when it does not, so
 * that a whole group crosses in one round trip and nobody has to look at counts in between. Plain SQL, no function of
 * one engine: a division by zero is an error wherever SQL is spoken.
 */
import type { Step } from '../store.js'
import { bind, type Params } from '../query.js'
import type { Statement } from './flight.js'

const texts = new WeakMap<Step['query'], Map<number, string>>()

/** @param step without anything left to be signed. */
export function statementOf({ query, params, expect }: Step): Statement {
  const compiled = query.compiled.postgres
  return {
    sql: expect === null ? compiled.sql : expecting(query, expect),
    values: bind(compiled, params as Params),
    reads: false,
  }
}

function expecting(query: Step['query'], expect: number): string {
  let byCount = texts.get(query)
  if (byCount === undefined) {
    byCount = new Map()
    texts.set(query, byCount)
  }
  let text = byCount.get(expect)
  if (text === undefined) {
    const { sql } = query.compiled.postgres
    const counted = sql.startsWith('select ') ? sql : `${sql} returning 1 as changed`
    text =
      `with step as (${counted}) ` +
      `select 1 / (case when count(*) = ${expect} then 1 else 0 end) as held from step`
    byCount.set(expect, text)
  }
  return text
}
