/**
 * What waits for the next commit, bounded, and fair between projects: each has a lane of its own, and batches are made
 * up of all lanes in turn. Where the queue is full, the longest lane gives way, so that one vendor's flood refuses that
 * vendor's writes and nobody else's.
 *
 * INVARIANT: items of one lane leave in the order in which they were put in; only the newest of a lane ever gives way.
 */
import type { Step } from './store.js'

export class FairQueue<Item> {
  readonly #most: number
  /** In the order of their turns; none is empty. */
  readonly #lanes = new Map<string, Item[]>()
  #size = 0

  /** @param most items in all lanes together. Bounds memory when the disk stalls. */
  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#size
  }

  /** Puts an item in. Answers the one that there is no room for, which may be another; null where there was room. */
  push(lane: string, item: Item): Item | null {
    const items = this.#lanes.get(lane)
    let displaced: Item | null = null
    if (this.#size >= this.#most) {
      const longest = this.#longest()
      if (longest === null || longest.items.length <= (items?.length ?? 0) + 1) return item
      displaced = longest.items.pop() ?? null
      this.#size -= 1
    }
    if (items === undefined) this.#lanes.set(lane, [item])
    else items.push(item)
    this.#size += 1
    return displaced
  }

  /** Takes up to `most` items: an equal share of each lane, and what a short lane leaves over goes to the others. */
  take(most: number): Item[] {
    const taken: Item[] = []
    while (taken.length < most && this.#size > 0) {
      const room = most - taken.length
      const share = Math.max(1, Math.floor(room / this.#lanes.size))
      for (const [lane, items] of [...this.#lanes].slice(0, room)) {
        const part = items.splice(0, share)
        taken.push(...part)
        this.#size -= part.length
        // Whoever had a turn is last in the next round.
        this.#lanes.delete(lane)
        if (items.length > 0) this.#lanes.set(lane, items)
      }
    }
    return taken
  }

  takeAll(): Item[] {
    return this.take(this.#size)
  }

  #longest(): { readonly items: Item[] } | null {
    let longest: Item[] | null = null
    for (const items of this.#lanes.values()) {
      if (longest === null || items.length > longest.length) longest = items
    }
    return longest === null ? null : { items: longest }
  }
}

/** Whose write this is: the project of its steps, or the organization where they belong to none. */
export function laneOf(steps: readonly Step[]): string {
  for (const { params } of steps) {
    const { organization_id, project_id } = params
    if (typeof organization_id === 'string' && typeof project_id === 'string') {
      return `${organization_id}/${project_id}`
    }
  }
  const organization = steps[0]?.params['organization_id']
  return typeof organization === 'string' ? organization : ''
}
