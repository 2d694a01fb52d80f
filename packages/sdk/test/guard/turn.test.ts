import { hashJson } from '@heron/evidence'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { INTENT_QUESTION, type IntentQuestion, type ToolCall } from '../../src/index.js'
import { addInferences, readAnswers } from '../../src/guard/turn.js'
import { setup } from '../fake/setup.js'

const FROM = { model: 'acme/small-1', slice: 'last 10 messages' }
const SIGNED = {
  inference_model: FROM.model,
  inference_prompt_hash: INTENT_QUESTION.hash,
  inference_slice: FROM.slice,
}

const CALLS: readonly ToolCall[] = [
  { tool: 'frobnicate', args: { id: 1 } },
  { tool: 'post', args: { text: 'x' }, signals: { destination: 'internal' } },
]

describe('the question', () => {
  it('is fixed: text, version and hash are published together', () => {
    expect(INTENT_QUESTION).toMatchObject({ version: 1, hash: hashJson(INTENT_QUESTION.text) })
    expect(INTENT_QUESTION.hash).toBe(
      'sha256:94a68463750df4cee2811a5d64ebcc1f0c70f387bd990d2e9545b9beac988b1c',
    )
    expect(Object.isFrozen(INTENT_QUESTION)).toBe(true)
  })

  it('is put once a turn, with the calls as they will run', async () => {
    const { session } = await setup()
    const asked: IntentQuestion[] = []
    await session.decideTurn(CALLS, { ...FROM, ask: (question) => void asked.push(question) })
    expect(asked).toEqual([{ ...INTENT_QUESTION, calls: CALLS.map(({ tool, args }) => ({ tool, args })) }])
  })
})

describe('a model’s answers', () => {
  it('travel as inferred claims, only where nothing was declared, in the order of the calls', async () => {
    const { session, fake } = await setup()
    const answer = [
      { operation: 'read', data_class: 'unknown', destination: 'none' },
      { operation: 'send', destination: 'external', reversibility: 'terminal' },
    ]
    const ask = () => Promise.resolve(`Here you are:\n\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``)
    const decisions = await session.decideTurn(CALLS, { ...FROM, ask })
    expect(decisions.map(({ tool }) => tool)).toEqual(['frobnicate', 'post'])
    const sent = new Map(
      fake.to('/v1/actions').map(({ body }) => [body.tool.name as string, body.signals as object]),
    )
    expect(sent.get('frobnicate')).toEqual({
      op: 'read',
      destination: 'none',
      inferred: 'operation,destination',
      ...SIGNED,
    })
    expect(sent.get('post')).toEqual({
      op: 'send',
      destination: 'internal',
      reversibility: 'terminal',
      inferred: 'operation,reversibility',
      ...SIGNED,
    })
  })

  it.each([
    ['throws', () => Promise.reject(new Error('maria@acme.com'))],
    [
      'throws at once',
      () => {
        throw new Error('maria@acme.com')
      },
    ],
    ['is no JSON', () => 'read and send'],
    ['is about other calls', () => [{ operation: 'read' }]],
    ['is no list of objects', () => ['read', 'send']],
  ] as [string, () => unknown][])(
    'are left out when the answer %s, and the calls are judged without',
    async (_name, ask) => {
      const { session, fake, problems } = await setup()
      const decisions = await session.decideTurn(CALLS, { ...FROM, ask })
      expect(decisions.map(({ kind }) => kind)).toEqual(['allowed', 'allowed'])
      expect(fake.to('/v1/actions').map(({ body }) => body.signals?.inferred as unknown)).toEqual([
        undefined,
        undefined,
      ])
      expect(problems).toMatchObject([{ code: 'inference_failed' }])
      expect(JSON.stringify(problems)).not.toContain('maria')
    },
  )

  it('are not waited for longer than was said', async () => {
    const { session, time, problems } = await setup()
    let started = (): void => undefined
    const asked = new Promise<void>((resolve) => (started = resolve))
    const ask = () => {
      started()
      return new Promise(() => undefined)
    }
    const turn = session.decideTurn(CALLS, { ...FROM, ask })
    await asked
    time.expire('deadline')
    expect((await turn).map(({ kind }) => kind)).toEqual(['allowed', 'allowed'])
    expect(problems).toMatchObject([{ code: 'inference_failed' }])
  })

  it('never overturn what is declared, whatever they are', () => {
    const signals = fc.record(
      {
        op: fc.constantFrom('read', 'send', 'unknown'),
        destination: fc.constantFrom('internal', 'external'),
        recipient_external: fc.boolean(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(
        signals,
        fc.dictionary(
          fc.constantFrom('operation', 'destination', 'x'),
          fc.oneof(fc.constantFrom('read', 'send', 'internal'), fc.jsonValue()),
        ),
        (stated, answer) => {
          const added = addInferences(stated, answer as never, FROM) ?? {}
          for (const [name, value] of Object.entries(stated))
            if (value !== 'unknown') expect(added[name]).toBe(value)
          if ('recipient_external' in stated)
            expect(String(added['inferred'] ?? '')).not.toContain('destination')
        },
      ),
    )
  })

  it('are read from anything without throwing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.string(), fc.json()), fc.nat(3), (answer, calls) => {
        const read = readAnswers(answer, calls)
        expect(read === null || read.length === calls).toBe(true)
      }),
    )
  })
})
