import { hashJson, type JsonObject } from '@heron/evidence'
import { describe, expect, it } from 'vitest'
import { HeronUsageError, type ToolContract } from '../../src/index.js'
import { assertContract } from '../../src/contract/contract.js'
import { buildSubmission } from '../../src/contract/submission.js'

const context = { anchorKey: { secret: 's' }, internal: ['acme.com'], signals: {} }
const submit = (args: JsonObject, contract: ToolContract) => buildSubmission(args, contract, context)

describe('a submission', () => {
  it('hashes the real arguments, hidden ones included', () => {
    const args = { to: 'maria@acme.com', body: 'text' }
    expect(submit(args, {}).argsHash).toBe(hashJson(args))
  })

  it('states nothing where the contract states nothing', () => {
    expect(submit({ a: 1 }, {})).toMatchObject({ signals: null, resourceRef: null })
  })

  it('takes constant signals, and those computed from the arguments', () => {
    expect(submit({ n: 2 }, { signals: { op: 'read' } }).signals).toEqual({ op: 'read' })
    expect(submit({ n: 2 }, { signals: ({ n }) => ({ amount: Number(n) * 100 }) }).signals).toEqual({
      amount: 200,
    })
  })

  it('believes what it counted over what anybody states', () => {
    const contract = {
      anchors: ['to'],
      signals: { recipient_external: false, recipient_count: 0, record_count: 1 },
      records: 'rows',
    }
    const stated = { ...context, signals: { recipient_external: false } }
    const { signals } = buildSubmission({ to: 'eve@evil.example', rows: [1, 2, 3] }, contract, stated)
    expect(signals).toEqual({ recipient_external: true, recipient_count: 1, record_count: 3 })
  })

  it.each([
    ['the length of a list', { rows: [{}, {}] }, 'rows', 2],
    ['a number', { limit: 500 }, 'limit', 500],
    ['how many places there are', { pages: [{ id: 1 }, { id: 2 }] }, 'pages.*.id', 2],
    ['nothing for a text', { rows: 'all' }, 'rows', undefined],
    ['nothing where nothing is', {}, 'rows', undefined],
  ] as [string, JsonObject, string, number | undefined][])(
    'counts records: %s',
    (_name, args, records, expected) => {
      expect(submit(args, { records }).signals?.['record_count']).toBe(expected)
    },
  )

  it('names the resource by path or function, and never a person', () => {
    expect(submit({ thread: 't_1' }, { resource: 'thread' }).resourceRef).toBe('t_1')
    expect(
      submit({ thread: 't_1' }, { resource: ({ thread }) => `gmail:${JSON.stringify(thread)}` }).resourceRef,
    ).toBe('gmail:"t_1"')
    expect(submit({ thread: 'maria@acme.com' }, { resource: 'thread' }).resourceRef).toBeNull()
    expect(submit({}, { resource: 'thread' }).resourceRef).toBeNull()
  })

  it.each([
    ['arguments', { n: Number.NaN }, {}],
    ['signals', { n: 1 }, { signals: { amount: Number.POSITIVE_INFINITY } }],
  ] as [string, JsonObject, ToolContract][])(
    'refuses %s that have no canonical form',
    (_name, args, contract) => {
      expect(() => submit(args, contract)).toThrow('no canonical form')
    },
  )

  it('hashes what a function of the contract left behind, since that is what the tool gets', () => {
    const args: { a: number; b?: number } = { a: 1 }
    const resource = (given: JsonObject): string => {
      ;(given as { b?: number }).b = 2
      return 'r'
    }
    const { argsHash } = submit(args, { resource })
    expect(argsHash).toBe(hashJson(args))
    expect(args.b).toBe(2)
  })
})

describe('a contract', () => {
  it.each([
    ['an empty step', { keep: ['a..b'] }],
    ['nothing', { anchors: [''] }],
    ['one path kept and tokenised', { keep: ['to'], anchors: ['to'] }],
  ])('is refused for %s', (_name, contract) => {
    expect(() => {
      assertContract('t', contract, true)
    }).toThrow(HeronUsageError)
  })

  it('is refused for anchors without a secret', () => {
    expect(() => {
      assertContract('t', { anchors: ['to'] }, false)
    }).toThrow(/anchorSecret/)
  })
})
