/**
 * What the evidence page reads from the service (heron.md §9, pages.md). All of it is for display and may be wrong or
 * false: what a reader may rely on is only what the verifier recomputes from the export.
 *
 * Paths are below `/e/{slug}/api/`. Lists are paged by `cursor` (opaque, from the answer before) and `limit` (1 to 200).
 */
import type { DecisionPayload, EvaluationPayload, AuditPayload, Receipt } from '../receipt/payloads.js'
import type { ActionRecord, SessionRecord } from '../chain/records.js'
import type { BundleEntry, CatalogEntry, KeyEntry, StatementEntry, VendorKeyEntry } from '../export/format.js'
import type { Dimension, Rule, Source, Verdict } from '../policy/types.js'
import type { PublishedFindingKind, Severity } from '../reconcile/findings.js'
import type { PostureClaim } from '../posture/claims.js'

export type Paged<Item> = { readonly items: readonly Item[]; readonly next_cursor: string | null }

/** `summary`: the first screen, items 1 and 4. */
export type PageSummary = {
  readonly vendor: string
  readonly project: { readonly id: string; readonly name: string }
  readonly organization: string
  readonly window: {
    /** RFC 3339 UTC; sessions opened from here on are shown. */
    readonly from: string
    readonly to: string
    readonly days: number
    /** Whose setting: the page's, or this link's own longer reach. */
    readonly set_by: 'page' | 'link'
    /** Operator-log entries that changed the window, newest first: shortening hides, and is told. */
    readonly changes: readonly {
      readonly at: string
      readonly from_days: number
      readonly to_days: number
      readonly reason: string | null
    }[]
  }
  /** Exact, inside the window. */
  readonly counts: {
    readonly sessions: number
    readonly open_sessions: number
    readonly actions: number
    /** Actions with at least one statement: what the vendor declares, not what Heron proves. */
    readonly actions_with_statement: number
    readonly verdicts: { readonly [verdict in Verdict]: number }
  }
  readonly first_record_at: string | null
  readonly last_record_at: string | null
  readonly findings: readonly {
    readonly kind: PublishedFindingKind
    readonly severity: Severity
    readonly open: number
    readonly reviewed: number
    readonly newest_at: string
  }[]
  /** Lines that *Verify* will check, about. */
  readonly records_to_verify: number
  readonly public_overview: boolean
  readonly generated_at: string
}

/** `posture` */
export type PagePosture = { readonly claims: readonly PostureClaim[] }

/** `findings?kind=&state=open|reviewed` */
export type PageFinding = {
  readonly finding: string
  readonly kind: PublishedFindingKind
  readonly severity: Severity
  readonly session: string | null
  readonly action: string | null
  readonly tool: string | null
  readonly raised_at: string
  readonly cleared_at: string | null
  readonly reviews: readonly {
    readonly act: string
    readonly reason: string | null
    readonly at: string
    readonly entry_hash: string
  }[]
}

/** `runs?agent=&verdict=&finding=` */
export type PageRun = {
  readonly session: string
  readonly agent: string
  readonly agent_version: string | null
  readonly opened_at: string
  readonly closed_at: string | null
  readonly head_hash: string
  readonly actions: number
  readonly verdicts: { readonly [verdict: string]: number }
  readonly findings: number
}

/** `runs/{session}`: the run and its chain; its calls are `runs/{session}/calls`. */
export type PageRunDetail = PageRun & {
  readonly record: SessionRecord
  readonly genesis_hash: string
  readonly parent_session: string | null
  readonly child_sessions: readonly string[]
}

/** One call of a run, in position order. */
export type PageCall = {
  readonly action: string
  readonly position: number
  readonly seq: number
  readonly tool: string
  readonly verdict: Verdict
  readonly rule: string | null
  readonly reasons: readonly string[]
  readonly dimensions: { readonly [name in Dimension]: { readonly value: string; readonly source: Source } }
  readonly prev_hash: string
  readonly record_hash: string
  readonly resolves: string | null
  readonly outcomes: readonly {
    readonly outcome: string
    readonly signature_valid: boolean
    readonly received_at: string
  }[]
  readonly findings: readonly PublishedFindingKind[]
  readonly received_at: string
}

