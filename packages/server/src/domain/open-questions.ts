/**
 * What a later call of one session may answer without naming it: MODIFYs and DEFERs, the newest where several would do, and
 * STEP_UPs, once a person has answered them in the dashboard.
 */

/** A STEP_UP, MODIFY or DEFER that nothing has answered yet. */
export type AwaitedAnswer = {
  readonly actionId: string
  readonly verdict: 'STEP_UP' | 'MODIFY' | 'DEFER'
  readonly tool: string
  readonly argsHash: string
  readonly dueAt: string | null
}

type Call = Pick<AwaitedAnswer, 'tool' | 'argsHash'>

export class OpenQuestions {
  readonly #steppedUp = new Map<string, AwaitedAnswer[]>()
  readonly #modified = new Map<string, AwaitedAnswer>()
  readonly #deferred = new Map<string, AwaitedAnswer>()
  /** By action, so that an answer need not look through all that is open. */
  readonly #open = new Map<string, AwaitedAnswer>()
  #sweepAt = SWEEP_FROM

  get size(): number {
    return this.#open.size
  }

  /** @param now questions whose time is over by then may be let go. */
  add(asked: AwaitedAnswer, now: string): void {
    const question = { ...asked, tool: detached(asked.tool), argsHash: detached(asked.argsHash) }
    this.#open.set(question.actionId, question)
    if (this.#open.size >= this.#sweepAt) this.#sweep(now)
    if (question.verdict === 'STEP_UP') {
      const key = callKey(question)
      this.#steppedUp.set(key, [question, ...(this.#steppedUp.get(key) ?? [])].slice(0, MAX_REPEATED))
    }
    if (question.verdict === 'MODIFY') this.#modified.set(question.tool, question)
    if (question.verdict === 'DEFER') this.#deferred.set(callKey(question), question)
  }

  /** What a call answers: the DEFER of the same tool and arguments, else the MODIFY of the same tool. */
  find(call: Call, now: string): AwaitedAnswer | null {
    const deferred = this.#deferred.get(callKey(call))
    if (deferred !== undefined && (deferred.dueAt === null || deferred.dueAt > now)) return deferred
    return this.#modified.get(call.tool) ?? null
  }

  /** The STEP_UPs that a call repeats and whose time is not over, the newest {@link MAX_REPEATED}, newest first. */
  steppedUp(call: Call, now: string): readonly AwaitedAnswer[] {
    const open = this.#steppedUp.get(callKey(call)) ?? []
    return open.filter(({ dueAt }) => dueAt === null || dueAt > now)
  }

  /** True when that action is a STEP_UP which the call repeats and whose time is not over. */
  isSteppedUp(call: Call, actionId: string, now: string): boolean {
    const question = this.#open.get(actionId)
    return (
      question?.verdict === 'STEP_UP' &&
      callKey(question) === callKey(call) &&
      (question.dueAt === null || question.dueAt > now)
    )
  }

  remove(actionId: string): void {
    const question = this.#open.get(actionId)
    if (question === undefined) return
    this.#open.delete(actionId)
    const key = callKey(question)
    const rest = (this.#steppedUp.get(key) ?? []).filter((open) => open.actionId !== actionId)
    if (rest.length === 0) this.#steppedUp.delete(key)
    else this.#steppedUp.set(key, rest)
    if (this.#modified.get(question.tool)?.actionId === actionId) this.#modified.delete(question.tool)
    if (this.#deferred.get(key)?.actionId === actionId) this.#deferred.delete(key)
  }

  #sweep(now: string): void {
    for (const { actionId, dueAt } of this.#open.values()) {
      if (dueAt !== null && dueAt <= now) this.remove(actionId)
    }
    this.#sweepAt = Math.max(SWEEP_FROM, 2 * this.#open.size)
  }
}

/** More open STEP_UPs on one call than this are no honest repetition. */
const MAX_REPEATED = 20

/** Open questions of a session before those whose time is over are looked for. */
const SWEEP_FROM = 64

/** A copy: what was cut out of a request's text would keep all of that text. */
function detached(text: string): string {
  return Buffer.from(text).toString()
}

function callKey({ tool, argsHash }: Call): string {
  return `${argsHash}/${tool}`
}
