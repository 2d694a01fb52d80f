/** `heron mcp` (cli contract). */
import type { Command } from '../command.js'
import { VENDOR_OPTIONS } from '../vendor/options.js'

export const mcp: Command = {
  name: 'mcp',
  usage: 'mcp --url U --api-key K [--listen PORT] (-- CMD ARGS… | --upstream URL)',
  describe:
    'Stands between an MCP client and an MCP server: every tool call is announced, judged, reported.\n' +
    'A call that must not run comes back as a tool error that says why. Everything else passes as it is.\n' +
    'Over stdio, messages for people go to standard error; with --json, one JSON line an event.',
  options: {
    ...VENDOR_OPTIONS,
    listen: {
      type: 'string',
      value: 'PORT',
      describe: 'clients come by streamable HTTP, on 127.0.0.1; 0 picks a port',
    },
    upstream: {
      type: 'string',
      value: 'URL',
      describe: 'the server’s streamable HTTP address, in place of a command',
    },
    'upstream-header': {
      type: 'string',
      multiple: true,
      value: 'NAME:VALUE',
      describe: 'sent to the upstream server with every request; may be given again',
    },
    session: { type: 'string', value: 'ID', describe: 'your name of this run; default: a fresh one' },
    request: { type: 'string', value: 'TEXT', describe: 'what was asked of the agent; only its hash leaves' },
    catalog: { type: 'string', value: 'FILE', describe: 'a reviewed tool catalogue, signed and published' },
    'catalog-draft': {
      type: 'string',
      value: 'FILE',
      describe: 'write a catalogue drafted from the tools’ annotations',
    },
    'trust-annotations': {
      type: 'boolean',
      describe: 'publish that draft unread: the server’s hints become your word',
    },
    'pin-tools': {
      type: 'string',
      value: 'FILE',
      describe: 'keep the tools’ definitions there at first, and block what differs from them later',
    },
    'allow-tool-changes': {
      type: 'boolean',
      describe: 'tell of a tool that changes during a run, and let it run',
    },
  },
  positionals: ['[CMD ARGS…]…'],
  load: async () => (await import('../mcp/run.js')).run,
}
