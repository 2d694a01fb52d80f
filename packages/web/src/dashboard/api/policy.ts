/** Policy as the operator API tells of it (wire names). */
import type { PolicyBundle, Rule, Thresholds, Verdict } from '@heron/evidence'
import type { AnswerOf, ItemOf, Told } from './answer-of.js'

type Policy = AnswerOf<'/projects/{project}/policy'>

export type ManagedRule = Told<Policy['managed'][number], { readonly rule: Rule }>

export type OwnRule = Told<Policy['own'][number], { readonly rule: Rule }>

/** `revision` is what a change has to name; another one by then is `changed_meanwhile`. */
export type PolicyAnswer = Told<
  Policy,
  {
    readonly bundle: PolicyBundle
    readonly managed: readonly ManagedRule[]
    readonly own: readonly OwnRule[]
  }
>

export type PastBundle = Told<ItemOf<'/projects/{project}/policy/bundles'>, { readonly bundle: PolicyBundle }>

/** What a dry run judges past calls under. */
export type PolicyChange = {
  readonly disable?: readonly string[]
  readonly enable?: readonly string[]
  readonly put?: readonly Rule[]
  readonly remove?: readonly string[]
  readonly thresholds?: Thresholds
  readonly base?: PolicyBundle['base']
}

type Tried = AnswerOf<'/projects/{project}/policy/dry-run', 'post'>
type Ends = { readonly from: Verdict; readonly to: Verdict }

export type DryRun = Told<
  Tried,
  {
    readonly transitions: readonly Told<Tried['transitions'][number], Ends>[]
    readonly examples: readonly Told<Tried['examples'][number], Ends>[]
  }
>

export type RuleCheck = AnswerOf<'/projects/{project}/policy/check', 'post'>
