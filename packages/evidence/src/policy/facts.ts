/**
 * What the engine reads from an evaluation input. UNTRUSTED there: a verifier hands over what a stranger's receipt
 * holds. Whatever is not in its vocabulary is unknown, so nothing can be gained by it.
 */
import { isJsonObject, ownMember } from '../json/value.js'
import { type ConditionFacts, signalTestKey } from './conditions.js'
import {
  type ApprovalMatch,
  type Dimension,
  DIMENSION_VALUES,
  type EvaluationInput,
  type SignalTest,
  type Source,
  SOURCES,
} from './types.js'

export type EvaluationFacts = ConditionFacts & {
  readonly source: (dimension: Dimension) => Source
  /** A person's answer to a step-up; null when the call carries none. */
  readonly humanDecision: string | null
  readonly approvalMatch: ApprovalMatch | null
}

/** @param input UNTRUSTED. */
export function readEvaluationFacts(input: EvaluationInput): EvaluationFacts {
  const classification = member(input, 'classification')
  const history = member(input, 'history')
  let tests: ReadonlyMap<string, boolean | null> | null = null
  return {
    value: (dimension) => word(member(classification, dimension), 'value', DIMENSION_VALUES[dimension]),
    source: (dimension) => word(member(classification, dimension), 'source', SOURCES),
    count: (name, of) => {
      if (of === null) return countIn(history, name, null)
      return countIn(member(history, name), of, 0)
    },
    signalTest: (key) => {
      tests ??= readTests(member(input, 'signal_tests'))
      return tests.get(key) ?? null
    },
    humanDecision: readHumanDecision(member(classification, 'approval')),
    approvalMatch: member(input, 'approval_match') as ApprovalMatch | null,
  }
}

function member(value: unknown, name: string): unknown {
  return isJsonObject(value) ? (ownMember(value, name) ?? null) : null
}

function word<Word extends string>(
  holder: unknown,
  name: string,
  vocabulary: readonly Word[],
): Word | 'unknown' {
  const value = member(holder, name)
  return vocabulary.find((known) => known === value) ?? 'unknown'
}

function countIn(counts: unknown, name: string, absent: 0 | null): number | null {
  if (!isJsonObject(counts)) return null
  const count: unknown = ownMember(counts, name)
  if (count === undefined) return absent
  return typeof count === 'number' && count >= 0 ? count : null
}

/** A test with two different results has none. */
function readTests(results: unknown): ReadonlyMap<string, boolean | null> {
  const read = new Map<string, boolean | null>()
  for (const entry of Array.isArray(results) ? (results as unknown[]) : []) {
    const result = member(entry, 'result')
    const key = keyOf(member(entry, 'test'))
    if (key === null) continue
    const agreed = typeof result === 'boolean' && (!read.has(key) || read.get(key) === result)
    read.set(key, agreed ? result : null)
  }
  return read
}

function keyOf(test: unknown): string | null {
  try {
    return signalTestKey(test as SignalTest)
  } catch {
    return null
  }
}

/** An answer that cannot be read is one that does not approve. */
function readHumanDecision(approval: unknown): string | null {
  const kind = member(approval, 'kind')
  if (kind !== 'answer' && kind !== 'operator') return null
  const decision = member(approval, 'human_decision')
  return typeof decision === 'string' ? decision : ''
}
