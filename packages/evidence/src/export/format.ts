/**
 * The evidence export (heron.md §10): what the lines are and in which order they stand.
 *
 * NDJSON: one entry a line, each line the canonical text (RFC 8785) of its entry and `\n`; gzip accepted. Small ones
 * also as one JSON document, see {@link PlainExport}. Whatever was signed or hashed is embedded as it was: canonical
 * text nests, so the payload inside a canonical line is letter for letter the payload that was signed.
 *
 * Order, so that a reader verifies it in one pass with flat memory:
 *
 *     header · key* · vendor_key* · bundle* · catalog* · log* · checkpoint* · checkpoint_leaf*
 *     (session · action* · resolution* · close? · finding*)*
 *     unmatched* · finding* · manifest
 *
 * Actions stand in position order; findings about a session stand in its group, the others after `unmatched`. What was
 * committed to stands before the sessions, so that each chain is compared while it passes.
 */
import type { ActionRecord, SessionRecord } from '../chain/records.js'
import type { CheckpointLeaf } from '../checkpoint/leaves.js'
import type { Ed25519Jwk } from '../crypto/ed25519.js'
import type { PolicyBundle } from '../policy/types.js'
import type {
  AuditPayload,
  AuditRecord,
  ClosePayload,
  DecisionPayload,
  EvaluationPayload,
  Receipt,
  ResolutionPayload,
} from '../receipt/payloads.js'
import type { PublishedFindingKind, Severity } from '../reconcile/findings.js'
import type { DelegationDocument, GrantScope, ToolCatalogBody, VendorSignature } from '../wire/requests.js'

export const EXPORT_FORMAT = 'heron-export'
export const EXPORT_VERSION = 1

/** Entry types in the order of their sections; `finding` stands in two places. */
export const ENTRY_TYPES = [
  'header',
  'key',
  'vendor_key',
  'bundle',
  'catalog',
  'log',
  'checkpoint',
  'checkpoint_leaf',
  'session',
  'action',
  'resolution',
  'close',
  'finding',
  'unmatched',
  'manifest',
] as const
export type EntryType = (typeof ENTRY_TYPES)[number]

/** What the file says of itself; the manifest repeats it, signed. */
export type ExportScope = {
  /** Id of the organization. */
  readonly organization: string
  /** Id of the project. */
  readonly project: string
  /** Sessions started in it are here, each whole; null is without limit. RFC 3339 UTC. */
  readonly window: { readonly since: string | null; readonly until: string | null }
  /** Heron's clock when the snapshot was taken. */
  readonly generated_at: string
}

export type HeaderEntry = ExportScope & {
  readonly type: 'header'
  readonly format: typeof EXPORT_FORMAT
  readonly v: typeof EXPORT_VERSION
}

/** A key that Heron signs or signed with; none is ever left out. */
export type KeyEntry = {
  readonly type: 'key'
  readonly jwk: Ed25519Jwk
  readonly created_at: string
  readonly retired_at: string | null
}

/** A key that the vendor signs with. The times are those of the operator-log entries named beside them. */
export type VendorKeyEntry = {
  readonly type: 'vendor_key'
  readonly kid: string
  /** Public key, base64url. */
  readonly x: string
  readonly imported_at: string
  /** `entry_hash` of the log entry {@link VENDOR_KEY_ACTS} `.imported`. */
  readonly imported_by: string
  readonly revoked_at: string | null
  readonly revoked_by: string | null
}

/**
 * Acts of the operator log that the verifier ties to other entries. Subject of the first two: `vendor_key:<kid>`, and
 * `after` holds `public_key` (base64url) on import. A review's subject is `finding:<id>`.
 */
export const VENDOR_KEY_ACTS = { imported: 'vendor_key.imported', revoked: 'vendor_key.revoked' } as const
export const REVIEW_ACTS = { resolve: 'finding.resolved', reopen: 'finding.reopened' } as const

/** A policy bundle that some receipt in this file names. */
export type BundleEntry = {
  readonly type: 'bundle'
  readonly policy_hash: string
  readonly bundle: PolicyBundle
}

/** A catalogue as the vendor signed it. */
export type CatalogEntry = {
  readonly type: 'catalog'
  readonly catalog_hash: string
  readonly body: ToolCatalogBody
  readonly signature: VendorSignature
  /** What Heron found when it arrived; a bad one was never in force. */
  readonly signature_valid: boolean
  readonly received_at: string
}

/** An entry of the project's operator log: the whole chain from its first entry, whatever the window. */
export type LogEntry = {
  readonly type: 'log'
  readonly record: AuditRecord
  readonly prev_hash: string | null
  readonly entry_hash: string
  readonly receipt: Receipt<AuditPayload>
}

export type SessionEntry = {
  readonly type: 'session'
  /** Heron's session id, as in the record. */
  readonly session: string
  readonly record: SessionRecord
  readonly genesis_hash: string
  /** Hash of the vendor's `external_id` (the reference itself never travels): what a child's `parent_session_ref_hash` equals. */
  readonly ref_hash: string
  /** The grant's scope as sent, behind `grant_scope_hash`. */
  readonly grant_scope: GrantScope | null
  /** The delegation chain behind `grant_hash`, where the vendor carried it and the export was asked for it. */
  readonly grant_document: DelegationDocument | null
  readonly state: 'open' | 'closed'
  readonly head_hash: string
  /** Number of actions. */
  readonly actions: number
}

