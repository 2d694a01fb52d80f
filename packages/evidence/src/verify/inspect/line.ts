/**
 * One line of an export, checked by itself: its bytes, its shape, its hashes, its signatures. No line needs another one
 * here, only the material from the head of the file, so lines may be inspected in any order, in parallel.
 */
import type { EntryType, ExportEntry } from '../../export/format.js'
import { ENTRY_TYPES, MAX_LINE_BYTES } from '../../export/format.js'
import { decodeJson } from '../../json/read.js'
import { isJsonObject, type JsonValue, ownMember } from '../../json/value.js'
import type { EntryFacts } from '../facts.js'
import { quote } from '../report.js'
import { ENTRY_SHAPES } from '../shapes/entries.js'
import { inspectAction } from './action.js'
import { inspectCheckpoint, inspectCheckpointLeaf } from './checkpoint.js'
import type { InspectionContext } from './context.js'
import { inspectBundle, inspectCatalog, inspectKey, inspectVendorKey } from './head.js'
import { inspectLog } from './log.js'
import { inspectReceipt } from './receipt.js'
import { inspectClose, inspectResolution, inspectSession } from './session.js'
import { inspectStatement } from './statement.js'

const UNREADABLE: EntryFacts = { type: 'unreadable' }
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Inspects a line as it stands in the file: it must be the canonical text of an entry.
 *
 * @param bytes UNTRUSTED, without the line feed.
 */
export async function inspectLine(bytes: Uint8Array, context: InspectionContext): Promise<EntryFacts> {
  const { recorder } = context
  recorder.checked('format')
  if (bytes.length > MAX_LINE_BYTES) {
    recorder.fail('format', 'LINE_TOO_LONG', `the line is longer than ${MAX_LINE_BYTES.toString()} bytes`)
    return UNREADABLE
  }
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    recorder.fail('format', 'LINE_NOT_UTF8', 'the line is not valid UTF-8')
    return UNREADABLE
  }
  const value = readCanonical(text, context) ?? readStrictly(text, context)
  return value === undefined ? UNREADABLE : inspectEntry(value, context)
}

/**
 * The way of honest lines: a text that equals the canonical text of what a stock parser reads in it is strict JSON,
 * since a duplicate name, a lone surrogate, a rounded number or too deep a nesting would not come back the same.
 */
function readCanonical(text: string, { texts }: InspectionContext): JsonValue | undefined {
  try {
    const value = JSON.parse(text) as JsonValue
    return texts.line(value) === text ? value : undefined
  } catch {
    return undefined
  }
}

/** The way of all other lines: says what is wrong with them, and where. */
function readStrictly(text: string, { recorder }: InspectionContext): JsonValue | undefined {
  const read = decodeJson(text, { unsafeIntegers: 'uncanonical' })
  if (!read.ok) {
    const { message, pointer, offset } = read.error
    recorder.fail('format', 'LINE_NOT_JSON', `${message} (character ${(offset + 1).toString()})`, pointer)
    return undefined
  }
  recorder.fail('format', 'LINE_NOT_CANONICAL', 'the line is not the canonical text (RFC 8785) of its entry')
  return read.value
}

/**
 * Inspects an entry of the plain form, whose text is not at hand.
 *
 * @param value UNTRUSTED.
 */
export async function inspectEntry(value: JsonValue, context: InspectionContext): Promise<EntryFacts> {
  const { recorder } = context
  const type = isJsonObject(value) ? ownMember(value, 'type') : undefined
  if (!isEntryType(type)) {
    const found = typeof type === 'string' ? quote(type) : 'none'
    recorder.fail('format', 'ENTRY_TYPE_UNKNOWN', `the entry's type is unknown (${found})`, '/type')
    return UNREADABLE
  }
  const problem = ENTRY_SHAPES[type](value)
  if (problem !== null) {
    recorder.fail('format', 'ENTRY_MALFORMED', `${type}: ${problem.message}`, problem.pointer)
    return { type: 'unread', of: type }
  }
  // INVARIANT: the shape of a type accepts only what may be read as that type.
  const entry = value as unknown as ExportEntry
  return (await inspectByType(entry, context)) ?? { type: 'unread', of: type }
}

function isEntryType(value: JsonValue | undefined): value is EntryType {
  return typeof value === 'string' && (ENTRY_TYPES as readonly string[]).includes(value)
}

/** `null` where the entry's version is one that we do not know. */
async function inspectByType(entry: ExportEntry, context: InspectionContext): Promise<EntryFacts | null> {
  switch (entry.type) {
    case 'header':
      return { type: 'header', entry }
    case 'key':
      return inspectKey(entry, context)
    case 'vendor_key':
      return inspectVendorKey(entry, context)
    case 'bundle':
      return inspectBundle(entry, context)
    case 'catalog':
      return inspectCatalog(entry, context)
    case 'log':
      return inspectLog(entry, context)
    case 'checkpoint':
      return inspectCheckpoint(entry, context)
    case 'checkpoint_leaf':
      return inspectCheckpointLeaf(entry, context)
    case 'session':
      return inspectSession(entry, context)
    case 'action':
      return inspectAction(entry, context)
    case 'resolution':
      return inspectResolution(entry, context)
    case 'close':
      return inspectClose(entry, context)
    case 'finding':
      return { type: 'finding', entry }
    case 'unmatched': {
      const { signatureValid } = await inspectStatement(entry, '', context)
      return { type: 'unmatched', action: entry.statement.action_id, signatureValid }
    }
    case 'manifest':
      return (await inspectReceipt(entry.receipt, 1, 'manifest.signature', '/receipt', context))
        ? { type: 'manifest', payload: entry.receipt.payload }
        : null
  }
}
