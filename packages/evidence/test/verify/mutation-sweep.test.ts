import { describe, expect, it } from 'vitest'
import {
  canonicalize,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  type VerificationReport,
  verifyExport,
} from '../../src/index.js'
import { windowedSince, withCheckpoints } from '../support/checkpoints.js'
import { buildExport, ndjson } from '../support/export-builder.js'
import { SWEPT_SCRIPT } from '../support/full-script.js'
import { changeLeaf, leavesOf } from '../support/leaves.js'
import { rememberingVerifier } from '../support/memo-verifier.js'
import { failedChecks, PINNED } from '../support/verify.js'

/**
 * What nothing else in the file can contradict, so that the signed manifest alone notices a change: Heron's own clock
 * and ids, and the statement whose signature is bad anyway, which therefore binds nobody.
 */
const BOUND_BY_MANIFEST_ALONE = [
  'action/statements/*/received_at',
  'action/statements/*/signature/kid',
  'action/statements/*/signature/value',
  'action/statements/*/statement/decision_id',
  'action/statements/*/statement/error_code',
  'action/statements/*/statement/executed_at',
  'action/statements/*/statement/outcome',
  'action/statements/*/statement/result_hash',
  'catalog/received_at',
  'finding/finding',
  'finding/raised_at',
  'header/generated_at',
  'header/window/since',
  'key/created_at',
  'session/ref_hash',
  'unmatched/received_at',
]

const lines = windowedSince(
  withCheckpoints(buildExport(SWEPT_SCRIPT), { leftOut: 1 }),
  '2026-07-13T13:02:30.000Z',
)
const entries = lines.map((line) => parseJson(line) as JsonObject)
const verifySignature = rememberingVerifier()

function verify(changed: readonly string[]): Promise<VerificationReport> {
  return verifyExport([ndjson(changed)], { tools: { verifySignature }, pinnedKeys: PINNED })
}

function withLine(index: number, entry: JsonValue): string[] {
  return lines.with(index, canonicalize(entry))
}

describe('an export in which one thing was changed', () => {
  it('is the honest one before', async () => {
    expect((await verify(lines)).outcome).toBe('pass')
  })

  it('fails for every leaf, and not by the manifest alone wherever something else could contradict', async () => {
    const survived: string[] = []
    const byManifestAlone = new Set<string>()
    for (const [index, entry] of entries.entries()) {
      for (const pointer of leavesOf(entry)) {
        const report = await verify(withLine(index, changeLeaf(entry, pointer)))
        const where = `${entry['type'] as string}${pointer.replace(/\/\d+/g, '/*')}`
        if (report.outcome !== 'fail') survived.push(where)
        const others = failedChecks(report).filter((id) => !id.startsWith('manifest.'))
        if (others.length === 0 && entry['type'] !== 'manifest') byManifestAlone.add(where)
      }
    }
    expect(survived).toEqual([])
    expect([...byManifestAlone].sort()).toEqual(BOUND_BY_MANIFEST_ALONE)
  })

  it('fails for every member taken away and every member added', async () => {
    const survived: string[] = []
    for (const [index, entry] of entries.entries()) {
      for (const [pointer, object] of objectsOf(entry)) {
        const reports = [
          await verify(withLine(index, replaced(entry, pointer, { ...object, added: 1 }))),
          ...(await Promise.all(
            Object.keys(object).map((name) => {
              const { [name]: _taken, ...rest } = object
              return verify(withLine(index, replaced(entry, pointer, rest)))
            }),
          )),
        ]
        if (reports.some(({ outcome }) => outcome !== 'fail'))
          survived.push(`${entry['type'] as string}${pointer}`)
      }
    }
    expect(survived).toEqual([])
  })

  it('fails for every line left out, doubled, exchanged with the next, or put at the end', async () => {
    for (const index of lines.keys()) {
      const line = lines[index]!
      const without = lines.toSpliced(index, 1)
      expect((await verify(without)).outcome).toBe('fail')
      expect((await verify(lines.toSpliced(index, 0, line))).outcome).toBe('fail')
      if (index + 1 < lines.length) {
        expect((await verify(without.toSpliced(index + 1, 0, line))).outcome).toBe('fail')
        expect((await verify([...without, line])).outcome).toBe('fail')
      }
    }
  })

  it('fails wherever it is cut short, line feeds at the end aside', async () => {
    const bytes = ndjson(lines)
    for (let length = bytes.length - 2; length > 0; length -= 101) {
      const report = await verifyExport([bytes.subarray(0, length)], {
        tools: { verifySignature },
        pinnedKeys: PINNED,
      })
      expect(report.outcome).toBe('fail')
    }
  })
})

function* objectsOf(value: JsonValue, pointer = ''): Generator<[string, JsonObject]> {
  if (isJsonObject(value)) yield [pointer, value]
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) yield* objectsOf(member, `${pointer}/${name}`)
}

function replaced(value: JsonValue, pointer: string, replacement: JsonValue): JsonValue {
  if (pointer === '') return replacement
  const copy = structuredClone<JsonValue>(value)
  const steps = pointer.split('/').slice(1)
  let parent = copy as Record<string, JsonValue>
  for (const step of steps.slice(0, -1)) parent = parent[step] as Record<string, JsonValue>
  parent[steps.at(-1)!] = replacement
  return copy
}
