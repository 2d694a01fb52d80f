/** `heron bundle verify | view`: evidence bundles and ledgers of delegation chains (delegation.md §4 to §6). */
import type { Command, Options } from '../command.js'

const PROFILE: Options = {
  profile: {
    type: 'string',
    value: 'draft-01|draft-02',
    describe: 'the rules its authorities are read by (default draft-01)',
  },
}

export const bundleVerify: Command = {
  name: 'bundle verify',
  usage:
    'bundle verify FILE [--hs256-key HEX | --public-key B64URL] [--kid KID] [--witness-keys FILE] ' +
    '[--raw-envelopes FILE] [--expected-head HEX] [--profile P] [--entries]',
  describe:
    'Verifies an evidence bundle offline, or a ledger as JSON Lines.\n' +
    'Exit 0 verified, 1 a check failed, 2 an unreadable file or a wrong key, 3 consistent, but nothing was given to check its end against.',
  options: {
    ...PROFILE,
    'hs256-key': {
      type: 'string',
      value: 'HEX',
      describe: 'shared secret of the anchor, for vectors and tests',
    },
    'public-key': { type: 'string', value: 'B64URL', describe: 'Ed25519 public key of the anchor' },
    kid: { type: 'string', value: 'KID', describe: 'the key id that the anchor must name' },
    'witness-keys': {
      type: 'string',
      value: 'FILE',
      describe: 'trusted witnesses: JSON array of {kid, alg, public_key_hex, not_after?}',
    },
    'raw-envelopes': {
      type: 'string',
      value: 'FILE',
      describe: 'envelopes as received: JSON array of hex, null where unknown',
    },
    'expected-head': {
      type: 'string',
      value: 'HEX',
      describe: 'head of the ledger, kept from an earlier look',
    },
    entries: { type: 'boolean', describe: 'one more line for each entry' },
  },
  positionals: ['FILE'],
  load: async () => (await import('../bundle/verify.js')).run,
}

export const bundleView: Command = {
  name: 'bundle view',
  usage: 'bundle view FILE [--profile P]',
  describe:
    'Shows who delegated what to whom in a bundle or ledger, and what was allowed and denied.\n' +
    'Exit 0 consistent in itself, 1 not, 2 an unreadable file. Signatures are not checked: heron bundle verify does.',
  options: PROFILE,
  positionals: ['FILE'],
  load: async () => (await import('../bundle/view.js')).run,
}
