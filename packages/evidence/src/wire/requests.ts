/** What a vendor's client sends (heron.md §3). Shapes only: the service validates, the SDK builds. */
import type { Principal } from '../chain/records.js'
import type { JsonObject } from '../json/value.js'
import type { Signals } from '../policy/types.js'

export type GrantScope = {
  readonly allowed_tools?: readonly string[]
  readonly bounds?: JsonObject
  readonly expires_at?: string
}

/** A delegation chain as a grant's document: compact tokens, root first. */
export type DelegationDocument = { readonly tokens: readonly string[] }

/** `POST /v1/sessions` */
export type OpenSessionRequest = {
  readonly external_id: string
  readonly agent: { readonly external_id: string; readonly name?: string; readonly version?: string }
  readonly principal: Principal
  readonly original_request: { readonly hash: string; readonly anchors: readonly string[] }
  readonly task?: { readonly ref: string; readonly parent_session_external_id?: string }
  readonly grant?: {
    readonly hash: string
    readonly ref?: string
    readonly scope?: GrantScope
    /** The document behind `hash`, where it is a delegation chain that reviewers may check. */
    readonly document?: DelegationDocument
  }
  readonly started_at: string
}

/** `POST /v1/actions`, the before-action hook. */
export type AnnounceActionRequest = {
  readonly session_external_id: string
  readonly seq: number
  readonly tool: { readonly name: string; readonly provider?: string; readonly server?: string }
  readonly args_redacted: JsonObject
  readonly args_hash: string
  readonly signals?: Signals
  readonly resource_ref?: string
  readonly requested_at: string
  readonly chain?: { readonly prev_hash: string }
}

export const OUTCOMES = [
  'EXECUTED',
  'SKIPPED',
  'FAILED',
  'BLOCKED',
  'ESCALATED',
  'ABANDONED',
  'NOT_ATTEMPTED',
] as const
export type Outcome = (typeof OUTCOMES)[number]

/** The six members that the vendor signs; absent is null. */
export type ExecutionStatement = {
  readonly action_id: string
  readonly decision_id: string
  readonly outcome: Outcome
  readonly result_hash: string | null
  readonly error_code: string | null
  readonly executed_at: string
}

export type VendorSignature = { readonly kid: string; readonly alg: 'Ed25519'; readonly value: string }

/** `POST /v1/executions`: one, or an array of up to 500. */
export type ReportExecutionRequest = ExecutionStatement & { readonly signature: VendorSignature }

/** Facts that hold for every call of a tool. */
export type CatalogSignals = {
  readonly op?: string
  readonly data_class?: string
  readonly destination?: string
  readonly reversible?: boolean
  readonly reversibility?: string
}

export type CatalogTool = {
  readonly name: string
  readonly aliases?: readonly string[]
  readonly signals: CatalogSignals
  readonly provider?: string
  readonly server?: string
}

/** The signed part of `PUT /v1/tool-catalog`. */
export type ToolCatalogBody = { readonly v: 1; readonly tools: readonly CatalogTool[] }

/** `PUT /v1/tool-catalog` */
export type PutToolCatalogRequest = ToolCatalogBody & { readonly signature: VendorSignature }
