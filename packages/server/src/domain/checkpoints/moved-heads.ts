/**
 * Which heads have moved since the last checkpoint (heron.md §11). Decisions pay nothing for it: ids ascend with time, so
 * what was opened, announced or closed lately is the end of three primary keys, read a page at a time.
 */
import {
  findHeadToCommit,
  findLastLeaf,
  pageOfAnnounced,
  pageOfClosings,
  pageOfOpened,
} from '../../store/queries/checkpoints.js'
import type { Schema } from '../../store/schema.js'
import type { Reader } from '../../store/store.js'
import { firstIdAt } from '../ids.js'
import { others } from '../snapshots/take-snapshot.js'
import type { GrowingTree, Scope } from './growing-tree.js'

type Tree = Schema['checkpoint_trees']

/** Where a pass stands. */
export type PassPlace = Pick<Tree, 'stage' | 'from_ms' | 'after_id' | 'taken_at'>

/**
 * How far before the last pass ids are looked at again. An id carries the clock of the process that made it, before its
 * row was committed: this covers slow commits and clocks that differ. Looking twice costs reads and nothing else.
 */
const OVERLAP_MS = 10 * 60_000

const PAGE = 250

/** Heads read before requests that wait have their turn: two or three milliseconds of the embedded database. */
const HEADS_AT_ONCE = 32

const STAGES = {
  everything: { prefix: 'ses', page: pageOfOpened, next: 'idle' },
  sessions: { prefix: 'ses', page: pageOfOpened, next: 'actions' },
  actions: { prefix: 'act', page: pageOfAnnounced, next: 'closings' },
  closings: { prefix: 'rcx', page: pageOfClosings, next: 'idle' },
} as const

/** The first pass looks at every session, and so does the first one after the clock stepped back. */
export function beginPass({ taken_at }: Pick<Tree, 'taken_at'>, now: string): PassPlace {
  if (taken_at === '') return { stage: 'everything', from_ms: 0, after_id: '', taken_at: now }
  if (now < taken_at) return { stage: 'everything', from_ms: 0, after_id: '', taken_at }
  const from_ms = Math.max(0, Date.parse(taken_at) - OVERLAP_MS)
  return { stage: 'sessions', from_ms, after_id: '', taken_at: now }
}

/**
 * Goes on with a pass, and appends a leaf for each head that stands elsewhere than it was last committed to.
 *
 * @param limit most rows looked at.
 * @returns the place reached, `idle` when the pass has ended, and the rows looked at.
 */
export async function passOn(
  reader: Reader,
  scope: Scope,
  tree: GrowingTree,
  { place: begun, limit }: { readonly place: PassPlace; readonly limit: number },
): Promise<{ readonly place: PassPlace; readonly passed: number }> {
  let place = begun
  let passed = 0
  while (place.stage !== 'idle' && passed < limit) {
    const { prefix, page, next } = STAGES[place.stage]
    const from = place.stage === 'everything' ? '' : firstIdAt(prefix, place.from_ms)
    const asked = Math.min(PAGE, limit - passed)
    const after_id = place.after_id === '' ? from : place.after_id
    const rows = await reader.all(page, { ...scope, after_id, limit: asked })
    const sessions = [...new Set(rows.map(({ session_id }) => session_id))]
    for (const [index, session] of sessions.entries()) {
      if (index % HEADS_AT_ONCE === 0) await others()
      await appendHead(reader, scope, tree, session)
    }
    passed += rows.length
    const last = rows.at(-1)
    place =
      rows.length < asked || last === undefined
        ? { ...place, stage: next, after_id: '' }
        : { ...place, after_id: last.id }
  }
  return { place, passed }
}

async function appendHead(reader: Reader, scope: Scope, tree: GrowingTree, session: string): Promise<void> {
  const head = await reader.first(findHeadToCommit, { ...scope, session_id: session })
  if (head === undefined) return
  const before = tree.stateOf(session) ?? (await reader.first(findLastLeaf, { ...scope, subject: session }))
  const { head_hash, position: entries, opened_at } = head
  const ended = head.closed_at === null ? 0 : 1
  if (before?.head_hash === head_hash && before.entries === entries && before.ended === ended) return
  tree.append(
    session,
    { head_hash, entries, ended },
    {
      kind: 'session_head',
      v: 1,
      session,
      opened_at,
      head_hash,
      actions: entries,
      closed: ended === 1,
    },
  )
}
