/** The operator API of a real service behind real HTTP, and people of every role who are signed in to it. */
import { createOrganization } from '../../src/domain/create-organization.js'
import { acceptInvitation, issueInvitation } from '../../src/domain/people/invitations.js'
import { type Member, type Role, ROLES } from '../../src/domain/people/member.js'
import { type AppOptions, createApp } from '../../src/http/app.js'
import { startServer } from '../../src/http/server.js'
import { type Heron, ORGANIZATION, startHeron } from '../support/heron.js'
import { Browser } from './browser.js'

/** A browser in which somebody is signed in, or nobody. */
export type OperatorClient = Pick<Browser, 'send' | 'get'> & { readonly member: Member | null }

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
  /** A browser in which nobody has signed in yet. */
  readonly browser: () => Browser
  readonly close: () => Promise<void>
}

/** What everybody here signs in with. */
export const PASSWORD = ORGANIZATION.ownerPassword

export async function startLiveOperator(options: Partial<AppOptions> = {}): Promise<LiveOperator> {
  const heron = await startHeron()
  const app = createApp({ service: heron.service, now: heron.clock.now, ...options })
  const server = await startServer({ app, host: '127.0.0.1', port: 0 })
  const browser = (): Browser => new Browser(server.url)
  const owner: Member = {
    organizationId: heron.tenant.organizationId,
    userId: heron.operation.actorId,
    ...{ role: 'owner', name: 'Owner', email: 'owner@vendor.example' },
  }
  const clientOf = async (member: Member, password: string): Promise<OperatorClient> => {
    const mine = browser()
    await mine.signIn(member.email, password)
    return { member, send: mine.send.bind(mine), get: mine.get.bind(mine) }
  }
  const others = await Promise.all(
    ROLES.filter((role) => role !== 'owner').map(async (role) => {
      const email = `${role}@vendor.example`
      const { token } = await issueInvitation(heron.data, owner, { email, role })
      await acceptInvitation(heron.data, { token, name: `The ${role}`, password: PASSWORD })
      const mine = browser()
      const { body } = await mine.signIn(email, PASSWORD)
      const member = { ...owner, userId: body.user.id as string, role, name: `The ${role}`, email }
      return [role, { member, send: mine.send.bind(mine), get: mine.get.bind(mine) }] as const
    }),
  )
  const other = await createOrganization(heron.data, {
    ...{ organizationName: 'Neighbour', projectName: 'Other' },
    ...{ ownerEmail: 'owner@neighbour.example', ownerPassword: PASSWORD },
  })
  const neighbour: Member = {
    ...{ organizationId: other.organizationId, userId: other.ownerId, role: 'owner' },
    ...{ name: 'Owner', email: 'owner@neighbour.example' },
  }
  const nobody = browser()
  return {
    ...{ heron, url: server.url, browser, project: `/projects/${heron.tenant.projectId}` },
    as: {
      owner: await clientOf(owner, PASSWORD),
      ...Object.fromEntries(others),
    } as Record<Role, OperatorClient>,
    neighbour: await clientOf(neighbour, PASSWORD),
    neighbourProject: `/projects/${other.projectId}`,
    nobody: { member: null, send: nobody.send.bind(nobody), get: nobody.get.bind(nobody) },
    close: async () => {
      await server.close()
      await heron.close()
    },
  }
}
