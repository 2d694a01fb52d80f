/**
 * Every request is answered in time (heron.md §3): a client gives an attempt 2 s and opens its breaker after five silent
 * ones, so "not now" must come before that. What was begun goes on; asked again under the same key, its stored answer
 * is given. Never an ALLOW by default.
 */
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../domain/refusal.js'

declare module 'fastify' {
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- a module is extended by its interface
  interface FastifyRequest {
    /** `performance.now()` by which this request is answered. */
    answerBy: number
  }
}

/** Leaves 200 ms of the client's 2 s to the network and to a busy event loop. */
export const ANSWER_WITHIN_MS = 1_800

/**
 * Waits for the work, at most until the request's deadline.
 *
 * @throws {Refusal} `unavailable` when the work is not done by then.
 */
export function answerInTime<Answer>(request: FastifyRequest, work: Promise<Answer>): Promise<Answer> {
  const { place } = request
  place?.hold()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => {
        reject(new Refusal('unavailable', 'no durable answer in time; send the same request again'))
      },
      Math.max(0, request.answerBy - performance.now()),
    )
    work.then(
      (answer) => {
        place?.release()
        clearTimeout(timer)
        resolve(answer)
      },
      (error: unknown) => {
        place?.release()
        clearTimeout(timer)
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- passed on as it came
        reject(error)
      },
    )
  })
}
