/** Looking at what a finding points to: the value in the record, and the value that should have stood there. */
import {
  type ActionRecord,
  chainRecord,
  type CheckFinding,
  type Digest,
  type JsonValue,
} from '@heron/evidence'

/** The value at a JSON pointer, or undefined. */
export function valueAt(value: JsonValue | undefined, pointer: string): JsonValue | undefined {
  let here = value
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, name)) return undefined
    here = (here as Record<string, JsonValue>)[name]
  }
  return here
}

/** Text of a value for a person: strings bare, the rest as JSON. */
export function shown(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export type Difference = { readonly expected: string; readonly found: string }

/**
 * Expected and found, side by side; null where a finding is about no single value.
 *
 * @param entry UNTRUSTED: the line that the finding is on, where it could be read.
 */
export function differenceOf(finding: CheckFinding, entry: JsonValue | undefined): Difference | null {
  const { code, message, pointer } = finding
  if (pointer === undefined) return null
  const found = valueAt(entry, pointer)
  // The manifest is what was signed: there the value pointed to is the expected one.
  if (valueAt(entry, '/type') === 'manifest')
    return { expected: `signed: ${shown(found).slice(0, 160)}`, found: message }
  return { expected: expectedOf(code, pointer, entry) ?? message, found: shown(found) }
}

function expectedOf(code: string, pointer: string, entry: JsonValue | undefined): string | null {
  if (code === 'RECORD_HASH_WRONG') return recomputedHash(entry)
  if (code.endsWith('SIGNATURE_INVALID')) return 'a signature that fits exactly these bytes'
  if (code === 'MEMBERS_DIFFER') {
    const member = pointer.slice(pointer.lastIndexOf('/'))
    const beside = valueAt(entry, `/record${member}`) ?? valueAt(entry, `/evaluation/payload${member}`)
    return beside === undefined ? null : shown(beside)
  }
  return null
}

function recomputedHash(entry: JsonValue | undefined): string | null {
  try {
    const { record, prev_hash } = entry as unknown as { record: ActionRecord; prev_hash: Digest }
    return chainRecord(record, prev_hash).recordHash
  } catch {
    return null
  }
}
