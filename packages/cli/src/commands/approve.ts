/** `heron approve`: for calls that `heron mcp` and `heron hook` withheld until a person answers. */
import type { Command } from '../command.js'

export const approve: Command = {
  name: 'approve',
  usage: 'approve [ACTION] [--refuse] [--approver REF] [--state DIR]',
  describe:
    'Answers a call that waits for a person (STEP_UP); without ACTION, lists them.\n' +
    'The answer counts once, for exactly that call in that session.',
  options: {
    state: {
      type: 'string',
      value: 'DIR',
      describe: 'as given to `heron mcp` or `heron hook` (default ~/.heron)',
    },
    refuse: { type: 'boolean', describe: 'answer with no' },
    approver: { type: 'string', value: 'REF', describe: 'who you are: an opaque reference, never a name' },
  },
  positionals: ['[ACTION]'],
  load: async () => (await import('../vendor/approve.js')).run,
}
