/** `heron token verify | mint | inspect`: delegation chains (delegation.md §2). */
import type { Command, Options } from '../command.js'

const PROFILE: Options = {
  profile: {
    type: 'string',
    value: 'draft-01|draft-02',
    describe: 'the rules that apply; never guessed from the tokens (default draft-01)',
  },
}

export const tokenVerify: Command = {
  name: 'token verify',
  usage:
    'token verify FILE [--profile P] (--hs256-key HEX | --jwks FILE) [--accept-alg A]… [--audience A] [--now SECONDS]',
  describe:
    'Verifies a delegation chain offline. FILE is {"tokens":[…]} or one compact token a line, root first.\n' +
    'Exit 0 accepted, 1 rejected, 2 an unreadable file or a wrong key.',
  options: {
    ...PROFILE,
    'hs256-key': { type: 'string', value: 'HEX', describe: 'shared secret, for vectors and tests' },
    jwks: { type: 'string', value: 'FILE', describe: 'public keys that may sign tokens' },
    'accept-alg': {
      type: 'string',
      multiple: true,
      value: 'ALG',
      describe: 'an algorithm that is accepted; repeat for more (default: those of the keys)',
    },
    audience: { type: 'string', value: 'NAME', describe: 'who the leaf must be meant for' },
    now: { type: 'string', value: 'SECONDS', describe: 'judge at this time instead of the clock’s' },
  },
  positionals: ['FILE'],
  load: async () => (await import('../token/verify.js')).run,
}

export const tokenMint: Command = {
  name: 'token mint',
  usage: 'token mint FILE [--profile P] (--hs256-key HEX | --key FILE) [--kid K] [--iat SECONDS]',
  describe:
    'Mints a delegation chain and prints one token a line, root first. FILE is a JSON plan:\n' +
    '{"iss", "aud", "principal"?, "max_depth"?, "parents"?: [token…],\n' +
    ' "hops": [{"id", "agent", "authority": {"scopes", "constraints", "ttl"}, "cnf"?, "iat"?, "nbf"?, "aud"?, "status"?, "max_depth"?}]}',
  options: {
    ...PROFILE,
    key: { type: 'string', value: 'FILE', describe: 'private JWK to sign with (Ed25519 or P-256)' },
    'hs256-key': { type: 'string', value: 'HEX', describe: 'shared secret, for vectors and tests' },
    kid: { type: 'string', value: 'KID', describe: 'key id in the header (default: the JWK’s)' },
    iat: { type: 'string', value: 'SECONDS', describe: 'time of issuance instead of the clock’s' },
  },
  positionals: ['FILE'],
  load: async () => (await import('../token/mint.js')).run,
}

export const tokenInspect: Command = {
  name: 'token inspect',
  usage: 'token inspect FILE [--profile P]',
  describe: 'Shows what the tokens of a chain claim. Nothing is verified.',
  options: PROFILE,
  positionals: ['FILE'],
  load: async () => (await import('../token/inspect.js')).run,
}
