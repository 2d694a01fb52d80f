/** How far reconciliation is behind: what an operator watches. */
import { readBacklog as readRow } from '../../store/queries/reconciliations.js'
import type { Parts } from '../parts.js'
import type { Backlog } from '../service.js'

export async function readBacklog({ store, now }: Pick<Parts, 'store' | 'now'>): Promise<Backlog> {
  const at = now()
  const row = await store.first(readRow, { now: at })
  return { queue: row?.waiting ?? 0, lagMs: Date.parse(at) - Date.parse(row?.oldest ?? at) }
}
