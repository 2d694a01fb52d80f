import { publicKeyOfSeed, toJwk } from '@heron/evidence'
import { describe, expect, it } from 'vitest'
import type { Decision } from '../../src/index.js'
import { type Body, type FakeHeron, HERON_KID, HERON_SEED } from '../fake/service.js'
import { setup } from '../fake/setup.js'

const CALL = { tool: 'files.read', args: { path: '/a' }, signals: { op: 'read' } }
const OTHER_SEED = new Uint8Array(32).fill(9)

/** Every place in a JSON value that holds a scalar. */
function leaves(value: Body, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value as object).flatMap(([name, member]) => leaves(member, [...path, name]))
}

function altered(value: Body, path: (string | number)[]): Body {
  const copy = structuredClone(value)
  let at = copy
  for (const step of path.slice(0, -1)) at = at[step]
  const last = path.at(-1)!
  const old = at[last]
  at[last] =
    typeof old === 'string'
      ? (old.startsWith('A') ? 'B' : 'A') + old.slice(1)
      : typeof old === 'number'
        ? old + 1
        : 'x'
  return copy
}

/** The decision's payload changed and signed again by Heron's own key, alone: a true receipt of something else. */
function resigned(change: object) {
  return (fake: { sign: (payload: object) => object }, answer: Body): Body => {
    const { evaluation: _evaluation, record: _record, ...rest } = answer
    return {
      ...rest,
      receipt: { id: answer.receipt.id, ...fake.sign({ ...answer.receipt.payload, ...change }) },
    }
  }
}

const judged = ({ kind, ...rest }: Decision): unknown => [kind, rest]

