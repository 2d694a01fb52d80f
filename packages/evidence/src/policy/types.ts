/** Policy as data: rules, bundles, and what an evaluation reads and answers (heron.md §4, §5). */

export const VERDICTS = ['ALLOW', 'DENY', 'STEP_UP', 'MODIFY', 'DEFER'] as const
export type Verdict = (typeof VERDICTS)[number]

export const OPERATIONS = ['read', 'write', 'send', 'delete', 'execute', 'unknown'] as const
export const DATA_CLASSES = ['none', 'operational', 'financial', 'credential', 'personal', 'unknown'] as const
export const DESTINATIONS = ['none', 'internal', 'external', 'third_party', 'unknown'] as const
export const MAGNITUDES = ['none', 'single', 'bulk', 'unknown'] as const
export const REVERSIBILITIES = ['reversible', 'costly', 'terminal', 'unknown'] as const

export type Operation = (typeof OPERATIONS)[number]
export type DataClass = (typeof DATA_CLASSES)[number]
export type Destination = (typeof DESTINATIONS)[number]
export type Magnitude = (typeof MAGNITUDES)[number]
export type Reversibility = (typeof REVERSIBILITIES)[number]

export const DIMENSIONS = ['operation', 'data_class', 'destination', 'magnitude', 'reversibility'] as const
export type Dimension = (typeof DIMENSIONS)[number]

/** The closed vocabulary of each dimension. */
export const DIMENSION_VALUES: { readonly [name in Dimension]: readonly string[] } = {
  operation: OPERATIONS,
  data_class: DATA_CLASSES,
  destination: DESTINATIONS,
  magnitude: MAGNITUDES,
  reversibility: REVERSIBILITIES,
}

/** Strongest first. */
export const SOURCES = ['declared', 'catalogued', 'inferred', 'derived', 'unknown'] as const
export type Source = (typeof SOURCES)[number]

export type Dimensioned<Value extends string> = { readonly value: Value; readonly source: Source }

/** Flat scalars that the vendor states about one call. Never published. */
export type Signals = { readonly [key: string]: string | number | boolean | null }

/** What is known of a person's answer, as published: the vendor's word, or Heron's own log. */
export type ApprovalStatement =
  | {
      readonly kind: 'answer'
      readonly resolves_action: string
      readonly human_decision: string
      readonly approver: string | null
    }
  | { readonly kind: 'prior'; readonly approver: string | null }
  /** Heron's own: a person answered in the dashboard, and the operator log says so. */
  | {
      readonly kind: 'operator'
      readonly resolves_action: string
      readonly human_decision: 'APPROVE' | 'DECLINE'
      /** Pseudonym in the project's operator log. */
      readonly approver: string
      /** The log entry's hash. */
      readonly entry_hash: string
    }

/** Provenance of a model's answers: which dimensions, by which model, asked what, having seen how much. */
export type InferenceStatement = {
  readonly dimensions: readonly Dimension[]
  readonly model: string
  readonly prompt_hash: string
  readonly slice: string
  /** Dimensions where the model's answer disagrees with what was measured (INTENT_CONTRADICTION). */
  readonly contradicts: readonly {
    readonly dimension: Dimension
    readonly inferred: string
    readonly measured: string
    readonly measured_source: Source
  }[]
}

/** The signed classification: a value and a source per dimension, approval and inference provenance. Wire names. */
export type Classification = {
  readonly taxonomy: string
  readonly lexicon: string
  readonly operation: Dimensioned<Operation>
  readonly data_class: Dimensioned<DataClass>
  readonly destination: Dimensioned<Destination>
  readonly magnitude: Dimensioned<Magnitude> & {
    /** Which counts the magnitude was judged from. */
    readonly of: readonly ('record_count' | 'recipient_count' | 'amount')[]
  }
  readonly reversibility: Dimensioned<Reversibility>
  readonly approval: ApprovalStatement | null
  readonly inference: InferenceStatement | null
  /** Names of the inert commitments stated (`instructions_hash`, `shown_text_hash`); their values are not published. */
  readonly commitments: readonly string[]
}

