/**
 * Statements that cross to PostgreSQL together and are answered together: one round trip, however many they are. Written
 * on the extended protocol with one `Sync`, so the server passes over everything behind a statement that failed.
 */
import type { Connection, Submittable } from 'pg'
import type { SqlValue } from '../query.js'

export type Statement = {
  readonly sql: string
  readonly values: readonly SqlValue[]
  /** Whether anybody wants its rows; else they are not described and not kept. */
  readonly reads: boolean
}

export type Row = { [column: string]: SqlValue }

/** What a server says of an error (PostgreSQL, "Error and Notice Message Fields"). */
export type ServerError = Error & { readonly code?: string }

/** `failed` is the index of the statement that the server refused; those behind it were never run. */
export type FlightOutcome = {
  /** Rows of the statements that were run, in order; those of a statement without rows are empty. */
  readonly rows: readonly (readonly Row[])[]
  readonly failed: number | null
  readonly error: ServerError | null
}

/** The part of a connection of `pg` that a flight writes to; its published types are older than it is. */
type Wire = {
  readonly stream: { readonly cork: () => void; readonly uncork: () => void }
  readonly close: (what: { readonly type: 'S'; readonly name: string }) => void
  readonly parse: (what: { readonly name: string; readonly text: string }) => void
  readonly bind: (what: { readonly statement: string; readonly values: readonly (string | null)[] }) => void
  readonly describe: (what: { readonly type: 'P'; readonly name: string }) => void
  readonly execute: (what: { readonly portal: string }) => void
  readonly sync: () => void
}

type Fields = readonly { readonly name: string; readonly dataTypeID: number }[]

/** Numbers of the catalogue: int8, int2, int4, float8, numeric. Heron stores nothing beyond 2^53 as one. */
const NUMERIC_TYPES: ReadonlySet<number> = new Set([20, 21, 23, 701, 1700])

function asText(value: SqlValue): string | null {
  return typeof value === 'number' ? String(value) : value
}

export class Flight implements Submittable {
  readonly done: Promise<FlightOutcome>
  readonly #statements: readonly Statement[]
  readonly #prepared: Map<string, string>
  readonly #rows: Row[][] = []
  readonly #fresh: string[] = []
  #current: Row[] = []
  #fields: Fields = []
  #settle: (outcome: FlightOutcome) => void = () => undefined

  /** @param prepared what the connection has prepared, by text; the flight adds to it. */
  constructor(statements: readonly Statement[], prepared: Map<string, string>) {
    this.#statements = statements
    this.#prepared = prepared
    this.done = new Promise((resolve) => {
      this.#settle = resolve
    })
  }

  submit(connection: Connection): void {
    const wire = connection as unknown as Wire
    wire.stream.cork()
    try {
      for (const { sql, values, reads } of this.#statements) {
        wire.bind({ statement: this.#prepare(wire, sql), values: values.map(asText) })
        if (reads) wire.describe({ type: 'P', name: '' })
        wire.execute({ portal: '' })
      }
      wire.sync()
    } finally {
      wire.stream.uncork()
    }
  }

  #prepare(wire: Wire, sql: string): string {
    const known = this.#prepared.get(sql)
    if (known !== undefined) return known
    const name = `heron_${this.#prepared.size}`
    // Where an earlier flight failed, nobody knows whether this name was taken.
    wire.close({ type: 'S', name })
    wire.parse({ name, text: sql })
    this.#prepared.set(sql, name)
    this.#fresh.push(sql)
    return name
  }

  handleRowDescription({ fields }: { readonly fields: Fields }): void {
    this.#fields = fields
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#statements[this.#rows.length]?.reads !== true) return
    const row: Row = {}
    for (const [index, { name, dataTypeID }] of this.#fields.entries()) {
      const text = fields[index] ?? null
      row[name] = text !== null && NUMERIC_TYPES.has(dataTypeID) ? Number(text) : text
    }
    this.#current.push(row)
  }

  handleCommandComplete(): void {
    this.#rows.push(this.#current)
    this.#current = []
  }

  handleReadyForQuery(): void {
    this.#settle({ rows: this.#rows, failed: null, error: null })
  }

  handleError(error: ServerError): void {
    // Names are given by number: those of this flight are given back from the last one on, and given again.
    for (const sql of this.#fresh) this.#prepared.delete(sql)
    this.#settle({ rows: this.#rows, failed: this.#rows.length, error })
  }
}
