/** `heron keys list` and `heron keys rotate` (cli contract). */
import type { Command } from '../command.js'
import { DATA_OPTIONS, DATABASE_URL_OPTION } from '../data-directory.js'

export const keysList: Command = {
  name: 'keys list',
  usage: 'keys list [--data DIR | --database-url URL]',
  describe: "Lists Heron's signing keys: the one in use and those that receipts were signed with.",
  options: { ...DATA_OPTIONS, ...DATABASE_URL_OPTION },
  load: async () => (await import('../installation/keys.js')).list,
}

export const keysRotate: Command = {
  name: 'keys rotate',
  usage: 'keys rotate [--data DIR | --database-url URL] [--reason TEXT]',
  describe:
    'Makes a new signing key; old public keys stay published.\n' +
    'Ends once running services with this ring publish it and sign with it, after some seconds.',
  options: {
    ...DATA_OPTIONS,
    ...DATABASE_URL_OPTION,
    reason: { type: 'string', value: 'TEXT', describe: "why; kept in each organization's own log" },
  },
  load: async () => (await import('../installation/keys.js')).rotate,
}
