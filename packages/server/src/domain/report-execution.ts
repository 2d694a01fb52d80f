/**
 * `POST /v1/executions`: takes the vendor's signed statement. A bad signature, or a statement about an action that does
 * not exist here, is stored and becomes a finding: refusing it would delete the evidence that something is wrong.
 */
import {
  type DecisionPayload,
  type JsonObject,
  type PublishedFindingKind,
  reconcile,
  type ReportExecutionAnswer,
  type ReportExecutionRequest,
  statementText,
  verifyStatement,
} from '@heron/evidence'
import { findAction } from '../store/queries/actions.js'
import { findExecutionByKey, insertExecution, listExecutions } from '../store/queries/executions.js'
import { clearMissing } from '../store/queries/finding-events.js'
import { touchReconciliation } from '../store/queries/reconciliations.js'
import type { Schema } from '../store/schema.js'
import { type Step, step } from '../store/store.js'
import { CONFLICT, untilNoConflict } from './conflict-retry.js'
import { requireDigest, requireReference, requireTime } from './door.js'
import { type FindingFacets, findingStep } from './findings.js'
import { idempotencyDigest, refuseOtherMeaning } from './idempotency.js'
import type { Parts } from './parts.js'
import { publishableErrorCode, storableSignature } from './redaction/renderings.js'
import type { RequestContext } from './service.js'
import type { Tenant } from './tenant.js'

/** Most statements in one array: about what fits into the largest body. */
export const MAX_STATEMENTS = 500

type ExecutionRow = Schema['executions']

/**
 * @param request UNTRUSTED, shape-checked.
 * @param place of a statement in an array, whose key is then the context's: it is stored under the two.
 */
export async function reportExecution(
  parts: Parts,
  request: ReportExecutionRequest,
  context: RequestContext,
  place: number | null = null,
): Promise<ReportExecutionAnswer> {
  if (request.result_hash !== null) requireDigest(request.result_hash, '/result_hash')
  // Signed as sent, so it is stored as sent; only what is no time at all is refused.
  requireTime(request.executed_at, '/executed_at')
  requireReference(request.action_id, '/action_id')
  requireReference(request.decision_id, '/decision_id')
  requireReference(request.signature.kid, '/signature/kid')
  const digest = place === null ? idempotencyDigest(context) : digestAt(context, place)
  return untilNoConflict(async () => {
    const earlier = await findEarlier(parts, request, context, { digest, place })
    if (earlier !== null) {
      return { ok: true as const, signature_valid: earlier.signature_valid === 1, replay: true as const }
    }
    const { key, guard } = await parts.vendorKeys.find(
      context.tenant,
      request.signature.kid,
      context.receivedAt,
    )
    const signatureValid =
      key !== null && (await verifyStatement(request, request.signature.value, key, parts.verify))
    const steps = await stepsOf(parts, request, context, digest, signatureValid)
    // The guard last: it looks once the evidence is written, and from then on the key cannot change under it.
    const written = await parts.store.commit([...steps, guard])
    return written.ok ? { ok: true as const, signature_valid: signatureValid } : CONFLICT
  })
}

async function findEarlier(
  parts: Parts,
  request: ReportExecutionRequest,
  context: RequestContext,
  { digest, place }: { readonly digest: string | null; readonly place: number | null },
): Promise<ExecutionRow | null> {
  const scope = { organization_id: context.tenant.organizationId, project_id: context.tenant.projectId }
  if (digest !== null) {
    const row = await parts.store.first(findExecutionByKey, { ...scope, idempotency_digest: digest })
    if (row !== undefined) {
      if (sameMeaning(row, request)) return row
      const moved = place === null ? undefined : await findMoved(parts, request, context)
      if (moved !== undefined) return moved
      return refuseOtherMeaning(parts, context, {
        scope: 'execution',
        digest,
        holderId: row.id,
        meaning: meaningOf(request),
        detail:
          'this key was used for another statement (action, decision, outcome, result_hash or error_code differ)',
      })
    }
  }
  // The very same signed bytes say nothing new, whatever key they come under.
  const statements = await parts.store.all(listExecutions, { ...scope, action_id: request.action_id })
  return statements.find((row) => sameBytes(row, request)) ?? null
}

/**
 * The key of an array names all of it: a statement that is stored already, or was sent under that key in another place, is
 * not another meaning because it has moved.
 */
async function findMoved(
  { store }: Parts,
  request: ReportExecutionRequest,
  context: RequestContext,
): Promise<ExecutionRow | undefined> {
  const { organizationId: organization_id, projectId: project_id } = context.tenant
  const { action_id } = request
  const statements = await store.all(listExecutions, { organization_id, project_id, action_id })
  return (
    statements.find((row) => sameBytes(row, request)) ??
    statements.find((row) => sameMeaning(row, request) && isOfArray(row, context))
  )
}

