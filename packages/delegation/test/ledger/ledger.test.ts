import fc from 'fast-check'
import { canonicalize, sha256, toHex } from '@heron/evidence'
import { describe, expect, it } from 'vitest'
import { sha256Hex } from '../../src/ledger/hash.js'
import { integerOf, sameVersion } from '../../src/ledger/integer.js'
import { verifyLedgerText } from '../../src/ledger/json-lines.js'
import { Ledger, LedgerWriteError } from '../../src/ledger/ledger.js'
import { commitParams } from '../../src/ledger/params.js'
import { briefly, printable } from '../../src/ledger/printable.js'
import { LEDGER_FIELDS, V2_ONLY_FIELDS } from '../../src/ledger/vocabulary.js'
import { walkChain } from '../../src/ledger/walk.js'
import { goodBundle } from '../bundle/fixture.js'

function textOf(entries: readonly unknown[]): string {
  return entries.map((entry) => `${canonicalize(entry)}\n`).join('')
}

describe('the ledger', () => {
  it('knows 39 members, twelve of them on version 2 only', () => {
    expect(new Set(LEDGER_FIELDS).size).toBe(39)
    expect(V2_ONLY_FIELDS).toHaveLength(12)
  })

  it('writes canonical lines whose chain verifies, whatever the members are', () => {
    const own = ['c14n', 'chain_id', 'event', 'hash', 'prev_hash', 'seq', 'v']
    const names = LEDGER_FIELDS.filter((name) => !own.includes(name))
    const values = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.integer(),
      fc.double({ min: -1, max: 1, noNaN: true }),
    )
    const members = fc.dictionary(fc.constantFrom(...names), fc.oneof(values, fc.array(values)))
    fc.assert(
      fc.property(fc.array(members, { minLength: 1, maxLength: 6 }), (entries) => {
        const ledger = new Ledger({ v: 2, chainId: 'c' })
        for (const entry of entries) ledger.append('allow', entry)
        for (const line of ledger.lines) expect(canonicalize(JSON.parse(line))).toBe(line)
        expect(walkChain(ledger.entries()).broken).toBe(null)
      }),
      { numRuns: 500 },
    )
  })

  it('hashes the previous hash as ASCII, not as decoded bytes', () => {
    const ledger = new Ledger({ v: 1, chainId: 'c' })
    ledger.append('root', { node: 'c:n0' })
    const text =
      '{"c14n":"JCS","chain_id":"c","event":"root","node":"c:n0","prev_hash":"PREV","seq":0,"ts":1,"v":1}'
    const previous = '0'.repeat(64)
    const hash = toHex(sha256(new TextEncoder().encode(previous + text.replace('PREV', previous))))
    expect(ledger.head).toBe(hash)
  })

  it('keeps the line that was hashed: no later change of a member reaches it', () => {
    const context = { rows: 1 }
    const ledger = new Ledger({ v: 1, chainId: 'c' })
    ledger.append('allow', { context })
    context.rows = 2
    expect(ledger.entries()[0]).toMatchObject({ context: { rows: 1 } })
  })

  it('commits nothing when a member has no canonical form', () => {
    const ledger = new Ledger({ v: 1, chainId: 'c' })
    for (const bad of [Number.NaN, '\ud800', 2 ** 53]) {
      expect(() => {
        ledger.append('allow', { context: { bad } })
      }).toThrow(/canonical/)
    }
    expect([ledger.length, ledger.head]).toEqual([0, 'GENESIS'])
  })

  it('keeps an entry that a sink failed to take, tells of it, and still serves the other sinks', () => {
    const taken: string[] = []
    const sinks = [
      {
        write: () => {
          throw new Error('disk full')
        },
      },
      { write: (line: string) => taken.push(line) },
    ]
    const ledger = new Ledger({ v: 1, chainId: 'c', sinks })
    let caught: unknown
    try {
      ledger.append('root', { node: 'c:n0' })
    } catch (error) {
      caught = error
    }
    expect(caught).toBeInstanceOf(LedgerWriteError)
    expect(caught).toMatchObject({
      code: 'ledger_write_failed',
      entry: { seq: 0 },
      cause: { message: 'disk full' },
    })
    expect(ledger.length).toBe(1)
    expect(taken).toEqual(ledger.lines)
  })
})

