/** How an envelope's `seq` finds its entry (bundle-format §13), when nothing in the ledger can be relied on. */
import { isJsonObject, ownMember } from '@heron/evidence'
import { integerOf } from '../ledger/integer.js'

export type EntryKeys = {
  /** Integer seq to position; with equal keys the later entry. */
  readonly bySeq: ReadonlyMap<number, number>
  /** The key under which each entry's state is told; null where a later entry or a real seq has it. */
  readonly told: readonly (number | null)[]
}

/** Keys every entry by its integer `seq`, or by its position when it has none. */
export function entryKeys(entries: readonly unknown[]): EntryKeys {
  const bySeq = new Map<number, number>()
  const own = entries.map((entry, index) => {
    const seq = isJsonObject(entry) ? ownMember(entry, 'seq') : undefined
    const key = seq === undefined ? index : integerOf(seq)
    if (key !== null) bySeq.set(key, index)
    return key
  })
  const told = own.map((key, index) => {
    if (key !== null) return bySeq.get(key) === index ? key : null
    // A seq that is no integer can be named by no envelope; its entry is told by position, where that is free.
    return bySeq.has(index) ? null : index
  })
  return { bySeq, told }
}
