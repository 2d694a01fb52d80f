/**
 * What the service does, as the HTTP layer and the worker see it. One method a use case of heron.md §3 and §7;
 * requests arrive shape-checked, answers are wire shapes. Refusals are thrown as `Refusal`.
 */
import type {
  ActionRecord,
  AnnounceActionAnswer,
  AnnounceActionRequest,
  CloseSessionAnswer,
  Ed25519Jwk,
  OpenSessionAnswer,
  OpenSessionRequest,
  PolicyBundle,
  PutToolCatalogAnswer,
  PutToolCatalogRequest,
  ReportExecutionAnswer,
  ReportExecutionRequest,
  SessionRecord,
} from '@heron/evidence'
import type { KeyRing } from '../keys/key-ring.js'
import type { ApprovalState } from './approvals/approval-state.js'
import type { StreamPage, StreamRequest } from './event-stream/read-events.js'
import type { EvidencePageService } from './evidence-page/service.js'
import type { OperatorServiceParts } from './operator-parts.js'
import type { WatchedFigures } from './watched-figures.js'
import type { WebhookWork } from './webhooks/work.js'
import type { ProjectKey, Tenant } from './tenant.js'

/** What one round of reconciliation did. */
export type ReconcileRound = {
  /** Decisions that were due. */
  readonly due: number
  /** Decisions that moved on, by the state they are in now; the others were moved by somebody else meanwhile. */
  readonly moved: { readonly paired: number; readonly pending: number; readonly missing: number }
}

/** What waits for the worker. */
export type Backlog = {
  /** Decisions that are due to be compared with their statements. */
  readonly queue: number
  /** How long the one that waits longest is overdue; 0 without any. */
  readonly lagMs: number
}

/** What accompanies every write. */
export type RequestContext = {
  readonly tenant: Tenant
  /** The `Idempotency-Key` header; null when absent. */
  readonly idempotencyKey: string | null
  /** Heron's clock when the request arrived, RFC 3339 UTC with milliseconds. */
  readonly receivedAt: string
}

/** `GET /v1/sessions/{external_id}` */
export type SessionView = {
  readonly session_id: string
  readonly external_id: string
  readonly state: 'open' | 'closed'
  readonly genesis_hash: string
  readonly head_hash: string
  /** Number of actions. */
  readonly count: number
  readonly record: SessionRecord
  readonly opened_at: string
  readonly closed_at: string | null
}

/** `GET /v1/actions/{id}` */
export type ActionView = Omit<AnnounceActionAnswer, 'replay'> & {
  readonly session_id: string
  readonly session_external_id: string
  readonly record: ActionRecord
  readonly args_redacted: unknown
  readonly resolves: string | null
  readonly resolved_by: string | null
  /** Of a STEP_UP: whether a person has answered it in the dashboard; what an agent that waits asks for. */
  readonly approval: {
    readonly state: ApprovalState
    /** Until when it can be answered. */
    readonly due_at: string | null
    readonly answered_at: string | null
    /** The operator log's entry of the answer. */
    readonly entry_hash: string | null
  } | null
  readonly executions: readonly {
    readonly outcome: string
    readonly executed_at: string
    readonly received_at: string
    readonly signature_valid: boolean
    readonly kid: string
  }[]
}

export type HeronService = {
  /** Null for an unknown or revoked key. Compares in constant time; the key itself is never kept. */
  readonly authenticate: (apiKey: string) => Promise<Tenant | null>
  readonly openSession: (request: OpenSessionRequest, context: RequestContext) => Promise<OpenSessionAnswer>
  readonly announceAction: (
    request: AnnounceActionRequest,
    context: RequestContext,
  ) => Promise<AnnounceActionAnswer>
  /** `place`: of a statement in an array, whose key is then the context's. */
  readonly reportExecution: (
    request: ReportExecutionRequest,
    context: RequestContext,
    place?: number,
  ) => Promise<ReportExecutionAnswer>
  readonly closeSession: (externalId: string, context: RequestContext) => Promise<CloseSessionAnswer>
  readonly putToolCatalog: (
    request: PutToolCatalogRequest,
    context: RequestContext,
  ) => Promise<PutToolCatalogAnswer>
  readonly readSession: (tenant: Tenant, externalId: string) => Promise<SessionView>
  readonly readAction: (tenant: Tenant, actionId: string) => Promise<ActionView>
  /** The bundle in force. */
  readonly readPolicy: (
    tenant: Tenant,
  ) => Promise<{ readonly policy_hash: string; readonly bundle: PolicyBundle }>
  /** Any bundle that ever was in force in the tenant's project. */
  readonly readPolicyByHash: (
    tenant: Tenant,
    hash: string,
  ) => Promise<{ readonly policy_hash: string; readonly bundle: PolicyBundle }>
  /** Publishes keys that were added to the ring while the service runs, so that clients know them before the first receipt. */
  readonly publishKeys: (ring: Pick<KeyRing, 'published'>) => void
  /** Signs with the ring's key from here on, if it is published; with which one, each receipt says. */
  readonly signWithRing: (ring: Pick<KeyRing, 'active' | 'published'>) => void
  /** Every key Heron ever signed with, newest first. */
  readonly jwks: () => { readonly keys: readonly Ed25519Jwk[] }
  /** Resolves when the database answers; rejects otherwise. */
  readonly checkReady: () => Promise<void>
  /** Ends unanswered STEP_UPs and DEFERs whose time is over, one round of them; answers how many. */
  readonly closeUnanswered: () => Promise<number>
  /** Writes into the log that a shadow window or break-glass is over, one round of them; answers how many. */
  readonly endExpiredWindows: () => Promise<number>
  /** Compares the decisions that are due with what was stated, up to `limit` of them. */
  readonly reconcileDue: (limit: number) => Promise<ReconcileRound>
  /** Takes new projects into the recomputation of chains and the expiry of redacted text. */
  readonly adoptProjects: () => Promise<void>
  /** Recomputes up to `limit` records of the project that waits longest; answers how many, 0 when none is due. */
  readonly recomputeChains: (limit: number) => Promise<number>
  /** Lets redacted text past its retention expire, up to `limit` rows; answers how many were passed. */
  readonly expireRedacted: (limit: number) => Promise<number>
  /** Goes on with the checkpoints that are due, up to `limit` rows; answers how many were looked at. */
  readonly takeCheckpoints: (limit: number) => Promise<number>
  /** Counts by hour what arrived in up to `projects` projects, for the figures of operators; answers how much that was. */
  readonly countArrived: (projects: number) => Promise<number>
  readonly readBacklog: () => Promise<Backlog>
  /** Figures of the whole store, for `/metrics`. */
  readonly readFigures: () => Promise<WatchedFigures>
  /** What happened in a project, as events for its monitoring. */
  readonly readEvents: (project: ProjectKey, request: StreamRequest) => Promise<StreamPage>
  /** What reviewers ask for. */
  readonly evidencePage: EvidencePageService
  /** What there is to send to the vendor's receivers. */
  readonly webhooks: WebhookWork
  /** What the use cases of operators take. */
  readonly operatorParts: OperatorServiceParts
  /** Ends the store; answers in flight are finished first. */
  readonly close: () => Promise<void>
}
