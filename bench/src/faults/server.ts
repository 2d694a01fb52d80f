/**
 * A Heron process that is there to be killed: answers requests, works in the background, or both. Told where by one JSON
 * argument; prints its port; each line it reads moves its clock by so many milliseconds. SIGTERM drains it.
 */
import { createInterface } from 'node:readline'
import {
  createApp,
  createService,
  openDataDirectory,
  openPostgresInstallation,
  startServer,
  startWorker,
} from '@heron/server'

export type Role = 'server' | 'worker' | 'both'
export type ServerTask = {
  readonly location: { readonly directory: string } | { readonly url: string; readonly keyRing: string }
  readonly role: Role
}

/** Often, so that a kill finds it at work. */
const WORKER_EVERY_MS = 50

const { location, role } = JSON.parse(process.argv[2] ?? '{}') as ServerTask
const { store, signer, keyRing } =
  'directory' in location
    ? openDataDirectory(location.directory, {})
    : await openPostgresInstallation({ ...location, env: {} })
let offsetMs = 0
const now = (): string => new Date(Date.now() + offsetMs).toISOString()
createInterface({ input: process.stdin }).on('line', (line) => {
  offsetMs += Number(line)
})
const service = await createService({
  ...{ store, signer, publishedKeys: keyRing.published, pseudonymSecret: keyRing.pseudonymSecret, now },
  timings: { reconcileWindowMs: 100, missingHorizonMs: 300 },
})
await service.adoptProjects()
const worker = role === 'server' ? null : startWorker({ service, intervalMs: WORKER_EVERY_MS })
const server =
  role === 'worker'
    ? null
    : await startServer({ app: createApp({ service, now }), host: '127.0.0.1', port: 0 })
console.log(server === null ? '0' : new URL(server.url).port)
process.once('SIGTERM', () => {
  void (async () => {
    await server?.close()
    await worker?.stop()
    await service.close()
    process.exit(0)
  })()
})
