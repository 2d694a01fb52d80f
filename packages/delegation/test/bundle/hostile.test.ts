import fc from 'fast-check'
import { canonicalize, parseJson, type JsonValue } from '@heron/evidence'
import { describe, expect, it } from 'vitest'
import { verifyBundle } from '../../src/bundle/verify.js'
import {
  findings,
  goodBundle,
  goodV1Bundle,
  type Mutable,
  type MutableBundle,
  resign,
  verify,
} from './fixture.js'

/** One value of every JSON kind, and the values that JSON text can spell but canonical JSON cannot carry. */
const KINDS: unknown[] = [
  ...[
    null,
    true,
    0,
    -1.5,
    2 ** 53,
    1e400,
    '',
    '\ud800',
    'a\nOK',
    '__proto__',
    [],
    [null],
    {},
    { toString: null },
  ],
  parseJson('{"__proto__": {"ok": true}}'),
]

/** Every member of a document, as a path. */
function paths(value: unknown, prefix: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value).flatMap((name) => {
    const path = [...prefix, Array.isArray(value) ? Number(name) : name]
    return [path, ...paths((value as Mutable)[name], path)]
  })
}

function put(document: Mutable, path: readonly (string | number)[], value: unknown): void {
  let at: ReturnType<JSON['parse']> = document
  for (const step of path.slice(0, -1)) at = at[step]
  at[path.at(-1)!] = value
}

function get(document: Mutable, path: readonly (string | number)[]): unknown {
  let at: ReturnType<JSON['parse']> = document
  for (const step of path) at = at[step]
  return at
}

/** Members that no check reads and no signature covers (delegation.md §4.3), and the producer's own claim. */
const UNREAD = new Set(['c14n', 'note', 'redaction', 'verified', 'ok', 'violations'])
const isUnread = (path: readonly (string | number)[]): boolean =>
  (path[0] !== 'entries' && path.length > 0 && UNREAD.has(String(path.at(-1))) && path[0] !== 'anchor') ||
  (path[0] === 'anchor' && path[1] === 'verified') ||
  path[0] === 'redaction'

describe.each([
  ['version 2', goodBundle],
  ['version 1', goodV1Bundle],
] as const)('a %s bundle with a hostile value at any member', (_version, base) => {
  const all = paths(base())

  it('yields a finding, never an exception, wherever something is covered', () => {
    for (const path of all) {
      for (const value of KINDS) {
        const bundle = base()
        if (tryCanonical(get(bundle, path)) === tryCanonical(value)) continue
        put(bundle, path, value)
        const report = verify(bundle)
        expect([report.ok, path, value]).toEqual([isUnread(path), path, value])
        expect(report.failures).toHaveLength(report.failure_entries.length)
        expect(report.failures).toHaveLength(report.failure_details.length)
        JSON.stringify(report)
      }
    }
  })

  it('is never an exception after an honest re-hash either, and no finding escapes its line', () => {
    for (const path of all.filter(([first]) => first === 'entries')) {
      for (const value of KINDS) {
        const bundle = base()
        put(bundle, path, value)
        const report = verifyBundle(tryResign(bundle))
        for (const failure of report.failures) expect(failure).toMatch(/^[\x20-\x7e…’]*$/)
      }
    }
  })

  it('finds a removed member', () => {
    for (const path of all.filter((candidate) => !isUnread(candidate))) {
      const bundle = base()
      const parent = get(bundle, path.slice(0, -1))
      if (Array.isArray(parent)) parent.splice(Number(path.at(-1)), 1)
      else Reflect.deleteProperty(parent as object, String(path.at(-1)))
      expect([verify(bundle).ok, path]).toEqual([false, path])
    }
  })

  it('finds an added member', () => {
    for (const path of all.filter((candidate) => !isUnread(candidate))) {
      const bundle = base()
      const target = get(bundle, path)
      if (typeof target !== 'object' || target === null || Array.isArray(target)) continue
      put(bundle, [...path, 'added'], 1)
      expect([verify(bundle).ok, path]).toEqual([false, path])
    }
  })
})

function tryResign(bundle: MutableBundle): unknown {
  try {
    return resign(bundle)
  } catch {
    return bundle
  }
}

describe('mutations of a good ledger', () => {
  it('finds any single change at its place', () => {
    const members = paths(goodBundle()).filter((path) => path[0] === 'entries' && path.length >= 3)
    fc.assert(
      fc.property(fc.constantFrom(...members), fc.json(), (path, text) => {
        const bundle = goodBundle()
        const value = JSON.parse(text) as JsonValue
        const before = get(bundle, path) as JsonValue
        fc.pre(!Object.is(before, value) && tryCanonical(before) !== tryCanonical(value))
        put(bundle, path, value)
        const index = path[1] as number
        const report = verify(bundle)
        const at = report.failure_details.findIndex(({ reason }) => reason === 'integrity')
        expect(report.failure_entries[at]).toBe(index)
      }),
      { numRuns: 3000 },
    )
  })

  it('finds entries that were dropped, repeated or exchanged', () => {
    const length = goodBundle().entries.length
    const index = fc.integer({ min: 0, max: length - 1 })
    fc.assert(
      fc.property(index, index, fc.constantFrom('drop', 'repeat', 'swap'), (left, right, kind) => {
        fc.pre(kind !== 'swap' || left !== right)
        const bundle = goodBundle()
        const { entries } = bundle
        if (kind === 'drop') entries.splice(left, 1)
        else if (kind === 'repeat') entries.splice(right, 0, structuredClone(entries[left]!))
        else [entries[left], entries[right]] = [entries[right]!, entries[left]!]
        expect(verify(bundle).ok).toBe(false)
      }),
    )
  })

  it('finds a tail that was stripped, by the anchor', () => {
    for (let kept = 0; kept < 9; kept += 1) {
      const bundle = goodBundle()
      bundle.entries.length = kept
      expect(findings(verify(bundle))).toContainEqual(['integrity(anchor)', null, null])
    }
  })

  it('answers on any JSON value at all', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(verifyBundle(value).ok).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })
})

function tryCanonical(value: unknown): string {
  try {
    return canonicalize(value)
  } catch {
    return typeof value
  }
}
