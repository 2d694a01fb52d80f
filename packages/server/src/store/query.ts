/**
 * Queries written once with Kysely, compiled once per engine, and run by name of their parameters through prepared
 * statements. The builder costs more than a point read; compiled, a query is a text and the order of its values.
 */
import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Schema } from './schema.js'

export type SqlValue = string | number | null
export type Params = { readonly [name: string]: SqlValue }
export type Engine = 'sqlite' | 'postgres'

/** A query, its parameters by name and the rows that it answers. */
export type Query<P = Params, Row = unknown> = {
  readonly compiled: Readonly<Record<Engine, CompiledText>>
  /** Types only; never there at run time. */
  readonly __types?: { readonly params: P; readonly row: Row }
}

export type CompiledText = {
  readonly sql: string
  /** Parameter names in the order of their placeholders. */
  readonly names: readonly string[]
  /** Values that the builder itself put in, by placeholder; undefined where a name stands. */
  readonly constants: readonly (SqlValue | undefined)[]
}

/** Stands for a parameter while the query is built. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * Defines a query. `parameters` is a type argument of its own, since the row type is inferred:
 * `query<{ id: string }>()((db, p) => db.selectFrom('actions').selectAll().where('id', '=', p.id))`.
 */
export function query<P extends Params>(): <Row>(
  build: (db: Kysely<Schema>, p: P) => Compilable<Row>,
  /** Where PostgreSQL, whose writers run beside each other, has to say it in other words. */
  buildForPostgres?: (db: Kysely<Schema>, p: P) => Compilable,
) => Query<P, Row> {
  return (build, buildForPostgres = build) => {
    const compileFor = (
      db: Kysely<Schema>,
      build: (db: Kysely<Schema>, p: P) => Compilable,
    ): CompiledText => {
      const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as P
      const { sql, parameters } = build(db, placeholders).compile()
      return {
        sql,
        names: parameters.map((value) => (value instanceof Placeholder ? value.name : '')),
        constants: parameters.map((value) =>
          value instanceof Placeholder ? undefined : (value as SqlValue),
        ),
      }
    }
    return {
      compiled: { sqlite: compileFor(sqlite, build), postgres: compileFor(postgres, buildForPostgres) },
    }
  }
}

/**
 * The values of a query in the order of its placeholders.
 *
 * @throws {TypeError} when a parameter is missing: a broken contract of the caller.
 */
export function bind(text: CompiledText, params: Params): SqlValue[] {
  return text.names.map((name, index) => {
    const value = name === '' ? text.constants[index] : params[name]
    if (value === undefined) throw new TypeError(`the query parameter \`${name}\` is missing`)
    return value
  })
}

const sqlite = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

const postgres = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Defines the insertion of one whole row; the compiler sees that no column is left out. */
export function insertRow<Table extends keyof Schema>(
  table: Table,
): <const Columns extends readonly (keyof Schema[Table] & string)[]>(
  ...columns: Columns & (Exclude<keyof Schema[Table], Columns[number]> extends never ? unknown : never)
) => Query<Schema[Table]> {
  return (...columns) => {
    const insertion = query()((db, p) => {
      const values = Object.fromEntries(columns.map((column) => [column, p[column]]))
      // The row is complete by the signature above; Kysely cannot follow a table given as a type parameter.
      return db.insertInto<keyof Schema>(table).values(values)
    })
    return insertion as unknown as Query<Schema[Table]>
  }
}
