/** Every snapshot of a project, for its operator; a reviewer sees those of their own link (compare-snapshot.ts). */
import type { Paged, PageSnapshot } from '@heron/evidence'
import { pageOfSnapshots } from '../../store/queries/snapshots.js'
import type { Reader } from '../../store/store.js'
import { cursorOf, type PageRequest, readCursor } from '../evidence-page/paging.js'
import { scopeOf } from '../operator-keys.js'
import type { ProjectKey } from '../tenant.js'

export async function listProjectSnapshots(
  reader: Reader,
  project: ProjectKey,
  { cursor, limit }: PageRequest,
): Promise<Paged<PageSnapshot>> {
  const [before = '~'] = readCursor(cursor, 1) ?? []
  const items = await reader.all(pageOfSnapshots, { ...scopeOf({ project }), before_id: before, limit })
  const last = items.at(-1)
  return { items, next_cursor: last === undefined || items.length < limit ? null : cursorOf(last.id) }
}
