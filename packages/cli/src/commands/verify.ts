/** `heron verify`: an evidence export, checked offline (heron.md §10). */
import type { Command } from '../command.js'

export const verify: Command = {
  name: 'verify',
  usage: 'verify FILE [--jwks FILE] [--head SESSION=sha256:…]… [--checkpoint FILE]… [--witness KEY]…',
  describe:
    'Verifies an evidence export offline. FILE is .ndjson or .json, gzip or not.\n' +
    'Exit 0 everything passed, 1 something failed, 2 unreadable, 3 nothing failed but not everything could be checked\n' +
    '(without --jwks the file vouches for its own keys, and that is not checked).',
  options: {
    jwks: {
      type: 'string',
      value: 'FILE',
      describe: "Heron's public keys as you got them by another way: the trust root",
    },
    head: {
      type: 'string',
      multiple: true,
      value: 'SESSION=HASH',
      describe:
        "a record hash that you kept earlier (session id or the vendor's external id); repeat for more",
    },
    checkpoint: {
      type: 'string',
      multiple: true,
      value: 'FILE',
      describe:
        'a checkpoint that you kept earlier: it must be the beginning of the log in this file; repeat for more',
    },
    witness: {
      type: 'string',
      multiple: true,
      value: 'KEY',
      describe: 'a witness (name+id+key) that must have signed a checkpoint; repeat for more',
    },
    'delegation-jwks': {
      type: 'string',
      value: 'FILE',
      describe: 'keys that you trust for delegation tokens: checks the chains that sessions were granted by',
    },
    'delegation-hs256-key': {
      type: 'string',
      value: 'HEX',
      describe: 'the same with a shared secret, for test vectors only',
    },
    'delegation-profile': {
      type: 'string',
      value: 'NAME',
      describe: 'draft-01 (default) or draft-02',
    },
  },
  positionals: ['FILE'],
  load: async () => (await import('../verify/run.js')).run,
}
