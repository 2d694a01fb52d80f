/**
 * Signing in (heron.md §13): better-auth's addresses that are of use here, and no others. Every one is documented and read
 * like the rest of the API; what the library is handed is what was read, with none of the sender's other headers.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type TObject, type TSchema } from 'typebox'
import type { OperatorParts } from '../../domain/operator-log.js'
import { holdToOneUse } from '../../domain/people/used-codes.js'
import { Refusal, type RefusalCode } from '../../domain/refusal.js'
import { MAX_PASSWORD } from '../../keys/password.js'
import { describeOperation } from '../openapi.js'
import { requireOwnOrigin } from '../operator/origin.js'
import { requestReader } from '../requests/reader.js'
import { refusalOf, withoutTokens } from './answers.js'
import type { Attempts } from './attempts.js'
import { libraryRequest, passCookies } from './library-request.js'
import { AUTH_PATH, type OidcProvider, type PeopleAuth } from './people-auth.js'
import { sessionToken } from './session-cookie.js'

export type AuthContext = {
  readonly parts: Pick<OperatorParts, 'store' | 'now'>
  readonly auth: PeopleAuth
  readonly attempts: Attempts
  readonly oidc: OidcProvider | null
  readonly originOf: (request: FastifyRequest) => string
}

type AuthRoute = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** The library's own address, where it is another. */
  readonly target?: string
  readonly operationId: string
  readonly summary: string
  readonly body?: TObject
  readonly answer: TSchema
  /** Takes a session; the others give one, or tell of one. */
  readonly needsSession?: true
  /** Guesses at a secret are counted. */
  readonly isTry?: true
  /** Members that are handed on besides those that were sent. */
  readonly extra?: (context: AuthContext) => Readonly<Record<string, unknown>>
}

const secret = (description: string): TSchema =>
  Type.String({
    ...{ minLength: 1, maxLength: MAX_PASSWORD, description },
    'x-expected': `a text of 1 to ${MAX_PASSWORD} characters`,
  })

const user = Type.Object({}, { additionalProperties: true, description: 'Who it is.' })
const password = Type.Object({ password: secret('Of the person who is signed in.') })
const code = Type.Object({ code: secret('As the authenticator shows it, or a back-up code.') })
const signedIn = Type.Object({ user: Type.Optional(user) }, { description: 'The session is in the cookie.' })

const ROUTES: readonly AuthRoute[] = [
  {
    ...{ method: 'POST', path: '/sign-in/email', operationId: 'signIn', isTry: true },
    summary: 'Sign in with e-mail address and password',
    body: Type.Object({ email: secret('The address.'), password: secret('The password.') }),
    answer: Type.Object(
      {
        user: Type.Optional(user),
        twoFactorRedirect: Type.Optional(
          Type.Boolean({ description: 'Nobody is signed in yet: a code comes next.' }),
        ),
        twoFactorMethods: Type.Optional(Type.Array(Type.String())),
      },
      { description: 'The session is in the cookie.' },
    ),
  },
  {
    ...{ method: 'POST', path: '/sign-in/oauth2', target: '/sign-in/social' },
    ...{ operationId: 'signInElsewhere', summary: 'Begin to sign in with the identity provider' },
    body: Type.Object({}),
    answer: Type.Object({ url: Type.String({ description: 'Where to go on.' }) }),
    extra: ({ oidc }) => ({ provider: oidc?.id ?? '', callbackURL: '/app', disableRedirect: true }),
  },
  {
    ...{ method: 'POST', path: '/sign-out', operationId: 'signOut', summary: 'End this session' },
    answer: Type.Object({ success: Type.Boolean() }),
  },
  {
    ...{ method: 'GET', path: '/get-session', operationId: 'readSignIn' },
    summary: 'The session of this browser; null without one',
    answer: Type.Unsafe<unknown>({ type: ['object', 'null'], additionalProperties: true }),
  },
  {
    ...{ method: 'POST', path: '/change-password', operationId: 'changePassword' },
    ...{ summary: 'Change the password; every other session ends', needsSession: true, isTry: true },
    body: Type.Object({
      currentPassword: secret('The one until now.'),
      newPassword: secret('12 to 256 characters; any will do.'),
    }),
    answer: signedIn,
    extra: () => ({ revokeOtherSessions: true }),
  },
  {
    ...{ method: 'POST', path: '/two-factor/enable', operationId: 'enableTwoFactor' },
    ...{ summary: 'Begin to set up a second factor; in force once a code was verified', needsSession: true },
    ...{ isTry: true, body: password },
    answer: Type.Object({
      totpURI: Type.String({ description: 'For the authenticator. Secret.' }),
      backupCodes: Type.Array(Type.String(), { description: 'Each works once. Shown this once.' }),
    }),
  },
  {
    ...{ method: 'POST', path: '/two-factor/disable', operationId: 'disableTwoFactor' },
    ...{ summary: 'Do without a second factor', needsSession: true, isTry: true, body: password },
    answer: Type.Object({ status: Type.Boolean() }),
  },
  {
    ...{ method: 'POST', path: '/two-factor/get-totp-uri', operationId: 'readTotpUri' },
    ...{ summary: 'The second factor’s address for an authenticator, once more', needsSession: true },
    ...{ isTry: true, body: password },
    answer: Type.Object({ totpURI: Type.String({ description: 'Secret.' }) }),
  },
  {
    ...{ method: 'POST', path: '/two-factor/verify-totp', operationId: 'verifyTotp', isTry: true },
    ...{ summary: 'Finish a sign-in, or a set-up, with a code', body: code, answer: signedIn },
  },
  {
    ...{ method: 'POST', path: '/two-factor/verify-backup-code', operationId: 'verifyBackupCode' },
    ...{ summary: 'Finish a sign-in with a back-up code', isTry: true, body: code, answer: signedIn },
  },
  {
    ...{ method: 'POST', path: '/two-factor/generate-backup-codes', operationId: 'renewBackupCodes' },
    ...{ summary: 'New back-up codes; the old ones end', needsSession: true, isTry: true, body: password },
    answer: Type.Object({ backupCodes: Type.Array(Type.String()) }),
  },
]

