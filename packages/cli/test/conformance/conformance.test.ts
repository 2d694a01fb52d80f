import { describe, expect, test } from 'vitest'
import { heron, heronJson } from '../support/heron.js'

describe('heron conformance', () => {
  test('reproduces every vector that it ships', async () => {
    const { suites } = await heronJson(['conformance'])
    expect(suites.map(({ name }: { name: string }) => name)).toEqual([
      'ingest',
      'delegation',
      'bundles',
      'envelopes',
    ])
    for (const { passed, total, failed } of suites) {
      expect(failed).toEqual([])
      expect(passed).toBe(total)
      expect(total).toBeGreaterThan(0)
    }
  })

  test('scores one suite, for people', async () => {
    const { code, out } = await heron(['conformance', '--suite', 'ingest'])
    expect(code).toBe(0)
    expect(out).toMatch(/ingest +26 of 26 cases reproduced/)
  })

  test('names the suites that there are', async () => {
    const { code, err } = await heron(['conformance', '--suite', 'other'])
    expect(code).toBe(2)
    expect(err).toMatch(/ingest, delegation, bundles, envelopes or all/)
  })
})
