/** `heron keys list` and `heron keys rotate` (cli contract). */
import type { Command } from '../command.js'
import { DATA_OPTIONS } from '../data-directory.js'

export const keysList: Command = {
  name: 'keys list',
  usage: 'keys list [--data DIR]',
  describe: "Lists Heron's signing keys: the one in use and those that receipts were signed with.",
  options: DATA_OPTIONS,
  load: async () => (await import('../installation/keys.js')).list,
}

export const keysRotate: Command = {
  name: 'keys rotate',
  usage: 'keys rotate [--data DIR]',
  describe:
    'Makes a new signing key; old public keys stay published.\n' +
    'A running service takes it into use when it is restarted.',
  options: DATA_OPTIONS,
  load: async () => (await import('../installation/keys.js')).rotate,
}
