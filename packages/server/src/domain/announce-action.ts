/**
 * `POST /v1/actions`: the hot path (architecture.md). Judge the call on the state that the one before it leaves, sign
 * twice, write once; whatever was planned on a state that another writer moved is planned again.
 */
import {
  type AnnounceActionAnswer,
  type AnnounceActionRequest,
  canonicalize,
  receiptText,
  type JsonObject,
} from '@heron/evidence'
import { findActionByKey, findActionBySeq, findIssuedHash, insertAction } from '../store/queries/actions.js'
import { insertReconciliation } from '../store/queries/reconciliations.js'
import { advanceHead, deleteAwaited, insertAnswered, insertAwaited } from '../store/queries/sessions.js'
import { SignatureOf, SIGNING_KID, type Step, step } from '../store/store.js'
import { answerOf, answerOfRow, type ActionRow, decisionIdOf } from './action-answer.js'
import { type Announcement, meaningOf, readAnnouncement } from './announcement.js'
import { findNamedStepUp, findOperatorAnswer, matchQuestion } from './answered-question.js'
import { CONFLICT, untilNoConflict } from './conflict-retry.js'
import { findingStep, type RaisedFinding } from './findings.js'
import { idempotencyDigest, refuseOtherMeaning } from './idempotency.js'
import { ENGINE, judgeAction, type JudgedAction } from './judge-action.js'
import type { AwaitedAnswer } from './open-questions.js'
import type { Parts } from './parts.js'
import type { ProjectState } from './project-state.js'
import { recordMark } from './record-mark.js'
import { firstVisitAt } from './reconcile/timings.js'
import { redactArguments } from './redaction/redact-arguments.js'
import { Refusal } from './refusal.js'
import type { RequestContext } from './service.js'
import type { SessionState } from './session-state.js'
import type { Tenant } from './tenant.js'

type Attempt = {
  readonly announcement: Announcement
  readonly context: RequestContext
  readonly digest: string | null
  /** False while no row can hold the key, as far as this process has seen; the database has the last word. */
  keyMet: boolean
}

/** @param request UNTRUSTED, shape-checked. */
export async function announceAction(
  parts: Parts,
  request: AnnounceActionRequest,
  context: RequestContext,
): Promise<AnnounceActionAnswer> {
  const digest = idempotencyDigest(context)
  const key = digest === null ? null : `${context.tenant.projectId}/action/${digest}`
  const keyMet = key !== null && parts.seenKeys.meet(key)
  const attempt: Attempt = { announcement: readAnnouncement(request), context, digest, keyMet }
  const announce = (): Promise<AnnounceActionAnswer> => untilNoConflict(() => announceOnce(parts, attempt))
  return parts.inFlight.inTurn(key, announce)
}

async function announceOnce(parts: Parts, attempt: Attempt): Promise<AnnounceActionAnswer | typeof CONFLICT> {
  const { announcement, context } = attempt
  const { tenant } = context
  const session = await parts.sessions.load(tenant, announcement.sessionExternalId)
  if (session === null) {
    throw new Refusal('unknown_session', 'open the session before announcing actions', '/session_external_id')
  }
  const earlier = await findEarlier(parts, attempt, session)
  if (earlier !== null) return { ...answerOfRow(earlier), replay: true }
  if (session.closed) {
    throw new Refusal('session_closed', 'the session is closed: open a new one for further actions')
  }
  const project = await parts.projects.load(tenant)
  const stepUp = await findNamedStepUp(parts, tenant, announcement)
  const operatorAnswer = await findOperatorAnswer(parts, tenant, announcement, session, parts.now())
  const brokenClaim = await isBrokenClaim(parts, context, announcement, session)

  // From here to `moveOn` nothing is awaited: the plan and the state that it leaves belong together.
  const { receivedAt } = context
  const now = parts.now()
  // The clock may have been set back since, or another process's be ahead: no decision precedes its question, nor the
  // answer that it leans on.
  const decidedAt = [receivedAt, operatorAnswer?.answeredAt ?? now].reduce(later, now)
  const answered = matchQuestion(announcement, session, project, stepUp, operatorAnswer, decidedAt)
  const actionId = `act_${parts.newId()}`
  const decisionId = decisionIdOf(actionId)
  const judged = judgeAction({
    ...{ tenant, session, project, announcement, actionId, decisionId },
    ...{ answered, receivedAt, decidedAt },
  })
  const awaited = awaitedAnswer(judged, project, decidedAt)
  const before = { headHash: session.headHash, position: session.position }
  moveOn(session, judged, awaited, decidedAt)

  const texts = [receiptText(judged.decision), receiptText(judged.evaluation)] as const
  try {
    const plan = { session, project, before, judged, awaited, brokenClaim, texts }
    const written = await parts.store.commit(stepsOf(parts, attempt, plan))
    if (written.ok) {
      const [decisionSignature = '', evaluationSignature = ''] = written.signatures
      const { record, decision, evaluation } = judged
      return answerOf({
        ...{ actionId, engine: ENGINE, record, decision, evaluation, kid: written.kid },
        ...{ decisionSignature, evaluationSignature },
      })
    }
  } catch (error) {
    await parts.sessions.forget(tenant, announcement.sessionExternalId, session)
    throw error
  }
  await parts.sessions.forget(tenant, announcement.sessionExternalId, session)
  parts.projects.recheck(tenant)
  attempt.keyMet = true
  return CONFLICT
}

