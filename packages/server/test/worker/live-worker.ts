/** A Heron behind HTTP with a worker that ticks when it is told to, short times, and the obedient vendor. */
import { createApp } from '../../src/http/app.js'
import { startServer } from '../../src/http/server.js'
import { startWorker } from '../../src/worker/worker.js'
import { STRANGER_KEY, VENDOR_KEY } from '../http/live-heron.js'
import { type Answer, type Jsonish, statementOf, VendorClient } from '../http/vendor-client.js'
import { type Heron, startHeron } from '../support/heron.js'
import type { TestDatabase } from '../support/place.js'

export const TIMINGS = {
  reconcileWindowMs: 1000,
  missingHorizonMs: 60_000,
  approvalTimeoutMs: 30_000,
  contextTimeoutMs: 30_000,
}

export type StoredFinding = {
  readonly id: string
  readonly kind: string
  readonly severity: string
  readonly action_id: string | null
  readonly session_id: string | null
  readonly detail: Jsonish
}

export type WorkedHeron = Heron & {
  readonly url: string
  readonly client: VendorClient
  readonly stranger: VendorClient
  /** For looking, and for altering what nobody may alter. */
  readonly database: TestDatabase
  /** Moves the clock, then does everything that is due by then. */
  readonly pass: (ms: number) => Promise<void>
  /** Everything that is due now. */
  readonly tick: () => Promise<void>
  readonly findings: () => StoredFinding[]
  readonly kindsAbout: (actionId: string) => string[]
}

export async function startWorkedHeron(): Promise<WorkedHeron> {
  const heron = await startHeron({ timings: TIMINGS })
  const worker = startWorker({ service: heron.service, intervalMs: 0 })
  const app = createApp({ service: heron.service, now: heron.clock.now, worker })
  const server = await startServer({ app, host: '127.0.0.1', port: 0 })
  const database = heron.place.openDatabase()
  const tick = async (): Promise<void> => {
    while (await worker.tick());
  }
  const findings = (): StoredFinding[] =>
    (
      database.prepare('select * from findings order by id').all() as (StoredFinding & {
        detail_text: string
      })[]
    ).map(({ detail_text, ...row }) => ({ ...row, detail: JSON.parse(detail_text) as Jsonish }))
  return {
    ...heron,
    url: server.url,
    client: new VendorClient(server.url, heron.apiKey, VENDOR_KEY),
    stranger: new VendorClient(server.url, heron.apiKey, STRANGER_KEY),
    database,
    tick,
    pass: async (ms) => {
      heron.clock.advance(ms)
      await tick()
    },
    findings,
    kindsAbout: (actionId) =>
      findings()
        .filter(({ action_id }) => action_id === actionId)
        .map(({ kind }) => kind)
        .sort(),
    close: async () => {
      database.close()
      await worker.stop()
      await server.close()
      await heron.close()
    },
  }
}

/** Calls by the verdict that the managed rules give them, whatever came before in the session. */
export const CALLS = {
  ALLOW: { tool: { name: 'crm.get_contact' } },
  DENY: { tool: { name: 'payments.transfer' }, signals: { amount: 100 } },
  STEP_UP: { tool: { name: 'mail.send' }, signals: { recipient_external: true } },
  MODIFY: { tool: { name: 'files.delete' } },
  DEFER: { tool: { name: 'crm.update' }, signals: { record_count: 500, destination: 'internal' } },
} as const

/** What a vendor reports that honours every verdict. */
export const OBEDIENT = {
  ALLOW: 'EXECUTED',
  DENY: 'BLOCKED',
  STEP_UP: 'ESCALATED',
  MODIFY: 'SKIPPED',
  DEFER: 'SKIPPED',
} as const

export const VERDICTS = Object.keys(CALLS) as (keyof typeof CALLS)[]

/** The statement as the vendor made it at once, by Heron's clock. */
export function stated(answer: Answer, outcome: string): Jsonish {
  return statementOf(answer, outcome, { executed_at: '2026-11-30T12:00:00.100Z' })
}
