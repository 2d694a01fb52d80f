/** What passes between `heron verify` and its workers. */
import type { Batch, BatchInspection, Material } from '@heron/evidence'

/** First the material, once; then batches. */
export type ToWorker = { readonly material: Material } | { readonly number: number; readonly batch: Batch }

export type FromWorker = { readonly number: number; readonly inspection: BatchInspection }
