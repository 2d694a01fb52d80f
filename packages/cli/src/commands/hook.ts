/** `heron hook` and `heron hook install`. */
import type { Command, Options } from '../command.js'
import { VENDOR_OPTIONS } from '../vendor/options.js'

const HOOK_OPTIONS: Options = {
  ...VENDOR_OPTIONS,
  'step-up': {
    type: 'string',
    value: 'HOW',
    describe:
      'where a person is needed: `refuse` until they approve (default), or `ask` by the agent’s own dialog',
  },
  grant: { type: 'boolean', describe: 'Heron’s yes also answers the agent’s own permission question' },
}

export const hook: Command = {
  name: 'hook',
  usage: 'hook --url U --api-key K',
  describe:
    'Answers one hook event of a coding agent (Claude Code) on standard input.\n' +
    'Before a tool: judged by Heron. After it: reported. Exit code 2 blocks, and so does everything that goes wrong.\n' +
    '`heron hook install` puts it into the agent’s settings.',
  options: HOOK_OPTIONS,
  load: async () => (await import('../hook/run.js')).run,
}

export const hookInstall: Command = {
  name: 'hook install',
  usage: 'hook install --url U --api-key K [--settings FILE | --user] [--yes]',
  describe:
    'Shows how the agent’s settings change, and with --yes writes them. Hooks of others stay as they are.\n' +
    'Default: .claude/settings.local.json of this folder. The API key goes into STATE/hook-api-key, not into the settings.',
  options: {
    ...HOOK_OPTIONS,
    settings: { type: 'string', value: 'FILE', describe: 'another settings file' },
    user: { type: 'boolean', describe: 'the settings of all your projects, ~/.claude/settings.json' },
    remove: { type: 'boolean', describe: 'take our hooks out again' },
    yes: { type: 'boolean', describe: 'write' },
    'dry-run': { type: 'boolean', describe: 'only show; the default' },
  },
  load: async () => (await import('../hook/install.js')).run,
}
