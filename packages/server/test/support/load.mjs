/** Load on an installation until killed: prints a line for each answered decision. Run by `kill.test.ts`. */
import { openPlace } from './open-place.mjs'

const [built, location, apiKey] = process.argv.slice(2)
const { createService } = await import(built)

const { store, signer, keyRing } = await openPlace(built, location)
const service = await createService({
  store,
  signer,
  publishedKeys: keyRing.published,
  pseudonymSecret: keyRing.pseudonymSecret,
})
const tenant = await service.authenticate(apiKey)
const now = () => new Date().toISOString()
const context = () => ({ tenant, idempotencyKey: null, receivedAt: now() })
const digest = (number) => `sha256:${number.toString(16).padStart(64, '0')}`

for (let session = 0; session < 4; session += 1) {
  await service.openSession(
    {
      external_id: `run_${session}`,
      agent: { external_id: 'a1' },
      principal: { type: 'service', ref: 'load' },
      original_request: { hash: digest(0), anchors: [] },
      started_at: now(),
    },
    context(),
  )
}

async function announceFor(client) {
  for (let seq = client; ; seq += 32) {
    const answer = await service.announceAction(
      {
        session_external_id: `run_${client % 4}`,
        seq,
        tool: { name: 'crm.read' },
        args_redacted: {},
        args_hash: digest(seq),
        requested_at: now(),
      },
      context(),
    )
    console.log(JSON.stringify({ action: answer.action_id, record_hash: answer.chain.record_hash }))
  }
}
await Promise.all(Array.from({ length: 32 }, (_, client) => announceFor(client)))