function later(left: string, right: string): string {
  return left < right ? right : left
}

/** The stored row when this action was announced before. */
async function findEarlier(
  parts: Parts,
  { announcement, context, digest, keyMet }: Attempt,
  session: SessionState,
): Promise<ActionRow | null> {
  const { organizationId, projectId } = context.tenant
  const scope = { organization_id: organizationId, project_id: projectId }
  const same = (row: ActionRow): boolean =>
    row.session_id === session.id &&
    row.seq === announcement.seq &&
    row.tool === announcement.tool &&
    row.args_hash === announcement.argsHash
  // Counting upwards, as most clients do, a seq above all others cannot be taken.
  const seqIsFree = session.maxSeq === null || announcement.seq > session.maxSeq
  if (digest !== null && (keyMet || !seqIsFree || session.closed)) {
    const row = await parts.store.first(findActionByKey, { ...scope, idempotency_digest: digest })
    if (row !== undefined && same(row)) return row
    if (row !== undefined) {
      return refuseOtherMeaning(parts, context, {
        scope: 'action',
        digest,
        holderId: row.id,
        meaning: meaningOf(announcement),
        detail:
          'this key was used for another action (session, seq, tool or args_hash differ): use a key for each action',
      })
    }
  }
  if (seqIsFree) return null
  const row = await parts.store.first(findActionBySeq, {
    ...scope,
    session_id: session.id,
    seq: announcement.seq,
  })
  if (row === undefined) return null
  if (same(row)) return row
  throw new Refusal(
    'seq_conflict',
    `another action of this session holds seq ${announcement.seq}: number each action once`,
    '/seq',
  )
}

/** A claimed predecessor that this session never issued. Membership, not equality: calls run in parallel. */
async function isBrokenClaim(
  { store }: Parts,
  { tenant }: RequestContext,
  { claimedPrevHash }: Announcement,
  session: SessionState,
): Promise<boolean> {
  if (claimedPrevHash === null) return false
  if (claimedPrevHash === session.headHash || claimedPrevHash === session.genesisHash) return false
  const issued = await store.first(findIssuedHash, {
    organization_id: tenant.organizationId,
    project_id: tenant.projectId,
    session_id: session.id,
    record_hash: claimedPrevHash,
    record_mark: recordMark(claimedPrevHash),
  })
  return issued === undefined
}

/** What the session waits for after this decision; MODIFY waits without end, since nothing is withheld. */
function awaitedAnswer(
  { decision }: JudgedAction,
  project: ProjectState,
  decidedAt: string,
): AwaitedAnswer | null {
  const { verdict, action, tool, args_hash: argsHash, enforcement } = decision
  if (verdict === 'ALLOW' || verdict === 'DENY') return null
  // What does not bind withholds nothing, so nothing waits for an answer.
  if (enforcement.effect !== 'enforced') return null
  const { approvalTimeoutMs, contextTimeoutMs } = project.timings
  const waits = { STEP_UP: approvalTimeoutMs, DEFER: contextTimeoutMs, MODIFY: null }[verdict]
  const dueAt = waits === null ? null : new Date(Date.parse(decidedAt) + waits).toISOString()
  return { actionId: action, verdict, tool, argsHash, dueAt }
}

function moveOn(
  session: SessionState,
  judged: JudgedAction,
  awaited: AwaitedAnswer | null,
  now: string,
): void {
  const { decision, chained, historyAfter } = judged
  session.headHash = chained.recordHash
  session.position = decision.position
  session.history = historyAfter
  session.maxSeq = Math.max(session.maxSeq ?? decision.seq, decision.seq)
  if (decision.resolves !== null) session.questions.remove(decision.resolves)
  if (awaited !== null) session.questions.add(awaited, now)
}

