/**
 * The door of the writes: how much may be under way at once, and how much of it for one project. What does not fit is
 * told to come back (503, `Retry-After`) before its body is read, so that a database that stalls costs no memory, and one
 * vendor's flood leaves room for the others.
 *
 * A project may take as much as is still free: alone half of the whole, among `n` that press equally one part of `n + 1`.
 * So there is always room for one more project.
 */
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../domain/refusal.js'
import { tenantOf } from './authentication.js'
import { MAX_BODY_BYTES } from './json-body.js'

declare module 'fastify' {
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- a module is extended by its interface
  interface FastifyRequest {
    /** Set by {@link Admission.enter}; null where nothing is written. */
    place: Place | null
  }
}

/** Bytes of bodies and of what is made of them. Some thousands of ordinary writes; far below what a process has. */
export const MAX_UNDER_WAY_BYTES = 64 * 1024 * 1024

/** What a write costs besides its body: its plan, its rows, its answer. */
const WRITE_BYTES = 8 * 1024

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT'])

/** Kept until the request was answered **and** its work is done: work that came too late for its client goes on. */
export class Place {
  readonly #leave: () => void
  #holders = 1

  constructor(leave: () => void) {
    this.#leave = leave
  }

  hold(): void {
    this.#holders += 1
  }

  release(): void {
    this.#holders -= 1
    if (this.#holders === 0) this.#leave()
  }
}

export class Admission {
  readonly #most: number
  readonly #taken = new Map<string, number>()
  #total = 0

  /** @param most bytes under way, of all projects. */
  constructor(most: number) {
    this.#most = most
  }

  /**
   * Takes a place for a write of the authenticated request.
   *
   * @param closed calls back once the response is over, however it ended.
   * @throws {Refusal} unavailable, when the project has as much under way as it may.
   */
  enter(request: FastifyRequest, closed: (listener: () => void) => void): void {
    if (!WRITES.has(request.method)) return
    const { organizationId, projectId } = tenantOf(request)
    const project = `${organizationId}/${projectId}`
    const bytes = WRITE_BYTES + bodyBytes(request)
    const taken = this.#taken.get(project) ?? 0
    if (taken + bytes > this.#most - this.#total) {
      throw new Refusal('unavailable', 'too much is under way for this project already: try again shortly')
    }
    this.#take(project, bytes)
    const place = new Place(() => {
      this.#take(project, -bytes)
    })
    request.place = place
    closed(() => {
      place.release()
    })
  }

  #take(project: string, bytes: number): void {
    const taken = (this.#taken.get(project) ?? 0) + bytes
    this.#total += bytes
    if (taken === 0) this.#taken.delete(project)
    else this.#taken.set(project, taken)
  }
}

/** UNTRUSTED: without a length, or with one that is none, it is counted as the largest that is taken. */
function bodyBytes(request: FastifyRequest): number {
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  return length >= 0 && length <= MAX_BODY_BYTES ? length : MAX_BODY_BYTES
}
