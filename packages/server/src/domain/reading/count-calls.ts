/**
 * Calls by hour and by day, folded in a moment after they arrived: no decision waits for its own count. How far each
 * project has come is a row that moves in the same transaction as the counts, so that any number of workers count every
 * call once; what is not counted yet is read beside it (`./call-figures.ts`).
 */
import {
  addCallCount,
  beginCountSweep,
  listCountSweeps,
  moveCountSweep,
  tallyCalls,
  tallyStatements,
} from '../../store/queries/call-counts.js'
import { listProjects } from '../../store/queries/projects.js'
import type { Schema } from '../../store/schema.js'
import { type Step, step } from '../../store/store.js'
import { firstIdAt } from '../ids.js'
import type { Parts } from '../parts.js'

type CountParts = Pick<Parts, 'store' | 'now'>

/** Counts of one hour: of an environment, an agent, a verdict. */
export type HourCount = {
  readonly hour: string
  readonly environment: string
  readonly agent: string
  readonly verdict: string
  readonly calls: number
  readonly stated: number
}

/**
 * Calls this young are left alone: an id is made before its row can be read, and one that became readable after the count
 * had passed it would never be counted. Requests are answered, and given up, within 2 s.
 */
const SETTLED_MS = 5_000

/** Calls, and statements, of one project in one transaction: a few milliseconds of the writer, for which decisions wait. */
const AT_ONCE = 1000

/** A project in which nothing arrived is looked at again after this long, another one almost at once. */
const IDLE_MS = 60_000
const BUSY_MS = 2_000

/** Gives every project its place; those that have one keep it. */
export async function adoptForCounting({ store, now }: CountParts): Promise<void> {
  const start = { action_id: '', execution_id: '', due_at: now() }
  for (const { organization_id, id: project_id } of await store.all(listProjects, {}))
    await store.commit([step(beginCountSweep, { organization_id, project_id, ...start }, null)])
}

/**
 * Counts what arrived in the projects that wait longest.
 *
 * @param projects how many of them.
 * @returns calls and statements that were counted; 0 when no project is due, or nothing arrived in those that were.
 */
export async function countArrived(parts: CountParts, projects: number): Promise<number> {
  const sweeps = await parts.store.all(listCountSweeps, { now: parts.now(), limit: projects })
  const counted = await Promise.all(sweeps.map((sweep) => countProject(parts, sweep)))
  return counted.reduce((sum, n) => sum + n, 0)
}

async function countProject({ store, now }: CountParts, sweep: Schema['count_sweeps']): Promise<number> {
  const { organization_id, project_id, action_id, execution_id } = sweep
  const scope = { organization_id, project_id }
  const at = now()
  const settled = Date.parse(at) - SETTLED_MS
  const [calls, statements] = await Promise.all([
    store.all(tallyCalls, {
      ...scope,
      ...{ after_id: action_id, before_id: firstIdAt('act', settled), limit: AT_ONCE },
    }),
    store.all(tallyStatements, {
      ...scope,
      ...{ after_id: execution_id, before_id: firstIdAt('exe', settled), limit: AT_ONCE },
    }),
  ])
  const counts = mergeCounts([
    ...calls.map(({ n, last_id: _last, ...what }) => ({ ...what, calls: n, stated: 0 })),
    ...statements.map(({ n, seen: _seen, last_id: _last, ...what }) => ({ ...what, calls: 0, stated: n })),
  ])
  const announced = calls.reduce((sum, { n }) => sum + n, 0)
  const stated = statements.reduce((sum, { seen }) => sum + seen, 0)
  const arrived = announced + stated
  const isFull = announced === AT_ONCE || stated === AT_ONCE
  const wait = isFull ? 0 : arrived > 0 ? BUSY_MS : IDLE_MS
  const written = await store.commit([
    step(moveCountSweep, {
      ...scope,
      ...{ expected_action: action_id, expected_execution: execution_id },
      action_id: lastOf(calls, action_id),
      execution_id: lastOf(statements, execution_id),
      due_at: new Date(Date.parse(at) + wait).toISOString(),
    }),
    ...counts.flatMap((count) => addSteps(scope, count)),
  ])
  // Otherwise another worker has counted these.
  return written.ok ? arrived : 0
}

function addSteps(
  scope: { readonly organization_id: string; readonly project_id: string },
  { hour, environment, agent, verdict, calls, stated }: HourCount,
): Step[] {
  const what = { environment, agent, verdict, calls, stated }
  return [
    step(addCallCount, { ...scope, span: 'hour', at: hour, ...what }),
    step(addCallCount, { ...scope, span: 'day', at: hour.slice(0, 10), ...what }),
  ]
}

/** One row for each hour and what is told apart in it. */
export function mergeCounts(counts: readonly HourCount[]): readonly HourCount[] {
  const merged = new Map<string, HourCount>()
  for (const count of counts) {
    const { hour, environment, agent, verdict } = count
    const key = JSON.stringify([hour, environment, agent, verdict])
    const { calls = 0, stated = 0 } = merged.get(key) ?? {}
    merged.set(key, { ...count, calls: calls + count.calls, stated: stated + count.stated })
  }
  return [...merged.values()]
}

function lastOf(tallies: readonly { readonly last_id: string }[], before: string): string {
  return tallies.reduce((last, { last_id }) => (last_id > last ? last_id : last), before)
}