/** What stands for an error code that is not a plain code (heron.md §12); its signed bytes are withheld. */
export const WITHHELD_ERROR_CODE = '<redacted:error_code>'

/** A vendor's statement. `outcome` and the rest are the vendor's text, kept as sent even where they make no sense. */
export type StatementEntry = {
  readonly statement: {
    readonly action_id: string | null
    readonly decision_id: string | null
    readonly outcome: string | null
    readonly result_hash: string | null
    readonly error_code: string | null
    readonly executed_at: string | null
  }
  readonly signature: VendorSignature
  /** What Heron found when it arrived. */
  readonly signature_valid: boolean
  readonly received_at: string
  /** `error_code_withheld`: the error code shown is {@link WITHHELD_ERROR_CODE}, not what was signed. */
  readonly note: 'error_code_withheld' | null
}

export type ActionEntry = {
  readonly type: 'action'
  readonly record: ActionRecord
  readonly prev_hash: string
  readonly record_hash: string
  readonly decision: Receipt<DecisionPayload>
  readonly evaluation: Receipt<EvaluationPayload>
  /** In order of arrival; contradictory ones are all here. */
  readonly statements: readonly StatementEntry[]
}

export type ResolutionEntry = { readonly type: 'resolution'; readonly receipt: Receipt<ResolutionPayload> }

export type CloseEntry = { readonly type: 'close'; readonly receipt: Receipt<ClosePayload> }

/** Evidence on an action that this tenant does not have. */
export type UnmatchedEntry = StatementEntry & { readonly type: 'unmatched' }

/** A published finding; reviewing one removes nothing. */
export type FindingEntry = {
  readonly type: 'finding'
  /** Its id. */
  readonly finding: string
  readonly kind: PublishedFindingKind
  readonly severity: Severity
  readonly session: string | null
  /** The action; for evidence without decision the id that the vendor named. */
  readonly action: string | null
  /** The catalogue, where a catalogue's signature is what was found wanting. */
  readonly catalog_hash: string | null
  readonly raised_at: string
  /** Set when the missing statement landed. */
  readonly cleared_at: string | null
  /** In log order, each an operator-log entry on `finding:<id>`. */
  readonly reviews: readonly {
    readonly act: (typeof REVIEW_ACTS)[keyof typeof REVIEW_ACTS]
    readonly entry_hash: string
    readonly at: string
  }[]
}

/**
 * A checkpoint of the project's log of heads (heron.md §11), sizes ascending. Together with the leaves that follow them
 * they are the proof that every leaf is included and that each checkpoint extends the one before.
 */
export type CheckpointEntry = {
  readonly type: 'checkpoint'
  /** The signed note (C2SP tlog-checkpoint): Heron's signature and those of witnesses. */
  readonly note: string
  /**
   * Only on the first checkpoint of a file, and only where the file leaves out the leaves up to it: the complete
   * subtrees of the tree at that size, largest first, base64. Null elsewhere.
   */
  readonly nodes: readonly string[] | null
}

/** A leaf of that log, in order: from the first one, or from the size of the first checkpoint where that has `nodes`. */
export type CheckpointLeafEntry = {
  readonly type: 'checkpoint_leaf'
  readonly index: number
  readonly leaf: CheckpointLeaf
}

/** What Heron signs last: a file without it is a file cut short. */
export type ManifestPayload = ExportScope & {
  readonly kind: 'manifest'
  readonly v: 1
  /** Entries before this one. */
  readonly entries: number
  /** Fold of the digests of all lines before this one, see `digest.ts`. */
  readonly digest: string
  /** The same for each type that occurs, so that damage can be placed. */
  readonly sections: {
    readonly [type in EntryType]?: { readonly count: number; readonly digest: string }
  }
  /** In file order. */
  readonly sessions: readonly {
    readonly session: string
    readonly head_hash: string
    readonly actions: number
  }[]
  /** Head of the operator log; null where it is empty. */
  readonly log: {
    readonly chain: string
    readonly head_hash: string
    readonly entries: number
  } | null
}

export type ManifestEntry = { readonly type: 'manifest'; readonly receipt: Receipt<ManifestPayload> }

export type ExportEntry =
  | HeaderEntry
  | KeyEntry
  | VendorKeyEntry
  | BundleEntry
  | CatalogEntry
  | LogEntry
  | CheckpointEntry
  | CheckpointLeafEntry
  | SessionEntry
  | ActionEntry
  | ResolutionEntry
  | CloseEntry
  | FindingEntry
  | UnmatchedEntry
  | ManifestEntry

/** The form for small exports: the same entries in the same order, in one JSON document. */
export type PlainExport = {
  readonly format: typeof EXPORT_FORMAT
  readonly v: typeof EXPORT_VERSION
  readonly entries: readonly ExportEntry[]
}

/** Longest line accepted, in bytes. A manifest that lists 400,000 sessions still fits. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024

/** Largest plain form, in bytes: it has to be read whole. Larger exports come as NDJSON. */
export const MAX_PLAIN_BYTES = 64 * 1024 * 1024
