/**
 * Migrations: numbered SQL files, forward only. `0001_name.sql` is for every engine, `0001_name.sqlite.sql` is what
 * only that engine needs and runs right after it. One transaction each, recorded by name.
 */
import { readdirSync, readFileSync } from 'node:fs'
import type { Engine } from './query.js'

export type Migration = { readonly name: string; readonly sql: string }

const FOLDER = new URL('./migrations/', import.meta.url)

/** What an engine has to run, in order. */
export function migrationsFor(engine: Engine): Migration[] {
  const other = engine === 'sqlite' ? '.postgres.sql' : '.sqlite.sql'
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql') && !name.endsWith(other))
    .map((name) => ({
      name,
      order: name.replace(/(\.\w+)?\.sql$/, (_, special?: string) => (special ? '~' : '')),
    }))
    .sort((left, right) => (left.order < right.order ? -1 : 1))
    .map(({ name }) => {
      const sql = readFileSync(new URL(name, FOLDER), 'utf8')
      return {
        name,
        sql: engine === 'postgres' && !name.endsWith('.postgres.sql') ? comparedByBytes(sql) : sql,
      }
    })
}

/**
 * Ids and times are compared as bytes, and `~` is behind all of them; a database of PostgreSQL may have been created with
 * the rules of a language, so the columns say it themselves.
 */
function comparedByBytes(sql: string): string {
  return sql.replaceAll(/(\w) text\b/g, '$1 text collate "C"')
}
