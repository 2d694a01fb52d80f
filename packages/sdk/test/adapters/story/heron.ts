/** A real Heron on loopback for the adapters' story: data directory, service, HTTP, and a guard as a vendor sets it up. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publicKeyOfSeed, toBase64url } from '@heron/evidence'
import {
  createApp,
  createDataDirectory,
  createService,
  importVendorKey,
  openDataDirectory,
  startServer,
} from '@heron/server'
import { Guard, type GuardOptions, type ToolContract } from '../../../src/index.js'

const VENDOR_KEY = { kid: 'k1', seed: new Uint8Array(32).fill(1) }

/** The tools of the story are judged by their names; two of them by what the vendor states as well. */
const CONTRACTS: { [tool: string]: ToolContract } = {
  delete_record: { signals: ({ keep_copy: kept }) => (kept === true ? { reversibility: 'costly' } : {}) },
  update_rows: { records: 'rows' },
}

/** One action as Heron has it at the end of a story. */
export type Seen = { tool: string; verdict: string; outcomes: string[]; resolves: string | null }

export type Heron = {
  readonly url: string
  readonly guard: (options: Partial<GuardOptions>) => Guard
  readonly stop: () => Promise<void>
}

export async function startHeron(): Promise<Heron> {
  const root = mkdtempSync(join(tmpdir(), 'heron-adapters-'))
  const directory = join(root, 'data')
  const { organizationId, projectId, ownerId, apiKey } = await createDataDirectory(directory, {
    organizationName: 'Vendor',
    projectName: 'Assistant',
    ownerEmail: 'owner@vendor.example',
  })
  const data = openDataDirectory(directory, {})
  await importVendorKey(
    data,
    { project: { organizationId, projectId }, actorId: ownerId, reason: 'set-up' },
    { kid: VENDOR_KEY.kid, publicKey: toBase64url(publicKeyOfSeed(VENDOR_KEY.seed)) },
  )
  const service = await createService({
    store: data.store,
    signer: data.signer,
    publishedKeys: data.keyRing.published,
    pseudonymSecret: data.keyRing.pseudonymSecret,
  })
  const server = await startServer({ app: createApp({ service }), host: '127.0.0.1', port: 0 })
  return {
    url: server.url,
    guard: (options) =>
      new Guard({ url: server.url, apiKey, vendorKey: VENDOR_KEY, contracts: CONTRACTS, ...options }),
    stop: async () => {
      await server.close()
      await service.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
