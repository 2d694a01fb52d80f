/** The recorded run of a vendor client (heron.md §3): same inputs, same paths, keys and bodies. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Body } from './fake/service.js'
import { setup } from './fake/setup.js'

const recorded = JSON.parse(readFileSync(new URL('../vectors/sample-run.json', import.meta.url), 'utf8')) as {
  requests: [{ body: Body }, { body: Body }, ...unknown[]]
}
const [opening, announcement] = recorded.requests

describe('the recorded run', () => {
  it('is sent again, request by request', async () => {
    const { fake, time, guard } = await setup({
      contracts: {
        'gmail.send': {
          keep: ['subject'],
          anchors: ['to', 'cc'],
          signals: { op: 'send' },
          resource: () => 'thread_1',
          unlisted: 'omit',
        },
      },
      internalDomains: ['acme.com'],
    })
    fake.nextAction = 2
    fake.genesisHead = announcement.body.chain.prev_hash
    const session = guard.session({
      externalId: 'run_1',
      agent: { externalId: 'a1', version: '2' },
      principal: { type: 'human', ref: 'user_881' },
      originalRequest: opening.body.original_request,
      task: { ref: 'job_1' },
      grant: { document: { a: 1 }, scope: { allowed_tools: ['gmail.send'] } },
      instructions: announcement.body.signals.instructions_hash,
    })
    time.nowMs = Date.parse('2026-11-30T18:43:03.418Z')
    const send = session.wrap('gmail.send', () => ({ ok: 1 }))
    await send({ subject: 'Hi', to: 'maria@acme.com', cc: ['bob@x.io'], body: 'text' })
    await session.close()
    await guard.publishCatalog([{ name: 'b', signals: { op: 'read' } }])
    expect(fake.requests.filter((request) => request.method !== 'GET')).toEqual(recorded.requests)
  })
})
