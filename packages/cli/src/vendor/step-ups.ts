/**
 * Questions for a person, where the agent's own program cannot ask them: kept in files until `heron approve` answers,
 * and the agent makes the same call again (heron.md §3, STEP_UP).
 *
 * An answer counts once, for the session, tool and arguments that it was asked about; Heron checks all of that again.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { decodeJson, hashJson, isJsonObject } from '@heron/evidence'
import type { StepUpAnswer, WithheldDecision } from '@heron/sdk'

/** A call that waits for a person. Stays on this machine, readable by its owner only. */
export type StepUp = {
  readonly action: string
  readonly session: string
  readonly tool: string
  readonly args_hash: string
  readonly rule: string | null
  readonly asked_at: string
  /** The arguments as text, cut to {@link MAX_SHOWN}: what the person decides about. */
  readonly args: string
  readonly answer: { readonly human_decision: string; readonly approver: string | null } | null
}

/** Longest text of arguments that is kept and shown. */
const MAX_SHOWN = 4000

export class StepUps {
  readonly #folder: string

  constructor(stateFolder: string) {
    this.#folder = join(stateFolder, 'step-ups')
  }

  /** Keeps a question. */
  ask(session: string, decision: WithheldDecision<object>): void {
    const text = JSON.stringify(decision.call.args)
    this.#write({
      action: decision.actionId,
      session,
      tool: decision.tool,
      args_hash: decision.argsHash,
      rule: decision.rule,
      asked_at: decision.receipt.decided_at,
      args: text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text,
      answer: null,
    })
  }

  /** Takes the answer to an earlier question about the same call, if there is one. It is gone afterwards. */
  take(session: string, tool: string, argsHash: string): StepUpAnswer | null {
    const answered = this.list().find(
      (one) =>
        one.answer !== null && one.session === session && one.tool === tool && one.args_hash === argsHash,
    )
    if (answered === undefined || answered.answer === null) return null
    const file = this.#file(answered.action)
    try {
      // Whoever moves it has it: two calls at once never share an answer.
      renameSync(file, `${file}.taken`)
    } catch {
      return null
    }
    rmSync(`${file}.taken`, { force: true })
    const { human_decision: humanDecision, approver } = answered.answer
    return { action: answered.action, humanDecision, ...(approver === null ? {} : { approver }) }
  }

  /** Every question that is kept, oldest first. */
  list(): readonly StepUp[] {
    if (!existsSync(this.#folder)) return []
    return readdirSync(this.#folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => this.#read(name))
      .filter((one) => one !== null)
      .sort((a, b) => (a.asked_at < b.asked_at ? -1 : 1))
  }

  /** Records a person's answer; false where no such question waits. */
  answer(action: string, humanDecision: string, approver: string | null): boolean {
    const waiting = this.list().find((one) => one.action === action && one.answer === null)
    if (waiting === undefined) return false
    this.#write({ ...waiting, answer: { human_decision: humanDecision, approver } })
    return true
  }

  #write(stepUp: StepUp): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const file = this.#file(stepUp.action)
    writeFileSync(`${file}.draft`, JSON.stringify(stepUp), { mode: 0o600 })
    chmodSync(`${file}.draft`, 0o600)
    renameSync(`${file}.draft`, file)
  }

  #read(name: string): StepUp | null {
    try {
      const read = decodeJson(readFileSync(join(this.#folder, name)))
      return read.ok && isJsonObject(read.value) ? (read.value as unknown as StepUp) : null
    } catch {
      return null
    }
  }

  /** An action's id is Heron's text: hashed, so that it cannot name another folder. */
  #file(action: string): string {
    return join(this.#folder, `${hashJson(action).slice('sha256:'.length)}.json`)
  }
}
