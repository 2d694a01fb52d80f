/** `heron password reset`: the way back in for somebody whom nobody can invite again. */
import type { Command } from '../command.js'
import { DATA_OPTIONS, DATABASE_URL_OPTION } from '../data-directory.js'

export const passwordReset: Command = {
  name: 'password reset',
  usage: 'password reset --email EMAIL [--reason TEXT] [--data DIR | --database-url URL]',
  describe:
    'Gives a person a new password, shown once; ends their sessions and their second factor.\n' +
    "The organization's log tells of it. Works while the service runs.",
  options: {
    ...DATA_OPTIONS,
    ...DATABASE_URL_OPTION,
    email: { type: 'string', value: 'EMAIL', describe: 'whose password' },
    reason: { type: 'string', value: 'TEXT', describe: 'why, for the log: no personal data' },
  },
  load: async () => (await import('../installation/password-reset.js')).run,
}