/** `actions/{id}`: the four signed documents and what they say. */
export type PageAction = {
  readonly session: string
  readonly record: ActionRecord
  readonly prev_hash: string
  readonly record_hash: string
  readonly decision: Receipt<DecisionPayload>
  readonly evaluation: Receipt<EvaluationPayload>
  readonly statements: readonly StatementEntry[]
  readonly rule: Rule | null
  readonly findings: readonly PageFinding[]
}

/** `policy` */
export type PagePolicy = {
  readonly in_force: string | null
  readonly bundles: readonly (BundleEntry & {
    readonly first_used_at: string | null
    readonly last_used_at: string | null
    readonly decisions: number
    /** By rule id; `no_rule` for the base. */
    readonly decided: { readonly [rule: string]: number }
  })[]
  /** Managed rules that the vendor turned off, with its own reason. */
  readonly disabled: readonly { readonly rule: string; readonly reason: string | null; readonly at: string }[]
}

/** `signals` */
export type PageSignals = {
  readonly actions: number
  readonly dimensions: { readonly [name in Dimension]: { readonly [source in Source]: number } }
  readonly tools: {
    readonly described: readonly string[]
    readonly listed: readonly string[]
    readonly absent: readonly string[]
  }
  /** How many of how many could have: instructions and shown text per action, grants and tasks per session. */
  readonly commitments: {
    readonly instructions: number
    readonly shown_text: number
    readonly grants: number
    readonly tasks: number
    readonly sessions: number
    readonly actions: number
  }
  readonly catalog: CatalogEntry | null
}

/** `log` */
export type PageLogEntry = { readonly receipt: Receipt<AuditPayload> }

/** `keys` */
export type PageKeys = { readonly heron: readonly KeyEntry[]; readonly vendor: readonly VendorKeyEntry[] }

/** `checkpoints`: how far the record is committed to (heron.md §11). For display; the export holds what proves it. */
export type PageCheckpoints = {
  readonly count: number
  /** When the first one was taken; null before it. */
  readonly first_at: string | null
  readonly newest: {
    readonly number: number
    /** Leaves of the log of heads. */
    readonly size: number
    /** Base64. */
    readonly root: string
    readonly taken_at: string
    /** Witnesses that have signed it. */
    readonly witnesses: readonly string[]
    /** The signed note, to keep. */
    readonly note: string
  } | null
}

/** `snapshots`, and `snapshots/{id}/compare`; `snapshots/{id}` is the signed `Receipt<SnapshotPayload>`, to keep. */
export type PageSnapshot = {
  readonly id: string
  readonly taken_at: string
  readonly sessions: number
  readonly actions: number
  readonly digest: string
}
export type PageSnapshotComparison = {
  readonly snapshot: PageSnapshot
  readonly added: { readonly sessions: number; readonly actions: number; readonly findings: number }
  /** What the snapshot holds and the record no longer does: must be empty. */
  readonly vanished: readonly {
    readonly what: 'session' | 'action' | 'head' | 'log_entry'
    readonly id: string
    readonly detail: string
  }[]
}

/** `/e/{slug}/api/overview`: without a link, only where an operator switched it on. */
export type PublicOverview = {
  readonly vendor: string
  readonly project: string
  readonly window_days: number
  readonly claims: readonly PostureClaim[]
  readonly counts: {
    readonly sessions: number
    readonly actions: number
    readonly verdicts: { readonly [verdict in Verdict]: number }
  }
  readonly findings: readonly {
    readonly kind: PublishedFindingKind
    readonly severity: Severity
    readonly open: number
    readonly reviewed: number
  }[]
  readonly rules: readonly { readonly id: string; readonly title: string; readonly effect: Verdict }[]
}

/** `POST /e/{slug}/api/requests`: somebody asks for a link; read by the operator only, and expires. */
export type LinkRequest = { readonly name: string; readonly why: string; readonly email: string }
