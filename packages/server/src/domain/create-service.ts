/** Puts the use cases together behind the interface that HTTP and worker see. */
import { detectSignatureVerifier } from '@heron/evidence'
import type { PublishedKey } from '../keys/key-ring.js'
import { createSealer } from '../keys/sealed-secret.js'
import type { Signer } from '../keys/signer.js'
import type { Store } from '../store/store.js'
import { announceAction } from './announce-action.js'
import { createAuthenticator } from './authenticate.js'
import {
  adoptForCheckpoints,
  DEFAULT_CHECKPOINT_EVERY_MS,
  takeCheckpoints,
} from './checkpoints/take-checkpoints.js'
import { closeSession } from './close-session.js'
import { closeUnanswered } from './close-unanswered.js'
import { endExpiredWindows } from './enforcement/declare-window.js'
import { readEvents } from './event-stream/read-events.js'
import { createEvidencePageService } from './evidence-page/create-service.js'
import { signatureCheckOf } from './fsck/check-signature.js'
import { createIdSource } from './ids.js'
import { InFlight } from './in-flight.js'
import { publishKeys, signWithRing } from './keys/adopt-ring.js'
import { openSession } from './open-session.js'
import type { Parts } from './parts.js'
import { type PolicySource, policySourceOf, ProjectStates } from './project-state.js'
import { putToolCatalog } from './put-tool-catalog.js'
import { readAction, readPolicy, readPolicyByHash, readSession } from './read-back.js'
import { reportExecution } from './report-execution.js'
import type { HeronService } from './service.js'
import { adoptForCounting, countArrived } from './reading/count-calls.js'
import { readBacklog } from './reconcile/backlog.js'
import { reconcileDue } from './reconcile/reconcile-due.js'
import { adoptProjects, sweepChains } from './reconcile/sweep-chains.js'
import { DEFAULT_TIMINGS, type Timings } from './reconcile/timings.js'
import { adoptForRetention, DEFAULT_RETENTION_MS, expireRedacted } from './retention/expire-redacted.js'
import { tracedService } from '../telemetry/traced-service.js'
import { tracedStore } from '../telemetry/traced-store.js'
import { SeenKeys } from './seen-keys.js'
import { SessionStates } from './session-state.js'
import { VendorKeys } from './vendor-keys.js'
import { readWatchedFigures } from './watched-figures.js'
import { createWebhookWork } from './webhooks/work.js'

export type ServiceOptions = {
  readonly store: Store
  readonly signer: Signer
  /** Every key that Heron signs or signed with, newest first; the signer's among them. */
  readonly publishedKeys: readonly PublishedKey[]
  /** Keys the pseudonyms of the operator logs, and what people sign in with; 32 bytes. SECRET. */
  readonly pseudonymSecret: Uint8Array
  /** RFC 3339 UTC with milliseconds. Default: the system's clock. */
  readonly now?: () => string
  /** Default: the store. */
  readonly policies?: PolicySource
  /**
   * How long a decision waits for its policy before it is a signed DENY. Clients wait 2 s in all; half of it leaves
   * room for the rest.
   */
  readonly policyTimeoutMs?: number
  /** Times of reconciliation where a project sets none. Default {@link DEFAULT_TIMINGS}. */
  readonly timings?: Partial<Timings>
  /** How long redacted text is kept where a project sets nothing. Default {@link DEFAULT_RETENTION_MS}. */
  readonly retentionMs?: number
  /** How often a project's moved heads are committed to. Default {@link DEFAULT_CHECKPOINT_EVERY_MS}. */
  readonly checkpointEveryMs?: number
  /** Whether receivers of webhooks may stand in private networks and speak plain HTTP. Default: no. */
  readonly webhookAllowPrivate?: boolean
  /**
   * How long what was written stays out of the event stream, in milliseconds, where several processes write to one store: a
   * slower clock or commit among them would otherwise write behind a cursor that was given already. Default: not at all.
   */
  readonly eventSettleMs?: number
}

