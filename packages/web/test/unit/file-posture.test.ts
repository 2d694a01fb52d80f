/** The posture of an export at hand: what the file shows is judged as the service judges it; what it cannot show is a gap. */
import { describe, expect, it } from 'vitest'
import { postureOf } from '../../src/evidence/source/file-posture.js'
import { readFileRecord } from '../../src/evidence/source/file-record.js'
import { fileSource } from '../../src/evidence/source/file-source.js'
import { HONEST } from '../support/tampering.js'

const claimsOf = async (lines: readonly string[]) => {
  const record = readFileRecord(lines.join('\n'))
  const { claims } = await postureOf(
    record,
    record.runs.flatMap(({ actions }) => actions),
  )
  return new Map(claims.map((claim) => [claim.id, claim]))
}

describe('the posture of a file', () => {
  it('has all nine claims, and is what the page asks its source for', async () => {
    const claims = await claimsOf(HONEST)
    expect([...claims.keys()]).toEqual(['R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'R7', 'R8', 'R9'])
    const source = fileSource(readFileRecord(HONEST.join('\n')), new Blob(HONEST.map((line) => `${line}\n`)))
    expect(await source.posture()).toEqual({ claims: [...claims.values()] })
  })

  it('recomputes the newest receipts: all come back, and all are signed', async () => {
    const claims = await claimsOf(HONEST)
    expect(claims.get('R3')).toMatchObject({ mark: 'verified' })
    expect(claims.get('R3')!.figure).toMatch(/newest verdicts recomputed, none differs/)
    expect(claims.get('R5')!.mark).not.toBe('failed')
  })

  it('says what a file cannot tell instead of guessing', async () => {
    expect((await claimsOf(HONEST)).get('R8')).toMatchObject({
      ...{ mark: 'gap', figure: 'cannot be told from this file' },
    })
  })

  it('turns red where a receipt was altered', async () => {
    const altered = HONEST.map((line) => line.replaceAll('"verdict":"DENY"', '"verdict":"ALLOW"'))
    expect(altered).not.toEqual(HONEST)
    expect((await claimsOf(altered)).get('R5')).toMatchObject({ mark: 'failed' })
  })

  it('calls an empty file a gap throughout', async () => {
    const marks = [...(await claimsOf([])).values()].map(({ mark }) => mark)
    expect(new Set(marks)).toEqual(new Set(['gap']))
  })
})
