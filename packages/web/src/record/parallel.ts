/** Calls that were asked before any earlier one of their group was answered for stand side by side. */
import type { PageCall } from '@heron/evidence'

/** Groups in chain order: a call joins the group while no call of it has a statement from before the call came. */
export function groupParallel(calls: readonly PageCall[]): PageCall[][] {
  const groups: PageCall[][] = []
  for (const call of calls) {
    const group = groups.at(-1)
    const open = group?.every(({ outcomes, verdict }) => {
      if (verdict !== 'ALLOW') return false
      const first = outcomes[0]
      return first !== undefined && first.received_at > call.received_at
    })
    if (group !== undefined && open === true) group.push(call)
    else groups.push([call])
  }
  return groups
}
