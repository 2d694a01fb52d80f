/**
 * The Messages API on loopback with a scripted model behind it, as far as Claude Code needs it: each request with tools
 * is answered by the next step of the script, as a stream of events; what the model was told is kept.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Script, Told } from '../story/story.js'

export type ScriptedApi = {
  readonly url: string
  readonly told: Told
  readonly stop: () => Promise<void>
}

/** @param nameOf the name under which the model knows a tool of the script. */
export async function startScriptedApi(
  script: Script,
  nameOf: (tool: string) => string,
): Promise<ScriptedApi> {
  const left = [...script]
  const told: Told = new Map()
  const server = createServer((request, response) => void serve(request, response))

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = (request.url ?? '').split('?', 1)[0]
    if (request.method !== 'POST' || path !== '/v1/messages') {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
      return
    }
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a request, read member by member
    const body: any = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    listen(body)
    const hasTools =
      Array.isArray(body.tools) && body.tools.some((one: { name: string }) => one.name.startsWith('mcp__'))
    const content = hasTools ? nextStep() : [{ type: 'text', text: 'done' }]
    if (body.stream === true) stream(response, content)
    else {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(message(content)))
    }
  }

  function nextStep(): object[] {
    const calls = left.shift() ?? []
    if (calls.length === 0) return [{ type: 'text', text: 'done' }]
    return calls.map(({ id, tool, args }) => ({ type: 'tool_use', id, name: nameOf(tool), input: args }))
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  function listen(body: any): void {
    for (const { content } of body.messages) {
      if (!Array.isArray(content)) continue
      for (const part of content) {
        if (part.type === 'tool_result') told.set(part.tool_use_id, JSON.stringify(part.content))
      }
    }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port.toString()}`,
    told,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function message(content: object[]): object {
  const asks = content.some((part) => (part as { type: string }).type === 'tool_use')
  return {
    ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'scripted', content },
    ...{ stop_reason: asks ? 'tool_use' : 'end_turn', stop_sequence: null },
    usage: { input_tokens: 1, output_tokens: 1 },
  }
}

function stream(response: ServerResponse, content: object[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const event = (data: { type: string; [key: string]: unknown }): void => {
    response.write(`event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  const whole = message(content) as { stop_reason: string }
  event({ type: 'message_start', message: { ...whole, content: [], stop_reason: null } })
  for (const [index, part] of content.entries()) {
    const { input, text, ...start } = part as { type: string; input?: object; text?: string }
    const isText = start.type === 'text'
    const content_block = isText ? { ...start, text: '' } : { ...start, input: {} }
    event({ type: 'content_block_start', index, content_block })
    const delta = isText
      ? { type: 'text_delta', text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(input) }
    event({ type: 'content_block_delta', index, delta })
    event({ type: 'content_block_stop', index })
  }
  const { stop_reason } = whole
  event({ type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } })
  event({ type: 'message_stop' })
  response.end()
}
