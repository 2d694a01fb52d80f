/**
 * Sends what is due to receivers (heron.md §14). Beside the worker, not in it: a receiver may take ten seconds, and neither
 * the other receivers nor the other background work wait for it. Everything to do is a due row; a sender that is stopped or
 * killed leaves it due.
 */
import type { Attempt } from '../domain/webhooks/attempts.js'
import type { WebhookWork } from '../domain/webhooks/work.js'
import { SpanKind } from '@opentelemetry/api'
import { failSpan, inSpan, traceHeaders } from '../telemetry/spans.js'
import { createSafeRequester, type SafeRequester } from './safe-request/safe-request.js'
import { signedHeaders } from './signed-headers.js'

export type SenderOptions = {
  readonly service: { readonly webhooks: WebhookWork }
  /** How often due work is looked for; 0 never, and only `tick` does it. Default {@link TICK_EVERY_MS}. */
  readonly intervalMs?: number
  /** Heron's clock, RFC 3339 UTC with milliseconds. Default: the system's. */
  readonly now?: () => string
  /** Default: what is really sent. */
  readonly send?: SafeRequester
  /** 0 to 1, for the jitter. */
  readonly random?: () => number
}

/** Since this process began: attempts by how they ended; ticks that ended early. */
export type SenderTotals = {
  readonly delivered: number
  readonly failed: number
  readonly dead: number
  readonly gone: number
  readonly broken: number
}

export type Sender = {
  /** Begins what is due now, without waiting for receivers; true when there was more than one tick takes on. */
  readonly tick: () => Promise<boolean>
  /** Resolves when no attempt is under way. */
  readonly idle: () => Promise<void>
  readonly totals: () => SenderTotals
  /** Begins nothing more; what is still under way after {@link STOP_WITHIN_MS} is cut off and will be sent again. */
  readonly stop: () => Promise<void>
}

const TICK_EVERY_MS = 500

/** Notes turned into deliveries in one tick. */
const NOTES_PER_TICK = 200

/** Attempts under way at once, for all receivers together. */
const MAX_IN_FLIGHT = 64

/** For one receiver; a failing one gets one at a time, so that dead receivers never fill the room. */
const MAX_PER_RECEIVER = 4

/** A share of the 10 s in which the whole process ends (cli contract). */
const STOP_WITHIN_MS = 1_500

export function startWebhookSender(options: SenderOptions): Sender {
  const { intervalMs = TICK_EVERY_MS, now = () => new Date().toISOString(), random = Math.random } = options
  const { webhooks } = options.service
  const send = options.send ?? createSafeRequester()
  const totals = { delivered: 0, failed: 0, dead: 0, gone: 0, broken: 0 }
  const inFlight = new Map<Promise<void>, string>()
  const stopping = new AbortController()
  let stopped = false
  let running: Promise<boolean> | null = null
  let timer: NodeJS.Timeout | undefined

  const room = ({ id, failing }: { readonly id: string; readonly failing: boolean }): number => {
    const own = [...inFlight.values()].filter((webhook) => webhook === id).length
    return Math.min(MAX_IN_FLIGHT - inFlight.size, (failing ? 1 : MAX_PER_RECEIVER) - own)
  }
  const attempt = (one: Attempt): Promise<void> =>
    inSpan(
      'heron.webhook.attempt',
      { 'heron.topic': one.delivery.topic, 'heron.attempt': one.delivery.attempts },
      async (span) => {
        const signed = signedHeaders(one.eventId, now(), one.payload, one.secrets)
        const answer = await send({
          ...{ method: 'POST', url: one.url, body: one.payload, readsBody: false },
          ...{ allowPrivate: one.allowPrivate, signal: stopping.signal },
          headers: { ...signed, ...traceHeaders() },
        })
        if (answer.status !== null) span.setAttribute('http.response.status_code', answer.status)
        if (!answer.ok) failSpan(span, answer.failure)
        // Cut off by us: nobody knows whether it arrived, so it stays claimed until it is due again.
        if (!answer.ok && answer.failure === 'stopped') return
        const outcome = await webhooks.settle(one, answer, random())
        span.setAttribute('heron.outcome', outcome)
        totals[outcome] += 1
      },
      SpanKind.CLIENT,
    )
  const begin = (one: Attempt): void => {
    const under = attempt(one)
      .catch(() => {
        totals.broken += 1
      })
      .finally(() => {
        inFlight.delete(under)
        // What waits for this receiver has its turn now.
        if (intervalMs > 0) schedule(0)
      })
    inFlight.set(under, one.webhook.id)
  }
  const work = async (): Promise<boolean> => {
    const taken = await webhooks.expandOutbox(NOTES_PER_TICK)
    let begun = 0
    for await (const one of webhooks.claimDue(room)) {
      begin(one)
      begun += 1
    }
    return taken === NOTES_PER_TICK || begun > 0
  }
  const tick = (): Promise<boolean> => {
    running ??= work().finally(() => {
      running = null
    })
    return running
  }
  const schedule = (afterMs: number): void => {
    if (stopped) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      tick().then(
        (more) => {
          schedule(more && inFlight.size < MAX_IN_FLIGHT ? 0 : intervalMs)
        },
        () => {
          // The rows stay due: what failed now is tried again.
          totals.broken += 1
          schedule(intervalMs)
        },
      )
    }, afterMs)
    timer.unref()
  }
  const idle = async (): Promise<void> => {
    while (inFlight.size > 0) await Promise.all(inFlight.keys())
  }
  if (intervalMs > 0) schedule(intervalMs)

  return {
    tick,
    idle,
    totals: () => ({ ...totals }),
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running?.catch(() => false)
      const cutOff = setTimeout(() => {
        stopping.abort()
      }, STOP_WITHIN_MS)
      await idle()
      clearTimeout(cutOff)
      stopping.abort()
    },
  }
}
