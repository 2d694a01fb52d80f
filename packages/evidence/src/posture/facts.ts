/** What the posture is judged from: counts of the record and what is in force. The caller brings them; nothing is looked up. */
import type { PolicyBundle, Verdict } from '../policy/types.js'
import type { PublishedFindingKind } from '../reconcile/findings.js'

export type PostureFacts = {
  /** In the window. */
  readonly sessions: number
  readonly actions: number
  readonly verdicts: { readonly [verdict in Verdict]: number }
  /** Actions with at least one statement. */
  readonly stated: number
  /** Decisions made although no policy could be loaded: every one a DENY. */
  readonly withoutPolicy: number
  /** The bundle in force; null when it cannot be loaded. */
  readonly bundle: PolicyBundle | null
  /** Published findings that nobody reviewed and nothing cleared. */
  readonly openFindings: { readonly [kind in PublishedFindingKind]?: number }
  /** What recomputing receipts of this record gave. */
  readonly recomputed: {
    readonly receipts: number
    /** Verdicts that the published rules do not give. */
    readonly otherVerdict: number
    /** Receipts whose signature does not verify. */
    readonly badSignature: number
  }
  /** STEP_UPs and DEFERs that a signed receipt should have ended, and did not. */
  readonly unansweredOverdue: boolean
  /** Sessions with a grant, and with a task. */
  readonly grants: number
  readonly tasks: number
  /** Actions that commit to the instructions, and to the text shown to a person. */
  readonly instructions: number
  readonly shownText: number
  /** What the vendor's own monitoring is given; null where that cannot be told from the material at hand. */
  readonly telemetry: Telemetry | null
}

export type Telemetry = {
  /** Everything that happens can be read as a stream of events. */
  readonly stream: boolean
  /** Addresses that are told of what happens. */
  readonly webhooks: number
}