/** True for what came under this key, in whatever place: a hash for each, so it is asked last. */
function isOfArray({ idempotency_digest: digest }: ExecutionRow, context: RequestContext): boolean {
  for (let place = 0; place < MAX_STATEMENTS; place += 1) if (digestAt(context, place) === digest) return true
  return false
}

/** What is stored of an array's key for the statement in one of its places. */
function digestAt(context: RequestContext, place: number): string | null {
  const { idempotencyKey: key } = context
  return key === null ? null : idempotencyDigest({ ...context, idempotencyKey: `${key}#${place.toString()}` })
}

function meaningOf(request: ReportExecutionRequest): JsonObject {
  const { action_id, decision_id, outcome, result_hash, error_code } = request
  // A trace is no evidence: of an error code it keeps what may be published.
  return { action_id, decision_id, outcome, result_hash, error_code: publishableErrorCode(error_code) }
}

function sameBytes(row: ExecutionRow, request: ReportExecutionRequest): boolean {
  return (
    row.statement_text === statementText(request) &&
    row.kid === request.signature.kid &&
    row.signature === storableSignature(request.signature.value)
  )
}

function sameMeaning(row: ExecutionRow, request: ReportExecutionRequest): boolean {
  return (
    row.action_id === request.action_id &&
    row.decision_id === request.decision_id &&
    row.outcome === request.outcome &&
    row.result_hash === request.result_hash &&
    row.error_code === request.error_code
  )
}

async function stepsOf(
  { store, newId }: Parts,
  request: ReportExecutionRequest,
  { tenant, receivedAt }: RequestContext,
  digest: string | null,
  signatureValid: boolean,
): Promise<Step[]> {
  const scope = { organization_id: tenant.organizationId, project_id: tenant.projectId }
  const action = await store.first(findAction, { ...scope, id: request.action_id })
  // A statement on another decision than the action's own answers nothing that was decided here.
  const sessionId = action?.decision_id === request.decision_id ? action.session_id : null
  const { action_id, decision_id, outcome, result_hash, error_code, executed_at, signature } = request
  const id = `exe_${newId()}`
  const steps = [
    step(insertExecution, {
      ...scope,
      ...{ id, action_id, decision_id, outcome, result_hash, error_code, executed_at },
      session_id: sessionId,
      statement_text: statementText(request),
      kid: signature.kid,
      signature: storableSignature(signature.value),
      signature_valid: signatureValid ? 1 : 0,
      received_at: receivedAt,
      idempotency_digest: digest,
    }),
  ]
  if (sessionId !== null) {
    steps.push(
      step(touchReconciliation, { ...scope, action_id, touched_by: id, now: receivedAt }),
      // Here and not by the worker, so that no export shows a statement beside a finding that none arrived.
      step(clearMissing, { ...scope, action_id, execution_id: id, at: receivedAt }, null),
    )
  }
  // Apart from what is found about an action that exists, since the id is only what the vendor says.
  const subject = sessionId === null ? `unmatched:${action_id}` : action_id
  const matched = sessionId === null ? undefined : action
  const decision = matched === undefined ? undefined : (JSON.parse(matched.decision_text) as DecisionPayload)
  const facets = decision === undefined ? {} : { facets: facetsOf(decision, tenant) }
  for (const kind of findingsOf(request, receivedAt, signatureValid, decision)) {
    const finding = { kind, subject, sessionId, actionId: action_id, ...facets }
    steps.push(findingStep(tenant, `fnd_${newId()}`, receivedAt, finding))
  }
  return steps
}

/** The environment is that of the key that reports: vendors use one for a call and its statement. */
function facetsOf({ tool, agent, verdict, rule }: DecisionPayload, { environment }: Tenant): FindingFacets {
  return { tool, agent, environment, verdict, rule }
}

/** What this one statement shows by itself; lateness and silence are the worker's to find. */
function findingsOf(
  { outcome }: ReportExecutionRequest,
  receivedAt: string,
  signatureValid: boolean,
  announced: DecisionPayload | undefined,
): readonly PublishedFindingKind[] {
  if (announced === undefined) {
    const unmatched = ['EXECUTION_WITHOUT_DECISION'] as const
    return signatureValid ? unmatched : [...unmatched, 'INVALID_VENDOR_SIGNATURE']
  }
  const { verdict, enforcement, decided_at: decidedAt } = announced
  const decision = {
    verdict,
    effect: enforcement.effect,
    decidedAtMs: Date.parse(decidedAt),
    contradicted: false,
    statements: [{ outcome, signatureValid, receivedAtMs: Date.parse(receivedAt) }],
  }
  const never = { horizonMs: Infinity, lateAfterMs: Infinity }
  return reconcile(decision, never, decision.decidedAtMs).findings
}
