/**
 * Is this value a rule, is it a bundle (heron.md §5)? For a project's own rules before they are put in force, and for
 * the bundles that a verifier is handed.
 */
import { COUNT_SIGNALS } from '../classify/signals.js'
import { childPointer, isJsonObject, type JsonObject, type JsonPointer, ownMember } from '../json/value.js'
import { checkCondition } from './check-condition.js'
import { checkMembers, checkText, checkWhole, checkWord, checkWordList } from './check-members.js'
import type { PolicyFinding, Report } from './findings.js'
import { REASONS } from './reasons.js'
import { DATA_CLASSES, DESTINATIONS, MAGNITUDES, OPERATIONS, SOURCES, VERDICTS } from './types.js'

/** Most rules in one bundle. */
export const MAX_RULES = 500

const RULE_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/

/** True for a text that may name a rule: plain, and no reason token. */
export function isRuleId(value: unknown): value is string {
  return typeof value === 'string' && RULE_ID.test(value) && !Object.hasOwn(REASONS, value)
}

/** Everything that keeps a value from being a rule; empty when it is one. @param value UNTRUSTED. */
export function checkRule(value: unknown): PolicyFinding[] {
  return collect((report) => {
    reportRule(value, '', report)
  })
}

/** Everything that keeps a value from being a bundle; empty when it is one. @param value UNTRUSTED. */
export function checkBundle(value: unknown): PolicyFinding[] {
  return collect((report) => {
    reportFrame(value, report)
    if (!isJsonObject(value)) return
    const rules: unknown = ownMember(value, 'rules')
    if (!Array.isArray(rules)) return
    let previous: string | null = null
    rules.slice(0, MAX_RULES).forEach((rule: unknown, index) => {
      const pointer = childPointer('/rules', index)
      reportRule(rule, pointer, report)
      const id: unknown = isJsonObject(rule) ? rule['id'] : null
      if (typeof id !== 'string') return
      if (previous !== null && id === previous)
        report('duplicate', `${pointer}/id`, `\`${id}\` is used twice`)
      else if (previous !== null && id < previous) {
        report('out_of_range', `${pointer}/id`, 'must come later: rules stand in order of their id')
      }
      previous = id
    })
  })
}

/** The bundle without its rules: what must be right before any rule can be trusted to count. */
export function checkBundleFrame(value: unknown): PolicyFinding[] {
  return collect((report) => {
    reportFrame(value, report)
  })
}

function reportFrame(value: unknown, report: Report): void {
  if (!isJsonObject(value)) {
    report('wrong_type', '', 'must be an object')
    return
  }
  const members = ['v', 'algorithm', 'base', 'rules', 'thresholds', 'taxonomy', 'lexicon']
  checkMembers(value, members, [], '', report)
  if (ownMember(value, 'v') !== 1) report('not_in_vocabulary', '/v', 'must be 1')
  checkWord(value, 'algorithm', ['deny-overrides'], '', report)
  checkWord(value, 'base', ['DENY', 'STEP_UP'], '', report)
  checkText(value, 'taxonomy', '', report)
  checkText(value, 'lexicon', '', report)
  const rules: unknown = ownMember(value, 'rules')
  if (!Array.isArray(rules)) report('wrong_type', '/rules', 'must be a list of rules')
  else if (rules.length > MAX_RULES) {
    report('out_of_range', '/rules', `must hold at most ${MAX_RULES.toString()} rules`)
  }
  const thresholds: unknown = ownMember(value, 'thresholds')
  if (!isJsonObject(thresholds)) report('wrong_type', '/thresholds', 'must be an object')
  else {
    checkMembers(thresholds, COUNT_SIGNALS, [], '/thresholds', report)
    for (const name of COUNT_SIGNALS) checkWhole(thresholds, name, 1, '/thresholds', report)
  }
}

function reportRule(value: unknown, pointer: JsonPointer, report: Report): void {
  if (!isJsonObject(value)) {
    report('wrong_type', pointer, 'must be a rule: an object')
    return
  }
  const required = ['id', 'version', 'title', 'text', 'effect', 'when']
  checkMembers(value, required, ['number', 'min_source', 'transform', 'pending'], pointer, report)
  reportRuleId(value, pointer, report)
  checkWhole(value, 'version', 1, pointer, report)
  checkWhole(value, 'number', 1, pointer, report)
  checkText(value, 'title', pointer, report)
  checkText(value, 'text', pointer, report)
  checkWord(value, 'effect', VERDICTS, pointer, report)
  checkWord(value, 'min_source', SOURCES, pointer, report)
  if (Object.hasOwn(value, 'when')) checkCondition(value['when'], `${pointer}/when`, report)
  reportCompanion(value, 'transform', 'MODIFY', pointer, report)
  reportCompanion(value, 'pending', 'DEFER', pointer, report)
  const transform: unknown = ownMember(value, 'transform')
  if (isJsonObject(transform)) reportTransform(transform, `${pointer}/transform`, report)
  const pending: unknown = ownMember(value, 'pending')
  if (isJsonObject(pending)) reportPending(pending, `${pointer}/pending`, report)
}

function reportRuleId(rule: JsonObject, pointer: JsonPointer, report: Report): void {
  const id: unknown = ownMember(rule, 'id')
  if (id === undefined) return
  const at = `${pointer}/id`
  if (isRuleId(id)) return
  if (typeof id === 'string' && Object.hasOwn(REASONS, id)) {
    report('not_allowed', at, `\`${id}\` is a reason of its own and would be mistaken for it`)
  } else {
    report('wrong_type', at, 'must be 1 to 128 letters, digits or . _ : - and begin with a letter or digit')
  }
}

/** `transform` belongs to MODIFY and `pending` to DEFER: required there, meaningless elsewhere. */
function reportCompanion(
  rule: JsonObject,
  member: string,
  effect: string,
  pointer: JsonPointer,
  report: Report,
): void {
  const value: unknown = ownMember(rule, member)
  const at = childPointer(pointer, member)
  if (rule['effect'] !== effect) {
    if (value !== undefined) report('not_allowed', at, `belongs to a rule whose effect is ${effect}`)
  } else if (value === undefined)
    report('missing', at, `is missing: a ${effect} says what would make the call fit`)
  else if (!isJsonObject(value)) report('wrong_type', at, 'must be an object')
}

function reportTransform(transform: JsonObject, pointer: JsonPointer, report: Report): void {
  checkMembers(transform, ['note'], ['narrow_destination_to', 'reduce_magnitude_to'], pointer, report)
  checkText(transform, 'note', pointer, report)
  checkWord(transform, 'narrow_destination_to', known(DESTINATIONS), pointer, report)
  checkWord(transform, 'reduce_magnitude_to', known(MAGNITUDES), pointer, report)
}

function reportPending(pending: JsonObject, pointer: JsonPointer, report: Report): void {
  checkMembers(pending, [], ['prior_operation', 'prior_read_of_data_class'], pointer, report)
  if (Object.keys(pending).length === 0)
    report('missing', pointer, 'must name what the session has to show first')
  checkWordList(pending, 'prior_operation', known(OPERATIONS), pointer, report)
  checkWord(pending, 'prior_read_of_data_class', known(DATA_CLASSES), pointer, report)
}

/** Nobody can be asked to make a call unknown. */
function known(vocabulary: readonly string[]): string[] {
  return vocabulary.filter((word) => word !== 'unknown')
}

function collect(check: (report: Report) => void): PolicyFinding[] {
  const findings: PolicyFinding[] = []
  check((code, pointer, message) => {
    findings.push({ code, pointer, message })
  })
  return findings
}
