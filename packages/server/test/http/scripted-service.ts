/** A service that does what a test tells it, and remembers what reached it: for the rules of the HTTP layer alone. */
import type { AnnounceActionAnswer } from '@heron/evidence'
import type { HeronService } from '../../src/domain/service.js'
import type { Tenant } from '../../src/domain/tenant.js'

export const API_KEY = 'hrn_test_scripted'

export const TENANT: Tenant = {
  organizationId: 'org_1',
  projectId: 'prj_1',
  apiKeyId: 'key_1',
  environment: 'test',
}

export type Call = { readonly name: keyof HeronService; readonly args: readonly unknown[] }

/** Every method that a script does not replace answers with something simple. */
export function scriptedService(script: Partial<HeronService> = {}): {
  service: HeronService
  calls: Call[]
} {
  const calls: Call[] = []
  const service: HeronService = {
    authenticate: (apiKey) => Promise.resolve(apiKey === API_KEY ? TENANT : null),
    openSession: () => Promise.resolve({ session_id: 'ses_1', head_hash: 'h' } as never),
    announceAction: () => Promise.resolve(ANNOUNCED),
    reportExecution: () => Promise.resolve({ ok: true, signature_valid: true }),
    closeSession: () => Promise.resolve({ session_id: 'ses_1', head_hash: 'h', count: 0 } as never),
    putToolCatalog: () => Promise.resolve({ ok: true, catalog_hash: 'h', tools: 1, signature_valid: true }),
    readSession: () => Promise.resolve({ session_id: 'ses_1' } as never),
    readAction: () => Promise.resolve({ action_id: 'act_1' } as never),
    readPolicy: () => Promise.resolve({ policy_hash: 'h', bundle: {} as never }),
    readPolicyByHash: () => Promise.resolve({ policy_hash: 'h', bundle: {} as never }),
    jwks: () => ({ keys: [{ kty: 'OKP', crv: 'Ed25519', kid: 'h1', x: 'x', use: 'sig', alg: 'EdDSA' }] }),
    publishKeys: () => undefined,
    signWithRing: () => undefined,
    checkReady: () => Promise.resolve(),
    closeUnanswered: () => Promise.resolve(0),
    endExpiredWindows: () => Promise.resolve(0),
    reconcileDue: () => Promise.resolve({ due: 0, moved: { paired: 0, pending: 0, missing: 0 } }),
    adoptProjects: () => Promise.resolve(),
    recomputeChains: () => Promise.resolve(0),
    expireRedacted: () => Promise.resolve(0),
    takeCheckpoints: () => Promise.resolve(0),
    countArrived: () => Promise.resolve(0),
    readFigures: () => Promise.reject(new Error('a scripted service has no figures')),
    readBacklog: () => Promise.resolve({ queue: 0, lagMs: 0 }),
    readEvents: () => Promise.resolve({ events: [], nextCursor: 'c' }),
    close: () => Promise.resolve(),
    evidencePage: EVIDENCE_PAGE,
    webhooks: {} as never,
    operatorParts: {} as never,
    ...script,
  }
  const { evidencePage, webhooks, operatorParts, ...methods } = service
  const recorded = Object.fromEntries(
    Object.entries(methods).map(([name, method]) => [
      name,
      (...args: never[]) => {
        calls.push({ name: name as keyof HeronService, args })
        return (method as (...args: never[]) => unknown)(...args)
      },
    ]),
  )
  return { service: { ...recorded, evidencePage, webhooks, operatorParts } as unknown as HeronService, calls }
}

/** Calls that could have written something. */
export function writes(calls: readonly Call[]): Call[] {
  const reading = [
    'authenticate',
    'jwks',
    'checkReady',
    'readSession',
    'readAction',
    'readPolicy',
    'readPolicyByHash',
  ]
  return calls.filter(({ name }) => !reading.includes(name))
}

/** A page that no link opens. */
const EVIDENCE_PAGE = {
  openLink: () => Promise.resolve(null),
  overview: () => Promise.resolve(null),
} as unknown as HeronService['evidencePage']

const ANNOUNCED = {
  action_id: 'act_1',
  decision: { decision_id: 'dec_1', verdict: 'ALLOW', engine: 'e', effect: 'enforced', reasons: [] },
} as unknown as AnnounceActionAnswer

/** A promise and its two ends. */
export function deferred<Value>(): {
  promise: Promise<Value>
  resolve: (value: Value) => void
  reject: (error: Error) => void
} {
  let ends: { resolve: (value: Value) => void; reject: (error: Error) => void } | undefined
  const promise = new Promise<Value>((resolve, reject) => {
    ends = { resolve, reject }
  })
  return { promise, ...ends! }
}

/** A promise that never settles. */
export const NEVER = new Promise<never>(() => undefined)
