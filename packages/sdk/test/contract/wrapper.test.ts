import type { JsonObject } from '@heron/evidence'
import { describe, expect, it } from 'vitest'
import type { Contracts } from '../../src/index.js'
import { setup } from '../fake/setup.js'

const contracts: Contracts = {
  call_tool: { wraps: { tool: 'name', args: 'arguments' }, keep: ['trace'] },
  'gmail.send': { keep: ['subject'], anchors: ['to'], resource: 'thread', signals: { op: 'send' } },
  hub: { wraps: { tool: 'target' } },
}

async function announced(tool: string, args: JsonObject) {
  const { session, fake } = await setup({ contracts, internalDomains: ['acme.com'] })
  const decision = await session.decide({ tool, args })
  return { decision, body: fake.to('/v1/actions')[0]?.body }
}

const SEND = { to: ['bob@x.io'], subject: 'Hi', body: 'private', thread: 't_1' }

describe('a tool that calls another one', () => {
  it('is judged as the tool that really runs, under that tool’s contract', async () => {
    const args = { name: 'gmail.send', arguments: SEND, trace: 'tr_1', token: 'private' }
    const { body, decision } = await announced('call_tool', args)
    expect(body).toMatchObject({
      tool: { name: 'gmail.send' },
      args_redacted: {
        name: '<redacted:name>',
        arguments: {
          to: [expect.stringMatching(/^<email:/)],
          subject: 'Hi',
          body: '<redacted:body>',
          thread: '<redacted:thread>',
        },
        trace: 'tr_1',
        token: '<redacted:token>',
      },
      signals: { op: 'send', recipient_count: 1, recipient_external: true },
      resource_ref: 't_1',
    })
    expect(decision).toMatchObject({ kind: 'allowed', tool: 'gmail.send', call: { tool: 'call_tool', args } })
  })

  it('may stand inside another wrapper, and may take the arguments beside the name', async () => {
    const inner = { name: 'call_tool', arguments: { name: 'gmail.send', arguments: SEND } }
    expect((await announced('call_tool', inner)).body).toMatchObject({
      tool: { name: 'gmail.send' },
      args_redacted: { arguments: { arguments: { subject: 'Hi', body: '<redacted:body>' } } },
    })
    expect((await announced('hub', { target: 'gmail.send', ...SEND })).body).toMatchObject({
      tool: { name: 'gmail.send' },
      args_redacted: { subject: 'Hi', target: '<redacted:target>' },
    })
  })

  it.each([
    ['no name', { arguments: SEND }],
    ['a name that is no text', { name: ['gmail.send'], arguments: SEND }],
    ['an empty name', { name: '', arguments: SEND }],
    ['itself for ever', { name: 'hub', arguments: { target: 'hub' } }],
  ] as [string, JsonObject][])(
    'is blocked when it names %s, and nothing is announced',
    async (_name, args) => {
      const { decision, body } = await announced('call_tool', args)
      expect(decision).toMatchObject({ kind: 'undecided', code: 'contract_failed' })
      expect(body).toBeUndefined()
    },
  )
})
