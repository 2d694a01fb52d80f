/** `heron copy`: from the embedded database to PostgreSQL. */
import type { Command } from '../command.js'
import { DEFAULT_KEY_RING } from '../data-directory.js'

export const copy: Command = {
  name: 'copy',
  usage: 'copy --from DIR --to URL [--key-ring FILE]',
  describe:
    'Copies a data directory into an empty PostgreSQL database, and its key ring into a file.\n' +
    'Stop the service first: what it writes meanwhile is not copied. Everything stored is recomputed before and after;\n' +
    'a database that is in use is refused, and what fails leaves it empty.',
  options: {
    from: { type: 'string', value: 'DIR', describe: 'the data directory' },
    to: { type: 'string', value: 'URL', describe: 'postgres://user:password@host:port/database' },
    'key-ring': {
      type: 'string',
      value: 'FILE',
      describe: `where the key ring goes; never overwritten (default ${DEFAULT_KEY_RING})`,
    },
  },
  load: async () => (await import('../copy/run.js')).run,
}
