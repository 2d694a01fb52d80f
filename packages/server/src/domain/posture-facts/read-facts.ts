/** What the posture is judged from, read from the record (heron.md §15). The judging is `@heron/evidence`'s. */
import type { PolicyBundle, PostureFacts, Telemetry } from '@heron/evidence'
import { findPolicy, findSettings } from '../../store/queries/projects.js'
import { findOverdueQuestion } from '../../store/queries/runs.js'
import { listWebhooks } from '../../store/queries/webhooks.js'
import type { Reader } from '../../store/store.js'
import type { Reach } from '../evidence-page/reach.js'
import { storedJson } from '../evidence-page/stored-json.js'
import { countActions, countFindings, countSessions } from '../evidence-page/tallies.js'
import type { SignatureCheck } from '../fsck/check-signature.js'
import { recomputeNewest } from './recompute-newest.js'

/** How long after its time a question may still wait for the worker's next round. */
const GRACE_MS = 300_000

export async function readPostureFacts(
  reader: Reader,
  reach: Reach,
  isSigned: SignatureCheck,
): Promise<PostureFacts> {
  const actions = await countActions(reader, reach)
  const sessions = await countSessions(reader, reach)
  const findings = await countFindings(reader, reach)
  const before = new Date(Date.parse(reach.to) - GRACE_MS).toISOString()
  const overdue = await reader.first(findOverdueQuestion, { ...reach.scope, before })
  return {
    sessions: sessions.sessions,
    actions: actions.actions,
    verdicts: actions.verdicts,
    stated: sessions.stated,
    withoutPolicy: actions.policies.get('')?.decisions ?? 0,
    bundle: await bundleInForce(reader, reach),
    openFindings: Object.fromEntries(findings.map(({ kind, open }) => [kind, open])),
    recomputed: await recomputeNewest(reader, reach, isSigned),
    unansweredOverdue: overdue !== undefined,
    grants: sessions.grants,
    tasks: sessions.tasks,
    instructions: actions.instructions,
    shownText: actions.shownText,
    telemetry: await readTelemetry(reader, reach),
  }
}

/** The event stream (`GET /v1/events`) is part of every service; webhooks are set up, and may have been disabled. */
async function readTelemetry(reader: Reader, { scope }: Reach): Promise<Telemetry> {
  const webhooks = await reader.all(listWebhooks, scope)
  return { stream: true, webhooks: webhooks.filter(({ enabled }) => enabled === 1).length }
}

export async function bundleInForce(reader: Reader, { scope }: Reach): Promise<PolicyBundle | null> {
  const settings = await reader.first(findSettings, scope)
  if (settings === undefined) return null
  const policy = await reader.first(findPolicy, { ...scope, policy_hash: settings.policy_hash })
  if (policy === undefined) return null
  const bundle = storedJson<Partial<PolicyBundle>>(policy.bundle_text)
  return Array.isArray(bundle.rules) ? (bundle as PolicyBundle) : null
}
