/** Opens sessions and takes checkpoints in small rounds until killed: prints a line for each. Run by `kill-checkpoints.test.ts`. */
import { openPlace } from './open-place.mjs'

const [built, location, apiKey] = process.argv.slice(2)
const { createService } = await import(built)

const { store, signer, keyRing } = await openPlace(built, location)
const service = await createService({
  ...{ store, signer, publishedKeys: keyRing.published, pseudonymSecret: keyRing.pseudonymSecret },
  checkpointEveryMs: 1,
})
const tenant = await service.authenticate(apiKey)
await service.adoptProjects()
for (let run = 0; ; run += 1) {
  const receivedAt = new Date().toISOString()
  await service.openSession(
    {
      external_id: `run_${process.pid}_${run}`,
      agent: { external_id: 'a1' },
      principal: { type: 'service', ref: 'load' },
      original_request: { hash: `sha256:${'0'.repeat(64)}`, anchors: [] },
      started_at: receivedAt,
    },
    { tenant, idempotencyKey: null, receivedAt },
  )
  await service.takeCheckpoints(20)
  console.log(run)
}
