/** Where the page gets what it shows: the service, or an export that is at hand. For display; only Verify proves. */
import type {
  PageAction,
  PageCall,
  PageCheckpoints,
  Paged,
  PageFinding,
  PageKeys,
  PageLogEntry,
  PagePolicy,
  PagePosture,
  PageRun,
  PageRunDetail,
  PageSignals,
  PageSnapshot,
  PageSnapshotComparison,
  PageSummary,
} from '@heron/evidence'

export type RunFilter = { readonly agent?: string; readonly verdict?: string; readonly finding?: string }
export type FindingFilter = { readonly kind?: string; readonly state?: string }

/** How the verifier's worker gets at the export. */
export type ExportOrigin =
  | { readonly from: 'url'; readonly url: string; readonly token: string | null }
  | { readonly from: 'blob'; readonly blob: Blob }

export type ExportFormat = 'ndjson' | 'gz' | 'json' | 'csv' | 'html'

export type PageSource = {
  readonly summary: () => Promise<PageSummary>
  readonly posture: () => Promise<PagePosture>
  readonly findings: (filter: FindingFilter, cursor: string | null) => Promise<Paged<PageFinding>>
  readonly runs: (filter: RunFilter, cursor: string | null) => Promise<Paged<PageRun>>
  readonly run: (session: string) => Promise<PageRunDetail>
  readonly calls: (session: string, cursor: string | null) => Promise<Paged<PageCall>>
  readonly action: (action: string) => Promise<PageAction>
  readonly policy: () => Promise<PagePolicy>
  readonly signals: () => Promise<PageSignals>
  readonly log: (cursor: string | null) => Promise<Paged<PageLogEntry>>
  readonly keys: () => Promise<PageKeys>
  readonly checkpoints: () => Promise<PageCheckpoints>
  readonly exportOrigin: () => ExportOrigin
  /** What only a running service can do; null where there is none. */
  readonly service: ServiceSide | null
}

export type ServiceSide = {
  readonly download: (format: ExportFormat) => Promise<Blob>
  readonly snapshots: () => Promise<readonly PageSnapshot[]>
  readonly takeSnapshot: () => Promise<PageSnapshot>
  readonly compareSnapshot: (id: string) => Promise<PageSnapshotComparison>
}
