/**
 * The proxy's own address for MCP clients (streamable HTTP): one connection to the server for each session of a client.
 *
 * Loopback only, and only by its own name: a page in a browser must not reach the tools by an address that it made
 * resolve to this machine.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'

export const MCP_PATH = '/mcp'

/** Sessions at once. Each holds a server process; a client that opens more is likely broken. */
const MAX_SESSIONS = 64
/** Largest request, as far above any sensible argument as stdio's limit allows. */
const MAX_BODY_BYTES = 16 * 1024 * 1024

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/

/** Serves one client session; resolves to what ends it. */
export type Connect = (
  client: Transport,
  onGone: () => void,
) => Promise<{ readonly close: () => Promise<void> }>

export type HttpFront = { readonly url: string; readonly close: () => Promise<void> }

/** @param port 0 picks a free one. */
export async function listenForClients(port: number, connect: Connect): Promise<HttpFront> {
  const sessions = new Map<string, StreamableHTTPServerTransport>()
  const endings = new Map<StreamableHTTPServerTransport, () => Promise<void>>()
  let opening = 0

  const end = async (transport: StreamableHTTPServerTransport): Promise<void> => {
    const ending = endings.get(transport)
    endings.delete(transport)
    if (transport.sessionId !== undefined) sessions.delete(transport.sessionId)
    await ending?.()
  }

  const open = async (): Promise<StreamableHTTPServerTransport> => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => {
        sessions.set(id, transport)
      },
      maxRequestBodySize: MAX_BODY_BYTES,
    })
    transport.onclose = () => void end(transport)
    const { close } = await connect(transport, () => void transport.close())
    endings.set(transport, close)
    return transport
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refusal = refusalOf(request)
    if (refusal !== null) {
      refuse(response, refusal.status, refusal.message)
      return
    }
    const id = request.headers['mcp-session-id']
    if (typeof id === 'string') {
      const transport = sessions.get(id)
      if (transport === undefined) refuse(response, 404, 'no such session')
      else await transport.handleRequest(request, response)
      return
    }
    if (request.method !== 'POST') {
      refuse(response, 400, 'a session begins with `initialize`')
      return
    }
    if (endings.size + opening >= MAX_SESSIONS) {
      refuse(response, 503, 'too many sessions')
      return
    }
    opening += 1
    let transport: StreamableHTTPServerTransport
    try {
      transport = await open()
    } finally {
      opening -= 1
    }
    await transport.handleRequest(request, response)
    // Anything but a first `initialize` opened nothing.
    if (transport.sessionId === undefined) await transport.close()
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => {
      if (!response.headersSent) refuse(response, 502, 'the MCP server could not be reached')
      else response.destroy()
    })
  })
  await listen(server, port)
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${bound.toString()}${MCP_PATH}`,
    close: async () => {
      await Promise.all([...endings.keys()].map((transport) => transport.close().then(() => end(transport))))
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** UNTRUSTED: who asks, by which name, from which page. */
function refusalOf({
  url,
  headers,
}: IncomingMessage): { readonly status: number; readonly message: string } | null {
  if (!LOOPBACK.test(headers.host ?? '')) return { status: 403, message: 'this address is not served' }
  const { origin } = headers
  if (origin !== undefined && !(URL.canParse(origin) && LOOPBACK.test(new URL(origin).host))) {
    return { status: 403, message: 'pages of other origins are not served' }
  }
  if (url?.split('?', 1)[0] !== MCP_PATH) return { status: 404, message: `MCP is at ${MCP_PATH}` }
  return null
}

/** In the shape of the SDK's own refusals. */
function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }))
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
}
