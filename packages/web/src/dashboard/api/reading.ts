/** What agents did, as the operator API tells it (wire names). */
import type {
  AuditPayload,
  PageAction,
  Receipt,
  ResolutionPayload,
  SessionRecord,
  Verdict,
} from '@heron/evidence'
import type { EnforcementState } from '../parts/status.js'
import type { AnswerOf, ItemOf, Told } from './answer-of.js'

/** `actor` is for people of the organization only. */
export type LogItem = Told<ItemOf<'/projects/{project}/log'>, { readonly receipt: Receipt<AuditPayload> }>

export type OverviewAnswer = Told<
  AnswerOf<'/projects/{project}/overview'>,
  { readonly changes: readonly LogItem[]; readonly enforcement: EnforcementState }
>

export type SessionItem = ItemOf<'/projects/{project}/sessions'>

export type SessionDetail = Told<
  AnswerOf<'/projects/{project}/sessions/{session}'>,
  {
    readonly record: SessionRecord
    readonly grant: { readonly hash: string; readonly ref: string | null; readonly scope: unknown } | null
  }
>

export type CallItem = Told<ItemOf<'/projects/{project}/actions'>, { readonly verdict: Verdict }>

export type CallDetail = Told<
  AnswerOf<'/projects/{project}/actions/{action}'>,
  PageAction & { readonly resolution: Receipt<ResolutionPayload> | null }
>

export type Facets = AnswerOf<'/projects/{project}/facets'>

export type GettingStartedAnswer = AnswerOf<'/projects/{project}/getting-started'>

export type LogVerification = AnswerOf<'/projects/{project}/log/verification'>
