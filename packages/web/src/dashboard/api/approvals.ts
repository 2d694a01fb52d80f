/** Approvals, as the operator API tells them (wire names). */
import type { Classification } from '@heron/evidence'
import type { ItemOf, Told } from './answer-of.js'

export type Approval = Told<
  ItemOf<'/projects/{project}/approvals'>,
  { readonly classification: Classification }
>
