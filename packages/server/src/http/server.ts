/** Listening and draining. Which port, and what a failure means for the process, is decided by who starts it. */
import type { AddressInfo, Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Milliseconds in which requests under way are finished when the server closes; after that they are cut off. Worker and
 * store need a share of the 10 s in which the whole process ends (cli contract).
 */
const DRAIN_WITHIN_MS = 8_000

/** How often connections that have been answered are looked for while draining. */
const SWEEP_EVERY_MS = 50

/** The server could not listen. `code` says why; the message is one line for a person. */
export class ListenError extends Error {
  readonly code: 'port_in_use' | 'not_permitted' | 'address_unavailable'

  constructor(code: ListenError['code'], message: string) {
    super(message)
    this.name = 'ListenError'
    this.code = code
  }
}

export type RunningServer = {
  /** Where it answers, without a slash at the end. */
  readonly url: string
  /** Takes no new connection, finishes what is under way, within {@link DRAIN_WITHIN_MS}. Does not close the service. */
  readonly close: () => Promise<void>
}

/**
 * Listens.
 *
 * @param port 0 picks a free one.
 * @throws {ListenError}
 */
export async function startServer(options: {
  readonly app: FastifyInstance
  readonly host: string
  readonly port: number
}): Promise<RunningServer> {
  const { app, host, port } = options
  const connections = new Set<Socket>()
  app.server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw listenError(error, host, port)
  }
  const { port: boundPort } = app.server.address() as AddressInfo
  let closing: Promise<void> | undefined
  return {
    url: `http://${visitableHost(host)}:${boundPort}`,
    close: () => (closing ??= drain(app, connections)),
  }
}

async function drain(app: FastifyInstance, connections: ReadonlySet<Socket>): Promise<void> {
  const deadline = setTimeout(() => {
    app.server.closeAllConnections()
  }, DRAIN_WITHIN_MS)
  // A client keeps its connection open after the answer; without this every such client costs the whole time allowed.
  const sweep = setInterval(() => {
    app.server.closeIdleConnections()
  }, SWEEP_EVERY_MS)
  // One on which nothing was ever asked counts as busy there. After this turn: what has arrived by now is read first.
  setImmediate(() => {
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
  })
  try {
    await app.close()
  } finally {
    clearTimeout(deadline)
    clearInterval(sweep)
  }
}

/** The address to show: nobody can visit "every interface". */
function visitableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function listenError(error: unknown, host: string, port: number): unknown {
  const where = `port ${port} on ${host}`
  switch ((error as { code?: unknown } | null)?.code) {
    case 'EADDRINUSE':
      return new ListenError('port_in_use', `${where} is in use: choose another port, or stop what holds it`)
    case 'EACCES':
      return new ListenError(
        'not_permitted',
        `${where} may not be opened by this user: choose one above 1023`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ListenError('address_unavailable', `${host} is no address of this machine`)
    default:
      return error
  }
}
