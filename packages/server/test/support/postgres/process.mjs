/**
 * One process of a Heron that has several: `server` answers requests and does no other work, `worker` does that work and
 * answers nobody. Says on a line of its own when it is ready; SIGTERM drains it. Run by `cross-process.test.ts`.
 */
import { openPlace } from '../open-place.mjs'

const [built, location, role, timings] = process.argv.slice(2)
const { createApp, createService, startServer, startWorker } = await import(built)
const { store, signer, keyRing } = await openPlace(built, location)
const service = await createService({
  ...{ store, signer, publishedKeys: keyRing.published, pseudonymSecret: keyRing.pseudonymSecret },
  timings: JSON.parse(timings),
})
const worker = role === 'worker' ? startWorker({ service, intervalMs: 20 }) : null
const server =
  role === 'server' ? await startServer({ app: createApp({ service }), host: '127.0.0.1', port: 0 }) : null
console.log(JSON.stringify({ url: server?.url ?? null }))
process.once('SIGTERM', async () => {
  await server?.close()
  await worker?.stop()
  console.log(JSON.stringify({ totals: worker?.totals() ?? null }))
  await service.close()
  // The channel to the test is all that is left open.
  process.exit(0)
})
