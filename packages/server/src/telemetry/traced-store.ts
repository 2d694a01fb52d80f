/** The store with a span around each commit, under whatever it is a part of; reads are too many and too short. */
import { trace } from '@opentelemetry/api'
import type { Store } from '../store/store.js'
import { failSpan, inSpan, isTraced } from './spans.js'

/** The store itself where nobody traces. */
export function tracedStore(store: Store): Store {
  if (!isTraced()) return store
  return {
    ...store,
    commit: (steps) =>
      // A commit that is part of nothing tells nobody anything.
      trace.getActiveSpan() === undefined
        ? store.commit(steps)
        : inSpan('heron.commit', { 'heron.steps': steps.length }, async (span) => {
            const outcome = await store.commit(steps)
            if (!outcome.ok) failSpan(span, 'conflict')
            return outcome
          }),
  }
}
