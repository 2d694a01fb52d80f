/** Where people reach the dashboard and how they sign in, as flags of `heron serve`. */
import type { AppOptions, OidcProvider } from '@heron/server'
import { type CommandArguments, type Options, UsageError } from '../command.js'

export const SIGN_IN_OPTIONS: Options = {
  'public-url': {
    type: 'string',
    value: 'URL',
    describe: 'where browsers reach the service, where that is not the address it listens on',
  },
  'trusted-proxy': {
    type: 'string',
    value: 'ADDRESSES',
    describe:
      'proxies in front, as addresses or networks with commas between: what they say of a sender is believed',
  },
  'oidc-issuer': {
    type: 'string',
    value: 'URL',
    describe: 'an OpenID Connect provider to sign in with; needs --oidc-client-id and --oidc-client-secret',
  },
  'oidc-client-id': { type: 'string', value: 'ID', describe: 'how the provider knows this service' },
  'oidc-client-secret': {
    type: 'string',
    value: 'SECRET',
    describe: 'better given as HERON_OIDC_CLIENT_SECRET: arguments can be read by others on the machine',
  },
  'oidc-name': {
    type: 'string',
    value: 'NAME',
    describe: 'how the button calls it (default single sign-on)',
  },
}

type SignIn = Pick<AppOptions, 'publicUrl' | 'trustedProxies' | 'oidc'>

/** @throws {UsageError} */
export function readSignIn(args: CommandArguments): SignIn {
  const publicUrl = args.text('public-url')
  const proxies = args.text('trusted-proxy')
  const oidc = readProvider(args)
  if (oidc !== null && publicUrl === undefined) {
    throw new UsageError('signing in elsewhere needs --public-url: the provider sends people back to it')
  }
  return {
    ...(publicUrl === undefined ? {} : { publicUrl: requireUrl(publicUrl, 'public-url').origin }),
    ...(proxies === undefined ? {} : { trustedProxies: proxies.split(',').map((each) => each.trim()) }),
    ...(oidc === null ? {} : { oidc }),
  }
}

function readProvider(args: CommandArguments): OidcProvider | null {
  const [issuer, clientId, clientSecret] = [
    args.text('oidc-issuer'),
    args.text('oidc-client-id'),
    args.text('oidc-client-secret'),
  ]
  const given = [issuer, clientId, clientSecret].filter((text) => text !== undefined)
  if (given.length === 0) return null
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    throw new UsageError(
      'signing in elsewhere needs all of --oidc-issuer, --oidc-client-id and --oidc-client-secret',
    )
  }
  const url = requireUrl(issuer, 'oidc-issuer')
  // What the provider says about people must come from it; on this machine nobody stands between.
  if (url.protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)) {
    throw new UsageError('--oidc-issuer takes an https address')
  }
  const name = args.text('oidc-name') ?? 'single sign-on'
  return { id: 'oidc', name, issuer, clientId, clientSecret }
}

function requireUrl(text: string, flag: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url !== null && /^https?:$/.test(url.protocol)) return url
  throw new UsageError(`--${flag} takes an address such as https://heron.example`)
}
