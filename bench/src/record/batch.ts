/**
 * A thousand calls that the service really judged, with statements and findings, of which a record of any size is made
 * (`./copies.ts`). Before all of them stands one call of a tool that was never called again.
 */
import { hashJson, signStatement } from '@heron/evidence'
import type { CreatedOrganization, NewOrganization, OpenInstallation, RequestContext } from '@heron/server'
import { startJudging, TOOLS, VENDOR } from './vendor.js'

/** Calls judged for real; the unit in which the record grows. */
export const BATCH = 1000
export const PASSWORD = 'correct horse battery staple'
export const OWNER_EMAIL = 'owner@bench.example'
export const RARE_TOOL = 'archive.unseal'

const SESSIONS = 20
const AGENTS = ['support', 'billing', 'research'] as const
const DAYS = 30
const DAY_MS = 86_400_000
/** Nothing is younger: what arrived in the last seconds is not counted yet. */
const AGE_MS = 60_000
/** As the worker reads them. */
const RECONCILED_AT_ONCE = 256

/** Where the batch is written: a new installation, on either engine. */
export type NewInstallation = {
  readonly create: (organization: NewOrganization, now: () => string) => Promise<CreatedOrganization>
  readonly open: (now: () => string) => Promise<OpenInstallation>
}

export type Batch = {
  readonly created: CreatedOrganization
  /** When its first call arrived, thirty days ago; nothing of the batch is older. Milliseconds. */
  readonly first: number
  /** Until when there may be copies. */
  readonly end: number
}

export async function judgeBatch(place: NewInstallation): Promise<Batch> {
  const end = Date.now() - AGE_MS
  let nowMs = end - DAYS * DAY_MS
  const now = (): string => new Date(nowMs).toISOString()
  const names = { organizationName: 'Bench', projectName: 'Bench', ownerEmail: OWNER_EMAIL }
  const created = await place.create({ ...names, ownerPassword: PASSWORD }, now)
  const data = await place.open(now)
  const { service, tenant } = await startJudging(data, created.apiKey, now)
  const context = (idempotencyKey: string): RequestContext => ({ tenant, idempotencyKey, receivedAt: now() })
  const open = (name: string, agent: string) =>
    service.openSession(
      {
        external_id: name,
        agent: { external_id: agent, name: `Agent ${agent}`, version: '1' },
        principal: { type: 'service', ref: 'bench' },
        original_request: { hash: hashJson('bench'), anchors: [] },
        started_at: now(),
      },
      context(name),
    )
  const call = async (session: string, seq: number, tool: string): Promise<void> => {
    const { action_id, decision } = await service.announceAction(
      {
        session_external_id: session,
        seq,
        tool: { name: tool },
        args_redacted: { subject: 'Quarterly report', lines: ['one', 'two'] },
        args_hash: hashJson(seq),
        signals: { record_count: 1 },
        requested_at: now(),
      },
      context(`${session}:${seq}`),
    )
    // One denial in ten is not obeyed.
    const obeyed = decision.verdict === 'DENY' && seq % 50 !== 4
    const outcome = decision.verdict === 'ALLOW' || !obeyed ? 'EXECUTED' : 'BLOCKED'
    const statement = { action_id, decision_id: decision.decision_id, outcome, result_hash: null } as const
    const whole = { ...statement, error_code: null, executed_at: now() }
    const signed = { ...whole, signature: signStatement(whole, VENDOR) }
    await service.reportExecution(signed, context(`${session}:${seq}:stated`))
  }
  await open('long_ago', 'support')
  await call('long_ago', 0, RARE_TOOL)
  nowMs += 3_600_000
  const first = nowMs
  for (let session = 0; session < SESSIONS; session += 1)
    await open(`run_${session}`, AGENTS[session % AGENTS.length] ?? AGENTS[0])
  for (let seq = 0; seq < BATCH; seq += 1) {
    nowMs += 1
    await call(`run_${seq % SESSIONS}`, seq, TOOLS[seq % TOOLS.length] ?? TOOLS[0])
  }
  nowMs = end
  while ((await service.reconcileDue(RECONCILED_AT_ONCE)).due > 0);
  await service.close()
  return { created, first, end }
}
