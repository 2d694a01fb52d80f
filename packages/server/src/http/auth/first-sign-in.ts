/** Signs in whoever has just chosen a password: after set-up, and after an invitation was accepted. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { libraryRequest, passCookies } from './library-request.js'
import { AUTH_PATH, type PeopleAuth } from './people-auth.js'

export async function signInWith(
  { auth, originOf }: { readonly auth: PeopleAuth; readonly originOf: (request: FastifyRequest) => string },
  request: FastifyRequest,
  reply: FastifyReply,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  const origin = originOf(request)
  const body = { email, password }
  const response = await auth(
    origin,
    libraryRequest(request, { origin, address: `${AUTH_PATH}/sign-in/email`, body }),
  )
  passCookies(response, reply)
}
