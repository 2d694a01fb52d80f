/** The MCP server behind the proxy: a command of its own over stdio, or an address (streamable HTTP). */
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { type CommandArguments, type CommandIo, UsageError } from '../command.js'

/** Largest message of a server over stdio. The SDK's own default, 10 MiB, would cut off what a direct client may take. */
export const MAX_MESSAGE_BYTES = 256 * 1024 * 1024

export type ServerConnection = {
  readonly transport: Transport
  /** Ends the connection, and the process or the remote session behind it. */
  readonly close: () => Promise<void>
}

/**
 * Reads which server is meant; each call of the result makes a connection of its own.
 *
 * @throws {UsageError}
 */
export function readServer(args: CommandArguments, env: CommandIo['env']): () => ServerConnection {
  const [command, ...rest] = args.positionals
  const upstream = args.text('upstream')
  if (command !== undefined && upstream !== undefined) {
    throw new UsageError('give either --upstream URL or `-- CMD ARGS…`, not both')
  }
  if (command !== undefined) return () => startCommand(command, rest, env)
  if (upstream === undefined) {
    throw new UsageError('which MCP server? `heron mcp … -- CMD ARGS…`, or --upstream URL')
  }
  const url = URL.canParse(upstream) ? new URL(upstream) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError('--upstream takes an http or https address')
  }
  const headers = Object.fromEntries(args.texts('upstream-header').map(readHeader))
  return () => {
    const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } })
    return {
      // The class declares its optional members otherwise than the interface; they are the same.
      transport: transport,
      close: async () => {
        await transport.terminateSession().catch(() => undefined)
        await transport.close()
      },
    }
  }
}

function startCommand(command: string, args: readonly string[], env: CommandIo['env']): ServerConnection {
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: environmentOf(env),
    stderr: 'inherit',
    maxBufferSize: MAX_MESSAGE_BYTES,
  })
  return { transport, close: () => transport.close() }
}

/** The server's own settings reach it as they would without us; Heron's keys do not. */
function environmentOf(env: CommandIo['env']): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && !name.startsWith('HERON_')) kept[name] = value
  }
  return kept
}

function readHeader(text: string): readonly [name: string, value: string] {
  const colon = text.indexOf(':')
  if (colon <= 0) throw new UsageError('--upstream-header takes NAME:VALUE')
  return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()]
}
