/** `heron init` (cli contract). */
import type { Command } from '../command.js'
import { DATA_OPTIONS } from '../data-directory.js'
import { CREATION_OPTIONS } from '../installation/created.js'

export const init: Command = {
  name: 'init',
  usage: 'init [--data DIR] [--organization NAME] [--project NAME]',
  describe:
    'Creates a data directory: database, key ring, project, owner, API key, reviewer link.\n' +
    'Secrets are printed once. A directory that is in use is left alone.',
  options: { ...DATA_OPTIONS, ...CREATION_OPTIONS },
  load: async () => (await import('../installation/init.js')).run,
}
