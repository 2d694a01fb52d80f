/** `heron serve` (cli contract). */
import type { Command } from '../command.js'
import { DATA_OPTIONS, DATABASE_URL_OPTION } from '../data-directory.js'
import { CREATION_OPTIONS, DEFAULT_HOST, DEFAULT_PORT } from '../installation/created.js'
import { SIGN_IN_OPTIONS } from '../installation/sign-in.js'
import { TIMING_OPTIONS } from '../installation/timings.js'

export const serve: Command = {
  name: 'serve',
  usage: 'serve [--data DIR | --database-url URL] [--host H] [--port N] [--reconcile-window TIME] …',
  describe:
    'Runs the service until SIGTERM or Ctrl-C.\n' +
    'With --database-url any number of processes share one PostgreSQL, each with a copy of the key ring.\n' +
    'Without either it uses ./heron-data, and creates it as `heron init` does where it is missing.\n' +
    'Log lines go to standard error. With --json the first line is {"event":"listening","url":…}.',
  options: {
    ...DATA_OPTIONS,
    ...DATABASE_URL_OPTION,
    host: { type: 'string', value: 'H', describe: `address to listen on (default ${DEFAULT_HOST})` },
    port: {
      type: 'string',
      value: 'N',
      describe: `port to listen on, 0 for a free one (default ${String(DEFAULT_PORT)})`,
    },
    ...SIGN_IN_OPTIONS,
    ...TIMING_OPTIONS,
    'webhook-allow-private': {
      type: 'boolean',
      describe:
        'lets webhooks and JWKS imports reach private networks and plain http (never link-local ones)',
    },
    ...CREATION_OPTIONS,
  },
  load: async () => (await import('../installation/serve.js')).run,
}
