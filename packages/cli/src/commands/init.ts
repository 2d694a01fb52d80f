/** `heron init` (cli contract). */
import type { Command } from '../command.js'
import { DATA_OPTIONS, DATABASE_URL_OPTION } from '../data-directory.js'
import { CREATION_OPTIONS } from '../installation/created.js'

export const init: Command = {
  name: 'init',
  usage: 'init [--data DIR | --database-url URL] [--organization NAME] [--project NAME]',
  describe:
    'Creates a data directory: database, key ring, project, owner, API key, reviewer link.\n' +
    'With --database-url it makes use of an empty PostgreSQL database, and creates the key ring where there is none.\n' +
    'Secrets are printed once. What is in use is left alone.',
  options: { ...DATA_OPTIONS, ...DATABASE_URL_OPTION, ...CREATION_OPTIONS },
  load: async () => (await import('../installation/init.js')).run,
}