describe('an answer', () => {
  it('is worth nothing with any signed member changed, and worth the same with any other', async () => {
    const { fake, guard } = await setup()
    let honest: Body
    fake.tamper = (path, answer) => (path === '/v1/actions' ? (honest = answer) : answer)
    let run = 0
    const decide = () =>
      guard
        .session({
          externalId: `run_${String((run += 1))}`,
          agent: { externalId: 'a1' },
          principal: { type: 'service', ref: 'cron' },
          originalRequest: 'read',
        })
        .decide(CALL)
    expect((await decide()).kind).toBe('allowed')
    const counts = { undecided: 0, same: 0 }
    for (const path of leaves(honest)) {
      let original: Body
      fake.tamper = (at, answer) => {
        if (at !== '/v1/actions') return answer
        original = answer
        return altered(answer, path)
      }
      const decision = await decide()
      if (decision.kind === 'undecided') counts.undecided += 1
      else {
        counts.same += 1
        expect(path.join('/')).toMatch(
          /^(decision\/(engine|effect|reasons|rule)|(receipt|evaluation)\/id|chain\/)/,
        )
        expect(decision).toMatchObject({ kind: 'allowed', receipt: original.receipt.payload })
      }
    }
    expect(counts.same).toBeLessThan(12)
    expect(counts.undecided).toBeGreaterThan(60)
  })

  it.each([
    ['no receipt', (answer: Body) => ({ ...answer, receipt: undefined }), 'receipt_missing'],
    [
      'a receipt without its payload',
      (a: Body) => ({ ...a, receipt: { ...a.receipt, payload: undefined } }),
      'receipt_missing',
    ],
    ['another kind of receipt', (a: Body) => ({ ...a, receipt: a.evaluation }), 'receipt_missing'],
    ['another algorithm', (a: Body) => ({ ...a, receipt: { ...a.receipt, alg: 'none' } }), 'receipt_missing'],
    [
      'no signature',
      (a: Body) => ({ ...a, receipt: { ...a.receipt, signature: '' } }),
      'receipt_signature_invalid',
    ],
    ['a list', () => [], 'unreadable_answer'],
    ['an object without members', () => ({}), 'receipt_missing'],
    [
      'a verdict turned to ALLOW',
      (a: Body) => ({ ...a, decision: { ...a.decision, verdict: 'ALLOW' } }),
      'receipt_other_call',
    ],
    [
      'a transform that is not signed',
      (a: Body) => ({ ...a, decision: { ...a.decision, transform: { note: 'x' } } }),
      'receipt_other_call',
    ],
    [
      'a pending that is not signed',
      (a: Body) => ({ ...a, decision: { ...a.decision, pending: { prior_operation: ['read'] } } }),
      'receipt_other_call',
    ],
    ['another record', (a: Body) => ({ ...a, record: { ...a.record, tool: 'x' } }), 'record_mismatch'],
  ])('with %s blocks the call', async (_name, tamper, code) => {
    const { fake, session, problems, receipts } = await setup()
    fake.judge = () => ({ verdict: 'DENY', reasons: ['no_rule'], rule: null })
    fake.tamper = (path, answer) => (path === '/v1/actions' ? tamper(answer) : answer)
    expect(await session.decide(CALL)).toMatchObject({ kind: 'undecided', code })
    expect(receipts).toEqual([])
    if (code !== 'unreadable_answer') expect(problems).toMatchObject([{ code: 'answer_rejected' }])
  })

  it.each([
    ['action', { action: 'act_999' }],
    ['decision', { decision: 'dec_999' }],
    ['session', { session: 'ses_999' }],
    ['agent', { agent: 'another' }],
    ['seq', { seq: 999 }],
    ['tool', { tool: 'files.delete' }],
    ['arguments', { args_hash: `sha256:${'0'.repeat(64)}` }],
    ['verdict', { verdict: 'DENY' }],
  ])('with a true receipt of another %s blocks the call', async (_name, change) => {
    const { fake, session } = await setup()
    fake.tamper = (path, answer) => (path === '/v1/actions' ? resigned(change)(fake, answer) : answer)
    expect(await session.decide(CALL)).toMatchObject({ kind: 'undecided', code: 'receipt_other_call' })
  })

  it.each([
    ['evaluation', (fake: FakeHeron, a: Body) => fake.sign({ ...a.evaluation.payload, seq: 999 })],
    ['record', (_fake: FakeHeron, a: Body) => ({ ...a.record, seq: 999 })],
  ] as const)('with the %s of another call blocks the call', async (member, make) => {
    const { fake, session } = await setup()
    fake.tamper = (path, answer: Body) =>
      path === '/v1/actions' ? { ...answer, [member]: make(fake, answer) } : answer
    expect(await session.decide(CALL)).toMatchObject({ kind: 'undecided' })
  })

  it('with the true receipt of an earlier call blocks the call', async () => {
    const { fake, session } = await setup()
    let first: Body = null
    fake.tamper = (path, answer) => (path === '/v1/actions' ? (first ??= answer) : answer)
    expect(await session.decide(CALL)).toMatchObject({ kind: 'allowed' })
    expect(await session.decide(CALL)).toMatchObject({ kind: 'undecided', code: 'receipt_other_call' })
  })

  it('with a receipt version of the future is not understood, and hence blocks', async () => {
    const { fake, session } = await setup()
    fake.tamper = (path, answer) => (path === '/v1/actions' ? resigned({ v: 5 })(fake, answer) : answer)
    expect(await session.decide(CALL)).toMatchObject({ code: 'receipt_version_unknown' })
  })

  it('that rests on other signals than were sent blocks the call', async () => {
    const { fake, session } = await setup()
    fake.judge = (request) => {
      request.signals = { op: 'delete' }
      return {}
    }
    fake.tamper = (path, answer: Body) => {
      if (path !== '/v1/actions') return answer
      return { ...answer, record: { ...answer.record, signals_hash: null } }
    }
    expect(await session.decide(CALL)).toMatchObject({ code: 'record_mismatch' })
  })

  it('without evaluation and record is enough, as long as the decision is signed', async () => {
    const { fake, session, receipts } = await setup()
    fake.tamper = (path, answer: Body) => {
      if (path !== '/v1/actions') return answer
      const { evaluation: _evaluation, record: _record, ...least } = answer
      return least
    }
    expect(await session.decide(CALL)).toMatchObject({ kind: 'allowed' })
    expect(receipts).toMatchObject([{ kind: 'decision', record: null }])
  })
})

