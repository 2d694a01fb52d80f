/** The real service behind real HTTP on the loopback, in a directory of its own; and what stands in its database. */
import { createOrganization } from '../../src/domain/create-organization.js'
import { createApp } from '../../src/http/app.js'
import { startServer } from '../../src/http/server.js'
import { type Clock, startHeron } from '../support/heron.js'
import { type Answer, type Jwks, signingKey, VendorClient } from './vendor-client.js'

/** The seed of the recorded run: 32 bytes 01, known to the service as `k1`. */
export const VENDOR_KEY = signingKey('k1', Buffer.alloc(32, 1))
/** Nobody imported this one. */
export const STRANGER_KEY = signingKey('k2', Buffer.alloc(32, 2))

export type LiveHeron = {
  readonly url: string
  readonly client: VendorClient
  readonly apiKey: string
  readonly clock: Clock
  readonly jwks: Jwks
  /** A client of the same project whose signatures do not verify. */
  readonly stranger: VendorClient
  /** A client of another organization on the same server. */
  readonly neighbour: VendorClient
  readonly neighbourKey: string
  /** Rows in every table that a vendor's request can write to, by table. */
  readonly counts: () => Record<string, number>
  /** Everything in those tables, as text. */
  readonly stored: () => string
  /** Kinds of the findings about an action, whether it exists here or not. */
  readonly findings: (actionId: string) => string[]
  readonly close: () => Promise<void>
}

const WRITTEN_TABLES = [
  'sessions',
  'session_heads',
  'actions',
  'awaited_answers',
  'answered_actions',
  'executions',
  'tool_catalogs',
  'findings',
  'receipts',
  'idempotency_conflicts',
]

export async function startLiveHeron(): Promise<LiveHeron> {
  const heron = await startHeron()
  const other = await createOrganization(heron.data, {
    organizationName: 'Neighbour',
    projectName: 'Other',
    ownerEmail: 'owner@neighbour.example',
  })
  const app = createApp({ service: heron.service, now: heron.clock.now })
  const server = await startServer({ app, host: '127.0.0.1', port: 0 })
  const database = heron.place.openDatabase()
  const { url } = server
  return {
    url,
    apiKey: heron.apiKey,
    clock: heron.clock,
    client: new VendorClient(url, heron.apiKey, VENDOR_KEY),
    stranger: new VendorClient(url, heron.apiKey, STRANGER_KEY),
    neighbour: new VendorClient(url, other.apiKey, STRANGER_KEY),
    neighbourKey: other.apiKey,
    jwks: (await (await fetch(`${url}/.well-known/jwks.json`)).json()) as Jwks,
    counts: () =>
      Object.fromEntries(
        WRITTEN_TABLES.map((table) => [
          table,
          database.prepare(`select count(*) from ${table}`).pluck().get() as number,
        ]),
      ),
    stored: () =>
      JSON.stringify(WRITTEN_TABLES.map((table) => database.prepare(`select * from ${table}`).all())),
    findings: (actionId) =>
      database
        .prepare('select kind from findings where action_id = ? order by kind')
        .pluck()
        .all(actionId) as string[],
    close: async () => {
      database.close()
      await server.close()
      await heron.close()
    },
  }
}

/** An answer that must be a 200, with its body. */
export function ok(answer: Answer): Answer {
  if (answer.status !== 200)
    throw new Error(`expected 200, got ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer
}
