/**
 * The record schema of version 2 (bundle-format §5). A conditional member is valid or absent, never null; the first
 * defect of a record, in the order written there, is the one told.
 */
import { isJsonObject, type JsonObject, ownMember } from '@heron/evidence'
import { integerOf } from '../ledger/integer.js'
import { isHex32, isHex64, isNonEmptyText } from '../ledger/text-forms.js'
import { BODY_STATES, CAPTURES, UNLISTED } from '../ledger/vocabulary.js'

const CAPTURE_WORDS: ReadonlySet<unknown> = new Set(CAPTURES)
const STATE_WORDS: ReadonlySet<unknown> = new Set(BODY_STATES)
const NOT_ON_DENY = ['capture', 'adapter', 'authorized_params_hash', 'params_hash_reason', 'policy'] as const

/** Each answers what is wrong with a record of its event, or null. @param entry UNTRUSTED. */
export type RecordCheck = (entry: JsonObject) => string | null

export const rootDefect: RecordCheck = (entry) =>
  isHex32(ownMember(entry, 'params_salt')) ? null : 'params_salt must be 32 lower-case hex digits'

export const allowDefect: RecordCheck = (entry) => {
  const call = callIdDefect(entry)
  if (call !== null) return call
  if (!CAPTURE_WORDS.has(ownMember(entry, 'capture'))) return `capture must be one of ${CAPTURES.join(', ')}`
  const adapter = ownMember(entry, 'adapter')
  if (!isJsonObject(adapter)) return 'adapter must be an object'
  for (const name of ['module', 'version', 'hook_path']) {
    if (!isNonEmptyText(ownMember(adapter, name)))
      return `adapter.${name} must be a text with something in it`
  }
  const policy = ownMember(entry, 'policy')
  if (policy !== undefined && policy !== UNLISTED) return 'policy has a value that is not defined'
  return paramsDefect(entry, 'authorized_params_hash')
}

export const denyDefect: RecordCheck = (entry) => {
  const call = callIdDefect(entry)
  if (call !== null) return call
  const stray = NOT_ON_DENY.find((name) => Object.hasOwn(entry, name))
  return stray === undefined ? null : `a deny has no ${stray}`
}

export const outcomeDefect: RecordCheck = (entry) => {
  const call = callIdDefect(entry)
  if (call !== null) return call
  const state = ownMember(entry, 'body_state')
  if (!STATE_WORDS.has(state)) return `body_state must be one of ${BODY_STATES.join(', ')}`
  if (state === 'raised' && !isNonEmptyText(ownMember(entry, 'error_code'))) {
    return 'error_code must name the error of a call that raised'
  }
  if (state !== 'raised' && Object.hasOwn(entry, 'error_code'))
    return 'error_code stands only where the call raised'
  const duration = integerOf(ownMember(entry, 'duration_ms'))
  if (duration === null || duration < 0) return 'duration_ms must be an integer from 0'
  return paramsDefect(entry, 'invoked_params_hash') ?? receiptDefect(entry)
}

export const killDefect: RecordCheck = (entry) => {
  const pending = ownMember(entry, 'pending_at_kill')
  if (pending === undefined || (Array.isArray(pending) && pending.every(isHex32))) return null
  return 'pending_at_kill must list call ids of 32 lower-case hex digits'
}

function callIdDefect(entry: JsonObject): string | null {
  return isHex32(ownMember(entry, 'call_id')) ? null : 'call_id must be 32 lower-case hex digits'
}

/** A hash, or the reason why there is none, or neither: then no commitment was attempted. */
function paramsDefect(entry: JsonObject, hashName: string): string | null {
  const hash = ownMember(entry, hashName)
  if (hash !== undefined && !isHex64(hash)) return `${hashName} must be 64 lower-case hex digits`
  const reason = ownMember(entry, 'params_hash_reason')
  if (reason === undefined) return null
  if (reason !== 'unsupported') return 'params_hash_reason must be "unsupported"'
  return hash === undefined ? null : `params_hash_reason and ${hashName} exclude each other`
}

function receiptDefect(entry: JsonObject): string | null {
  const receipt = ownMember(entry, 'receipt')
  if (receipt === undefined) return null
  if (!isJsonObject(receipt)) return 'receipt must be an object'
  for (const name of ['type', 'ref']) {
    if (!isNonEmptyText(ownMember(receipt, name)))
      return `receipt.${name} must be a text with something in it`
  }
  return isHex64(ownMember(receipt, 'digest')) ? null : 'receipt.digest must be 64 lower-case hex digits'
}
