/**
 * Exports a ledger as an evidence bundle (delegation.md §4.3): redaction first, then the chain anew, then the anchor, so
 * that what is signed is what is published.
 */
import { isJsonObject, type JsonObject, type JsonValue, ownMember, sha256, toHex } from '@heron/evidence'
import { CallerError } from '../caller-error.js'
import { type AnchorSigner, signAnchor } from '../ledger/anchor.js'
import { EMPTY_HEAD, GENESIS_PREV_HASH, hashEntry } from '../ledger/hash.js'
import { LEDGER_FIELDS, type SchemaVersion } from '../ledger/vocabulary.js'

export type ExportOptions = {
  readonly signer: AnchorSigner
  /** The anchor's `ts`: RFC 3339 text or an integer. Default 0. */
  readonly ts?: number | string
  /** Replaces every task by its length and a short hash. Not possible with envelopes, which cover the entries as they are. */
  readonly redactTasks?: boolean
  /** The context keys that may be published. Absent: any. */
  readonly contextKeys?: readonly string[]
  /** True: a violation refuses the export. Default false: it is listed under `redaction`. */
  readonly strict?: boolean
  /** Observer envelopes over the exported entries. */
  readonly envelopes?: readonly JsonObject[]
  readonly note?: string
}

export type ExportableLedger = {
  readonly v: SchemaVersion
  readonly chainId: string
  readonly entries: readonly JsonObject[]
}

const FIELDS: ReadonlySet<string> = new Set(LEDGER_FIELDS)
const NOTE = 'verify offline: heron bundle verify'

/**
 * Builds the bundle.
 *
 * @throws {CallerError} `bad_option` for redaction beside envelopes, or for a violation in strict mode; the message names
 * members and positions, never values.
 */
export function exportLedger(ledger: ExportableLedger, options: ExportOptions): JsonObject {
  const { envelopes = [], redactTasks = false } = options
  if (redactTasks && envelopes.length > 0) {
    throw new CallerError(
      'bad_option',
      'redaction changes what envelopes cover: sign envelopes over the redacted entries',
    )
  }
  const violations = findViolations(ledger.entries, options.contextKeys)
  if (options.strict === true && violations.length > 0) {
    throw new CallerError('bad_option', `strict export refused: ${violations.slice(0, 5).join('; ')}`)
  }
  const entries = redactTasks ? rechain(ledger.entries.map(redactTask)) : ledger.entries
  const last = entries.at(-1)
  const anchor = signAnchor(
    {
      v: ledger.v,
      chainId: ledger.chainId,
      seq: entries.length - 1,
      head: last === undefined ? EMPTY_HEAD : (ownMember(last, 'hash') as string),
      ts: options.ts ?? 0,
    },
    options.signer,
  )
  return {
    v: ledger.v,
    c14n: 'JCS',
    chain_id: ledger.chainId,
    entries,
    anchor,
    redaction: { ok: violations.length === 0, violations },
    note: options.note ?? NOTE,
    ...(envelopes.length > 0 && { envelopes }),
  }
}

/** What the leak check does not know. Free text inside allowed members is not read: keep it clean where it is made. */
function findViolations(
  entries: readonly JsonObject[],
  contextKeys: readonly string[] | undefined,
): string[] {
  const allowed = contextKeys === undefined ? null : new Set(contextKeys)
  const violations: string[] = []
  for (const [index, entry] of entries.entries()) {
    for (const name of Object.keys(entry)) {
      if (!FIELDS.has(name)) violations.push(`entry ${index}: member ${name} is not of the ledger`)
    }
    const context = ownMember(entry, 'context')
    if (allowed === null || !isJsonObject(context)) continue
    for (const name of Object.keys(context)) {
      if (!allowed.has(name)) violations.push(`entry ${index}: context key ${name} is not on the list`)
    }
  }
  return violations
}

function redactTask(entry: JsonObject): JsonObject {
  const task = ownMember(entry, 'task')
  if (typeof task !== 'string') return entry
  const hash = toHex(sha256(new TextEncoder().encode(task))).slice(0, 12)
  return { ...entry, task: `redacted:len=${task.length}:h=${hash}` }
}

/** Chains entries anew after a change. @throws {CallerError} when one has no canonical form. */
function rechain(entries: readonly JsonObject[]): JsonObject[] {
  let previous = GENESIS_PREV_HASH
  return entries.map((entry, index) => {
    const linked: Record<string, JsonValue> = { ...entry, prev_hash: previous }
    const hash = hashEntry(previous, linked)
    if (hash === null) throw new CallerError('bad_option', `entry ${index} has no canonical form`)
    previous = hash
    return { ...linked, hash }
  })
}
