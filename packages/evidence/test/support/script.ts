/** What a test says about the sessions of an export: only what it cares about, the rest has defaults. */
import type { GrantScope, Outcome, Signals } from '../../src/index.js'

export type Call = {
  readonly tool: string
  readonly signals?: Signals
  readonly args?: Readonly<Record<string, string | number>>
  /** The vendor's statements in order of arrival; default is one that honours the decision. */
  readonly statements?: readonly Statement[]
  /** Ends an unanswered STEP_UP or DEFER. */
  readonly timesOut?: boolean
  /** Index in the session of the call that this one answers. */
  readonly answers?: number
  /** Who gave that answer: the vendor says so (default), or the dashboard. */
  readonly answeredBy?: 'vendor' | 'dashboard'
  /** Default APPROVE. */
  readonly answer?: 'APPROVE' | 'DECLINE'
  /** Ends an unanswered STEP_UP that somebody declined in the dashboard. */
  readonly declinedUnused?: boolean
  /** Enforced unless said otherwise; `suspended` is break-glass. Declared before the call, ended after it. */
  readonly effect?: 'enforced' | 'advisory' | 'suspended'
  /** No policy could be loaded. */
  readonly withoutPolicy?: boolean
  /** A managed rule that an operator switches before the call. */
  readonly switches?: { readonly rule: string; readonly enabled: boolean }
  /** Passes before the call, and before what an operator switches for it. */
  readonly afterMs?: number
}

export type Statement = {
  readonly outcome?: Outcome
  readonly errorCode?: string
  /** `broken`: a signature that does not verify, recorded as such. */
  readonly signature?: 'good' | 'broken' | 'unknown_key'
  /** The file shows a placeholder instead of the signed error code. */
  readonly withheld?: boolean
}

export type Session = {
  readonly calls: readonly Call[]
  readonly open?: boolean
  readonly grantScope?: GrantScope
  /** Record formats that older versions of Heron wrote. */
  readonly recordFormat?: 1 | 2 | 3
}
