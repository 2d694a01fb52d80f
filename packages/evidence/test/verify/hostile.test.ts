/** Any bytes, any JSON in any place: reported, never thrown, never passed. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalize, type JsonObject, type JsonValue, parseJson, verifyExport } from '../../src/index.js'
import { buildExport, ndjson } from '../support/export-builder.js'
import { SWEPT_SCRIPT } from '../support/full-script.js'
import { leavesOf } from '../support/leaves.js'
import { rememberingVerifier } from '../support/memo-verifier.js'
import { PINNED } from '../support/verify.js'

const lines = buildExport(SWEPT_SCRIPT)
const honest = ndjson(lines)
const verifySignature = rememberingVerifier()
const verify = (bytes: Uint8Array) =>
  verifyExport([bytes], { tools: { verifySignature }, pinnedKeys: PINNED })

const json = fc.jsonValue({ maxDepth: 3 }).map((value) => value as JsonValue)
const nasty = fc.constantFrom<JsonValue>(
  '__proto__',
  { __proto__: null, constructor: 1 } as unknown as JsonValue,
  Number.MAX_SAFE_INTEGER,
  -1,
  1e308,
  '\u2028\u202e',
  `sha256:${'f'.repeat(64)}`,
  [[[[[[]]]]]],
)

describe('hostile input', () => {
  it('is reported for any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        expect((await verify(bytes)).outcome).toBe('fail')
      }),
    )
  })

  it('is reported for any byte changed, added or dropped in an honest file', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: honest.length - 2 }),
        fc.integer({ min: 1, max: 255 }),
        fc.constantFrom('change', 'add', 'drop'),
        async (at, difference, what) => {
          const bytes = [...honest]
          if (what === 'change') bytes[at] = (bytes[at]! + difference) % 256
          else if (what === 'add') bytes.splice(at, 0, difference)
          else bytes.splice(at, 1)
          expect((await verify(Uint8Array.from(bytes))).outcome).toBe('fail')
        },
      ),
      { numRuns: 120 },
    )
  })

  it('is reported for any JSON in the place of any member', async () => {
    const places = lines.flatMap((line, index) =>
      leavesOf(parseJson(line)).flatMap((pointer) => {
        const steps = pointer.split('/')
        // Every place on the way down to the leaf, not only the leaf.
        return steps.map((_, length) => ({ index, steps: steps.slice(1, length + 1) }))
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: places.length - 1 }), fc.oneof(json, nasty), async (number, value) => {
        const { index, steps } = places[number]!
        const entry = parseJson(lines[index]!) as JsonObject
        const text = canonicalize(put(entry, steps, value))
        fc.pre(text !== lines[index])
        expect((await verify(ndjson(lines.with(index, text)))).outcome).toBe('fail')
      }),
      { numRuns: 300 },
    )
  })

  it('is reported for entries of any JSON in the plain form', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(json, { maxLength: 5 }), async (entries) => {
        const text = canonicalize({ format: 'heron-export', v: 1, entries })
        expect((await verify(new TextEncoder().encode(text))).outcome).toBe('fail')
      }),
    )
  })

  it.each([64, 65, 100, 100_000])('is reported for %i levels of nesting', async (levels) => {
    const nested = '['.repeat(levels) + ']'.repeat(levels)
    for (const [type, member] of [
      ['session', 'grant_scope'],
      ['session', 'record'],
      ['bundle', 'bundle'],
      ['catalog', 'body'],
      ['log', 'receipt'],
      ['action', 'statements'],
      ['manifest', 'receipt'],
    ] as const) {
      const changed = entryWith(type, member, `{"x":${nested}}`)
      expect((await verify(ndjson(changed))).outcome).toBe('fail')
    }
  })

  it('keeps the report small when every line is broken', async () => {
    const broken = new TextEncoder().encode(`${lines[0]!}\n${'{"type":"action"}\n'.repeat(20_000)}`)
    const report = await verify(broken)
    expect(report.checks.find(({ id }) => id === 'format')).toSatisfy(
      (check: { failed: number; findings: unknown[] }) =>
        check.failed >= 20_000 && check.findings.length === 200,
    )
    expect(JSON.stringify(report).length).toBeLessThan(200_000)
  })
})

/** The lines, with one member's text exchanged. */
function entryWith(type: string, member: string, text: string): string[] {
  const index = lines.findIndex((line) => line.endsWith(`"type":"${type}"}`))
  const entry = parseJson(lines[index]!) as JsonObject
  const marked = canonicalize({ ...entry, [member]: 'MARK' })
  return lines.with(index, marked.replace('"MARK"', text))
}

function put(value: JsonValue, steps: readonly string[], replacement: JsonValue): JsonValue {
  const [step, ...rest] = steps
  if (step === undefined) return replacement
  const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
  if (Array.isArray(value)) {
    return (value as JsonValue[]).map((item, index) =>
      String(index) === name ? put(item, rest, replacement) : item,
    )
  }
  const object = value as JsonObject
  return { ...object, [name]: put(object[name]!, rest, replacement) }
}
