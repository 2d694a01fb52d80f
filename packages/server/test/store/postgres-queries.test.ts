/**
 * What every query looks like to PostgreSQL, and to the engines that speak like it: it fits the schema, goes by an index,
 * is plain SQL; and every key begins with the tenant, so that a cluster can be spread by it (docs/operations.md).
 */
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Query } from '../../src/store/query.js'
import { createDatabase, type TestDatabase } from '../support/postgres/databases.js'

const FOLDER = new URL('../../src/store/queries/', import.meta.url)
const OPERATIONS = new URL('../../../../docs/operations.md', import.meta.url)

let database: TestDatabase
let client: pg.Client
const queries: [name: string, query: Query][] = []

beforeAll(async () => {
  database = await createDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  for (const file of readdirSync(FOLDER)) {
    const module = (await import(new URL(file, FOLDER).href)) as Record<string, Query>
    queries.push(...Object.entries(module).filter(([, each]) => 'compiled' in each))
  }
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

type Plan = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly Plan[]
}

/** The tables that a query reads whole, where an index could have been used. */
function scannedBy(plan: Plan): string[] {
  const own = plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? ''] : []
  return [...own, ...(plan.Plans ?? []).flatMap(scannedBy)]
}

describe('queries on PostgreSQL', () => {
  it('all fit the schema, and none reads a whole table but the list of projects', async () => {
    expect(queries.length).toBeGreaterThan(40)
    await client.query('set enable_seqscan = off; set plan_cache_mode = force_generic_plan')
    const scans: string[] = []
    for (const [name, { compiled }] of queries) {
      const { sql, names } = compiled.postgres
      await client.query(`prepare asked as ${sql}`).catch((error: unknown) => {
        throw new Error(name, { cause: error })
      })
      const values = names.length === 0 ? '' : `(${names.map(() => 'null').join(', ')})`
      const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: Plan }[] }>(
        `explain (format json) execute asked${values}`,
      )
      await client.query('deallocate asked')
      const [{ Plan: plan }] = rows[0]!['QUERY PLAN'] as [{ Plan: Plan }]
      if (scannedBy(plan).length > 0) scans.push(`${name}: ${scannedBy(plan).join()}`)
    }
    // One row a project, and all of them are asked about.
    expect(scans.filter((scan) => scan !== 'readSweepTimes: chain_sweeps')).toEqual([])
  })

  it('are plain SQL: no advisory lock, and no function that only one engine has', () => {
    const standard = new Set(
      'abs avg cast coalesce count exists in lower max min round row_number substr sum'.split(' '),
    )
    const words = new Set(
      'chunk found step and as by conflict from into join on or over returning select set values where with'.split(
        ' ',
      ),
    )
    for (const [name, { compiled }] of queries) {
      const { sql } = compiled.postgres
      expect(sql, name).not.toMatch(/advisory|pg_|::/)
      const called = [...sql.matchAll(/([a-z_]+)\s*\(/g)].map(([, word = '']) => word)
      expect(
        called.filter((word) => !standard.has(word) && !words.has(word)),
        name,
      ).toEqual([])
    }
  })
})

describe('keys on PostgreSQL', () => {
  const referenceTables = (): string[] => {
    const [, list = ''] = /Reference tables: ([^.]*)\./.exec(readFileSync(OPERATIONS, 'utf8')) ?? []
    return [...list.matchAll(/`(\w+)`/g)].map(([, table = '']) => table).sort()
  }

  it('begin with the tenant, but in the small tables that are asked before the tenant is known', async () => {
    const { rows } = await client.query<{ table: string; columns: string }>(`
      select t.relname as table,
        (select string_agg(a.attname, ' ' order by k.place)
          from unnest(i.indkey) with ordinality as k (number, place)
          join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number) as columns
      from pg_index i join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
      where n.nspname = 'public' and i.indisunique`)
    const global = rows.filter(({ columns }) => !columns.startsWith('organization_id'))
    expect([...new Set(global.map(({ table }) => table))].sort()).toEqual(referenceTables())
  })

  it('compare bytes, whatever the database was created with', async () => {
    const { rows } = await client.query<{ column: string }>(`
      select c.relname || '.' || a.attname as column
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_collation o on o.oid = a.attcollation
      where n.nspname = 'public' and c.relkind = 'r' and a.attnum > 0 and o.collname <> 'C'`)
    expect(rows).toEqual([])
  })

  it('number actions up to 2^32 - 1', async () => {
    const { rows } = await client.query<{ type: string }>(
      "select data_type as type from information_schema.columns where table_name = 'actions' and column_name = 'seq'",
    )
    expect(rows).toEqual([{ type: 'bigint' }])
  })
})
