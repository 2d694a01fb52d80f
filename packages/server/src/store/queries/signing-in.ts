/**
 * Rows of the tables that people sign in with, found by whatever the library of sign-ins asks for. A statement is built
 * once for each shape of a question, and kept; tables and columns come from the schema, values are always parameters.
 */
import { type RawBuilder, sql } from 'kysely'
import { type Params, type Query, query, type SqlValue } from '../query.js'

export type SignInTable = 'people' | 'person_sessions' | 'credentials' | 'verifications' | 'two_factors'

export type SignInRow = Readonly<Record<string, SqlValue>>

const OPERATORS = { eq: '=', ne: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const

export type Comparison = keyof typeof OPERATORS

export type Condition = { readonly column: string; readonly operator: Comparison; readonly value: SqlValue }

/** A query and the values that it is to be run with. */
export type BoundQuery = { readonly query: Query<Params, SignInRow>; readonly params: Params }

/** Only names as a schema writes them: what comes from elsewhere is never one. */
const COLUMN = /^[a-z][a-z0-9_]*$/

export function selectRows(
  table: SignInTable,
  conditions: readonly Condition[],
  { limit, newestBy = null }: { readonly limit: number; readonly newestBy?: string | null },
): BoundQuery {
  const order = newestBy === null ? '' : `by ${columnOf(newestBy)}`
  const found = prepared(`select ${table} ${shapeOf(conditions)} ${order}`, (p) => {
    const ordered = newestBy === null ? sql`` : sql` order by ${sql.ref(newestBy)} desc`
    return sql`select * from ${sql.table(table)}${whereOf(conditions, p)}${ordered} limit ${p['limit']}`
  })
  return { query: found, params: { ...valuesOf(conditions), limit } }
}

export function insertOne(table: SignInTable, row: SignInRow): BoundQuery {
  const columns = Object.keys(row)
  const insertion = prepared(`insert ${table} ${columns.join()}`, (p) => {
    const names = sql.join(columns.map((column) => sql.ref(columnOf(column))))
    return sql`insert into ${sql.table(table)} (${names}) values (${sql.join(columns.map((column) => p[column]))})`
  })
  return { query: insertion, params: row }
}

/** @param increments what is added to columns of numbers. */
export function updateRows(
  table: SignInTable,
  conditions: readonly Condition[],
  changes: SignInRow,
  increments: Readonly<Record<string, number>> = {},
): BoundQuery {
  const set = Object.keys(changes)
  const added = Object.keys(increments)
  const update = prepared(`update ${table} ${set.join()} ${added.join()} ${shapeOf(conditions)}`, (p) => {
    const assignments = [
      ...set.map((column) => sql`${sql.ref(columnOf(column))} = ${p[`set_${column}`]}`),
      ...added.map(
        (column) => sql`${sql.ref(columnOf(column))} = ${sql.ref(column)} + ${p[`add_${column}`]}`,
      ),
    ]
    return sql`update ${sql.table(table)} set ${sql.join(assignments)}${whereOf(conditions, p)}`
  })
  return {
    query: update,
    params: { ...valuesOf(conditions), ...prefixed('set_', changes), ...prefixed('add_', increments) },
  }
}

export function deleteRows(table: SignInTable, conditions: readonly Condition[]): BoundQuery {
  const deletion = prepared(
    `delete ${table} ${shapeOf(conditions)}`,
    (p) => sql`delete from ${sql.table(table)}${whereOf(conditions, p)}`,
  )
  return { query: deletion, params: valuesOf(conditions) }
}

const known = new Map<string, Query<Params, SignInRow>>()

function prepared(shape: string, build: (p: Params) => RawBuilder<unknown>): Query<Params, SignInRow> {
  let built = known.get(shape)
  if (built === undefined) {
    built = query<Params>()<SignInRow>((db, p) => ({
      compile: () => build(p).compile(db),
    }))
    known.set(shape, built)
  }
  return built
}

function whereOf(conditions: readonly Condition[], p: Params): RawBuilder<unknown> {
  if (conditions.length === 0) return sql``
  const terms = conditions.map(({ column, operator, value }, index) =>
    value === null
      ? sql`${sql.ref(columnOf(column))} is ${operator === 'ne' ? sql`not null` : sql`null`}`
      : sql`${sql.ref(columnOf(column))} ${sql.raw(OPERATORS[operator])} ${p[`where_${index}`]}`,
  )
  return sql` where ${sql.join(terms, sql` and `)}`
}

function shapeOf(conditions: readonly Condition[]): string {
  return conditions
    .map(({ column, operator, value }) => `${column} ${operator}${value === null ? ' null' : ''}`)
    .join()
}

function valuesOf(conditions: readonly Condition[]): Params {
  return Object.fromEntries(
    conditions.flatMap(({ value }, index) => (value === null ? [] : [[`where_${index}`, value] as const])),
  )
}

function prefixed(prefix: string, values: SignInRow): Params {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [prefix + name, value]))
}

function columnOf(name: string): string {
  if (!COLUMN.test(name)) throw new TypeError('a column has a name of small letters')
  return name
}
