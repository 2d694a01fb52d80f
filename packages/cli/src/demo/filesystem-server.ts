/**
 * The agent's tools: the MCP reference server for file systems, as published on npm, in a process of its own over
 * stdio. It knows nothing of Heron.
 */
import { createRequire } from 'node:module'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

const require = createRequire(import.meta.url)

export type ToolArguments = { readonly [name: string]: string }

export type FilesystemServer = {
  readonly toolNames: readonly string[]
  /** The tool's text; throws `ToolFailed` when the server says that the call failed. */
  readonly call: (tool: string, args: ToolArguments) => Promise<string>
  /** Ends the process. */
  readonly close: () => Promise<void>
}

/** The server ran the tool and it failed. The message stays out of the evidence: it may name anything. */
class ToolFailed extends Error {
  readonly code = 'tool_failed'

  constructor(message: string) {
    super(message)
    this.name = 'ToolFailed'
  }
}

/** Starts the server on `folder`, the only place it may touch. */
export async function startFilesystemServer(
  folder: string,
  clientVersion: string,
): Promise<FilesystemServer> {
  const program = require.resolve('@modelcontextprotocol/server-filesystem/dist/index.js')
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, folder],
    stderr: 'ignore',
  })
  const client = new Client({ name: 'heron-demo-agent', version: clientVersion })
  await client.connect(transport)
  const { tools } = await client.listTools()
  return {
    toolNames: tools.map(({ name }) => name),
    call: async (tool, args) => {
      const result = await client.callTool({ name: tool, arguments: { ...args } })
      const text = textOf(result.content)
      if (result.isError === true) throw new ToolFailed(text)
      return text
    },
    close: () => client.close(),
  }
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return ''
  return content
    .map((part: unknown) => (isTextPart(part) ? part.text : ''))
    .filter((text) => text !== '')
    .join('\n')
}

function isTextPart(part: unknown): part is { readonly text: string } {
  return typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'
}
