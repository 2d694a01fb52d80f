/** `heron fsck` (cli contract). */
import type { Command } from '../command.js'
import { DATA_OPTIONS, DATABASE_URL_OPTION } from '../data-directory.js'

export const fsck: Command = {
  name: 'fsck',
  usage: 'fsck [--data DIR | --database-url URL]',
  describe:
    'Recomputes everything stored: hashes, links, signatures, and columns against the signed texts.\n' +
    'Trusts the key ring, not the database. Works while the service runs. Exit 1 when something does not hold.',
  options: { ...DATA_OPTIONS, ...DATABASE_URL_OPTION },
  load: async () => (await import('../installation/fsck.js')).run,
}
