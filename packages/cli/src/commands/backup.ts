/** `heron backup` (cli contract). */
import type { Command } from '../command.js'
import { DATA_OPTIONS, DATABASE_URL_OPTION } from '../data-directory.js'

export const backup: Command = {
  name: 'backup',
  usage: 'backup [--data DIR] -o FILE',
  describe:
    'Copies database and key ring into one archive, while the service runs.\n' +
    'FILE is a tar archive, compressed when its name ends in .gz or .tgz. It holds the signing key: keep it like one.\n' +
    'To restore: mkdir -m 700 DIR && tar -xpf FILE -C DIR && heron fsck --data DIR',
  options: {
    ...DATA_OPTIONS,
    ...DATABASE_URL_OPTION,
    output: { type: 'string', short: 'o', value: 'FILE', describe: 'the archive; never overwritten' },
  },
  load: async () => (await import('../backup/back-up.js')).run,
}
