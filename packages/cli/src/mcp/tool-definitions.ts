/**
 * What the server says its tools are, and whether it keeps saying so. A definition that changes under way is how a
 * server turns a tool that was looked at into another one: it is told, and the tool is blocked.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { type Digest, hashJson, isDigest, isJsonObject } from '@heron/evidence'
import { UsageError } from '../command.js'
import { readJsonFile } from '../vendor/options.js'
import type { OnMcpEvent } from './events.js'
import { isParams, type Params } from './messages.js'

export type ToolDefinition = Params & { readonly name: string }

export type DefinitionOptions = {
  /** A tool whose definition changed is told about and still runs. */
  readonly allowChanges: boolean
  /** Where definitions are compared with those of earlier runs. Made by the first run. */
  readonly pinFile?: string
}

export class ToolDefinitions {
  readonly #options: DefinitionOptions
  readonly #onEvent: OnMcpEvent
  /** By tool, as the server said it last. */
  readonly #definitions = new Map<string, { readonly tool: ToolDefinition; readonly hash: Digest }>()
  readonly #blocked = new Set<string>()
  /** From an earlier run; null where there is none to compare with. */
  readonly #pins: ReadonlyMap<string, string> | null
  /** The names of the last whole list; null before the first. */
  #listed: ReadonlySet<string> | null = null

  /** @throws {UsageError} for a pin file that cannot be read. */
  constructor(options: DefinitionOptions, onEvent: OnMcpEvent) {
    this.#options = options
    this.#onEvent = onEvent
    this.#pins = options.pinFile === undefined ? null : readPins(options.pinFile)
  }

  /** Looks at tools as the server lists them, to the client or to us. UNTRUSTED. */
  observe(tools: readonly unknown[]): void {
    for (const tool of tools) {
      if (isDefinition(tool)) this.#observeOne(tool, definitionHash(tool))
    }
  }

  /** After a whole list: from now on a further name is a new tool. */
  completed(names: ReadonlySet<string>): void {
    for (const name of this.#listed ?? []) {
      if (!names.has(name)) this.#onEvent({ event: 'tool_removed', tool: name, blocked: false })
    }
    if (this.#listed === null && this.#options.pinFile !== undefined && this.#pins === null) {
      writePins(this.#options.pinFile, this.#definitions)
    }
    this.#listed = names
  }

  /** Why a tool must not run, as a sentence for the model that follows a colon; null when nothing is known against it. */
  objection(tool: string): string | null {
    if (this.#blocked.has(tool)) {
      return 'its definition is not the one that was looked at first. A person has to review it.'
    }
    if (this.#pins !== null && !this.#pins.has(tool)) {
      return 'it is not among the pinned tools. A person has to review it.'
    }
    return null
  }

  all(): readonly ToolDefinition[] {
    return [...this.#definitions.values()].map(({ tool }) => tool)
  }

  #observeOne(tool: ToolDefinition, hash: Digest): void {
    const { name } = tool
    // What was listed and is gone stays known: it may come back as something else.
    const known = this.#definitions.get(name)?.hash ?? this.#pins?.get(name)
    this.#definitions.set(name, { tool, hash })
    if (known === hash) return
    if (known !== undefined) {
      const blocked = !this.#options.allowChanges
      if (blocked) this.#blocked.add(name)
      this.#onEvent({ event: 'tool_changed', tool: name, blocked })
    } else if (this.#listed !== null || this.#pins !== null) {
      this.#onEvent({ event: 'tool_added', tool: name, blocked: this.#pins !== null })
    }
  }
}

function isDefinition(tool: unknown): tool is ToolDefinition {
  return isParams(tool) && typeof tool['name'] === 'string'
}

/** Everything that a model or a person is shown; `_meta` is for programs and may change freely. */
function definitionHash({ _meta, ...definition }: ToolDefinition): Digest {
  try {
    return hashJson(definition)
  } catch {
    // No canonical form (a lone surrogate, say): its text has one, with the surrogate written out.
    return hashJson(JSON.stringify(definition))
  }
}

function readPins(file: string): ReadonlyMap<string, string> | null {
  if (!existsSync(file)) return null
  const value = readJsonFile(file)
  const tools = isJsonObject(value) ? value['tools'] : undefined
  if (tools === undefined || !isJsonObject(tools)) throw new UsageError(`\`${file}\` holds no pinned tools`)
  const pins = new Map<string, string>()
  for (const [name, hash] of Object.entries(tools)) {
    if (!isDigest(hash)) throw new UsageError(`\`${file}\`: the pin of \`${name}\` is no digest`)
    pins.set(name, hash)
  }
  return pins
}

function writePins(file: string, definitions: ReadonlyMap<string, { readonly hash: string }>): void {
  const hashes = [...definitions].map(([name, { hash }]) => [name, hash] as const)
  const tools = Object.fromEntries(hashes.sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(file, `${JSON.stringify({ v: 1, tools }, null, 2)}\n`, { flag: 'wx' })
}
