/** A store whose commits fail on command, on either side of the moment at which they become durable. */
import { type Store, StoreUnavailableError } from '../../src/store/store.js'

/** As a caller sees them the two are the same; only the database knows. */
export type Fault = 'failed, not persisted' | 'failed, but persisted'

export type FailingStore = Store & {
  /** Faults that were injected so far. */
  readonly injected: () => number
}

/** @param next asked before each commit: what befalls it. */
export function failingStore(store: Store, next: () => Fault | null): FailingStore {
  let injected = 0
  return {
    ...store,
    injected: () => injected,
    commit: async (steps) => {
      const fault = next()
      if (fault === null) return store.commit(steps)
      injected += 1
      if (fault === 'failed, but persisted') await store.commit(steps)
      throw new StoreUnavailableError('the database cannot be written now: a fault was injected')
    },
  }
}
