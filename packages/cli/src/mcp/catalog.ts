/**
 * The tool catalogue of a run: a reviewed file that is published, or a draft for review (heron.md §4). A project has one
 * catalogue, and a new one takes the place of the last: nothing is published unless that is asked for.
 */
import { writeFileSync } from 'node:fs'
import { type CatalogTool, checkCatalog, isJsonObject, type ToolCatalogBody } from '@heron/evidence'
import type { Guard } from '@heron/sdk'
import { type CommandArguments, UsageError } from '../command.js'
import { readJsonFile } from '../vendor/options.js'
import { draftCatalog } from './catalog-draft.js'
import type { OnMcpEvent } from './events.js'
import type { ToolDefinition } from './tool-definitions.js'

export type CatalogOptions = {
  /** Published as it is. */
  readonly reviewed: readonly CatalogTool[] | null
  /** Publishes the draft: the server's hints become the vendor's statement. */
  readonly trustAnnotations: boolean
  /** Where the draft is written. */
  readonly draftFile: string | null
}

/** @throws {UsageError} */
export function readCatalogOptions(args: CommandArguments): CatalogOptions {
  const file = args.text('catalog')
  const trustAnnotations = args.flag('trust-annotations')
  if (file !== undefined && trustAnnotations) {
    throw new UsageError('--catalog and --trust-annotations exclude one another: there is one catalogue')
  }
  return {
    reviewed: file === undefined ? null : readCatalog(file),
    trustAnnotations,
    draftFile: args.text('catalog-draft') ?? null,
  }
}

/** The catalogue's state in one run of the proxy. */
export class RunCatalog {
  readonly #options: CatalogOptions
  readonly #guard: Guard
  readonly #importHint: string
  readonly #onEvent: OnMcpEvent
  #drafted = false
  #inForce = false
  #publishing: Promise<string | null> | null = null

  constructor(options: CatalogOptions, guard: Guard, importHint: string, onEvent: OnMcpEvent) {
    this.#options = options
    this.#guard = guard
    this.#importHint = importHint
    this.#onEvent = onEvent
  }

  /**
   * Drafts once, and publishes what is to be published.
   *
   * @returns why no call may run yet: a catalogue that was asked for and is not in force would let calls be judged by
   *   less than their vendor knows. Null when there is nothing in the way.
   */
  prepare(definitions: readonly ToolDefinition[], server: string | null): Promise<string | null> {
    const { reviewed, trustAnnotations } = this.#options
    const draft = reviewed === null ? this.#draft(definitions, server) : null
    const tools = reviewed ?? (trustAnnotations ? draft : null)
    if (tools === null || this.#inForce) return Promise.resolve(null)
    this.#publishing ??= this.#publish(tools).finally(() => {
      this.#publishing = null
    })
    return this.#publishing
  }

  #draft(definitions: readonly ToolDefinition[], server: string | null): readonly CatalogTool[] {
    const { tools, notes } = draftCatalog(definitions, server)
    if (this.#drafted) return tools
    this.#drafted = true
    const { draftFile: file } = this.#options
    if (file !== null) writeFileSync(file, `${JSON.stringify({ v: 1, tools }, null, 2)}\n`)
    this.#onEvent({ event: 'catalog_drafted', tools: tools.length, notes, file })
    return tools
  }

  async #publish(tools: readonly CatalogTool[]): Promise<string | null> {
    try {
      const { catalogHash, signatureValid } = await this.#guard.publishCatalog(tools)
      this.#onEvent({
        event: 'catalog_published',
        catalog_hash: catalogHash,
        signature_valid: signatureValid,
      })
      this.#inForce = signatureValid
      return signatureValid
        ? null
        : `the tool catalogue is not in force, since Heron does not know this vendor key. A person runs: ${this.#importHint}`
    } catch (error) {
      const message = `the tool catalogue was not published: ${error instanceof Error ? error.message : 'no reason'}`
      this.#onEvent({ event: 'problem', code: 'failure', message })
      return 'the tool catalogue could not be published. Nothing is allowed without it.'
    }
  }
}

function readCatalog(file: string): readonly CatalogTool[] {
  const value = readJsonFile(file)
  if (!isJsonObject(value))
    throw new UsageError(`\`${file}\` is no catalogue: it must be {"v":1,"tools":[…]}`)
  const [finding] = checkCatalog(value).findings
  if (finding !== undefined) throw new UsageError(`\`${file}\`: ${finding.message} (at ${finding.pointer})`)
  return (value as unknown as ToolCatalogBody).tools
}
