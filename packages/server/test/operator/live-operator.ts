/** The operator API of a real service behind real HTTP, and people of every role who are signed in to it. */
import { createOrganization } from '../../src/domain/create-organization.js'
import { type Member, type Role, ROLES } from '../../src/domain/people/member.js'
import { createApp } from '../../src/http/app.js'
import { startServer } from '../../src/http/server.js'
import { type Heron, startHeron } from '../support/heron.js'

export type OperatorAnswer = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as a page reads it
  readonly body: any
}

/** A browser in which somebody is signed in, or nobody. */
export type OperatorClient = {
  readonly member: Member | null
  /** @param path below `/api`. */
  readonly send: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<OperatorAnswer>
  readonly get: (path: string) => Promise<OperatorAnswer>
}

export type LiveOperator = {
  readonly heron: Heron
  readonly url: string
  /** Below `/api`, the project's address: `/projects/prj_…`. */
  readonly project: string
  /** Somebody of the organization. */
  readonly as: Readonly<Record<Role, OperatorClient>>
  /** The owner of another organization on the same server. */
  readonly neighbour: OperatorClient
  /** Below `/api`, a project of the neighbour's. */
  readonly neighbourProject: string
  /** Nobody. */
  readonly nobody: OperatorClient
  readonly close: () => Promise<void>
}

export async function startLiveOperator(): Promise<LiveOperator> {
  const heron = await startHeron()
  const other = await createOrganization(heron.data, {
    organizationName: 'Neighbour',
    projectName: 'Other',
    ownerEmail: 'owner@neighbour.example',
  })
  const people = new Map<string, Member>()
  const app = createApp({
    ...{ service: heron.service, now: heron.clock.now },
    identify: ({ headers }) => {
      const member = people.get(headers.cookie ?? '')
      return Promise.resolve(member === undefined ? null : { member, sessionId: `sgn_${member.userId}` })
    },
  })
  const server = await startServer({ app, host: '127.0.0.1', port: 0 })
  const clientOf = (member: Member | null): OperatorClient => {
    if (member !== null) people.set(member.userId, member)
    const send: OperatorClient['send'] = async (method, path, body, headers = {}) => {
      const response = await fetch(`${server.url}/api${path}`, {
        method,
        headers: {
          ...(member === null ? {} : { cookie: member.userId }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(method === 'GET' ? {} : { origin: server.url }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      const isJson = /json\b/.test(response.headers.get('content-type') ?? '')
      return {
        ...{ status: response.status, headers: response.headers, text },
        body: isJson ? (JSON.parse(text) as unknown) : null,
      }
    }
    return { member, send, get: (path) => send('GET', path) }
  }
  const { organizationId, projectId } = heron.tenant
  const as = Object.fromEntries(
    ROLES.map((role) => [
      role,
      clientOf({
        organizationId,
        userId: role === 'owner' ? heron.operation.actorId : `usr_${role}`,
        ...{ role, name: `The ${role}`, email: `${role}@vendor.example` },
      }),
    ]),
  ) as Record<Role, OperatorClient>
  return {
    ...{ heron, as, url: server.url, project: `/projects/${projectId}` },
    neighbour: clientOf({
      ...{ organizationId: other.organizationId, userId: other.ownerId, role: 'owner' },
      ...{ name: 'Neighbour', email: 'owner@neighbour.example' },
    }),
    neighbourProject: `/projects/${other.projectId}`,
    nobody: clientOf(null),
    close: async () => {
      await server.close()
      await heron.close()
    },
  }
}
