/** `heron migrate` (cli contract). */
import type { Command } from '../command.js'
import { DATA_OPTIONS, DATABASE_URL_OPTION } from '../data-directory.js'

export const migrate: Command = {
  name: 'migrate',
  usage: 'migrate [--data DIR | --database-url URL]',
  describe:
    'Brings the database to the form of this build; `heron serve` does so when it starts.\n' +
    'Migrations only go forward: make a backup first.',
  options: { ...DATA_OPTIONS, ...DATABASE_URL_OPTION },
  load: async () => (await import('../installation/migrate.js')).run,
}
