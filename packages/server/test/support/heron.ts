/** A whole Heron without HTTP: a database of its own on the engine under test, the service, and requests as a vendor would make them. */
import {
  type AnnounceActionRequest,
  type ExecutionStatement,
  hashJson,
  type OpenSessionRequest,
  publicKeyOfSeed,
  type ReportExecutionRequest,
  signStatement,
  toBase64url,
} from '@heron/evidence'
import { createService, type ServiceOptions } from '../../src/domain/create-service.js'
import { importVendorKey, type Operation } from '../../src/domain/operator-keys.js'
import type { HeronService, RequestContext } from '../../src/domain/service.js'
import type { OpenInstallation } from '../../src/setup/installation.js'
import { newPlace, type Place } from './place.js'
import type { Tenant } from '../../src/domain/tenant.js'

/** A clock that tests move by hand. */
export class Clock {
  #ms = Date.parse('2026-11-30T12:00:00.000Z')
  readonly now = (): string => new Date(this.#ms).toISOString()

  advance(ms: number): void {
    this.#ms += ms
  }
}

export const VENDOR = { kid: 'k1', seed: new Uint8Array(32).fill(1) }

export type Heron = {
  readonly service: HeronService
  readonly data: OpenInstallation
  /** Where database and key ring are; opens the database once more, beside the service. */
  readonly place: Place
  readonly directory: string
  readonly tenant: Tenant
  readonly apiKey: string
  readonly operation: Operation
  readonly clock: Clock
  /** The headers of one request; the key is what makes two requests the same one. */
  readonly context: (idempotencyKey?: string | null) => RequestContext
  readonly close: () => Promise<void>
}

/** Starts a Heron whose vendor key {@link VENDOR} is imported. */
export async function startHeron(options: Partial<ServiceOptions> = {}): Promise<Heron> {
  const clock = new Clock()
  const place = await newPlace()
  const created = await place.create(ORGANIZATION, clock.now)
  const data = await place.open(clock.now)
  const { organizationId, projectId, ownerId, apiKey } = created
  const operation = { project: { organizationId, projectId }, actorId: ownerId, reason: 'set-up' }
  await importVendorKey(data, operation, {
    kid: VENDOR.kid,
    publicKey: toBase64url(publicKeyOfSeed(VENDOR.seed)),
  })
  const { store, signer } = data
  const service = await createService({
    ...{ store, signer, now: clock.now },
    publishedKeys: data.keyRing.published,
    pseudonymSecret: data.keyRing.pseudonymSecret,
    ...options,
  })
  const tenant = await service.authenticate(apiKey)
  if (tenant === null) throw new Error('the key that was just minted is unknown')
  return {
    ...{ service, data, place, directory: place.directory, tenant, apiKey, operation, clock },
    context: (idempotencyKey = null) => ({ tenant, idempotencyKey, receivedAt: clock.now() }),
    close: async () => {
      await service.close()
      await place.remove()
    },
  }
}

export const ORGANIZATION = {
  organizationName: 'Vendor',
  projectName: 'Assistant',
  ownerEmail: 'owner@vendor.example',
  ownerPassword: 'a password of the tests',
}

export function sessionRequest(
  externalId: string,
  changes: Partial<OpenSessionRequest> = {},
): OpenSessionRequest {
  return {
    external_id: externalId,
    agent: { external_id: 'a1', version: '2' },
    principal: { type: 'human', ref: 'user_881' },
    original_request: { hash: hashJson('do it'), anchors: [] },
    started_at: '2026-11-30T18:43:03.399Z',
    ...changes,
  }
}

export function actionRequest(
  sessionExternalId: string,
  seq: number,
  changes: Partial<AnnounceActionRequest> = {},
): AnnounceActionRequest {
  return {
    session_external_id: sessionExternalId,
    seq,
    tool: { name: 'crm.read' },
    args_redacted: { id: 'x' },
    args_hash: hashJson({ seq }),
    requested_at: '2026-11-30T18:43:03.418Z',
    ...changes,
  }
}

/** A statement on an announced action, signed by {@link VENDOR}. */
export function executionRequest(
  action: { readonly action_id: string; readonly decision: { readonly decision_id: string } },
  changes: Partial<ExecutionStatement> = {},
): ReportExecutionRequest {
  const statement: ExecutionStatement = {
    action_id: action.action_id,
    decision_id: action.decision.decision_id,
    outcome: 'EXECUTED',
    result_hash: hashJson('done'),
    error_code: null,
    executed_at: '2026-11-30T18:43:04.000Z',
    ...changes,
  }
  return { ...statement, signature: signStatement(statement, VENDOR) }
}
