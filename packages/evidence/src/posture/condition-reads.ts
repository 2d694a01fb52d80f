/** Whether a rule's condition reads something, at whatever depth. */
import type { Condition } from '../policy/types.js'

/** @param member the member that names what is read: `history`, `dimension` or `signal`. */
export function conditionReads(condition: Condition, member: 'history' | 'dimension' | 'signal'): boolean {
  if ('all' in condition) return condition.all.some((part) => conditionReads(part, member))
  if ('any' in condition) return condition.any.some((part) => conditionReads(part, member))
  if ('not' in condition) return conditionReads(condition.not, member)
  return member in condition
}
