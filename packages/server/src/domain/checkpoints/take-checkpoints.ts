/**
 * Checkpoints (heron.md §11): every so often the heads that moved are appended to the project's log of heads, and its
 * size and root are signed. Any number of workers may run and be killed at any statement: a unit is one transaction that
 * holds only while the tree is as it was read, so there is one log and one row of checkpoints.
 */
import { checkpointOrigin, checkpointText } from '@heron/evidence'
import { signText } from '../../keys/signer.js'
import {
  beginTree,
  findLastLeaf,
  insertCheckpoint,
  moveTree,
  nextTree,
  postponeTree,
} from '../../store/queries/checkpoints.js'
import { listProjects } from '../../store/queries/projects.js'
import { findLogHead } from '../../store/queries/records.js'
import type { Schema } from '../../store/schema.js'
import { type Step, step } from '../../store/store.js'
import type { Parts } from '../parts.js'
import { GrowingTree, type Scope } from './growing-tree.js'
import { beginPass, type PassPlace, passOn } from './moved-heads.js'

type CheckpointParts = Pick<Parts, 'store' | 'signer' | 'now'>
type Tree = Schema['checkpoint_trees']

/** How often a project is looked at where who starts the service says nothing: 5 minutes. */
export const DEFAULT_CHECKPOINT_EVERY_MS = 300_000

/** Projects looked at in one call: a thousand quiet ones are passed within a minute of ticks. */
const PROJECTS_AT_ONCE = 16

/** How long a project waits whose checkpoint failed. */
const POSTPONED_MS = 60_000

/** Subject of the leaves that say what the ones before them amount to. */
export const STATEMENT_SUBJECT = 'checkpoint'

/** Gives every project its log of heads; those that have one keep it. */
export async function adoptForCheckpoints({ store, now }: CheckpointParts): Promise<void> {
  const due_at = now()
  for (const { organization_id, id: project_id } of await store.all(listProjects, {})) {
    await store.commit([step(beginTree, { organization_id, project_id, due_at }, null)])
  }
}

/**
 * Goes on with the checkpoints that are due.
 *
 * @param limit most rows looked at.
 * @returns how many were; `limit` says that there may be others.
 */
export async function takeCheckpoints(
  parts: CheckpointParts,
  everyMs: number,
  limit: number,
): Promise<number> {
  let passed = 0
  for (let projects = 0; projects < PROJECTS_AT_ONCE && passed < limit; projects += 1) {
    const now = parts.now()
    const row = await parts.store.first(nextTree, { now })
    if (row === undefined) break
    passed += await goOn(parts, row, { now, everyMs, limit: limit - passed }).catch((error: unknown) =>
      postpone(parts, row, now, error),
    )
  }
  return passed
}

async function goOn(
  parts: CheckpointParts,
  row: Tree,
  { now, everyMs, limit }: { readonly now: string; readonly everyMs: number; readonly limit: number },
): Promise<number> {
  const scope: Scope = { organization_id: row.organization_id, project_id: row.project_id }
  const tree = new GrowingTree(scope, row)
  const begun = row.stage === 'idle' ? beginPass(row, now) : row
  const { place, passed } = await passOn(parts.store, scope, tree, { place: begun, limit })
  const ended = place.stage === 'idle'
  if (ended) await appendLogHeads(parts, scope, tree)
  const signs = ended && tree.size > row.signed_size
  const signed = signs ? await signTree(parts, scope, tree, { number: row.number + 1, place, now }) : []
  const nextAt = new Date(Date.parse(now) + everyMs).toISOString()
  const moved = step(moveTree, {
    ...scope,
    expected_revision: row.revision,
    revision: row.revision + 1,
    size: tree.size,
    nodes_text: tree.nodesText,
    signed_size: signs ? tree.size : row.signed_size,
    number: signs ? row.number + 1 : row.number,
    stage: place.stage,
    from_ms: place.from_ms,
    after_id: place.after_id,
    taken_at: place.taken_at,
    due_at: ended ? nextAt : row.due_at,
  })
  // Where it does not hold, another worker went on with this tree; its rows are the ones that count.
  await parts.store.commit([moved, ...tree.steps, ...signed])
  return passed
}

/** A project that cannot be gone on with must not keep the others waiting; that it failed is told all the same. */
async function postpone({ store }: CheckpointParts, row: Tree, now: string, error: unknown): Promise<never> {
  const { organization_id, project_id } = row
  const due_at = new Date(Date.parse(now) + POSTPONED_MS).toISOString()
  await store.commit([step(postponeTree, { organization_id, project_id, due_at })])
  throw error
}

/** Both operator logs, where they have grown. */
async function appendLogHeads({ store }: CheckpointParts, scope: Scope, tree: GrowingTree): Promise<void> {
  const { organization_id, project_id } = scope
  for (const chain of [`project:${project_id}`, `organization:${organization_id}`]) {
    const head = await store.first(findLogHead, { organization_id, chain })
    if (head === undefined) continue
    const state = { head_hash: head.entry_hash, entries: head.seq + 1, ended: 0 } as const
    const before = await store.first(findLastLeaf, { ...scope, subject: chain })
    if (before?.head_hash === state.head_hash && before.entries === state.entries) continue
    const { head_hash, entries } = state
    tree.append(chain, state, { kind: 'log_head', v: 1, chain, head_hash, entries })
  }
}

/** Appends the statement and signs size and root. */
async function signTree(
  { signer }: CheckpointParts,
  scope: Scope,
  tree: GrowingTree,
  { number, place, now }: { readonly number: number; readonly place: PassPlace; readonly now: string },
): Promise<Step[]> {
  const { organization_id: org, project_id: project } = scope
  const { taken_at } = place
  tree.append(
    STATEMENT_SUBJECT,
    { head_hash: '', entries: number, ended: 0 },
    { kind: 'checkpoint', v: 1, org, project, number, taken_at },
  )
  const origin = checkpointOrigin({ organization: org, project })
  const note_text = checkpointText({ origin, size: tree.size, root: tree.root })
  const signed = await signText(signer, note_text)
  const row = { number, size: tree.size, nodes_text: tree.nodesText, note_text, ...signed }
  return [step(insertCheckpoint, { ...scope, ...row, taken_at, created_at: now })]
}
