/** What a posture claim is (heron.md §9, §15): one AARM requirement, its mark, who states it, and why. */

export const POSTURE_IDS = ['R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'R7', 'R8', 'R9'] as const
export type PostureId = (typeof POSTURE_IDS)[number]

/**
 * `verified`: recomputable by the reader from what is published. `declared`: the vendor says so. `gap`: missing, said
 * loudly. `failed`: recomputation disagrees with what was signed.
 */
export type PostureMark = 'verified' | 'declared' | 'gap' | 'failed'

export type PostureClaim = {
  readonly id: PostureId
  /** A few words. */
  readonly title: string
  readonly mark: PostureMark
  readonly stated_by: 'record' | 'vendor' | 'nobody'
  /** What was counted, e.g. `9,998 of 10,000 calls have a statement`. */
  readonly figure: string
  /** One or two sentences that a person can follow. */
  readonly reason: string
  /** What would change the mark. */
  readonly would_change: string
  /** Where the records behind it are: a tab of the page and its filters. */
  readonly records: { readonly tab: string; readonly filter: { readonly [name: string]: string } } | null
}
