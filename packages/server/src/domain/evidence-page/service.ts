/** What a reviewer can ask for, as the HTTP layer sees it (heron.md §9). Answers are those of `page/answers.ts`. */
import type {
  LinkRequest,
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
  PublicOverview,
  Receipt,
  SnapshotPayload,
} from '@heron/evidence'
import type { TileAddress } from '../checkpoints/read-tiles.js'
import type { FindingFilter } from './findings.js'
import type { PageRequest } from './paging.js'
import type { LinkReach } from './reach.js'
import type { RunFilter } from './runs.js'

export type EvidencePageService = {
  /** Null for a link that is unknown, revoked, or another page's. */
  readonly openLink: (slug: string, token: string) => Promise<LinkReach | null>
  /** Null where the overview is not open. */
  readonly overview: (slug: string) => Promise<PublicOverview | null>
  readonly requestLink: (slug: string, request: LinkRequest) => Promise<void>
  readonly summary: (reach: LinkReach) => Promise<PageSummary>
  readonly posture: (reach: LinkReach) => Promise<PagePosture>
  readonly findings: (
    reach: LinkReach,
    filter: FindingFilter,
    page: PageRequest,
  ) => Promise<Paged<PageFinding>>
  readonly runs: (reach: LinkReach, filter: RunFilter, page: PageRequest) => Promise<Paged<PageRun>>
  readonly run: (reach: LinkReach, session: string) => Promise<PageRunDetail>
  readonly calls: (reach: LinkReach, session: string, page: PageRequest) => Promise<Paged<PageCall>>
  readonly action: (reach: LinkReach, action: string) => Promise<PageAction>
  readonly policy: (reach: LinkReach) => Promise<PagePolicy>
  readonly signals: (reach: LinkReach) => Promise<PageSignals>
  readonly log: (reach: LinkReach, page: PageRequest) => Promise<Paged<PageLogEntry>>
  readonly keys: (reach: LinkReach) => Promise<PageKeys>
  readonly checkpoints: (reach: LinkReach) => Promise<PageCheckpoints>
  /** A tile of the log of heads (C2SP tlog-tiles). */
  readonly tile: (reach: LinkReach, tile: TileAddress) => Promise<Uint8Array>
  /** The export of the link's window, line by line. */
  readonly exportLines: (reach: LinkReach) => AsyncGenerator<string>
  /** Runs and calls in the window: how large an export will be. */
  readonly size: (reach: LinkReach) => Promise<number>
  readonly takeSnapshot: (reach: LinkReach) => Promise<PageSnapshot>
  readonly snapshots: (reach: LinkReach, page: PageRequest) => Promise<Paged<PageSnapshot>>
  readonly snapshot: (reach: LinkReach, id: string) => Promise<Receipt<SnapshotPayload>>
  readonly compareSnapshot: (reach: LinkReach, id: string) => Promise<PageSnapshotComparison>
}
