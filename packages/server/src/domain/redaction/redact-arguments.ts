/**
 * Redaction of `args_redacted` before storage (heron.md §12). The vendor is expected to have redacted; that is not
 * trusted. The shape stays: same members, same array lengths, another text at the leaves.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@heron/evidence'
import { REDACTED_FIELD, redactOutside, redactText } from './redact-text.js'

export type RedactionSettings = {
  /**
   * The project's allowlist: member names (`subject`: every leaf of that name, at any depth) or dotted paths from the
   * top (`message.subject`; array positions are not steps). A leaf outside it becomes `<redacted:field>`. Empty keeps
   * no content at all, only anchor tokens and the shape.
   */
  readonly allowlist: ReadonlySet<string>
}

/**
 * Redacts the arguments of a call.
 *
 * @param value UNTRUSTED; what the strict reader returned, so at most 64 levels deep.
 */
export function redactArguments(value: JsonObject, { allowlist }: RedactionSettings): JsonObject {
  return redactObject(value, '', allowlist)
}

function redactObject(object: JsonObject, path: string, allowlist: ReadonlySet<string>): JsonObject {
  const redacted: [string, JsonValue][] = []
  const taken = new Map<string, number>()
  for (const [name, member] of Object.entries(object)) {
    const safeName = unused(redactText(name), taken)
    const memberPath = path === '' ? name : `${path}.${name}`
    redacted.push([safeName, redactValue(member, name, memberPath, allowlist)])
  }
  // Not by assignment, which would set the prototype for a member called `__proto__`.
  return Object.fromEntries(redacted)
}

function redactValue(
  value: JsonValue,
  name: string,
  path: string,
  allowlist: ReadonlySet<string>,
): JsonValue {
  if (Array.isArray(value)) {
    return value.map((item: JsonValue) => redactValue(item, name, path, allowlist))
  }
  if (isJsonObject(value)) return redactObject(value, path, allowlist)
  const allowed = allowlist.size > 0 && (allowlist.has(name) || allowlist.has(path))
  if (typeof value === 'string') return allowed ? redactText(value) : redactOutside(value)
  if (!allowed) return REDACTED_FIELD
  if (typeof value !== 'number') return value
  // A card number is also one when it is written as a number.
  const text = String(value)
  const safe = redactText(text)
  return safe === text ? value : safe
}

/** Two names may become one marker; a number keeps both members. `taken` holds the last number tried for each name. */
function unused(name: string, taken: Map<string, number>): string {
  let candidate = name
  let count = taken.get(name) ?? 0
  while (taken.has(candidate)) {
    count = Math.max(count, 1) + 1
    candidate = `${name}#${count.toString()}`
  }
  taken.set(name, count)
  if (candidate !== name) taken.set(candidate, 0)
  return candidate
}
