/** The operator API, put together: signing in, what is asked before anybody has, and what members ask. */
import type { FastifyInstance } from 'fastify'
import { whoIs } from '../../domain/people/who-is.js'
import { signInWith } from '../auth/first-sign-in.js'
import { Attempts } from '../auth/attempts.js'
import { createPeopleAuth, type OidcProvider } from '../auth/people-auth.js'
import { routeAuth } from '../auth/routes.js'
import { sessionToken } from '../auth/session-cookie.js'
import type { OperatorContext } from './context.js'
import { routePeoplePublicly } from './public-routes.js'
import { routeOperator } from './routes.js'

export type PeopleApiOptions = Omit<OperatorContext, 'identify'> & {
  readonly oidc: OidcProvider | null
  readonly setUpToken: string | null
}

export function routePeopleApi(app: FastifyInstance, options: PeopleApiOptions): void {
  const { parts, now, oidc, originOf } = options
  const auth = createPeopleAuth({ parts, oidc })
  const attempts = new Attempts(() => Date.parse(now()))
  const context: OperatorContext = {
    ...{ parts, now, originOf },
    identify: (request, isUse) => {
      const token = sessionToken(request, originOf(request).startsWith('https:'))
      return token === null ? Promise.resolve(null) : whoIs(parts, token, isUse)
    },
  }
  routeAuth(app, { parts, auth, attempts, oidc, originOf })
  routePeoplePublicly(app, {
    ...context,
    ...{ attempts, oidc, setUpToken: options.setUpToken },
    signIn: (request, reply, who) => signInWith({ auth, originOf }, request, reply, who),
  })
  routeOperator(app, context)
}
