/** How many known-answer vectors this build reproduces: what `heron conformance` prints. */

export type VectorMiss = { readonly name: string; readonly expected: unknown; readonly got: unknown }

export type VectorScore = {
  readonly name: string
  readonly passed: number
  readonly total: number
  readonly failed: readonly VectorMiss[]
}
