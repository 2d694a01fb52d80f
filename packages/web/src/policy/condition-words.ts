/**
 * A condition of the closed language in words (heron.md §5): for a person who reads a rule. The JSON beside it is what is
 * evaluated. Only for conditions that `checkRule` accepts.
 */
import type { Condition } from '@heron/evidence'
import { counted } from '../words/figures.js'

/** One part of a condition: a sentence, or a group with what joins its parts. */
export type ConditionTree =
  | { readonly text: string }
  | { readonly join: 'all' | 'any' | 'not'; readonly parts: readonly ConditionTree[] }

export function conditionTree(condition: Condition): ConditionTree {
  if ('all' in condition) return group('all', condition.all)
  if ('any' in condition) return group('any', condition.any)
  if ('not' in condition) return { join: 'not', parts: [conditionTree(condition.not)] }
  return { text: testWords(condition) }
}

/** The whole condition as one phrase, groups in brackets. */
export function conditionWords(condition: Condition): string {
  return phrase(conditionTree(condition), true)
}

function group(join: 'all' | 'any', parts: readonly Condition[]): ConditionTree {
  const [only, ...others] = parts
  if (only !== undefined && others.length === 0) return conditionTree(only)
  return { join, parts: parts.map(conditionTree) }
}

function phrase(tree: ConditionTree, outermost: boolean): string {
  if ('text' in tree) return tree.text
  const parts = tree.parts.map((part) => phrase(part, false))
  if (tree.join === 'not') return `not (${parts.join('')})`
  const joined = parts.join(tree.join === 'all' ? ', and ' : ', or ')
  return outermost ? joined : `(${joined})`
}

type Test = Exclude<Condition, { all: unknown } | { any: unknown } | { not: unknown }>

function testWords(test: Test): string {
  if ('dimension' in test) {
    const name = spaced(test.dimension)
    if ('in' in test) return `${name} is ${listed(test.in.map(spaced), 'or')}`
    const [only = '', ...others] = test.not_in.map(spaced)
    return others.length === 0
      ? `${name} is not ${only}`
      : `${name} is neither ${[only, ...others].join(' nor ')}`
  }
  if ('history' in test) return historyWords(test)
  const signal = `the signal ${test.signal}`
  if ('above' in test) return `${signal} is above ${test.above.toString()}`
  if ('below' in test) return `${signal} is below ${test.below.toString()}`
  if ('between' in test) {
    const [low, high] = test.between
    return `${signal} is from ${low.toString()} to ${high.toString()}`
  }
  if ('one_of' in test) return `${signal} is ${listed(test.one_of.map(String), 'or')}`
  return test.stated ? `${signal} is stated` : `${signal} is not stated`
}

type HistoryTest = Extract<Test, { history: unknown }>

function historyWords(test: HistoryTest): string {
  const [one, many] = counts(test)
  if ('at_least' in test) {
    if (test.at_least === 0) return 'always'
    return `there ${test.at_least === 1 ? 'was' : 'were'} at least ${counted(test.at_least, one, many)} earlier in the run`
  }
  if (test.at_most === 0) return `there was no ${one} earlier in the run`
  return `there ${test.at_most === 1 ? 'was' : 'were'} at most ${counted(test.at_most, one, many)} earlier in the run`
}

/** What is counted, as *one* and *many*. */
function counts(test: HistoryTest): [one: string, many: string] {
  switch (test.history) {
    case 'actions':
      return ['call', 'calls']
    case 'approvals':
      return ['approved call', 'approved calls']
    case 'operations':
      return [`allowed ${spaced(test.of)}`, `allowed calls of the kind ${spaced(test.of)}`]
    case 'data_classes_read':
      return [`allowed read of ${spaced(test.of)} data`, `allowed reads of ${spaced(test.of)} data`]
  }
}

function spaced(word: string): string {
  return word.replaceAll('_', ' ')
}

function listed(words: readonly string[], joiner: string): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${joiner} ${last}`
}
