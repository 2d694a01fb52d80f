/** `heron mcp`: composition of the proxy, and its beginning and end (cli contract). */
import { randomUUID } from 'node:crypto'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { type Guard, type GuardedSession, HeronUsageError, type OnProblem } from '@heron/sdk'
import { type CommandArguments, type CommandIo, EXIT, type ExitCode, UsageError } from '../command.js'
import { makeGuard, readPrincipal, readVendorSetup, type StatedPrincipal } from '../vendor/options.js'
import { StepUps } from '../vendor/step-ups.js'
import { importCommand } from '../vendor/vendor-key-file.js'
import { readCatalogOptions, RunCatalog } from './catalog.js'
import { type McpEvent, type OnMcpEvent, sentenceOf } from './events.js'
import { listenForClients } from './http-front.js'
import { type Parties, Relay } from './relay.js'
import { MAX_MESSAGE_BYTES, readServer, type ServerConnection } from './servers.js'
import { type DefinitionOptions, ToolDefinitions } from './tool-definitions.js'

export async function run(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  const port = readPort(args.text('listen'))
  const connectServer = readServer(args, io.env)
  const setup = readVendorSetup(args)
  const principal = readPrincipal(args.text('principal') ?? 'service:mcp-client')
  const onEvent = teller(args, io, port !== null)
  const importHint = importCommand(setup.vendorKey)
  const guard = makeGuard(setup, problemTeller(onEvent, importHint), { holds: true })
  if (setup.vendorKey.created) {
    onEvent({ event: 'vendor_key_created', kid: setup.vendorKey.kid, import: importHint })
  }
  const proxy: Proxy = {
    guard,
    connectServer,
    onEvent,
    definitions: definitionOptions(args),
    catalog: new RunCatalog(readCatalogOptions(args), guard, importHint, onEvent),
    stepUps: new StepUps(setup.stateFolder),
    approver: principal.type === 'human' ? principal.ref : null,
    openSession: sessionOpener(guard, args, principal),
  }
  // What an earlier run could not deliver goes out beside the work of this one.
  void guard.flush()
  try {
    return port === null ? await serveStdio(proxy, io) : await serveHttp(proxy, port, io)
  } finally {
    await guard.close()
  }
}

type Proxy = {
  readonly guard: Guard
  readonly connectServer: () => ServerConnection
  readonly onEvent: OnMcpEvent
  readonly definitions: DefinitionOptions
  readonly catalog: RunCatalog
  readonly stepUps: StepUps
  readonly approver: string | null
  readonly openSession: (parties: Parties) => GuardedSession
}

/** One client on standard input and output, until it or the server ends. */
async function serveStdio(proxy: Proxy, io: CommandIo): Promise<ExitCode> {
  const client = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: MAX_MESSAGE_BYTES })
  let end: (who: 'client' | 'server') => void = () => undefined
  const ended = new Promise<'client' | 'server'>((resolve) => {
    end = resolve
  })
  const gone = (): void => {
    end('client')
  }
  // The transport itself does not notice that its input ended.
  process.stdin.once('end', gone).once('close', gone)
  client.onclose = gone
  io.signal.addEventListener('abort', gone, { once: true })
  const connection = connect(proxy, client, () => {
    end('server')
  })
  connection.catch((error: unknown) => {
    const message = `the MCP server did not start: ${error instanceof Error ? error.message : String(error)}`
    proxy.onEvent({ event: 'problem', code: 'failure', message })
    end('server')
  })
  const who = await ended
  await connection.then(
    ({ close }) => close(),
    () => undefined,
  )
  process.stdin.destroy()
  return who === 'client' ? EXIT.pass : EXIT.failed
}

/** Clients over HTTP until SIGTERM or SIGINT. */
async function serveHttp(proxy: Proxy, port: number, io: CommandIo): Promise<ExitCode> {
  const stopped = new Promise<void>((resolve) => {
    io.signal.addEventListener('abort', () => {
      resolve()
    })
  })
  const front = await listenForClients(port, (client, onGone) => connect(proxy, client, onGone))
  proxy.onEvent({ event: 'listening', url: front.url })
  await stopped
  await front.close()
  return EXIT.pass
}

/** Puts a relay between a client and a connection to the server of its own. */
async function connect(
  proxy: Proxy,
  client: Transport,
  onServerGone: () => void,
): Promise<{ readonly close: () => Promise<void> }> {
  const server = proxy.connectServer()
  const definitions = new ToolDefinitions(proxy.definitions, proxy.onEvent)
  const relay = new Relay({
    client,
    server: server.transport,
    definitions,
    stepUps: proxy.stepUps,
    approver: proxy.approver,
    openSession: proxy.openSession,
    prepare: (name) => proxy.catalog.prepare(definitions.all(), name),
    onEvent: proxy.onEvent,
  })
  server.transport.onclose = onServerGone
  await relay.start()
  return {
    close: async () => {
      await Promise.all([relay.close(), server.close()])
    },
  }
}

/** Each connection is a session: the agent is who the client says it is, unless the command line says so. */
function sessionOpener(
  guard: Guard,
  args: CommandArguments,
  principal: StatedPrincipal,
): (parties: Parties) => GuardedSession {
  const session = args.text('session')
  if (session !== undefined && args.text('listen') !== undefined) {
    throw new UsageError('--session names one session; with --listen there are many')
  }
  const open = ({ client }: Parties): GuardedSession =>
    guard.session({
      externalId: session ?? `mcp_${randomUUID()}`,
      agent: {
        externalId: args.text('agent') ?? client.name ?? 'mcp-client',
        ...(client.version === undefined ? {} : { version: client.version }),
      },
      principal,
      originalRequest: args.text('request') ?? '',
    })
  try {
    // Found out now, not at the first call.
    open({ client: {}, server: null })
  } catch (error) {
    if (error instanceof HeronUsageError) throw new UsageError(error.message)
    throw error
  }
  return open
}

function definitionOptions(args: CommandArguments): DefinitionOptions {
  const pinFile = args.text('pin-tools')
  return { allowChanges: args.flag('allow-tool-changes'), ...(pinFile === undefined ? {} : { pinFile }) }
}

/** Over stdio, standard output belongs to MCP. */
function teller(args: CommandArguments, io: CommandIo, listens: boolean): OnMcpEvent {
  const say = listens ? io.out : io.err
  if (args.flag('json')) {
    return (event: McpEvent) => {
      say(JSON.stringify(event))
    }
  }
  return (event: McpEvent) => {
    const sentence = sentenceOf(event)
    if (sentence !== null) say(`heron mcp: ${sentence}`)
  }
}

function problemTeller(onEvent: OnMcpEvent, importHint: string): OnProblem {
  let told = false
  return ({ code, message }) => {
    if (code !== 'evidence_signature_invalid') onEvent({ event: 'problem', code, message })
    else if (!told) {
      told = true
      onEvent({ event: 'problem', code, message: `${message} ${importHint}` })
    }
  }
}

/** @throws {UsageError} */
function readPort(text: string | undefined): number | null {
  if (text === undefined) return null
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  throw new UsageError('--listen takes a port from 0 to 65535')
}