/** The service owns store and signer from here on: `close` ends them. */
export async function createService(options: ServiceOptions): Promise<HeronService> {
  const { signer, pseudonymSecret } = options
  // Grows with the ring; see `publishKeys`.
  const publishedKeys = [...options.publishedKeys]
  const store = tracedStore(options.store)
  const { now = () => new Date().toISOString(), policyTimeoutMs = 1000 } = options
  const { retentionMs = DEFAULT_RETENTION_MS, checkpointEveryMs = DEFAULT_CHECKPOINT_EVERY_MS } = options
  const timings = { ...DEFAULT_TIMINGS, ...options.timings }
  const policies = options.policies ?? policySourceOf(store)
  const parts: Parts = {
    ...{ store, signer, publishedKeys, now },
    newId: createIdSource(() => Date.parse(now())),
    verify: await detectSignatureVerifier(),
    projects: new ProjectStates(store, policies, policyTimeoutMs, timings),
    sessions: new SessionStates(store),
    vendorKeys: new VendorKeys(store),
    inFlight: new InFlight(),
    seenKeys: new SeenKeys(),
  }
  store.onSettingsMoved?.((project) => {
    parts.projects.forget(project)
  })
  const sealer = createSealer(pseudonymSecret)
  const { eventSettleMs = 0 } = options
  const settledAt = (): string =>
    eventSettleMs === 0 ? '~' : new Date(Date.parse(now()) - eventSettleMs).toISOString()
  const allowPrivate = options.webhookAllowPrivate ?? false
  const isSigned = signatureCheckOf(publishedKeys, parts.verify)
  return tracedService({
    authenticate: createAuthenticator(store, now),
    openSession: (request, context) => openSession(parts, request, context),
    announceAction: (request, context) => announceAction(parts, request, context),
    reportExecution: (request, context, place) => reportExecution(parts, request, context, place),
    closeSession: (externalId, context) => closeSession(parts, externalId, context),
    putToolCatalog: (request, context) => putToolCatalog(parts, request, context),
    readSession: (tenant, externalId) => readSession(parts, tenant, externalId),
    readAction: (tenant, actionId) => readAction(parts, tenant, actionId),
    readPolicy: (tenant) => readPolicy(parts, tenant),
    readPolicyByHash: (tenant, hash) => readPolicyByHash(parts, tenant, hash),
    jwks: () => ({ keys: publishedKeys.map(({ jwk }) => jwk) }),
    publishKeys: (ring) => {
      publishKeys(publishedKeys, ring)
    },
    signWithRing: (ring) => {
      signWithRing(publishedKeys, signer, ring)
    },
    checkReady: () => store.check(),
    closeUnanswered: () => closeUnanswered(parts),
    endExpiredWindows: () => endExpiredWindows({ ...parts, pseudonymSecret }),
    reconcileDue: (limit) => reconcileDue(parts, timings, limit),
    adoptProjects: async () => {
      await adoptProjects(parts)
      await adoptForRetention(parts)
      await adoptForCounting(parts)
      await adoptForCheckpoints(parts)
    },
    takeCheckpoints: (limit) => takeCheckpoints(parts, checkpointEveryMs, limit),
    expireRedacted: (limit) => expireRedacted(parts, retentionMs, limit),
    recomputeChains: (limit) => sweepChains(parts, isSigned, limit),
    countArrived: (projects) => countArrived(parts, projects),
    readBacklog: () => readBacklog(parts),
    readFigures: () => readWatchedFigures(parts),
    evidencePage: createEvidencePageService({ ...parts, isSigned }),
    readEvents: (project, request) => readEvents(store, project, { until: settledAt(), ...request }),
    webhooks: createWebhookWork({ ...parts, sealer, allowPrivate }),
    operatorParts: {
      ...parts,
      pseudonymSecret,
      isSigned,
      timings,
      retentionMs,
      sealer,
      allowPrivate,
      settledAt,
    },
    close: async () => {
      await store.close()
      await signer.close()
    },
  })
}