/** Counts of a session's earlier **allowed** actions: the context that rules may read (AARM R2). Wire names. */
export type History = {
  /** Actions announced in the session before this one, whatever their verdict. */
  readonly actions: number
  /** Allowed actions by operation; absent names mean zero. */
  readonly operations: { readonly [operation: string]: number }
  /** Data classes of allowed reads; absent names mean zero. */
  readonly data_classes_read: { readonly [dataClass: string]: number }
  /** STEP_UPs of this session that an approval has lifted. */
  readonly approvals: number
}

/**
 * A test on one signal. Its result is published, the signal is not, so that a verdict can be recomputed. A signal that
 * is absent or null is not stated, and every test on it but `stated: false` is false. `between` includes both ends.
 */
export type SignalTest =
  | { readonly signal: string; readonly above: number }
  | { readonly signal: string; readonly below: number }
  | { readonly signal: string; readonly between: readonly [number, number] }
  | { readonly signal: string; readonly one_of: readonly (string | number | boolean)[] }
  | { readonly signal: string; readonly stated: boolean }

export type SignalTestResult = {
  readonly test: SignalTest
  /** Null where the stated value is of a kind that the test cannot compare: the rule then cannot be evaluated. */
  readonly result: boolean | null
}

/** The closed condition language. Anything else cannot be evaluated, and such a rule counts as a matched DENY. */
export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }
  | { readonly dimension: Dimension; readonly in: readonly string[] }
  | { readonly dimension: Dimension; readonly not_in: readonly string[] }
  | { readonly history: 'actions' | 'approvals'; readonly at_least: number }
  | { readonly history: 'actions' | 'approvals'; readonly at_most: number }
  | { readonly history: 'operations' | 'data_classes_read'; readonly of: string; readonly at_least: number }
  | { readonly history: 'operations' | 'data_classes_read'; readonly of: string; readonly at_most: number }
  | SignalTest

export type Transform = {
  readonly note: string
  readonly narrow_destination_to?: Destination
  readonly reduce_magnitude_to?: Magnitude
}

export type Pending = {
  readonly prior_operation?: readonly Operation[]
  readonly prior_read_of_data_class?: DataClass
}

export type Rule = {
  readonly id: string
  /** Place in the managed set, from 1; a project's own rules have none. */
  readonly number?: number
  readonly version: number
  readonly title: string
  readonly text: string
  readonly effect: Verdict
  readonly when: Condition
  readonly min_source?: Source
  /** Required when `effect` is MODIFY. */
  readonly transform?: Transform
  /** Required when `effect` is DEFER. */
  readonly pending?: Pending
}

/** Bulk is above these; 1 up to there is single; 0 is none. `amount` in minor units. */
export type Thresholds = {
  readonly record_count: number
  readonly recipient_count: number
  readonly amount: number
}

/** Everything a verdict depends on besides the call: immutable, named by its hash on every receipt. */
export type PolicyBundle = {
  readonly v: 1
  readonly algorithm: 'deny-overrides'
  readonly base: 'DENY' | 'STEP_UP'
  /** In order of rule id by UTF-16 code unit. */
  readonly rules: readonly Rule[]
  readonly thresholds: Thresholds
  readonly taxonomy: string
  readonly lexicon: string
}

/** How an approval statement met the session: what the engine needs to know besides the statement itself. */
export type ApprovalMatch = 'none' | 'applies' | 'declined' | 'not_found' | 'mismatch' | 'used' | 'expired'

/** Everything the engine reads. An evaluation receipt carries it whole, so that receipt + bundle give the verdict. */
export type EvaluationInput = {
  readonly classification: Classification
  readonly history: History
  readonly signal_tests: readonly SignalTestResult[]
  readonly approval_match: ApprovalMatch
}

export type Evaluation = {
  readonly verdict: Verdict
  /** The rule that decided, or null where none matched. */
  readonly rule: string | null
  /** Stable tokens, e.g. a matched rule's id, `no_rule`, `uncertain`, `human_approved`, `rule_error`. */
  readonly reasons: readonly string[]
  /** Ids of every rule that matched. */
  readonly matched: readonly string[]
  /** Weakest source among the dimensions that the deciding rule reads: high, medium or low. */
  readonly confidence: 'high' | 'medium' | 'low'
  readonly transform: Transform | null
  readonly pending: Pending | null
}
