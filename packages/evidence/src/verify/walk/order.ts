/** The order of an export's entries (`export/format.ts`), as a state that each entry moves on or breaks. */
import type { EntryType } from '../../export/format.js'

const HEAD: readonly EntryType[] = [
  'header',
  'key',
  'vendor_key',
  'bundle',
  'catalog',
  'log',
  'checkpoint',
  'checkpoint_leaf',
]
const GROUP: readonly EntryType[] = ['session', 'action', 'resolution', 'close', 'finding']
const TAIL: readonly EntryType[] = ['unmatched', 'finding', 'manifest']

/** Of these there is one at most, in the file or in a session's group. */
const SINGLE: readonly EntryType[] = ['header', 'close', 'manifest']

export class EntryOrder {
  #part: readonly EntryType[] = HEAD
  /** Place in the part; -1 before the header. */
  #place = -1

  /**
   * Takes the next entry.
   *
   * @param inGroup for a finding: whether it is about the session whose group stands open.
   * @returns what is wrong with its place, else null. A misplaced entry leaves the state as it was.
   */
  accept(type: EntryType, inGroup: boolean): string | null {
    if (this.#place === -1 && type !== 'header') {
      this.#place = 0
      return 'the file does not begin with a header'
    }
    const part = this.#partOf(type, inGroup)
    const place = part.indexOf(type)
    if (part === this.#part) {
      const repeats = place === this.#place && SINGLE.includes(type)
      const restarts = part === GROUP && type === 'session'
      if (!restarts && (place < this.#place || repeats)) return repeats ? this.#twice(type) : this.#late(type)
    } else if (ORDER.indexOf(part) < ORDER.indexOf(this.#part) || (part === GROUP && type !== 'session')) {
      return this.#late(type)
    }
    this.#part = part
    this.#place = place
    return null
  }

  #partOf(type: EntryType, inGroup: boolean): readonly EntryType[] {
    if (type === 'finding') return inGroup ? GROUP : TAIL
    return ORDER.find((part) => part.includes(type)) ?? TAIL
  }

  #twice(type: EntryType): string {
    return `a second ${type} entry`
  }

  #late(type: EntryType): string {
    return `a ${type} entry does not belong here (after ${this.#part[this.#place] ?? 'nothing'})`
  }
}

const ORDER = [HEAD, GROUP, TAIL]
