/**
 * Every step that writes, failed in both ways that a caller cannot tell apart: nothing was stored, or all of it was and
 * the answer was lost. The client that asks again under its key ends with one answer, and the database holds what it
 * would hold had nothing failed.
 */
import { hashJson, signCatalog } from '@heron/evidence'
import { afterEach, describe, expect, it } from 'vitest'
import { createService } from '../../src/domain/create-service.js'
import { checkStore } from '../../src/domain/fsck/check-store.js'
import type { HeronService } from '../../src/domain/service.js'
import {
  actionRequest,
  executionRequest,
  type Heron,
  sessionRequest,
  startHeron,
  VENDOR,
} from '../support/heron.js'
import { type FailingStore, failingStore, type Fault } from './failing-store.js'

const FAULTS: readonly Fault[] = ['failed, not persisted', 'failed, but persisted']
const SEND = { recipient_external: true, recipient_count: 1 }
const HOUR = 3_600_000
const TABLES = [
  ...['sessions', 'session_heads', 'actions', 'awaited_answers', 'answered_actions', 'reconciliations'],
  ...['executions', 'tool_catalogs', 'findings', 'receipts', 'idempotency_conflicts'],
]

type Step = { readonly name: string; readonly run: (run: Run) => Promise<unknown> }
type Run = { readonly heron: Heron; readonly service: HeronService }

const session = sessionRequest('run_1')
const allowed = actionRequest('run_1', 1)
const steppedUp = actionRequest('run_1', 2, { tool: { name: 'gmail.send' }, signals: SEND })
const tools = [{ name: 'crm.read', signals: { op: 'read' as const } }]

const announce = ({ heron, service }: Run, request: typeof allowed, key: string) =>
  service.announceAction(request, heron.context(key))

/** In the order of a run; each needs those before it. */
const STEPS: readonly Step[] = [
  {
    name: 'the catalogue',
    run: ({ heron, service }) =>
      service.putToolCatalog(signCatalog({ v: 1, tools }, VENDOR), heron.context('c')),
  },
  {
    name: 'opening a session',
    run: ({ heron, service }) => service.openSession(session, heron.context('s')),
  },
  { name: 'a decision', run: (run) => announce(run, allowed, 'a1') },
  { name: 'a decision that asks a person', run: (run) => announce(run, steppedUp, 'a2') },
  {
    name: 'a decision that carries the answer',
    run: async (run) => {
      const asked = await announce(run, steppedUp, 'a2')
      const signals = {
        ...SEND,
        resolves_action: asked.action_id,
        human_decision: 'APPROVE',
        approver: 'usr_7',
      }
      return announce(run, { ...steppedUp, seq: 3, signals }, 'a3')
    },
  },
  {
    name: 'a decision that nobody will answer',
    run: (run) => announce(run, { ...steppedUp, seq: 4, args_hash: hashJson('another') }, 'a4'),
  },
  {
    name: 'a statement',
    run: async (run) => {
      const action = await announce(run, allowed, 'a1')
      return run.service.reportExecution(executionRequest(action), run.heron.context('e1'))
    },
  },
  {
    name: 'a statement on a denied call',
    run: async (run) => {
      const action = await announce(run, { ...steppedUp, seq: 4, args_hash: hashJson('another') }, 'a4')
      return run.service.reportExecution(executionRequest(action), run.heron.context('e4'))
    },
  },
  {
    name: 'closing a session',
    run: ({ heron, service }) => service.closeSession('run_1', heron.context('x')),
  },
  // A worker tells nobody what it did.
  {
    name: 'the end of an unanswered question',
    run: async ({ service }) => {
      await service.closeUnanswered()
      return {}
    },
  },
  {
    name: 'reconciliation',
    run: async ({ service }) => {
      await service.reconcileDue(100)
      return {}
    },
  },
]

let heron: Heron | undefined
afterEach(async () => {
  await heron?.close()
  heron = undefined
})

/** Runs every step; the one at `failAt` meets the fault at its first commit, and is then run again. */
async function runWith(failAt: number, fault: Fault | null): Promise<{ counts: unknown; injected: number }> {
  heron = await startHeron()
  const current = heron
  let armed = false
  const store: FailingStore = failingStore(current.data.store, () => {
    if (!armed || fault === null) return null
    armed = false
    return fault
  })
  const service = await createService({
    ...{ store, signer: current.data.signer, now: current.clock.now },
    publishedKeys: current.data.keyRing.published,
    pseudonymSecret: current.data.keyRing.pseudonymSecret,
  })
  const run = { heron: current, service }
  for (const [index, { name, run: work }] of STEPS.entries()) {
    if (name === 'the end of an unanswered question') current.clock.advance(2 * HOUR)
    if (index === failAt) {
      armed = true
      await expect(work(run)).rejects.toSatisfy(isWorthTryingAgain)
    }
    const answer = await work(run)
    // Once more, as a client does that lost this answer as well.
    expect({ ...((await work(run)) as object), replay: null }).toEqual({
      ...(answer as object),
      replay: null,
    })
  }
  // What a step left undone because its first attempt had gone through, is left to the next round of the worker.
  await service.closeUnanswered()
  await service.reconcileDue(100)
  expect(await checkStore(current.data.store, current.data.keyRing.published)).toMatchObject({
    failed: 0,
    findings: [],
  })
  const database = current.place.openDatabase()
  const count = (table: string): unknown => database.prepare(`select count(*) from ${table}`).pluck().get()
  const counts = Object.fromEntries(TABLES.map((table) => [table, count(table)]))
  database.close()
  await current.close()
  heron = undefined
  return { counts, injected: store.injected() }
}

/** 503 to a client; a worker simply comes again. */
const isWorthTryingAgain = (error: unknown): boolean =>
  ['unavailable', 'store_unavailable'].includes(String((error as { code?: unknown }).code))

describe('a write that failed, and may or may not have been stored,', () => {
  it.each(FAULTS)('%s: is answered once at every step, and leaves no trace of the fault', async (fault) => {
    const undisturbed = await runWith(-1, null)
    for (const [index, { name }] of STEPS.entries()) {
      const disturbed = await runWith(index, fault)
      expect({ name, ...disturbed }).toEqual({ name, counts: undisturbed.counts, injected: 1 })
    }
  })
})
