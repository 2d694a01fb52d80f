/** Tools and catalogues as the operator API tells of them (wire names). */
import type { CatalogSignals } from '@heron/evidence'
import type { SourceCounts } from '../../record/source-table.js'
import type { AnswerOf, ItemOf, Told } from './answer-of.js'

type Answer = AnswerOf<'/projects/{project}/tools'>

export type ToolsAnswer = Told<
  Answer,
  {
    readonly described: readonly Told<Answer['described'][number], { readonly signals: CatalogSignals }>[]
    readonly dimensions: SourceCounts
  }
>

export type CatalogVersion = ItemOf<'/projects/{project}/tools/catalogs'>
