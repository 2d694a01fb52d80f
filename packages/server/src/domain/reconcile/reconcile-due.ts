/**
 * Pairs decisions with what was stated about them, as they become due (heron.md §7). Each decision is one transaction: its
 * row moves on, what was found is raised, its delay is counted, or nothing of it happens. The row moves only from the
 * state that was read, so another worker, a restart or a statement at the same moment costs a second look and nothing else.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { listExecutions } from '../../store/queries/executions.js'
import { findSettings } from '../../store/queries/projects.js'
import {
  addToolDelay,
  findEarlierInstructions,
  listDue,
  listToolDelays,
  settleReconciliation,
} from '../../store/queries/reconciliations.js'
import { type CommitOutcome, type Reader, type Step, step } from '../../store/store.js'
import { findingStep } from '../findings.js'
import type { Parts } from '../parts.js'
import type { ReconcileRound } from '../service.js'
import { bucketOf, DelayHistogram } from './delay-histogram.js'
import {
  aboutCall,
  delayMs,
  type DueDecision,
  type Examined,
  examineDecision,
  pairsNow,
} from './examine-decision.js'
import { type Timings, timingsOf } from './timings.js'

type ReconcileParts = Pick<Parts, 'store' | 'now' | 'newId'>

/** Decisions planned in one turn of the event loop: 2 ms of work, in which nobody else is answered. */
const PER_TURN = 32

/**
 * Looks at the decisions that are due now.
 *
 * @param defaults for what a project does not set itself.
 * @param limit most decisions in this round.
 */
export async function reconcileDue(
  parts: ReconcileParts,
  defaults: Timings,
  limit: number,
): Promise<ReconcileRound> {
  const now = parts.now()
  const rows = await parts.store.all(listDue, { now, limit })
  const context = new RoundContext(parts.store, defaults)
  const moved = { paired: 0, pending: 0, missing: 0 }
  const commits: Promise<void>[] = []
  const failures: unknown[] = []
  for (const [index, due] of rows.entries()) {
    if (index > 0 && index % PER_TURN === 0) await nextTurn()
    const { state, steps } = await planVisit(parts, context, due, now)
    const count = ({ ok }: CommitOutcome): void => {
      if (ok) moved[state] += 1
    }
    // Taken note of at once: a commit may fail while the next visit is planned, and nobody would be listening.
    commits.push(
      parts.store.commit(steps).then(count, (error: unknown) => {
        failures.push(error)
      }),
    )
  }
  await Promise.all(commits)
  if (failures.length > 0) throw failures[0]
  return { due: rows.length, moved }
}

async function planVisit(
  parts: ReconcileParts,
  context: RoundContext,
  due: DueDecision,
  now: string,
): Promise<{ readonly state: Examined['state']; readonly steps: Step[] }> {
  const { organization_id, project_id, action_id, session_id, position, tool } = due
  const scope = { organization_id, project_id }
  const statements = (await parts.store.all(listExecutions, { ...scope, action_id })).filter(
    // A statement on another decision than this one answers nothing here.
    (statement) => statement.session_id !== null,
  )
  const looksAtInstructions = due.state === 'new' && due.instructions_hash !== null
  const earlier = looksAtInstructions
    ? await parts.store.first(findEarlierInstructions, { ...scope, session_id, position })
    : undefined
  const timings = await context.timings(due)
  const [first] = statements
  const delays = first !== undefined && pairsNow(due, statements) ? await context.delays(due) : null
  const examined = examine({
    due,
    statements,
    timings,
    lateAfterMs: delays?.lateAfter(timings.reconcileWindowMs) ?? timings.reconcileWindowMs,
    earlierInstructions: earlier?.instructions_hash ?? null,
    nowMs: Date.parse(now),
  })
  const steps = [
    step(settleReconciliation, {
      ...{ ...scope, action_id },
      expected_state: due.state,
      expected_touch: due.touched_by,
      expected_due: due.due_at ?? '',
      state: examined.state,
      due_at: examined.dueAt,
    }),
    ...examined.findings.map((finding) =>
      findingStep(
        { organizationId: organization_id, projectId: project_id },
        `fnd_${parts.newId()}`,
        now,
        finding,
      ),
    ),
  ]
  if (first !== undefined && delays !== null) {
    const delay = delayMs(due, first)
    delays.add(delay)
    steps.push(step(addToolDelay, { ...scope, tool, bucket: bucketOf(delay) }))
  }
  return { state: examined.state, steps }
}

/**
 * What Heron wrote and cannot read was altered afterwards. That is a finding, and never a reason to look at this row for
 * ever while others wait.
 */
function examine(input: Parameters<typeof examineDecision>[0]): Examined {
  try {
    return examineDecision(input)
  } catch {
    const detail = { reason: 'a stored text cannot be read' }
    return {
      state: 'pending',
      dueAt: null,
      findings: [{ ...aboutCall(input.due), kind: 'BROKEN_CHAIN', detail }],
    }
  }
}

/** Read once in a round: settings by project, delays by tool. Pairs of this round count for those after them. */
class RoundContext {
  readonly #reader: Reader
  readonly #defaults: Timings
  readonly #timings = new Map<string, Timings>()
  readonly #delays = new Map<string, DelayHistogram>()

  constructor(reader: Reader, defaults: Timings) {
    this.#reader = reader
    this.#defaults = defaults
  }

  async timings({ organization_id, project_id }: DueDecision): Promise<Timings> {
    const key = `${organization_id}/${project_id}`
    const known = this.#timings.get(key)
    if (known !== undefined) return known
    const stored = await this.#reader.first(findSettings, { organization_id, project_id })
    const timings = stored === undefined ? this.#defaults : timingsOf(stored, this.#defaults)
    this.#timings.set(key, timings)
    return timings
  }

  async delays({ organization_id, project_id, tool }: DueDecision): Promise<DelayHistogram> {
    const key = `${organization_id}/${project_id}/${tool}`
    const known = this.#delays.get(key)
    if (known !== undefined) return known
    const stored = await this.#reader.all(listToolDelays, { organization_id, project_id, tool })
    const delays = new DelayHistogram(stored)
    this.#delays.set(key, delays)
    return delays
  }
}
