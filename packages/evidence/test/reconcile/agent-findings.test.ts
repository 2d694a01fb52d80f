import { describe, expect, it } from 'vitest'
import {
  instructionsChanged,
  sensitiveThenExternal,
  unnamedRecipients,
} from '../../src/reconcile/agent-findings.js'

const [maria, omar] = ['<email:0f367fdcc159df07>', '<email:caeda1e2a85227d2>']

describe('unnamed recipient', () => {
  it('finds a token that the request lacks wherever it stands in the arguments', () => {
    expect(unnamedRecipients({ to: maria, more: [{ cc: [omar, omar] }] }, [maria])).toEqual([omar])
  })

  it('is silent for a named recipient and for a request that named nobody', () => {
    expect(unnamedRecipients({ to: maria }, [maria])).toEqual([])
    expect(unnamedRecipients({ to: omar }, [])).toEqual([])
  })

  it('reads only whole tokens, since a mention inside a text is no recipient', () => {
    expect(unnamedRecipients({ body: `write to ${omar} tomorrow` }, [maria])).toEqual([])
  })
})

describe('changed instructions', () => {
  it('needs two commitments that differ', () => {
    expect(instructionsChanged('a', 'b')).toBe(true)
    expect(instructionsChanged('a', 'a')).toBe(false)
    expect(instructionsChanged(null, 'a')).toBe(false)
    expect(instructionsChanged('a', null)).toBe(false)
  })
})

describe('sensitive data read, then an outward send', () => {
  const history = (read: Record<string, number>) => ({
    actions: 1,
    operations: { read: 1 },
    data_classes_read: read,
    approvals: 0,
  })
  const send = (destination: string, operation = 'send') =>
    ({ operation: { value: operation }, destination: { value: destination } }) as never

  it.each(['personal', 'financial', 'credential'])('is raised after reading %s data', (dataClass) => {
    expect(sensitiveThenExternal(history({ [dataClass]: 1 }), send('external'))).toBe(true)
    expect(sensitiveThenExternal(history({ [dataClass]: 1 }), send('third_party'))).toBe(true)
  })

  it('is never raised where nobody established the destination, for another operation, or for harmless reads', () => {
    expect(sensitiveThenExternal(history({ personal: 1 }), send('unknown'))).toBe(false)
    expect(sensitiveThenExternal(history({ personal: 1 }), send('internal'))).toBe(false)
    expect(sensitiveThenExternal(history({ personal: 1 }), send('external', 'write'))).toBe(false)
    expect(sensitiveThenExternal(history({ operational: 3 }), send('external'))).toBe(false)
  })
})
