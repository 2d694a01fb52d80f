/**
 * better-auth, as this service uses it: e-mail and password, TOTP, and one identity provider where one is configured. It
 * never makes a person: people come by set-up and by invitation (domain/people).
 */
import { hkdfSync } from 'node:crypto'
import { betterAuth } from 'better-auth/minimal'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { OperatorParts } from '../../domain/operator-log.js'
import { SESSION_ENDS_AFTER_MS } from '../../domain/people/who-is.js'
import { hashPassword, MAX_PASSWORD, MIN_PASSWORD, verifyPassword } from '../../keys/password.js'
import { createAuthAdapter } from './adapter.js'
import { sessionCookieName } from './session-cookie.js'

/** An OpenID Connect provider (heron.md §13). */
export type OidcProvider = {
  /** Part of addresses: small letters, digits and `-`. */
  readonly id: string
  /** For the button. */
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

export type PeopleAuthOptions = {
  readonly parts: OperatorParts
  readonly oidc: OidcProvider | null
}

/** Answers requests below `/api/auth` that reached this service at an origin. */
export type PeopleAuth = (origin: string, request: Request) => Promise<Response>

/** The header in which the address that a request came from is handed to the library; none of a client's is passed on. */
export const ADDRESS_HEADER = 'x-heron-address'

/** Where the library answers. */
export const AUTH_PATH = '/api/auth'

/** How many origins are answered for at once: one is usual, and behind no proxy a sender can name any. */
const MAX_ORIGINS = 8

export function createPeopleAuth(options: PeopleAuthOptions): PeopleAuth {
  const instances = new Map<string, ReturnType<typeof createInstance>>()
  return (origin, request) => {
    let instance = instances.get(origin)
    if (instance === undefined) {
      const [oldest] = instances.keys()
      if (oldest !== undefined && instances.size >= MAX_ORIGINS) instances.delete(oldest)
      instance = createInstance(options, origin)
      instances.set(origin, instance)
    }
    return instance.handler(request)
  }
}

function createInstance({ parts, oidc }: PeopleAuthOptions, origin: string) {
  const isSecure = origin.startsWith('https:')
  return betterAuth({
    appName: 'Heron',
    baseURL: origin,
    basePath: AUTH_PATH,
    secret: secretOf(parts.pseudonymSecret),
    database: createAuthAdapter(parts),
    // A library's own lines would carry what ours never do.
    logger: { disabled: true },
    telemetry: { enabled: false },
    // Counted by ./attempts.ts, per account too.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: MAX_PASSWORD,
      password: {
        hash: hashPassword,
        verify: ({ hash, password }) => verifyPassword(hash, password),
      },
    },
    session: {
      expiresIn: SESSION_ENDS_AFTER_MS / 1000,
      // Idleness is measured by domain/people/who-is.ts; the end never moves.
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
    },
    verification: { storeIdentifier: 'hashed' },
    account: {
      // A person here is met by an address that the provider says it has verified: an address that anybody may claim there
      // would open the account of whoever has it here.
      accountLinking: { enabled: true, trustedProviders: [] },
      updateAccountOnSignIn: false,
    },
    onAPIError: { errorURL: `${origin}/app/sign-in` },
    advanced: {
      // ./routes.ts refuses every change without our own Origin, cookie or not.
      disableCSRFCheck: true,
      useSecureCookies: false,
      cookiePrefix: 'heron',
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/' },
      cookies: { session_token: { name: sessionCookieName(isSecure) } },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: { generateId: ({ model }) => `${ID_PREFIX[model] ?? 'x'}_${parts.newId()}` },
    },
    plugins: [
      twoFactor({ issuer: 'Heron' }),
      ...(oidc === null ? [] : [genericOAuth({ config: [providerOf(oidc)] })]),
    ],
  })
}

const ID_PREFIX: Readonly<Record<string, string>> = {
  session: 'sgn',
  account: 'crd',
  verification: 'ver',
  twoFactor: 'two',
  user: 'usr',
}

function providerOf({ id, issuer, clientId, clientSecret }: OidcProvider) {
  return {
    providerId: id,
    discoveryUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    ...{ clientId, clientSecret },
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    requireIdTokenVerification: true,
    disableImplicitSignUp: true,
    disableSignUp: true,
  }
}

/** Signs cookies and encrypts TOTP secrets. From the key ring, which is never in the database. */
function secretOf(pseudonymSecret: Uint8Array): string {
  const key = hkdfSync('sha256', pseudonymSecret, new Uint8Array(), 'heron people v1', 32)
  return Buffer.from(key).toString('base64url')
}
