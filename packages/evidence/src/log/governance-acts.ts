/**
 * Acts of the operator log that receipts lean on (heron.md §3, §4, §8): who declared that verdicts do not bind, and who
 * answered a step-up in the dashboard. The service writes them, verifiers look for them.
 */
import type { Enforcement } from '../receipt/payloads.js'

/** What an operator may declare instead of plain enforcement. */
export type LooseEffect = Exclude<Enforcement['effect'], 'enforced'>

/**
 * A declaration's subject is `shadow_window:<id>` or `break_glass:<id>`, and so is its end's. `after` of a declaration holds
 * `effect` and `until` (RFC 3339); it is in force from the entry's own time on, and before `until`.
 */
export const ENFORCEMENT_ACTS = {
  advisory: { declared: 'shadow_window.declared', ended: 'shadow_window.ended', subject: 'shadow_window' },
  suspended: { declared: 'break_glass.declared', ended: 'break_glass.ended', subject: 'break_glass' },
} as const satisfies Record<LooseEffect, object>

/** Longest time that may be declared, in milliseconds: a month of rehearsal, a day without enforcement. */
export const LONGEST_ENFORCEMENT_MS = { advisory: 30 * 86_400_000, suspended: 86_400_000 } as const

/**
 * How long after an early end a decision may still name the declaration, or after a decline use the vendor's approval, in
 * milliseconds: one that was on its way as the entry was written, by another process's clock. Far above the 2 s in which
 * every decision is answered.
 */
export const END_GRACE_MS = 60_000

/**
 * How long before or after a bundle was in force a decision may name it, in milliseconds. A decision is written only while
 * the settings that it read are in force, so what may differ is the time that an entry needs from its clock to its commit, and
 * the clocks of two processes: both far below this.
 */
export const POLICY_GRACE_MS = 60_000

/** Subject `action:<id>` of the step-up. */
export const APPROVAL_ACTS = { APPROVE: 'approval.granted', DECLINE: 'approval.declined' } as const