export function routeAuth(app: FastifyInstance, context: AuthContext): void {
  for (const route of ROUTES) routeOne(app, context, route)
  // The identity provider sends the browser back here; what it says is the library's to check.
  app.get(`${AUTH_PATH}/callback/:provider`, { schema: { hide: true } }, async (request, reply) => {
    const [path = '', query = ''] = request.url.split('?', 2)
    const origin = context.originOf(request)
    const address = `${path}?${query}`
    const response = await context.auth(origin, libraryRequest(request, { origin, address, body: null }))
    passCookies(response, reply)
    const location = response.headers.get('location')
    if (location === null) throw refusalOf(response.status, {}, '')
    return reply.redirect(location, 302)
  })
}

function routeOne(app: FastifyInstance, context: AuthContext, route: AuthRoute): void {
  const { method, path, target = path, body = Type.Object({}), extra } = route
  const read = requestReader(body)
  const names = Object.keys(body.properties)
  app.route({
    method,
    url: AUTH_PATH + path,
    schema: describeOperation({
      ...{ operationId: route.operationId, summary: route.summary, tag: 'People', answer: route.answer },
      ...(method === 'GET' ? {} : { body }),
      ...(route.needsSession === true ? { role: 'viewer' } : { isPublic: true }),
      refusals: refusalsOf(route),
    }),
    handler: async (request, reply) => {
      const origin = context.originOf(request)
      if (method === 'POST') requireOwnOrigin(request, origin)
      if (route.path.endsWith('/oauth2') && context.oidc === null) {
        throw new Refusal('not_found', 'no identity provider is set up here')
      }
      const sent = read(request.body ?? {}) as Readonly<Record<string, unknown>>
      if (route.isTry === true) context.attempts.take(request.ip, accountOf(sent))
      const members = {
        ...Object.fromEntries(names.map((name) => [name, sent[name]])),
        ...extra?.(context),
      }
      const handed = { origin, address: AUTH_PATH + target, body: method === 'GET' ? null : members }
      const response = await context.auth(origin, libraryRequest(request, handed))
      const answer = await answerOf(response)
      if (response.ok) await requireFreshCode(context, request, sent, answer)
      passCookies(response, reply)
      if (response.ok) {
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(withoutTokens(answer)))
      }
      const wrong = names.includes('currentPassword') ? 'currentPassword' : 'password'
      throw refusalOf(response.status, (answer ?? {}) as Readonly<Record<string, unknown>>, wrong)
    },
  })
}

/**
 * Whoever is signed in by a code must be the first with it; a code that ends a set-up signs nobody in.
 *
 * @throws {Refusal} sign_in_refused
 */
async function requireFreshCode(
  { parts, originOf }: AuthContext,
  request: FastifyRequest,
  { code }: Readonly<Record<string, unknown>>,
  answer: unknown,
): Promise<void> {
  const { token, user } = (answer ?? {}) as {
    readonly token?: unknown
    readonly user?: { readonly id?: unknown }
  }
  if (typeof code !== 'string' || typeof token !== 'string' || typeof user?.id !== 'string') return
  if (token === sessionToken(request, originOf(request).startsWith('https:'))) return
  if (await holdToOneUse(parts, { userId: user.id, code, token })) return
  const detail = 'this code was used before: begin again, and give the next one'
  throw new Refusal('sign_in_refused', detail)
}

function refusalsOf({ method, isTry, needsSession }: AuthRoute): RefusalCode[] {
  if (method === 'GET') return ['internal', 'unavailable']
  return [
    ...([
      'invalid_json',
      'invalid_request',
      'forbidden',
      'body_too_large',
      'unsupported_media_type',
    ] as const),
    ...(needsSession === true ? (['not_signed_in'] as const) : []),
    ...(isTry === true ? (['sign_in_refused', 'rate_limited'] as const) : []),
    ...(['internal', 'unavailable'] as const),
  ]
}

/** Whom a try names, as it is counted. */
function accountOf({ email }: Readonly<Record<string, unknown>>): string {
  return typeof email === 'string' ? email.trim().toLowerCase() : ''
}

async function answerOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return text === '' ? null : (JSON.parse(text) as unknown)
  } catch {
    return null
  }
}
