/** When each reviewer's link was last opened: a hint for the operator, by the minute, and never part of the evidence. */
import { touchReviewerLink } from '../../store/queries/evidence-pages.js'
import { step, type Store } from '../../store/store.js'
import type { LinkReach } from './reach.js'

const TOUCH_INTERVAL_MS = 60_000

/** Makes the function that notes a use. It waits for nothing and fails nothing. */
export function createLinkTouch(store: Store, now: () => string): (reach: LinkReach) => void {
  const touched = new Map<string, number>()
  return ({ scope, linkId }) => {
    const at = now()
    if (Date.parse(at) - (touched.get(linkId) ?? 0) < TOUCH_INTERVAL_MS) return
    touched.set(linkId, Date.parse(at))
    store
      .commit([step(touchReviewerLink, { ...scope, link_id: linkId, last_used_at: at }, null)])
      .catch(() => {
        touched.delete(linkId)
      })
  }
}
