/** Keys as the operator API tells of them (wire names). */
import type { AnswerOf, ItemOf } from './answer-of.js'

export type ApiKey = ItemOf<'/projects/{project}/api-keys'>

/** Holds the secret: this once. */
export type MintedApiKey = AnswerOf<'/projects/{project}/api-keys', 'post'>

export type VendorKey = ItemOf<'/projects/{project}/vendor-keys'>

export type HeronKey = ItemOf<'/projects/{project}/heron-keys'>

export type Items<Item> = { readonly items: readonly Item[] }
