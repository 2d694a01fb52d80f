import { readFileSync } from 'node:fs'
import { canonicalize } from '@heron/evidence'
import { describe, expect, it } from 'vitest'
import { scoreEnvelopeVectors } from '../../src/envelope/vectors.js'

const text = readFileSync(
  new URL('../../vectors/envelopes/envelope_vectors_v1.json', import.meta.url),
  'utf8',
)

describe('observer envelope vectors', () => {
  it('reproduces all nineteen cases of revision v1.2, every entry state and both byte halves included', () => {
    expect(scoreEnvelopeVectors(text)).toEqual({ name: 'envelopes', passed: 19, total: 19, failed: [] })
  })

  it('does not score a case whose signed bytes differ from canonical_hex', () => {
    const altered = text.replace(/("canonical_hex":\s*")7b/, '$17a')
    expect(scoreEnvelopeVectors(altered).failed.map(({ name }) => name)).toEqual(['valid_jcs_reorder'])
  })

  it('needs the received bytes of raw_hex: their canonical form hides the defect', () => {
    const file = JSON.parse(text)
    const vector = file.cases.find(({ name }: { name: string }) => name === 'reject_non_canonical')
    vector.raw_hex = Buffer.from(canonicalize(vector.bundle.envelopes[0])).toString('hex')
    const { failed } = scoreEnvelopeVectors(JSON.stringify(file))
    expect(failed.map(({ name }) => name)).toEqual(['reject_non_canonical'])
  })
})
