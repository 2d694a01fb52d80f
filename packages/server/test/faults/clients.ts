/** Clients at work: each sends its calls one after the other, each call until it is answered, and notes every answer. */
import { setTimeout } from 'node:timers/promises'
import { hashJson, type JsonObject } from '@heron/evidence'
import { expect } from 'vitest'
import type { HeronService, RequestContext } from '../../src/domain/service.js'
import type { Tenant } from '../../src/domain/tenant.js'
import { actionRequest } from '../support/heron.js'
import type { Ledger } from './ledger.mjs'
import { answeredCall } from './stored-calls.js'

export const CLIENTS = 12
export const CALLS = 15
export const SESSIONS = ['run_0', 'run_1', 'run_2']

/** A client that is told to come back waits a little; a database that is down answers at once. */
const BACK_OFF_MS = 5

export type ClientsOptions = {
  readonly service: HeronService
  readonly tenant: Tenant
  readonly ledger: Ledger
  readonly now: () => string
  /** Called before each attempt. */
  readonly between?: () => void
  /** What every call carries; little by default. */
  readonly argsRedacted?: JsonObject
}

/** Answers how often a client was told to come back. */
export async function runClients({
  service,
  tenant,
  ledger,
  now,
  between,
  argsRedacted,
}: ClientsOptions): Promise<{ readonly refused: number }> {
  let refused = 0
  const client = async (number: number): Promise<void> => {
    const session = SESSIONS[number % SESSIONS.length] ?? 'run_0'
    for (let call = 0; call < CALLS; call += 1) {
      const seq = call * CLIENTS + number
      for (;;) {
        between?.()
        const context: RequestContext = { tenant, idempotencyKey: `${session}:${seq}`, receivedAt: now() }
        try {
          const request = actionRequest(session, seq, {
            args_hash: hashJson({ seq }),
            ...(argsRedacted === undefined ? {} : { args_redacted: argsRedacted }),
          })
          ledger.note(answeredCall(session, seq, await service.announceAction(request, context)))
          break
        } catch (error) {
          expect(error).toMatchObject({ code: 'unavailable' })
          refused += 1
          await setTimeout(BACK_OFF_MS)
        }
      }
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)))
  return { refused }
}
