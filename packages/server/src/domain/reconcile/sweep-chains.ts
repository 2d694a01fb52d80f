/**
 * BROKEN_CHAIN from the stored rows (heron.md §7): every project's chains are recomputed again and again, a bounded number
 * of records at a time. Where it stands is a row, moved in the same transaction as what was found, so that a restart goes
 * on where the last one ended and two workers share the work.
 */
import { pageOfActions } from '../../store/queries/actions.js'
import { beginSweep, findSessionWithHead, moveSweep, nextSweep } from '../../store/queries/chain-sweeps.js'
import { listProjects } from '../../store/queries/projects.js'
import { pageOfSessions, type SessionWithHead } from '../../store/queries/sessions.js'
import type { Schema } from '../../store/schema.js'
import { step } from '../../store/store.js'
import { findingStep, type RaisedFinding } from '../findings.js'
import type { SignatureCheck } from '../fsck/check-signature.js'
import type { Parts } from '../parts.js'
import { breakOfAction, breakOfGenesis } from './recompute-record.js'

type SweepParts = Pick<Parts, 'store' | 'now' | 'newId'>

/** A small project is not recomputed more often than this; a large one takes as long as it takes. */
const LAP_EVERY_MS = 10_000

/** Gives every project its place in the sweep; those that have one keep it. */
export async function adoptProjects({ store, now }: SweepParts): Promise<void> {
  const at = now()
  for (const { organization_id, id: project_id } of await store.all(listProjects, {})) {
    const start = { session_id: '', position: 0, head_hash: '', lap_began_at: at, due_at: at }
    await store.commit([step(beginSweep, { organization_id, project_id, ...start }, null)])
  }
}

/**
 * Recomputes up to `budget` records of the project that waits longest.
 *
 * @returns how many were recomputed; 0 when no project is due.
 */
export async function sweepChains(
  parts: SweepParts,
  isSigned: SignatureCheck,
  budget: number,
): Promise<number> {
  const now = parts.now()
  const cursor = await parts.store.first(nextSweep, { now })
  if (cursor === undefined) return 0
  const walk = new SweepWalk(parts, cursor, isSigned, budget)
  const lapEnded = await walk.run()
  const { organization_id, project_id } = cursor
  const lapBeganAt = cursor.session_id === '' ? now : cursor.lap_began_at
  const nextLapAt = new Date(Date.parse(lapBeganAt) + LAP_EVERY_MS).toISOString()
  const place = lapEnded
    ? { session_id: '', position: 0, head_hash: '', due_at: nextLapAt > now ? nextLapAt : now }
    : { ...walk.place, due_at: now }
  const project = { organizationId: organization_id, projectId: project_id }
  await parts.store.commit([
    step(moveSweep, {
      ...{ organization_id, project_id, ...place },
      expected_session: cursor.session_id,
      expected_position: cursor.position,
      expected_due: cursor.due_at,
      lap_began_at: lapBeganAt,
    }),
    ...walk.findings.map((finding) => findingStep(project, `fnd_${parts.newId()}`, now, finding)),
  ])
  return walk.checked
}

/** From a place in a project's chains, session after session, until the budget is used. */
class SweepWalk {
  readonly findings: RaisedFinding[] = []
  checked = 0
  place: Pick<Schema['chain_sweeps'], 'session_id' | 'position' | 'head_hash'>
  readonly #parts: SweepParts
  readonly #scope: { readonly organization_id: string; readonly project_id: string }
  readonly #isSigned: SignatureCheck
  readonly #budget: number

  constructor(parts: SweepParts, cursor: Schema['chain_sweeps'], isSigned: SignatureCheck, budget: number) {
    const { organization_id, project_id, session_id, position, head_hash } = cursor
    this.#parts = parts
    this.#scope = { organization_id, project_id }
    this.#isSigned = isSigned
    this.#budget = budget
    this.place = { session_id, position, head_hash }
  }

  /** True when the last session was passed. */
  async run(): Promise<boolean> {
    if (this.place.session_id !== '' && !(await this.#walkSession())) return false
    while (this.checked < this.#budget) {
      const all = { since: '', until: '~', after_id: this.place.session_id, limit: 1 }
      const [session] = await this.#parts.store.all(pageOfSessions, { ...this.#scope, ...all })
      if (session === undefined) return true
      this.place = { session_id: session.id, position: 0, head_hash: session.genesis_hash }
      this.checked += 1
      const broken = breakOfGenesis(session)
      if (broken !== null) this.#raise(session, null, broken)
      if (!(await this.#walkSession())) return false
    }
    return false
  }

  /** The records of the session at `place`; true when its end was reached. */
  async #walkSession(): Promise<boolean> {
    const { store } = this.#parts
    const inSession = { ...this.#scope, session_id: this.place.session_id }
    // Read before the records: whatever it counts must be among them, what comes after it may be.
    const session = await store.first(findSessionWithHead, inSession)
    if (session === undefined) return true
    const limit = Math.max(this.#budget - this.checked, 1)
    const rows = await store.all(pageOfActions, { ...inSession, after_position: this.place.position, limit })
    for (const row of rows) {
      const before = { position: this.place.position, headHash: this.place.head_hash }
      const broken = await breakOfAction(row, before, this.#isSigned)
      if (broken !== null) this.#raise(session, row, broken)
      this.place = { ...this.place, position: row.position, head_hash: row.record_hash }
      this.checked += 1
      if (row.position === session.position && row.record_hash !== session.head_hash) {
        this.#raise(session, null, 'its head is not its last record')
      }
    }
    if (rows.length === limit) return false
    if (this.place.position < session.position) this.#raise(session, null, 'its newest records are missing')
    return true
  }

  #raise(session: SessionWithHead, row: Schema['actions'] | null, reason: string): void {
    const { id: sessionId, agent_external_id: agent, environment } = session
    const facets =
      row === null
        ? {}
        : { facets: { tool: row.tool, agent, environment, verdict: row.verdict, rule: row.rule } }
    this.findings.push({
      ...{ kind: 'BROKEN_CHAIN', subject: row?.id ?? sessionId, sessionId, actionId: row?.id ?? null },
      ...{ ...facets, detail: { recomputed: reason } },
    })
  }
}
