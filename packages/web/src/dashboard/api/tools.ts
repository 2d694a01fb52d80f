/** Tools and catalogues as the operator API tells of them (wire names). */
import type { CatalogSignals, Dimension, Source } from '@heron/evidence'

export type ToolsAnswer = {
  readonly catalog: {
    readonly hash: string
    readonly received_at: string
    readonly kid: string
    readonly tools: number
  } | null
  readonly described: readonly {
    readonly name: string
    readonly calls: number
    readonly aliases: readonly string[]
    readonly signals: CatalogSignals
  }[]
  readonly listed: readonly { readonly name: string; readonly calls: number }[]
  readonly absent: readonly { readonly name: string; readonly calls: number }[]
  readonly dimensions: { readonly [name in Dimension]: { readonly [source in Source]: number } }
}

export type CatalogVersion = {
  readonly id: string
  readonly catalog_hash: string
  readonly received_at: string
  readonly kid: string
  readonly signature_valid: boolean
  readonly tools: number
}
