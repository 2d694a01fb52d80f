/**
 * What an agent is about to write where it will read it again, looked through for credentials: an injected "remember this
 * key" is easier stopped before it is remembered. Local; nothing of it leaves, and no verdict depends on it.
 */
import { type JsonObject, type JsonValue, SECRET_FINDERS } from '@heron/evidence'
import { valuesAnywhere } from './path.js'

/** Longest text looked at, per text: the finders are linear, and a credential is not far into a note. */
const MAX_LENGTH = 100_000

/** Kinds of what is shaped like a credential in a text, each once. */
export function secretKindsIn(text: string): readonly string[] {
  const start = text.slice(0, MAX_LENGTH)
  return [...new Set(SECRET_FINDERS.filter(({ find }) => find(start) !== null).map(({ kind }) => kind))]
}

/** The same over every text at or below some paths. */
export function secretKindsAt(args: JsonObject, paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return []
  const open: JsonValue[] = [...valuesAnywhere(args, paths).values]
  const kinds = new Set<string>()
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === 'string') for (const kind of secretKindsIn(value)) kinds.add(kind)
    else if (typeof value === 'object' && value !== null) open.push(...Object.values(value))
  }
  return [...kinds]
}
