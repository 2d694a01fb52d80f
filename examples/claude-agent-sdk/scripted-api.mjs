/** The Messages API on loopback with a scripted model behind it, as far as Claude Code needs it for one question. */
import { once } from 'node:events'
import { createServer } from 'node:http'

/**
 * @param calls the tool calls that the model makes at once, before it says that it is done.
 * @returns its address, and what the model was told, by tool.
 */
export async function startScriptedApi(calls) {
  const told = {}
  let asked = false
  const server = createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    if (request.method !== 'POST' || !request.url.startsWith('/v1/messages?')) {
      response.writeHead(404).end()
      return
    }
    const { messages, tools = [] } = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    for (const part of messages.flatMap(({ content }) => content)) {
      if (part.type === 'tool_result')
        told[calls.find(({ id }) => id === part.tool_use_id).tool] = textOf(part)
    }
    const asks = !asked && tools.some(({ name }) => name.startsWith('mcp__'))
    asked ||= asks
    stream(response, asks ? calls : [])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${server.address().port}`, told, stop }
}

function textOf({ content }) {
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('')
}

function stream(response, calls) {
  const event = (type, data) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
  const usage = { input_tokens: 1, output_tokens: 1 }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  event('message_start', {
    message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'scripted', content: [], usage },
  })
  for (const [index, { id, name, input }] of calls.entries()) {
    event('content_block_start', { index, content_block: { type: 'tool_use', id, name, input: {} } })
    event('content_block_delta', {
      index,
      delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) },
    })
    event('content_block_stop', { index })
  }
  if (calls.length === 0) {
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } })
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Sunny.' } })
    event('content_block_stop', { index: 0 })
  }
  event('message_delta', { delta: { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn' }, usage })
  event('message_stop', {})
  response.end()
}
