/**
 * Every documented route of the operator API, with somebody of another organization, with somebody who may not, with nobody,
 * and from another site (heron.md §1, §13). The document drives it: a route that is added is walked.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outranks, type Role } from '../../src/domain/people/member.js'
import { actionRequest, executionRequest, sessionRequest } from '../support/heron.js'
import { type LiveOperator, type OperatorClient, startLiveOperator } from './live-operator.js'
import { sampleOf, type Schema } from './sample.js'

type Operation = {
  readonly operationId: string
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly 'x-role'?: Role
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

type Walked = {
  readonly method: string
  /** Below `/api`, with `{names}`. */
  readonly path: string
  readonly operation: Operation
}

/** What anybody may ask. A route that is added here is one for people whom nobody knows yet. */
const PUBLIC = [
  'acceptInvitation',
  'readInvitation',
  'readSetUp',
  'readSignIn',
  'readSignInOptions',
  'setUp',
  'signIn',
  'signInElsewhere',
  'signOut',
  'verifyBackupCode',
  'verifyTotp',
]

/** Posts by which a viewer changes their own sign-in, or nothing: they read what takes a body to ask. */
const VIEWERS = [
  'changePassword',
  'checkRule',
  'disableTwoFactor',
  'enableTwoFactor',
  'endMyOtherSessions',
  'endMySession',
  'readTotpUri',
  'renewBackupCodes',
  'tryPolicy',
]

let live: LiveOperator
let walked: Walked[] = []
/** Things of the first organization, by the name that an address gives them; what is not here is named by a made-up id. */
let things: Readonly<Record<string, string>> = {}

