/**
 * What one agent session has to remember from one hook process to the next: how it was opened, and which calls were
 * allowed and not yet reported.
 *
 * Hooks of parallel calls run at once. No lock is held: a file is made whole and then linked (the first one stands) or
 * moved away (whoever moves it has it).
 */
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { decodeJson, hashJson, isJsonObject, type JsonValue } from '@heron/evidence'
import type { AllowedDecision, WithheldDecision } from '@heron/sdk'
import type { ToolUse } from './input.js'

/** How a session is opened: the same in every process, since Heron takes it for another one otherwise. */
export type Opening = {
  /** Counts up when a session that was closed goes on (`--resume`). */
  readonly generation: number
  readonly request: { readonly hash: string; readonly anchors: readonly string[] }
}

/** A call that went to the agent, and by what right. */
export type PendingCall = {
  /** `asked`: the agent's own dialog asks a person. */
  readonly state: 'allowed' | 'asked'
  readonly decision: AllowedDecision | WithheldDecision
}

export class SessionFiles {
  readonly #folder: string

  /** @param sessionId UNTRUSTED: hashed, so that it cannot name another folder. */
  constructor(stateFolder: string, sessionId: string) {
    this.#folder = join(stateFolder, 'hook', digits(sessionId))
  }

  /** The opening of this session: the one that stands, else this one from now on. */
  opening(request: Opening['request']): Opening {
    const generation = this.#closed()
    const file = join(this.#folder, `opening-${generation.toString()}.json`)
    this.#writeOnce(file, { generation, request: { hash: request.hash, anchors: [...request.anchors] } })
    const opening = readJson(file)
    if (opening === null) throw new Error(`the session's file \`${file}\` cannot be read`)
    return opening as unknown as Opening
  }

  /** True once something was kept about this session since it was closed last. */
  isOpen(): boolean {
    return existsSync(join(this.#folder, `opening-${this.#closed().toString()}.json`))
  }

  /** The next process opens the session anew. */
  close(generation: number): void {
    this.#writeOnce(join(this.#folder, `closed-${generation.toString()}.json`), {})
  }

  /** Arguments stay out of the file: the decision has their hash. */
  keep(use: ToolUse, call: PendingCall): void {
    const { decision } = call
    const kept = { ...call, decision: { ...decision, call: { tool: use.tool, args: {} } } }
    const order = `${Date.now().toString().padStart(15, '0')}-${randomBytes(6).toString('hex')}`
    this.#writeOnce(join(this.#folder, `${callPrefix(use)}${order}.json`), kept)
  }

  /** Takes the call that this use was, oldest first; null where none was kept. */
  take(use: ToolUse): PendingCall | null {
    return this.#takeFirst(callPrefix(use))
  }

  /** Takes any call that is left; null when none is. */
  takeAny(): PendingCall | null {
    return this.#takeFirst('call-')
  }

  #takeFirst(prefix: string): PendingCall | null {
    if (!existsSync(this.#folder)) return null
    for (const name of readdirSync(this.#folder)
      .filter((one) => one.startsWith(prefix) && one.endsWith('.json'))
      .sort()) {
      const file = join(this.#folder, name)
      try {
        renameSync(file, `${file}.taken`)
      } catch {
        continue
      }
      const call = readJson(`${file}.taken`)
      rmSync(`${file}.taken`, { force: true })
      if (call !== null) return call as unknown as PendingCall
    }
    return null
  }

  #closed(): number {
    let generation = 0
    while (existsSync(join(this.#folder, `closed-${generation.toString()}.json`))) generation += 1
    return generation
  }

  #writeOnce(file: string, value: JsonValue): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const draft = join(this.#folder, `draft-${randomBytes(6).toString('hex')}`)
    writeFileSync(draft, JSON.stringify(value), { mode: 0o600 })
    try {
      linkSync(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(draft, { force: true })
    }
  }
}

/** By the agent's id of the call; where it sends none, by tool and arguments. */
function callPrefix({ callId, tool, args }: ToolUse): string {
  const name = typeof tool === 'string' ? [tool] : [tool.name, tool.server ?? '']
  return `call-${digits(callId ?? [...name, args])}-`
}

function digits(value: JsonValue): string {
  return hashJson(value).slice('sha256:'.length)
}

function readJson(file: string): JsonValue | null {
  try {
    const read = decodeJson(readFileSync(file))
    return read.ok && isJsonObject(read.value) ? read.value : null
  } catch {
    return null
  }
}
