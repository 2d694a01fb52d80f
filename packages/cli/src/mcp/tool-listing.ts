/**
 * The proxy's own look at the server's tools: once before the first call, and again whenever the server says that its
 * list changed. A list that is shown to the client only is looked at as well (`relay.ts`).
 */
import type { OwnRequests } from './own-requests.js'
import type { RequestMessage } from './messages.js'
import type { ToolDefinitions } from './tool-definitions.js'

/** A server that pages without end is not followed for ever. */
const MAX_PAGES = 200

export class ToolListing {
  readonly #own: OwnRequests
  readonly #send: (message: RequestMessage) => Promise<void>
  readonly #definitions: ToolDefinitions
  #first: Promise<void> | null = null
  #again: Promise<void> = Promise.resolve()
  #queued = false

  constructor(
    own: OwnRequests,
    send: (message: RequestMessage) => Promise<void>,
    definitions: ToolDefinitions,
  ) {
    this.#own = own
    this.#send = send
    this.#definitions = definitions
  }

  /** The first look, made once. A server without tools answers with an error, and that is that. */
  first(): Promise<void> {
    this.#first ??= this.#list()
    return this.#first
  }

  /** Looks again. Many notices in a row are one more look. */
  again(): void {
    if (this.#queued) return
    this.#queued = true
    this.#again = Promise.all([this.first(), this.#again]).then(() => {
      this.#queued = false
      return this.#list()
    })
  }

  /** Resolves when no look is under way: a call is judged by what the server says now. */
  async settled(): Promise<void> {
    await this.first()
    await this.#again
  }

  async #list(): Promise<void> {
    const names = new Set<string>()
    let cursor: unknown
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const params = cursor === undefined ? {} : { cursor }
      const result = await this.#own.make('tools/list', params, this.#send)
      const tools = result?.['tools']
      if (!Array.isArray(tools)) return
      this.#definitions.observe(tools)
      for (const tool of tools as readonly { readonly name?: unknown }[]) {
        if (typeof tool.name === 'string') names.add(tool.name)
      }
      cursor = result?.['nextCursor']
      if (typeof cursor !== 'string') {
        this.#definitions.completed(names)
        return
      }
    }
  }
}
