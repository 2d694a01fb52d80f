/** The readable part of a bundle's ledger: entries that are objects, with their position. */
import { isJsonObject, type JsonObject, type JsonValue, ownMember } from '@heron/evidence'

export type IndexedEntry = {
  /** Position in the bundle's `entries`. */
  readonly index: number
  /** UNTRUSTED. */
  readonly entry: JsonObject
  readonly event: JsonValue | undefined
}

/** Keeps the objects; what is no object is `invalid_ledger_entry` and takes part in nothing else. */
export function readableEntries(entries: readonly unknown[]): IndexedEntry[] {
  const readable: IndexedEntry[] = []
  for (const [index, entry] of entries.entries()) {
    if (isJsonObject(entry)) readable.push({ index, entry, event: ownMember(entry, 'event') })
  }
  return readable
}