type Plan = {
  readonly session: SessionState
  readonly project: ProjectState
  readonly before: { readonly headHash: string; readonly position: number }
  readonly judged: JudgedAction
  readonly awaited: AwaitedAnswer | null
  readonly brokenClaim: boolean
  readonly texts: readonly [decision: string, evaluation: string]
}

function stepsOf(parts: Parts, { announcement, context, digest }: Attempt, plan: Plan): Step[] {
  const { judged, session, project, before, awaited } = plan
  const { decision, chained } = judged
  const { tenant, receivedAt } = context
  const scope = { organization_id: tenant.organizationId, project_id: tenant.projectId }
  // Written out: an object that is spread and then grows costs 20 µs (bench: decisions).
  const steps = [
    step(advanceHead, {
      organization_id: tenant.organizationId,
      project_id: tenant.projectId,
      session_id: session.id,
      expected_head: before.headHash,
      expected_position: before.position,
      settings_revision: project.revision,
      head_hash: chained.recordHash,
      position: decision.position,
      history_text: canonicalize(judged.historyAfter),
    }),
    step(insertAction, {
      organization_id: tenant.organizationId,
      project_id: tenant.projectId,
      id: decision.action,
      session_id: session.id,
      position: decision.position,
      seq: decision.seq,
      tool: decision.tool,
      tool_provider: announcement.toolProvider,
      tool_server: announcement.toolServer,
      args_hash: decision.args_hash,
      args_redacted_text: canonicalize(redactArguments(announcement.args, project)),
      resource_ref_redacted: announcement.resourceRefRedacted,
      instructions_hash: announcement.instructionsHash,
      claimed_prev_hash: announcement.claimedPrevHash,
      prev_hash: decision.prev_hash,
      record_hash: chained.recordHash,
      record_mark: recordMark(chained.recordHash),
      record_text: chained.recordText,
      decision_id: decision.decision,
      verdict: decision.verdict,
      rule: decision.rule,
      engine: ENGINE,
      resolves_action_id: decision.resolves,
      decision_text: plan.texts[0],
      decision_signature: new SignatureOf('decision_text'),
      evaluation_text: plan.texts[1],
      evaluation_signature: new SignatureOf('evaluation_text'),
      kid: SIGNING_KID,
      received_at: receivedAt,
      idempotency_digest: digest,
    }),
    step(insertReconciliation, {
      organization_id: tenant.organizationId,
      project_id: tenant.projectId,
      action_id: decision.action,
      decided_at: decision.decided_at,
      state: 'new',
      touched_by: decision.decision,
      due_at: firstVisitAt(Date.parse(decision.decided_at), project.timings),
    }),
  ]
  if (awaited !== null) {
    steps.push(
      step(insertAwaited, {
        organization_id: tenant.organizationId,
        project_id: tenant.projectId,
        session_id: session.id,
        action_id: awaited.actionId,
        verdict: awaited.verdict,
        tool: awaited.tool,
        args_hash: awaited.argsHash,
        due_at: awaited.dueAt,
      }),
    )
  }
  if (decision.resolves !== null) {
    const answer = {
      answered_by_action_id: decision.action,
      receipt_id: null,
      answered_at: decision.decided_at,
    }
    steps.push(
      // Not there where the question did not bind; that it is answered once is kept by the row below.
      step(deleteAwaited, { ...scope, session_id: session.id, action_id: decision.resolves }, null),
      step(insertAnswered, { ...scope, action_id: decision.resolves, ...answer }),
    )
  }
  for (const finding of findingsOf(announcement, tenant, plan)) {
    steps.push(findingStep(tenant, `fnd_${parts.newId()}`, receivedAt, finding))
  }
  return steps
}

function* findingsOf(
  { claimedPrevHash }: Announcement,
  { environment }: Tenant,
  { judged, brokenClaim }: Plan,
): Generator<RaisedFinding> {
  const { action, session, tool, agent, verdict, rule } = judged.decision
  const facets = { tool, agent, environment, verdict, rule }
  const about = { subject: action, sessionId: session, actionId: action, facets }
  if (brokenClaim) yield { ...about, kind: 'BROKEN_CHAIN', detail: { claimed_prev_hash: claimedPrevHash } }
  const contradicts = judged.evaluation.classification.inference?.contradicts ?? []
  if (contradicts.length > 0) {
    const detail = { contradicts: contradicts as readonly JsonObject[] }
    yield { ...about, kind: 'INTENT_CONTRADICTION', detail }
  }
}
