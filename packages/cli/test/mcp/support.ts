/** Real MCP servers from npm, and the official client in front of them: direct, or through `heron mcp`. */
import { createRequire } from 'node:module'
import { Client, type ClientOptions } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { onTestFinished } from 'vitest'
import { HERON, type Parsed } from '../support/heron.js'
import type { Installation } from '../vendor/installation.js'

// Under this name the check of unused dependencies sees what is resolved.
const require = createRequire(import.meta.url)

/** Command lines of the servers. */
export const EVERYTHING: readonly string[] = [
  process.execPath,
  require.resolve('@modelcontextprotocol/server-everything/dist/index.js'),
]

export function filesystemServer(folder: string): readonly string[] {
  return [process.execPath, require.resolve('@modelcontextprotocol/server-filesystem/dist/index.js'), folder]
}

export type Connected = {
  readonly client: Client
  /** Of the server's process, or the proxy's. */
  readonly pid: number
  /** Messages of the server after the handshake, as they arrived. */
  readonly received: readonly JSONRPCMessage[]
  /** Events of the proxy so far; empty for a direct client. */
  readonly events: readonly Parsed[]
  /** Ends the connection; everything that follows from it is done when it resolves. */
  readonly close: () => Promise<void>
}

/** The official client in front of a server command, with nothing in between. */
export function direct(command: readonly string[], options: ClientOptions = {}): Promise<Connected> {
  return connect(command, {}, options)
}

/** The same, with `heron mcp` in between. */
export function guarded(
  heronAt: Installation,
  command: readonly string[],
  flags: readonly string[] = [],
  options: ClientOptions = {},
): Promise<Connected> {
  const argv = ['mcp', '--json', '--url', heronAt.url, '--state', heronAt.state, ...flags]
  return connect(
    [process.execPath, HERON, ...argv, '--', ...command],
    { HERON_API_KEY: heronAt.apiKey },
    options,
  )
}

async function connect(
  [command, ...args]: readonly string[],
  env: Record<string, string>,
  options: ClientOptions,
): Promise<Connected> {
  const transport = new StdioClientTransport({ command: command!, args, env, stderr: 'pipe' })
  const events: Parsed[] = []
  let rest = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('utf8')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('{"event"')) events.push(JSON.parse(line))
  })
  const client = new Client({ name: 'test-agent', version: '3' }, options)
  await client.connect(transport)
  const received: JSONRPCMessage[] = []
  const { onmessage } = transport
  transport.onmessage = (message) => {
    received.push(message)
    onmessage?.(message)
  }
  onTestFinished(() => client.close())
  return { client, pid: transport.pid!, received, events, close: () => client.close() }
}

/** The text of a tool's result. */
export function textOf(result: unknown): string {
  const { content } = result as { readonly content: readonly { readonly text?: string }[] }
  return content.map(({ text }) => text ?? '').join('\n')
}
