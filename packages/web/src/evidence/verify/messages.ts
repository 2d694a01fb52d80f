/**
 * What passes between the page and its verifier threads. One thread coordinates: it fetches, cuts and walks the file.
 * The others inspect batches, each reached through a port of its own, so that the page's own thread does nothing but draw.
 */
import type { Batch, BatchInspection, CheckId, Material, VerificationReport } from '@heron/evidence'
import type { ExportOrigin } from '../source/page-source.js'

export type ToVerifier =
  | { readonly role: 'inspect'; readonly port: MessagePort }
  | { readonly role: 'coordinate'; readonly ports: readonly MessagePort[] }
  | { readonly order: 'verify'; readonly run: number; readonly request: VerifyRequest }
  | { readonly order: 'cancel'; readonly run: number }
  | { readonly order: 'line'; readonly ask: number; readonly line: number }

export type VerifyRequest = {
  readonly origin: ExportOrigin
  /** Text of a key set that the reader pinned. */
  readonly jwks: string | null
  readonly heads: readonly { readonly session: string; readonly head: string }[]
  /** Text of a checkpoint that the reader kept earlier. */
  readonly checkpoint: string | null
}

/** What the reader kept from elsewhere or earlier. */
export type Pins = Omit<VerifyRequest, 'origin'>

export type FromVerifier =
  | { readonly tell: 'progress'; readonly run: number; readonly progress: VerifyProgress }
  | {
      readonly tell: 'report'
      readonly run: number
      readonly report: VerificationReport
      readonly seconds: number
    }
  | { readonly tell: 'failed'; readonly run: number; readonly message: string }
  | { readonly tell: 'line'; readonly ask: number; readonly text: string | null }

export type VerifyProgress = {
  readonly lines: number
  readonly bytes: number
  /** Single comparisons so far, by check: what the inspecting threads have done. */
  readonly counts: Readonly<Partial<Record<CheckId, number>>>
  readonly failed: Readonly<Partial<Record<CheckId, number>>>
  readonly seconds: number
}

/** To an inspecting thread: first the material of the file, then batches. */
export type ToInspector = { readonly material: Material } | { readonly number: number; readonly batch: Batch }
export type FromInspector =
  | { readonly number: number; readonly inspection: BatchInspection }
  | { readonly number: number; readonly error: string }
