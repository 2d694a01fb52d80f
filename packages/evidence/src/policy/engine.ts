/**
 * The policy engine: deny-overrides over an implicit base (heron.md §5). The same file judges in the service, in the
 * reviewer's browser and in the command line.
 *
 * Total: any bundle and any input give an evaluation, and what cannot be understood gives a DENY.
 */
import { APPROVE } from './approval.js'
import { holds } from './conditions.js'
import { type EvaluationFacts, readEvaluationFacts } from './facts.js'
import { type PreparedRule, preparePolicy } from './prepare.js'
import type { Reason } from './reasons.js'
import {
  type ApprovalMatch,
  type Evaluation,
  type EvaluationInput,
  type PolicyBundle,
  type Source,
  SOURCES,
  type Verdict,
} from './types.js'

/** Strongest first. */
const PRECEDENCE = ['DENY', 'DEFER', 'STEP_UP', 'MODIFY', 'ALLOW'] as const

/**
 * Judges one call.
 *
 * @param bundle UNTRUSTED in a verifier. Must not change after it was used once: it is read once and kept.
 * @param input UNTRUSTED in a verifier. Receipt and bundle hold all of it, so that anyone can judge again.
 */
export function evaluate(bundle: PolicyBundle, input: EvaluationInput): Evaluation {
  const policy = preparePolicy(bundle)
  if (policy === null)
    return { ...NOTHING_MATCHED, verdict: 'DENY', reasons: ['policy_invalid'] satisfies Reason[] }
  const facts = readEvaluationFacts(input)
  const matching = match(policy.rules, policy.broken, facts)
  return hearPerson(combine(matching, policy.base, facts), facts)
}

const NOTHING_MATCHED = {
  rule: null,
  matched: [],
  confidence: 'low',
  transform: null,
  pending: null,
} as const

type Matching = {
  readonly matched: readonly PreparedRule[]
  /** Ids of the rules that cannot be evaluated, on this call or on any. */
  readonly errors: readonly (string | null)[]
  /** A rule's condition held, and its facts come from a weaker source than it demands. */
  readonly tooWeak: boolean
}

function match(
  rules: readonly PreparedRule[],
  broken: readonly (string | null)[],
  facts: EvaluationFacts,
): Matching {
  const matched: PreparedRule[] = []
  const errors = [...broken]
  let tooWeak = false
  for (const prepared of rules) {
    const outcome = holds(prepared.rule.when, facts)
    if (outcome === false) continue
    const { min_source: demanded } = prepared.rule
    if (outcome === null) errors.push(prepared.rule.id)
    else if (demanded !== undefined && rank(weakestSource(prepared, facts)) > rank(demanded)) tooWeak = true
    else matched.push(prepared)
  }
  return { matched, errors, tooWeak }
}

function combine({ matched, errors, tooWeak }: Matching, base: Verdict, facts: EvaluationFacts): Evaluation {
  const errorIds = errors.filter((id) => id !== null).sort()
  const all = [...matched.map(({ rule }) => rule.id), ...errorIds].sort()
  const strongest = PRECEDENCE.find((effect) => matched.some(({ rule }) => rule.effect === effect))
  const notes: Reason[] = tooWeak ? ['min_source_unmet'] : []

  if (errors.length > 0 && strongest !== 'DENY') {
    const reasons = [...errorIds, 'rule_error' satisfies Reason, ...notes]
    return { ...NOTHING_MATCHED, verdict: 'DENY', rule: errorIds[0] ?? null, reasons, matched: all }
  }
  if (strongest === undefined) {
    return { ...NOTHING_MATCHED, verdict: base, reasons: ['no_rule' satisfies Reason, ...notes] }
  }
  let deciding = matched.filter(({ rule }) => rule.effect === strongest)
  let verdict: Verdict = strongest
  if (strongest === 'ALLOW') {
    // One ALLOW that rests on established facts is enough, whatever another one does not know.
    const certain = deciding.filter((prepared) => !restsOnUnknown(prepared, facts))
    if (certain.length > 0) deciding = certain
    else {
      verdict = 'STEP_UP'
      notes.unshift('uncertain')
    }
  }
  if (errors.length > 0) notes.unshift('rule_error')
  const [first] = deciding
  return {
    verdict,
    rule: first?.rule.id ?? null,
    reasons: [...deciding.map(({ rule }) => rule.id), ...errorIds, ...notes],
    matched: all,
    confidence: first === undefined ? 'low' : confidenceOf(weakestSource(first, facts)),
    transform: (verdict === 'MODIFY' ? first?.rule.transform : null) ?? null,
    pending: (verdict === 'DEFER' ? first?.rule.pending : null) ?? null,
  }
}

const UNFIT_APPROVAL: ReadonlyMap<ApprovalMatch | null, Reason> = new Map([
  ['not_found', 'approval_not_found'],
  ['mismatch', 'approval_mismatch'],
  ['used', 'approval_used'],
  ['expired', 'approval_expired'],
])

/** A person's answer lifts a STEP_UP or forces a DENY. It never lifts anything else. */
function hearPerson(judged: Evaluation, facts: EvaluationFacts): Evaluation {
  const { humanDecision, approvalMatch } = facts
  if (humanDecision === null) return judged
  const because = (reason: Reason): readonly string[] => [...judged.reasons, reason]
  if (humanDecision !== APPROVE || approvalMatch === 'declined') {
    const rule = judged.verdict === 'DENY' ? judged.rule : null
    const reasons = because('human_declined')
    return { ...judged, verdict: 'DENY', rule, reasons, transform: null, pending: null }
  }
  if (approvalMatch === 'applies') {
    return judged.verdict === 'STEP_UP'
      ? { ...judged, verdict: 'ALLOW', reasons: because('human_approved') }
      : judged
  }
  const unfit = UNFIT_APPROVAL.get(approvalMatch)
  return unfit === undefined ? judged : { ...judged, reasons: because(unfit) }
}

function restsOnUnknown({ dimensions }: PreparedRule, facts: EvaluationFacts): boolean {
  return [...dimensions].some(
    (dimension) => facts.value(dimension) === 'unknown' || facts.source(dimension) === 'unknown',
  )
}

/** A rule that reads no dimension rests on nothing that anybody could have stated wrongly. */
function weakestSource({ dimensions }: PreparedRule, facts: EvaluationFacts): Source {
  const ranks = [...dimensions].map((dimension) =>
    facts.value(dimension) === 'unknown' ? SOURCES.length - 1 : rank(facts.source(dimension)),
  )
  return SOURCES[Math.max(0, ...ranks)] ?? 'unknown'
}

function rank(source: Source): number {
  return SOURCES.indexOf(source)
}

function confidenceOf(source: Source): Evaluation['confidence'] {
  switch (source) {
    case 'declared':
    case 'catalogued':
      return 'high'
    case 'inferred':
    case 'derived':
      return 'medium'
    case 'unknown':
      return 'low'
  }
}
