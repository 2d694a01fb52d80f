/** The vendor's tools in the story, the same for every framework, and a note of what really ran. */
import { z } from 'zod'

export class StoryTools {
  /** Every call that reached a tool, in order. */
  readonly ran: { tool: string; args: unknown }[] = []
  /** Resolves when `read_slowly` has begun, so that a story can stop waiting for it. */
  readonly slowStarted: Promise<void>
  #slowStarts: () => void = () => undefined

  constructor() {
    this.slowStarted = new Promise((resolve) => (this.#slowStarts = resolve))
  }

  /** @param signal of whoever waits for the call; `read_slowly` ends only by it. */
  async run(tool: string, args: unknown, signal?: AbortSignal): Promise<string> {
    this.ran.push({ tool, args })
    if (tool === 'read_broken') throw Object.assign(new Error('the disk is gone'), { code: 'E_DISK' })
    if (tool === 'read_slowly') {
      this.#slowStarts()
      await new Promise<never>((_resolve, reject) => {
        const stop = (): void => {
          reject(new DOMException('nobody waits any more', 'AbortError'))
        }
        if (signal?.aborted === true) stop()
        else signal?.addEventListener('abort', stop)
      })
    }
    return `${tool} did it`
  }
}

/** Schemas of the tools' arguments, for frameworks that want them. */
export const SCHEMAS = {
  read_notes: z.object({ topic: z.string() }),
  read_broken: z.object({}),
  read_slowly: z.object({}),
  transfer_money: z.object({ amount: z.number() }),
  send_email: z.object({ to: z.string() }),
  delete_record: z.object({ id: z.string(), keep_copy: z.boolean() }),
  update_rows: z.object({ rows: z.array(z.number()) }),
}

export type ToolName = keyof typeof SCHEMAS

export const TOOL_NAMES = Object.keys(SCHEMAS) as ToolName[]
