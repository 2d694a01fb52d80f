import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { scoreBundleVectors } from '../../src/bundle/vectors.js'

const text = readFileSync(new URL('../../vectors/bundles/bundle_vectors_v1.json', import.meta.url), 'utf8')

describe('evidence bundle vectors', () => {
  it('reproduces all twenty cases of revision v1.4, positions and counters included', () => {
    expect(scoreBundleVectors(text)).toEqual({ name: 'bundles', passed: 20, total: 20, failed: [] })
  })

  it('tells a case that is not reproduced, with what was expected and what came out', () => {
    const altered = text.replace('"reason":"params_mismatch","seq":3', '"reason":"params_mismatch","seq":4')
    const spaced = text.replace(
      /"reason":\s*"params_mismatch",\s*"seq":\s*3/,
      '"reason":"params_mismatch","seq":4',
    )
    const score = scoreBundleVectors(altered === text ? spaced : altered)
    expect(score).toMatchObject({ passed: 19, total: 20, failed: [{ name: 'reject_params_mismatch' }] })
  })

  it('refuses a file of another kind', () => {
    expect(() => scoreBundleVectors('{"version":"envelope_vectors_v1","cases":[]}')).toThrow(
      /bundle_vectors_v1/,
    )
  })
})
