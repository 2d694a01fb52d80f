/** `heron demo` (cli contract). */
import type { Command } from '../command.js'

export const demo: Command = {
  name: 'demo',
  usage: 'demo [--once]',
  describe:
    'Tells the whole story on a throw-away Heron: an agent with a real MCP file server, one call for each verdict.\n' +
    'Exports, verifies the export with pinned keys, alters one character in a copy and shows what fails.\n' +
    'Keeps serving until Ctrl-C unless --once is given.',
  options: { once: { type: 'boolean', describe: 'end after the report' } },
  load: async () => (await import('../demo/run.js')).run,
}