beforeAll(async () => {
  live = await startLiveOperator()
  const { heron } = live
  await heron.service.openSession(sessionRequest('private'), heron.context())
  const action = await heron.service.announceAction(
    // Asks a person, so that it can be answered too.
    actionRequest('private', 1, { tool: { name: 'frobnicate' } }),
    heron.context(),
  )
  const session = await heron.service.readSession(heron.tenant, 'private')
  const unsigned = { ...executionRequest(action), signature: { kid: 'k1', alg: 'Ed25519', value: 'none' } }
  await heron.service.reportExecution(unsigned as never, heron.context())
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await live.as.owner.send('POST', path, body)
    expect([path, answer.status]).toEqual([path, 201])
    return answer.body.id as string
  }
  const { items } = (await live.as.owner.get(`${live.project}/issues/INVALID_VENDOR_SIGNATURE`)).body.findings
  things = {
    project: heron.tenant.projectId,
    user: live.as.viewer.member!.userId,
    id: await made('/invitations', { email: 'x@vendor.example', role: 'viewer' }),
    action: action.action_id,
    session: session.session_id,
    kid: 'k1',
    finding: items[0].finding as string,
    key: await made(`${live.project}/api-keys`, { environment: 'test' }),
    link: await made(`${live.project}/reviewer-links`, { label: 'private' }),
    webhook: await made(`${live.project}/webhooks`, {
      ...{ url: 'https://receiver.example/', topics: ['finding.raised'] },
    }),
  }
  const document = (await (await fetch(`${live.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  walked = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/api/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...{ method: method.toUpperCase(), path: path.slice('/api'.length), operation },
      })),
    )
})
afterAll(() => live.close())

const isMembers = ({ operation }: Walked): boolean =>
  operation.security?.some((scheme) => 'memberSession' in scheme) === true
const members = (): Walked[] => walked.filter(isMembers)
const changes = (): Walked[] => members().filter(({ method }) => method !== 'GET')

async function ask(
  client: OperatorClient,
  { method, path, operation }: Walked,
  headers: Readonly<Record<string, string>> = {},
  named: Readonly<Record<string, string>> = things,
): Promise<{ status: number; text: string; body: { code?: string } | null; asked: string }> {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => named[name] ?? 'made_up_000000000000')
  const required = (operation.parameters ?? []).filter(
    (each) => each.in === 'query' && each.required === true,
  )
  const query = new URLSearchParams(
    required.map(({ name, schema }) => [name, String(sampleOf(schema, name))]),
  )
  const schema = operation.requestBody?.content['application/json']?.schema
  const asked = query.size === 0 ? address : `${address}?${query.toString()}`
  const body = method === 'GET' || schema === undefined ? undefined : sampleOf(schema, '')
  const answer = await client.send(method, asked, body, headers)
  return { ...answer, asked: `${method} ${asked}` }
}

describe('every route of the operator API', () => {
  it('is for members, or is one of the few that are for everybody', () => {
    expect(walked.length).toBeGreaterThan(25)
    expect(
      walked
        .filter((route) => !isMembers(route))
        .map(({ operation }) => operation.operationId)
        .sort(),
    ).toEqual(PUBLIC)
    for (const { operation } of members()) {
      expect(['viewer', 'operator', 'admin', 'owner'], operation.operationId).toContain(operation['x-role'])
    }
    expect(
      changes()
        .filter(({ operation }) => operation['x-role'] === 'viewer')
        .map(({ operation }) => operation.operationId)
        .sort(),
    ).toEqual(VIEWERS)
  })

  it('answers nobody with a 401', async () => {
    for (const route of members()) {
      const { status, body, asked } = await ask(live.nobody, route)
      expect([asked, status, body?.code]).toEqual([asked, 401, 'not_signed_in'])
    }
  })

  it('that names a thing of another organization answers as if there were none', async () => {
    // A short name, such as a key's, may occur in anything.
    const own = Object.values(things).filter((thing) => thing.length > 8)
    for (const route of members()) {
      const namesSomething = route.path.includes('{')
      const { status, text, asked } = await ask(live.neighbour, route)
      if (namesSomething) expect([asked, status]).toEqual([asked, 404])
      // A refusal may repeat what was asked, and nothing else.
      const foreign = namesSomething ? own.filter((thing) => !asked.includes(thing)) : own
      for (const thing of foreign) expect(text, asked).not.toContain(thing)
    }
  })

  it('that names a thing of a project finds it in no other, be it the neighbour’s or one’s own', async () => {
    const second = await live.as.owner.send('POST', '/projects', { name: 'Second' })
    const walks = [
      [live.neighbour, live.neighbourProject.slice('/projects/'.length)],
      [live.as.owner, second.body.id as string],
    ] as const
    const inProject = members().filter(({ path }) => /^\/projects\/\{project\}.*\{/.test(path))
    expect(inProject.length).toBeGreaterThan(15)
    // What the walk names is there: in its own project it is found.
    for (const route of inProject.filter(({ method }) => method === 'GET')) {
      const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
      if (!names.every((name) => name in things)) continue
      const { status, asked } = await ask(live.as.viewer, route)
      expect([asked, status]).toEqual([asked, 200])
    }
    for (const [client, project] of walks) {
      for (const route of inProject) {
        // A kind of finding and a managed rule are in every project.
        if (/\{(kind|rule)\}/.test(route.path)) continue
        const { status, text, asked } = await ask(client, route, {}, { ...things, project })
        expect([asked, status, text]).toEqual([asked, 404, text])
      }
    }
  })

  it('that changes something refuses who may not, and says who may', async () => {
    for (const route of changes()) {
      const role = route.operation['x-role']!
      if (outranks('viewer', role)) continue
      const { status, body, text, asked } = await ask(live.as.viewer, route)
      expect([asked, status, body?.code]).toEqual([asked, 403, 'forbidden'])
      expect(text).toContain(`takes the role ${role}; yours is viewer`)
    }
  })

  it('that changes something refuses other sites, whoever is signed in', async () => {
    for (const route of changes()) {
      for (const origin of ['https://evil.example', 'null', `${live.url}0`]) {
        const { status, body, asked } = await ask(live.as.owner, route, { origin })
        expect([asked, status, body?.code]).toEqual([asked, 403, 'forbidden'])
      }
    }
  })

  it('left everything as it was', async () => {
    expect((await live.as.viewer.get('/me')).body.role).toBe('viewer')
    expect((await live.as.owner.get('/invitations')).body.items).toHaveLength(1)
    expect((await live.as.owner.get('/projects')).body.items).toHaveLength(2)
    for (const [list, name] of [
      ['api-keys', 'key'],
      ['reviewer-links', 'link'],
    ] as const) {
      const { items } = (await live.as.owner.get(`${live.project}/${list}`)).body
      const mine = items.find(({ id }: { id: string }) => id === things[name])
      expect(mine).toMatchObject({ revoked_at: null })
    }
  })
})
