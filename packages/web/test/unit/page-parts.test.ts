/** The small parts that decide what is shown. */
import { describe, expect, it } from 'vitest'
import { managedBundle, PUBLISHED_FINDINGS } from '../../../evidence/src/index.js'
import { shortened } from '../../src/design/hash.js'
import { routeOf, tabHref } from '../../src/evidence/route.js'
import { readFileRecord } from '../../src/evidence/source/file-record.js'
import { fileSource } from '../../src/evidence/source/file-source.js'
import { takeToken } from '../../src/evidence/source/server-source.js'
import { bundleChanges } from '../../src/policy/bundle-diff.js'
import { groupParallel } from '../../src/record/parallel.js'
import { share } from '../../src/words/figures.js'
import { FINDING_WORDS } from '../../src/words/findings.js'
import { HONEST } from '../support/tampering.js'

describe('addresses', () => {
  it('reads tabs, runs, calls and filters, and falls back to none', () => {
    expect(routeOf('#policy')).toMatchObject({ tab: 'policy', run: null, action: null })
    expect(routeOf('#runs/ses%201')).toMatchObject({ tab: 'runs', run: 'ses 1' })
    expect(routeOf('#call/act_1')).toMatchObject({ tab: null, action: 'act_1' })
    expect(routeOf(tabHref('findings', { kind: 'A B' })).filter.get('kind')).toBe('A B')
    expect(routeOf('#%E0%A4%A/..')).toMatchObject({ tab: null, action: null })
  })
})

describe('the token', () => {
  it('leaves the address at once and is known again after reloading', () => {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    } as Storage
    const seen: string[] = []
    const history = {
      state: null,
      replaceState: (_state: unknown, _title: string, url: URL) => seen.push(url.href),
    } as unknown as History
    const at = (href: string) => ({ href }) as Location
    expect(takeToken(at('https://h.example/e/acme?t=secret#runs'), history, storage)).toBe('secret')
    expect(seen).toEqual(['https://h.example/e/acme#runs'])
    expect(takeToken(at('https://h.example/e/acme'), history, storage)).toBe('secret')
    expect(takeToken(at('https://h.example/e/other'), history, storage)).toBeNull()
  })
})

describe('words', () => {
  it('has words for every published finding', () => {
    expect(Object.keys(FINDING_WORDS).sort()).toEqual(Object.keys(PUBLISHED_FINDINGS).sort())
  })

  it('never rounds a share up to all or down to none', () => {
    expect(share(9999, 10_000)).toBe('over 99 %')
    expect(share(1, 10_000)).toBe('under 1 %')
    expect(share(0, 0)).toBe('–')
  })

  it('shortens hashes in the middle and leaves short ids alone', () => {
    expect(shortened(`sha256:${'ab'.repeat(32)}`)).toBe('sha256:ababab…ababab')
    expect(shortened('ses_1')).toBe('ses_1')
  })
})

describe('what changed between bundles', () => {
  it('names rules added, removed and changed', () => {
    const before = managedBundle()
    const [first, second, ...rest] = before.rules
    const after = { ...before, rules: [{ ...first!, version: 2 }, ...rest] }
    expect(bundleChanges(before, after).map(({ rule, what }) => [rule, what])).toEqual([
      [second!.id, 'removed'],
      [first!.id, 'changed'],
    ])
    expect(bundleChanges(before, before)).toEqual([])
  })
})

describe('a page drawn from a file', () => {
  const source = fileSource(readFileRecord(HONEST.join('\n')), new Blob([]))

  it('counts what the file holds', async () => {
    const { counts, records_to_verify } = await source.summary()
    expect(counts).toMatchObject({ sessions: 5, open_sessions: 0, actions: 20 })
    expect(records_to_verify).toBe(HONEST.length)
  })

  it('leaves hostile lines to the verifier', async () => {
    const hostile = fileSource(readFileRecord(['{', 'null', '[]', '{"type":7}', ''].join('\n')), new Blob([]))
    expect((await hostile.summary()).counts.actions).toBe(0)
    await expect(hostile.run('x')).rejects.toThrow('not in this file')
  })

  it('puts calls side by side only when none was answered for before the next was asked', async () => {
    const { items } = await source.calls('ses_1', null)
    expect(groupParallel(items).flat()).toEqual(items)
    const [first] = items
    const asked = { ...first!, verdict: 'ALLOW' as const, received_at: '2026-01-01T00:00:01.000Z' }
    const done = (at: string) => ({
      ...asked,
      outcomes: [{ outcome: 'EXECUTED', signature_valid: true, received_at: at }],
    })
    const overlapping = [
      done('2026-01-01T00:00:09.000Z'),
      { ...asked, received_at: '2026-01-01T00:00:02.000Z' },
    ]
    expect(groupParallel(overlapping)).toHaveLength(1)
    const inTurn = [done('2026-01-01T00:00:02.000Z'), { ...asked, received_at: '2026-01-01T00:00:03.000Z' }]
    expect(groupParallel(inTurn)).toHaveLength(2)
  })
})
