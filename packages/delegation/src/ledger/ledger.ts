/**
 * The append-only ledger in memory (delegation.md §4.1): hash-chained entries, kept as the canonical lines that were
 * hashed, so that no later change of a caller's object can reach them.
 *
 * What an entry means is the guard's work; files are the Node subpath's.
 */
import { type JsonObject, type JsonValue } from '@heron/evidence'
import { EMPTY_HEAD, GENESIS_PREV_HASH, ledgerText, sha256Hex } from './hash.js'
import type { LedgerEvent, SchemaVersion } from './vocabulary.js'

/** One committed entry, as read back from its line. */
export type LedgerEntry = JsonObject & {
  readonly v: SchemaVersion
  readonly seq: number
  readonly event: LedgerEvent
  readonly hash: string
}

/** Receives every entry after it was committed. It may throw; the entry stands all the same. */
export type LedgerSink = {
  /** @param line the entry's canonical text, without a line break. `entry` parses it when asked. */
  readonly write: (line: string, entry: () => LedgerEntry) => void
}

export type LedgerOptions = {
  readonly v: SchemaVersion
  readonly chainId: string
  /** Called in this order; a ledger file goes first. */
  readonly sinks?: readonly LedgerSink[]
  /** The `ts` of the next entry: RFC 3339 text or an integer. Default: a counter from 1. */
  readonly timestamp?: () => number | string
  /** SHA-256 of a text's UTF-8 in lower-case hex; default is the portable one. */
  readonly sha256Hex?: (text: string) => string
}

/**
 * A committed entry that a sink failed to take. The caller must not retry: the entry is in the chain, a second attempt
 * would record (and meter) the act twice.
 */
export class LedgerWriteError extends Error {
  readonly code = 'ledger_write_failed'
  readonly entry: LedgerEntry

  constructor(entry: LedgerEntry, cause: unknown) {
    super(`entry ${entry.seq} (${entry.event}) is committed, but a ledger sink failed; do not retry`, {
      cause,
    })
    this.name = 'LedgerWriteError'
    this.entry = entry
  }
}

export class Ledger {
  readonly v: SchemaVersion
  readonly chainId: string
  readonly #lines: string[] = []
  readonly #sinks: readonly LedgerSink[]
  readonly #timestamp: () => number | string
  readonly #sha256Hex: (text: string) => string
  #head = GENESIS_PREV_HASH

  constructor(options: LedgerOptions) {
    this.v = options.v
    this.chainId = options.chainId
    this.#sinks = options.sinks ?? []
    this.#timestamp = options.timestamp ?? (() => this.#lines.length + 1)
    this.#sha256Hex = options.sha256Hex ?? sha256Hex
  }

  /** How many entries are committed. */
  get length(): number {
    return this.#lines.length
  }

  /** Hash of the last entry, or the word GENESIS. */
  get head(): string {
    return this.#lines.length === 0 ? EMPTY_HEAD : this.#head
  }

  /** The JSON Lines, oldest first. */
  get lines(): readonly string[] {
    return this.#lines
  }

  /** The entries, parsed anew: the caller may do with them as it likes. */
  entries(): LedgerEntry[] {
    return this.#lines.map(parseLine)
  }

  /**
   * Commits one entry.
   *
   * @throws {CanonicalizationError} when a member has no canonical form; nothing is committed then.
   * @throws {LedgerWriteError} when a sink failed after the commit.
   */
  append(event: LedgerEvent, members: { readonly [name: string]: JsonValue | undefined }): void {
    const line = this.#seal(event, members)
    if (this.#sinks.length === 0) return
    let failure: { readonly cause: unknown } | null = null
    for (const sink of this.#sinks) {
      try {
        sink.write(line, () => parseLine(line))
      } catch (cause) {
        failure ??= { cause }
      }
    }
    if (failure !== null) throw new LedgerWriteError(parseLine(line), failure.cause)
  }

  #seal(event: LedgerEvent, members: { readonly [name: string]: JsonValue | undefined }): string {
    const before: Record<string, JsonValue> = { c14n: 'JCS', chain_id: this.chainId, event }
    const after: Record<string, JsonValue> = {
      prev_hash: this.#head,
      seq: this.#lines.length,
      ts: this.#timestamp(),
      v: this.v,
    }
    for (const name of Object.keys(members)) {
      const value = members[name]
      if (value !== undefined) (name < 'hash' ? before : after)[name] = value
    }
    // `hash` stands between two runs of members in canonical order, so that hashing and writing share one serialisation.
    const head = ledgerText(before).slice(0, -1)
    const tail = ledgerText(after).slice(1)
    const hashed = `${this.#head}${head},${tail}`
    const hash = this.#sha256Hex(hashed)
    // Cut from the text that hashing has made flat: kept as pieces, a line would hold every fragment it was written from.
    const split = this.#head.length + head.length
    const line = `${hashed.slice(this.#head.length, split)},"hash":"${hash}"${hashed.slice(split)}`
    this.#lines.push(line)
    this.#head = hash
    return line
  }
}

function parseLine(line: string): LedgerEntry {
  return JSON.parse(line) as LedgerEntry
}
