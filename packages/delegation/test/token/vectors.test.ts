/** The public token vectors (draft-01), every file of their folder. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { scoreTokenVectors } from '../../src/token/vectors.js'

const folder = new URL('../../vectors/draft-01/', import.meta.url)
const names = readdirSync(folder).sort()
const textOf = (name: string): string => readFileSync(new URL(name, folder), 'utf8')

describe('the public token vectors', () => {
  it('are twenty', () => {
    expect(names).toHaveLength(20)
  })

  it.each(names)('%s', async (name) => {
    const score = await scoreTokenVectors([{ name, text: textOf(name) }])
    expect(score.failed).toEqual([])
    expect(score).toMatchObject({ name: 'delegation', passed: 1, total: 1 })
  })

  it('scored under draft-02 are malformed, or keep their JSON-level reason', async () => {
    const files = names.map((name) => {
      const vector = JSON.parse(textOf(name)) as Record<string, unknown>
      const reason = ['non_finite', 'duplicate_member'].find(
        (kept) => kept === vector['expect_reject_reason'],
      )
      delete vector['expect']
      return {
        name,
        text: JSON.stringify({ ...vector, draft: '02', expect_reject_reason: reason ?? 'malformed' }),
      }
    })
    expect((await scoreTokenVectors(files)).failed).toEqual([])
  })
})

describe('scoring', () => {
  it('counts a file that is no vector as failed and says why', async () => {
    const score = await scoreTokenVectors([
      { name: 'a', text: '{' },
      { name: 'b', text: '[]' },
      { name: 'c', text: '{"signer":{}}' },
    ])
    expect(score).toMatchObject({ passed: 0, total: 3 })
    expect(score.failed.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  })

  it('names what was expected and what came out', async () => {
    const vector = JSON.parse(textOf('valid_chain.json')) as Record<string, unknown>
    delete vector['expect']
    const text = JSON.stringify({ ...vector, expect_reject_reason: 'expired' })
    const { failed } = await scoreTokenVectors([{ name: 'wrong', text }])
    expect(failed).toEqual([{ name: 'wrong', expected: 'expired', got: 'accept' }])
  })
})
