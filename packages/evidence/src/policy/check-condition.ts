/**
 * Is this value a condition of the closed language (heron.md §5)? The engine evaluates nothing that fails here.
 * Meaning is `./conditions.ts`.
 */
import { UNTESTABLE_SIGNALS } from '../classify/signals.js'
import { childPointer, isJsonObject, type JsonObject, type JsonPointer, ownMember } from '../json/value.js'
import { checkMembers, checkText, checkWhole, checkWord, checkWordList } from './check-members.js'
import type { Report } from './findings.js'
import { DATA_CLASSES, DIMENSION_VALUES, DIMENSIONS, OPERATIONS } from './types.js'

/** Deepest nesting of one condition. */
export const MAX_CONDITION_DEPTH = 16
/** Most nodes of one condition. With the depth it bounds what a hostile bundle can cost. */
export const MAX_CONDITION_NODES = 256
/** Most values in a `one_of` list. */
const MAX_LIST_LENGTH = 1000

/** Histories that count by name, with the names that they count. */
const COUNTED_BY = new Map<unknown, readonly string[]>([
  ['operations', OPERATIONS],
  ['data_classes_read', DATA_CLASSES],
])

const HISTORIES = ['actions', 'approvals', 'operations', 'data_classes_read']

/**
 * Reports everything that keeps a value from being a condition.
 *
 * @param value UNTRUSTED.
 */
export function checkCondition(value: unknown, pointer: JsonPointer, report: Report): void {
  let nodes = 0
  const check = (node: unknown, at: JsonPointer, depth: number): void => {
    nodes += 1
    if (nodes === MAX_CONDITION_NODES + 1) {
      report('out_of_range', pointer, `must have at most ${MAX_CONDITION_NODES.toString()} parts`)
    }
    if (nodes > MAX_CONDITION_NODES) return
    if (depth > MAX_CONDITION_DEPTH) {
      report('out_of_range', at, `must be nested at most ${MAX_CONDITION_DEPTH.toString()} deep`)
      return
    }
    if (!isJsonObject(node)) {
      report('wrong_type', at, 'must be a condition: an object')
      return
    }
    const [kind, ...others] = ['all', 'any', 'not', 'dimension', 'history', 'signal'].filter((name) =>
      Object.hasOwn(node, name),
    )
    if (kind === undefined || others.length > 0) {
      report('wrong_type', at, 'must have exactly one of all, any, not, dimension, history, signal')
      return
    }
    const member: unknown = ownMember(node, kind)
    const memberPointer = childPointer(at, kind)
    if (kind === 'dimension') checkDimensionTest(node, at, report)
    else if (kind === 'history') checkHistoryTest(node, at, report)
    else if (kind === 'signal') checkSignalTest(node, at, report)
    else {
      checkMembers(node, [kind], [], at, report)
      if (kind === 'not') check(member, memberPointer, depth + 1)
      else if (!Array.isArray(member) || member.length === 0) {
        report('wrong_type', memberPointer, 'must be a list of conditions, not empty')
      } else {
        member.slice(0, MAX_CONDITION_NODES + 1).forEach((part: unknown, index) => {
          check(part, childPointer(memberPointer, index), depth + 1)
        })
      }
    }
  }
  check(value, pointer, 1)
}

function checkDimensionTest(node: JsonObject, at: JsonPointer, report: Report): void {
  const operator = onlyOperator(node, ['in', 'not_in'], at, report)
  const name = DIMENSIONS.find((dimension) => dimension === node['dimension'])
  if (name === undefined) checkWord(node, 'dimension', DIMENSIONS, at, report)
  else if (operator !== null) {
    checkMembers(node, ['dimension', operator], [], at, report)
    checkWordList(node, operator, DIMENSION_VALUES[name], at, report)
  }
}

function checkHistoryTest(node: JsonObject, at: JsonPointer, report: Report): void {
  const operator = onlyOperator(node, ['at_least', 'at_most'], at, report)
  if (operator === null) return
  checkWord(node, 'history', HISTORIES, at, report)
  const vocabulary = COUNTED_BY.get(node['history'])
  const required = ['history', operator]
  checkMembers(node, vocabulary === undefined ? required : [...required, 'of'], [], at, report)
  if (vocabulary !== undefined) checkWord(node, 'of', vocabulary, at, report)
  checkWhole(node, operator, 0, at, report)
}

function checkSignalTest(node: JsonObject, at: JsonPointer, report: Report): void {
  checkText(node, 'signal', at, report)
  const signal: unknown = node['signal']
  if (typeof signal === 'string' && UNTESTABLE_SIGNALS.includes(signal)) {
    report('not_allowed', childPointer(at, 'signal'), `\`${signal}\` is read by no rule`)
  }
  const operator = onlyOperator(node, ['above', 'below', 'between', 'one_of', 'stated'], at, report)
  if (operator === null) return
  checkMembers(node, ['signal', operator], [], at, report)
  const operand: unknown = node[operator]
  const pointer = childPointer(at, operator)
  switch (operator) {
    case 'above':
    case 'below':
      if (!isFinite(operand)) report('wrong_type', pointer, 'must be a number')
      return
    case 'between': {
      const [low, high] = Array.isArray(operand) && operand.length === 2 ? (operand as unknown[]) : []
      if (!isFinite(low) || !isFinite(high)) report('wrong_type', pointer, 'must be two numbers')
      else if (low > high) report('out_of_range', pointer, 'must name the lower number first')
      return
    }
    case 'one_of':
      if (!Array.isArray(operand) || operand.length === 0 || !operand.every(isScalar)) {
        report('wrong_type', pointer, 'must be a list of texts, numbers or booleans, not empty')
      } else if (operand.length > MAX_LIST_LENGTH) {
        report('out_of_range', pointer, `must have at most ${MAX_LIST_LENGTH.toString()} values`)
      }
      return
    case 'stated':
      if (typeof operand !== 'boolean') report('wrong_type', pointer, 'must be true or false')
  }
}

function onlyOperator<Name extends string>(
  node: JsonObject,
  operators: readonly Name[],
  at: JsonPointer,
  report: Report,
): Name | null {
  const [operator, ...others] = operators.filter((name) => Object.hasOwn(node, name))
  if (operator !== undefined && others.length === 0) return operator
  report('wrong_type', at, `must have exactly one of ${operators.join(', ')}`)
  return null
}

function isFinite(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function isScalar(value: unknown): boolean {
  return typeof value === 'boolean' || isFinite(value) || (typeof value === 'string' && value.isWellFormed())
}
