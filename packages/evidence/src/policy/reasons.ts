/**
 * Every reason token of a decision besides rule ids, with its meaning (heron.md §3, §5). A token's meaning never
 * changes and a retired one is never used again. The engine gives those of its own judgement; the service adds those
 * of time-outs, an unloadable policy and break-glass.
 */
export const REASONS = {
  no_rule: 'no rule matched: the base of the policy decided',
  rule_error: 'a rule could not be evaluated and counts as a matched DENY',
  policy_invalid: 'the policy is not one that this engine can read: nothing is allowed',
  uncertain: 'the only ALLOW rests on a dimension that nobody established: a person decides',
  min_source_unmet: 'a rule would have matched, but its facts come from a weaker source than it demands',
  human_approved: 'a person approved the named step-up, which this call repeats',
  human_declined: 'a person was asked and did not approve',
  approval_not_found: 'the approval names no step-up that this project has',
  approval_mismatch: 'the approval was given for another session, tool or arguments',
  approval_used: 'the approval was used before: it lifts one call, once',
  approval_expired: 'the approval came after the time-out of the step-up',
  approval_timeout: 'no person answered the step-up in time',
  context_timeout: 'the session did not show the awaited context in time',
  policy_timeout: 'no policy could be loaded in time',
  break_glass: 'enforcement is suspended for a bounded time; the verdict of the rules is given beside it',
} as const

/** A reason that is not a rule id. */
export type Reason = keyof typeof REASONS
