import { describe, expect, it } from 'vitest'
import { publicKeyOfSeed, verifyEd25519 } from '../../src/crypto/ed25519.js'
import { signStatement, statementText, verifyStatement } from '../../src/execution/statement.js'
import type { ExecutionStatement } from '../../src/wire/requests.js'

const seed = new Uint8Array(32).fill(1)
const statement: ExecutionStatement = {
  action_id: 'act_1',
  decision_id: 'dec_1',
  outcome: 'BLOCKED',
  result_hash: null,
  error_code: 'heron_denied',
  executed_at: '2026-07-13T12:35:55.000Z',
}
const { value } = signStatement(statement, { kid: 'k1', seed })
const check = (changed: object, signature = value) =>
  verifyStatement({ ...statement, ...changed }, signature, publicKeyOfSeed(seed), verifyEd25519)

describe('execution statement', () => {
  it('signs exactly the six members, an absent one as null', () => {
    const { result_hash: _absent, ...rest } = statement
    expect(statementText({ ...rest, extra: 1 } as never)).toBe(statementText(statement))
    expect(JSON.parse(statementText({}))).toEqual({
      action_id: null,
      decision_id: null,
      error_code: null,
      executed_at: null,
      outcome: null,
      result_hash: null,
    })
  })

  it('verifies what was signed and nothing else', async () => {
    expect(await check({})).toBe(true)
    for (const member of Object.keys(statement)) expect(await check({ [member]: 'x' }), member).toBe(false)
  })

  it.each(['', 'AA', `${'A'.repeat(86)}=`, '!'.repeat(86), `${'A'.repeat(85)}B`])(
    'answers false for a signature text like %j',
    async (signature) => {
      expect(await check({}, signature)).toBe(false)
    },
  )
})