describe("Heron's keys", () => {
  it('are fetched once for many parallel calls', async () => {
    const { fake, session } = await setup()
    await Promise.all(Array.from({ length: 10 }, () => session.decide(CALL)))
    expect(fake.to('/.well-known')).toHaveLength(1)
  })

  it('are fetched once more for a key not seen before: a rotation goes unnoticed', async () => {
    const { fake, session } = await setup()
    await session.decide(CALL)
    fake.seed = OTHER_SEED
    fake.kid = 'heron-2'
    fake.keys = [...fake.keys, toJwk('heron-2', publicKeyOfSeed(OTHER_SEED))]
    expect(await session.decide(CALL)).toMatchObject({ kind: 'allowed' })
    expect(fake.to('/.well-known')).toHaveLength(2)
  })

  it('that are not published block the call, and cost one fetch for a while, not one each', async () => {
    const { fake, time, session } = await setup()
    await session.decide(CALL)
    fake.seed = OTHER_SEED
    fake.kid = 'heron-2'
    for (let call = 0; call < 3; call += 1) {
      expect(await session.decide(CALL)).toMatchObject({ kind: 'undecided', code: 'receipt_key_unknown' })
    }
    expect(fake.to('/.well-known')).toHaveLength(2)
    time.nowMs += 10_000
    fake.keys = [...fake.keys, toJwk('heron-2', publicKeyOfSeed(OTHER_SEED))]
    expect(await session.decide(CALL)).toMatchObject({ kind: 'allowed' })
  })

  it('never change under their name', async () => {
    const { fake, session } = await setup()
    await session.decide(CALL)
    fake.seed = OTHER_SEED
    fake.keys = [toJwk(HERON_KID, publicKeyOfSeed(OTHER_SEED)), toJwk('x', publicKeyOfSeed(OTHER_SEED))]
    expect(await session.decide(CALL)).toMatchObject({ code: 'receipt_signature_invalid' })
    fake.kid = 'x'
    expect(await session.decide(CALL)).toMatchObject({ kind: 'allowed' })
    fake.kid = HERON_KID
    expect(await session.decide(CALL)).toMatchObject({ code: 'receipt_signature_invalid' })
  })

  it('are never fetched when they are pinned', async () => {
    const { fake, session } = await setup({ jwks: [toJwk(HERON_KID, publicKeyOfSeed(HERON_SEED))] })
    expect(await session.decide(CALL)).toMatchObject({ kind: 'allowed' })
    fake.kid = 'heron-2'
    expect(await session.decide(CALL)).toMatchObject({ code: 'receipt_key_unknown' })
    expect(fake.to('/.well-known')).toEqual([])
  })

  it('that cannot be fetched block the call before it is announced', async () => {
    const { fake, session } = await setup()
    fake.meet('/.well-known', { status: 404 })
    expect(await session.decide(CALL)).toMatchObject({ kind: 'undecided', code: 'refused' })
    expect(fake.to('/v1/actions')).toEqual([])
    expect(await session.decide(CALL)).toMatchObject({ kind: 'allowed' })
  })
})

describe('a checked receipt', () => {
  it('is handed to the vendor with its record, and the close receipt too', async () => {
    const { session, receipts } = await setup()
    await session.decide(CALL)
    expect(await session.close()).toMatchObject({ count: 1, receiptValid: true, pendingEvidence: 0 })
    expect(receipts.map((kept) => [kept.kind, kept.record !== null])).toEqual([
      ['decision', true],
      ['evaluation', false],
      ['close', false],
    ])
  })

  it('stays a decision when the hook that keeps it throws, and the failure is told', async () => {
    const onReceipt = (): void => {
      throw new Error('disk full')
    }
    const { session, problems } = await setup({ onReceipt })
    expect(judged(await session.decide(CALL))).toMatchObject(['allowed', {}])
    expect(problems.map((problem) => problem.code)).toEqual(['receipt_hook_failed', 'receipt_hook_failed'])
  })

  it('does not vouch for a close that says another head or count', async () => {
    const { fake, session, problems } = await setup()
    await session.decide(CALL)
    fake.tamper = (path, answer: Body) => (path.endsWith('/close') ? { ...answer, count: 0 } : answer)
    expect(await session.close()).toMatchObject({ count: 0, receiptValid: false })
    expect(problems).toMatchObject([{ code: 'answer_rejected' }])
  })
})
