/** What a vendor failed to redact does not reach the database (heron.md §12), over real HTTP. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LiveHeron, ok, startLiveHeron } from './live-heron.js'
import { hash, statementOf } from './vendor-client.js'

let heron: LiveHeron
beforeAll(async () => {
  heron = await startLiveHeron()
})
afterAll(() => heron.close())

const PERSON = 'maria.lopez@acme.com'
/** Pieces long enough not to stand in a hash or a signature by chance: four digits do in one run of a hundred. */
const SEEDS = /maria|lopez|4111111|203\.0\.113|600 123|hunter2|eyJhbG|eyJzdW/

it('keeps shape and anchor tokens of arguments, and no content of them', async () => {
  const { client } = heron
  ok(await client.openSession('redaction_1'))
  const answer = ok(
    await client.announce('redaction_1', 1, {
      args_redacted: {
        to: ['<email:0f367fdcc159df07>', PERSON],
        [PERSON]: { card: 4111111111111111, nested: [{ ip: '203.0.113.77' }, null, true] },
        body: `Dear Maria, call +34 600 123 456 or <phone:1d2686f311927b84>; password=hunter2`,
        token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln',
      },
    }),
  )
  const read = ok(await client.get(`/v1/actions/${answer.body.action_id as string}`)).body
  expect(read.args_redacted).toEqual({
    to: ['<email:0f367fdcc159df07>', '<redacted:field>'],
    '<redacted:email>': {
      card: '<redacted:field>',
      nested: [{ ip: '<redacted:field>' }, '<redacted:field>', '<redacted:field>'],
    },
    body: '<redacted:field><phone:1d2686f311927b84><redacted:field>',
    token: '<redacted:field>',
  })
  expect(heron.stored()).not.toMatch(SEEDS)
})

it('keeps of everything beside the arguments only hashes and renderings', async () => {
  const { client } = heron
  ok(await client.openSession('redaction_2', { agent: { external_id: 'a', name: `assistant of ${PERSON}` } }))
  const signals = { human_authorized: true, approver: PERSON, note: `for ${PERSON}` }
  const answer = ok(
    await client.announce('redaction_2', 1, {
      resource_ref: `mailbox:${PERSON}`,
      tool: { name: 'mail.read', provider: PERSON, server: 'http://203.0.113.77/' },
      signals,
    }),
  )
  expect(answer.body.record).toMatchObject({
    resource_ref_hash: hash(`mailbox:${PERSON}`),
    signals_hash: hash(signals),
  })
  expect(JSON.stringify(answer.body)).not.toMatch(SEEDS)
  expect(heron.stored()).not.toMatch(SEEDS)
})

it('keeps an error code exactly, since it is signed, wherever else it is withheld', async () => {
  const { client } = heron
  ok(await client.openSession('redaction_3'))
  const action = ok(await client.announce('redaction_3', 1))
  const statement = statementOf(action, 'FAILED', { error_code: `no mailbox ${PERSON}` })
  expect(ok(await client.report(statement)).body).toEqual({ ok: true, signature_valid: true })
  const read = ok(await client.get(`/v1/actions/${action.body.action_id as string}`))
  expect(JSON.stringify(read.body)).not.toMatch(SEEDS)
})
