/** Issues and their findings, as the operator API tells them (wire names). */
import type { FindingKind, Severity } from '@heron/evidence'
import type { AnswerOf, ItemOf, Told } from './answer-of.js'

export const FACETS = ['tool', 'agent', 'environment', 'verdict', 'rule'] as const
export type Facet = (typeof FACETS)[number]

/** In a filter: those without such a value. */
export const WITHOUT = '~'

type Exact = { readonly kind: FindingKind; readonly severity: Severity }

export type Issue = Told<ItemOf<'/projects/{project}/issues'>, Exact>

export type FacetCount = Issue['distributions'][Facet][number]

export type IssueFinding = Told<AnswerOf<'/projects/{project}/findings/{finding}'>, Exact>

/** The issue, and a page of its findings. */
export type IssueDetail = Told<
  AnswerOf<'/projects/{project}/issues/{kind}'>,
  Exact & {
    readonly findings: { readonly items: readonly IssueFinding[]; readonly next_cursor: string | null }
  }
>