describe('a ledger as JSON Lines', () => {
  it('is OK, tampered with or empty', () => {
    const { entries } = goodBundle()
    expect(verifyLedgerText(textOf(entries))).toMatchObject({ status: 'ok', head: entries.at(-1)!['hash'] })
    expect(verifyLedgerText('')).toEqual({ status: 'empty', message: 'no events to verify' })
    const tell = (change: (copy: typeof entries) => void): unknown => {
      const copy = structuredClone(entries)
      change(copy)
      return (verifyLedgerText(textOf(copy)) as { message?: string }).message
    }
    expect(tell((copy) => copy.splice(3, 1))).toBe('seq gap at 3 (got 4)')
    expect(tell((copy) => (copy[3]!['seq'] = 'a b'))).toBe('seq gap at 3 (got "a\\u0020b")')
    expect(tell((copy) => (copy[3]!['prev_hash'] = '0'))).toBe('prev_hash mismatch at seq 3')
    expect(tell((copy) => (copy[3]!['ts'] = 0))).toBe('hash mismatch at seq 3')
  })

  it('names the line that is no JSON', () => {
    const text = textOf(goodBundle().entries)
    expect(verifyLedgerText(text.slice(0, -5))).toMatchObject({ status: 'unreadable', line: 9 })
    expect(verifyLedgerText(text.replace('\n', '\n\n'))).toMatchObject({ status: 'unreadable', line: 2 })
    expect(verifyLedgerText('5\n')).toMatchObject({ status: 'tampered', message: 'seq gap at 0 (got null)' })
  })
})

describe('comparisons and forms', () => {
  it('takes integers by value and nothing else', () => {
    expect([1, 1.0, -0, -3].map(integerOf)).toEqual([1, 1, 0, -3])
    expect([true, '1', null, undefined, 1.5, Number.NaN, 2 ** 53].map(integerOf)).toEqual(Array(7).fill(null))
  })

  it('compares versions as integers, else by type and value: true is not 1', () => {
    expect(sameVersion(1, 1.0)).toBe(true)
    expect(sameVersion(true, 1)).toBe(false)
    expect(sameVersion(true, true)).toBe(true)
    expect(sameVersion({ a: 1 }, { a: 1 })).toBe(true)
    expect(sameVersion(undefined, undefined)).toBe(false)
    expect(sameVersion('\ud800', '\ud800')).toBe(false)
  })

  it('prints untrusted values as one token of printable ASCII', () => {
    expect(
      [5, 'a:b', 'a b', 'a"b', 'a\\b', '', null, undefined, [1, 'x y'], 1.5].map((v) => printable(v)),
    ).toEqual([
      ...['5', 'a:b', '"a\\u0020b"', '"a\\"b"', '"a\\\\b"', '""', 'null', 'null', '[1,"x\\u0020y"]', '1.5'],
    ])
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(printable(value)).toMatch(/^[!-~]+$/)
      }),
    )
    expect(briefly('x'.repeat(500))).toHaveLength(101)
  })

  it('hashes like any other SHA-256', async () => {
    const { createHash } = await import('node:crypto')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(sha256Hex(text)).toBe(createHash('sha256').update(text).digest('hex'))
      }),
    )
  })
})

describe('commitment to arguments', () => {
  const salt = '098023016893b040de8e953490e91ae4'

  it('is SHA-256 over the salt bytes and the canonical text; -0 is 0', () => {
    const text = Buffer.concat([Buffer.from(salt, 'hex'), Buffer.from('{"a":0,"b":[1,"x"]}')])
    expect(commitParams(salt, { b: [1.0, 'x'], a: -0 })).toEqual({ hash: toHex(sha256(text)) })
  })

  it('has no hash outside its domain, and never throws', () => {
    const circle: unknown[] = []
    circle.push(circle)
    const trap = {
      get x(): never {
        throw new Error('no')
      },
    }
    for (const params of [
      Number.NaN,
      1e400,
      '\ud800',
      2 ** 53,
      1e21,
      circle,
      new Date(0),
      1n,
      undefined,
      trap,
    ]) {
      expect(commitParams(salt, params)).toEqual({ hash: null, reason: 'unsupported' })
    }
  })

  it('refuses a salt that is none: that is the caller’s error', () => {
    expect(() => commitParams('00', {})).toThrow(/params_salt/)
  })
})
