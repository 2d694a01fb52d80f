/** A rule being written: what is wrong with it and at which line, what the form does to the JSON, how it is laid out. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkRule, type JsonValue, MANAGED_RULES } from '../../../../evidence/src/index.js'
import {
  kindOf,
  ofKind,
  partsOf,
  scalars,
} from '../../../src/dashboard/pages/policy/editor/condition-edit.js'
import {
  draftText,
  newDraft,
  nextVersion,
  readDraft,
  withEffect,
} from '../../../src/dashboard/pages/policy/editor/draft.js'
import { locate } from '../../../src/dashboard/pages/policy/editor/locate.js'
import { lineDiff } from '../../../src/policy/line-diff.js'
import { ruleText } from '../../../src/policy/rule-text.js'

const OWN = {
  id: 'own.refunds.step_up',
  version: 1,
  title: 'Large refunds ask a person',
  text: 'A refund above 50.00 waits for a person.',
  effect: 'STEP_UP',
  when: {
    all: [
      { dimension: 'data_class', in: ['financial'] },
      { signal: 'amount', above: 5000 },
    ],
  },
}

describe('a draft', () => {
  it('is a rule when nothing is wrong with it', () => {
    const { rule, problems } = readDraft(draftText(OWN))
    expect(problems).toEqual([])
    expect(rule).toEqual(OWN)
  })

  it('says at which line a member is wrong, also inside a condition', () => {
    const text = draftText({ ...OWN, when: { all: [{ dimension: 'operation', in: ['sned'] }] } })
    const [problem, ...others] = readDraft(text).problems
    expect(others).toEqual([])
    expect(problem?.pointer).toBe('/when/all/0/in/0')
    expect(text.split('\n')[problem!.place.line - 1]).toContain('sned')
    expect(text.slice(problem!.place.offset)).toMatch(/^"sned"/)
  })

  it('shows a missing member where its parent stands', () => {
    const { title: _title, ...untitled } = OWN
    expect(readDraft(draftText(untitled)).problems).toMatchObject([
      { pointer: '/title', place: { line: 1, column: 1 } },
    ])
  })

  it('keeps the names of Heron’s rules to Heron', () => {
    expect(readDraft(draftText({ ...OWN, id: 'heron.read.allow' })).problems[0]?.pointer).toBe('/id')
  })

  it('places what is no JSON, and offers no form for it', () => {
    const { members, problems } = readDraft('{\n  "id": own\n}')
    expect(members).toBeNull()
    expect(problems[0]?.place).toMatchObject({ line: 2, column: 9 })
  })

  it('reads strictly: a name given twice is a problem, not a choice', () => {
    expect(readDraft('{"id": "own.a", "id": "own.b"}').problems).toHaveLength(1)
  })

  it('begins as something that only lacks words', () => {
    const { problems } = readDraft(draftText(newDraft()))
    expect(problems.map(({ pointer }) => pointer).sort()).toEqual(['/id', '/text', '/title'])
  })

  it('moves the version of a rule that is changed', () => {
    expect(nextVersion(MANAGED_RULES[0]!)['version']).toBe(2)
  })

  it.each(['DENY', 'DEFER', 'STEP_UP', 'MODIFY', 'ALLOW'])(
    'has what %s needs, and nothing else',
    (effect) => {
      const named = { ...withEffect({ ...OWN, transform: { note: 'n' }, pending: {} }, effect) }
      const pending = effect === 'DEFER' ? { pending: { prior_operation: ['read'] } } : {}
      expect(checkRule({ ...named, ...pending })).toEqual([])
    },
  )
})

describe('places in a text', () => {
  it('finds every member of any JSON, however it is spaced', () => {
    const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<JsonValue>
    fc.assert(
      fc.property(json, fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        for (const [pointer, member] of membersOf(value, '')) {
          const from = text.slice(locate(text, pointer).offset)
          const written = JSON.stringify(member, null, indent)
          // A named member is placed at its name.
          const behindName = /^"(?:[^"\\]|\\.)*"\s*:\s*/.exec(from)?.[0].length ?? 0
          const value = from.slice(behindName).replaceAll(/\s/g, '')
          expect(
            [value, from.replaceAll(/\s/g, '')].some((each) =>
              each.startsWith(written.replaceAll(/\s/g, '')),
            ),
          ).toBe(true)
        }
      }),
    )
  })

  it('ends on any text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, pointer) => {
        expect(locate(text, `/${pointer}`).line).toBeGreaterThan(0)
      }),
    )
  })
})

describe('the form of a condition', () => {
  it('keeps the parts when a group changes its kind', () => {
    const parts = [
      { signal: 'a', stated: true },
      { signal: 'b', stated: true },
    ]
    expect(ofKind('any', { all: parts })).toEqual({ any: parts })
    expect(ofKind('not', { all: parts })).toEqual({ not: parts[0] })
    expect(ofKind('all', { not: parts[0]! })).toEqual({ all: [parts[0]] })
    expect(ofKind('all', parts[0]!)).toEqual({ all: [parts[0]] })
    expect(partsOf({ all: parts })).toEqual(parts)
  })

  it('knows every managed rule, and leaves what it does not know to the JSON', () => {
    for (const { when } of MANAGED_RULES) expect(kindOf(when as unknown as JsonValue)).not.toBeNull()
    for (const other of [null, 7, 'x', [], {}, { other: 1 }]) expect(kindOf(other)).toBeNull()
  })

  it('reads numbers and yes or no out of a list, and text as text', () => {
    expect(scalars('eu, 7, true, 007,, 1e400')).toEqual(['eu', 7, true, '007', '1e400'])
  })
})

describe('a rule on paper', () => {
  it('is the same JSON, and puts on a line what fits there', () => {
    for (const rule of MANAGED_RULES) {
      const text = ruleText(rule)
      expect(JSON.parse(text)).toEqual(rule)
      expect(text).toContain('\n')
    }
    expect(Object.keys(JSON.parse(ruleText({ when: {}, text: '', id: '' })))).toEqual(['id', 'text', 'when'])
    expect(ruleText(OWN)).toContain('{ "dimension": "data_class", "in": ["financial"] }')
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        expect(JSON.parse(ruleText(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('shows a change line by line: both texts come back from it', () => {
    expect(lineDiff('a\nb\nc', 'a\nx\nc').map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'kept a',
      'removed b',
      'added x',
      'kept c',
    ])
    const text = fc.array(fc.constantFrom('a', 'b', 'c')).map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = lineDiff(before, after)
        const side = (gone: string) =>
          lines
            .filter(({ kind }) => kind !== gone)
            .map((line) => line.text)
            .join('\n')
        expect(side('added')).toBe(before)
        expect(side('removed')).toBe(after)
      }),
    )
  })
})

function* membersOf(value: JsonValue, pointer: string): Generator<[string, JsonValue]> {
  yield [pointer, value]
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value))
    yield* membersOf(member, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
}
