/** What a reviewer can ask for, as the HTTP layer sees it (heron.md §9). Answers are those of `page/answers.ts`. */
import {
  judgePosture,
  type LinkRequest,
  type PageAction,
  type PageCall,
  type Paged,
  type PageFinding,
  type PageKeys,
  type PageLogEntry,
  type PagePolicy,
  type PagePosture,
  type PageRun,
  type PageRunDetail,
  type PageSignals,
  type PageSnapshot,
  type PageSnapshotComparison,
  type PageSummary,
  type PublicOverview,
  type Receipt,
  type SnapshotPayload,
} from '@heron/evidence'
import type { PublishedKey } from '../../keys/key-ring.js'
import { exportProject, type ExportParts } from '../export-project.js'
import type { SignatureCheck } from '../fsck/check-signature.js'
import type { IdSource } from '../ids.js'
import { requestLink } from '../overview/link-requests.js'
import { readPublicOverview } from '../overview/public-overview.js'
import { readPostureFacts } from '../posture-facts/read-facts.js'
import { compareSnapshot, listSnapshots, readSnapshot } from '../snapshots/compare-snapshot.js'
import { takeSnapshot } from '../snapshots/take-snapshot.js'
import { readPolicies, readSignals } from './controls.js'
import { type FindingFilter, listFindings } from './findings.js'
import type { PageRequest } from './paging.js'
import { type LinkReach, openLink } from './reach.js'
import { listKeys, listLog, readCall } from './record.js'
import { listCalls, listRuns, readRun, type RunFilter } from './runs.js'
import { readSummary } from './summary.js'
import { countActions, countSessions } from './tallies.js'

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
  /** The export of the link's window, line by line. */
  readonly exportLines: (reach: LinkReach) => AsyncGenerator<string>
  /** Runs and calls in the window: how large an export will be. */
  readonly size: (reach: LinkReach) => Promise<number>
  readonly takeSnapshot: (reach: LinkReach) => Promise<PageSnapshot>
  readonly snapshots: (reach: LinkReach, page: PageRequest) => Promise<Paged<PageSnapshot>>
  readonly snapshot: (reach: LinkReach, id: string) => Promise<Receipt<SnapshotPayload>>
  readonly compareSnapshot: (reach: LinkReach, id: string) => Promise<PageSnapshotComparison>
}

export type EvidencePageParts = ExportParts & {
  readonly newId: IdSource
  readonly isSigned: SignatureCheck
  readonly publishedKeys: readonly PublishedKey[]
}

export function createEvidencePageService(parts: EvidencePageParts): EvidencePageService {
  const { store, now, isSigned } = parts
  return {
    openLink: (slug, token) => openLink(store, { slug, token, now: now() }),
    overview: (slug) => readPublicOverview(store, slug, now(), isSigned),
    requestLink: (slug, request) => requestLink(parts, slug, request),
    summary: (reach) => readSummary(store, reach),
    posture: async (reach) => ({ claims: judgePosture(await readPostureFacts(store, reach, isSigned)) }),
    findings: (reach, filter, page) => listFindings(store, reach, filter, page),
    runs: (reach, filter, page) => listRuns(store, reach, filter, page),
    run: (reach, session) => readRun(store, reach, session),
    calls: (reach, session, page) => listCalls(store, reach, session, page),
    action: (reach, action) => readCall(store, reach, action),
    policy: (reach) => readPolicies(store, reach),
    signals: (reach) => readSignals(store, reach),
    log: (reach, page) => listLog(store, reach, page),
    keys: (reach) => listKeys(store, reach, parts.publishedKeys),
    exportLines: ({ scope, from }) => {
      const project = { organizationId: scope.organization_id, projectId: scope.project_id }
      return exportProject(parts, { project, since: from, until: null })
    },
    size: async (reach) =>
      (await countSessions(store, reach)).sessions + (await countActions(store, reach)).actions,
    takeSnapshot: (reach) => takeSnapshot(parts, reach),
    snapshots: (reach, page) => listSnapshots(store, reach, page),
    snapshot: (reach, id) => readSnapshot(store, reach, id),
    compareSnapshot: (reach, id) => compareSnapshot(store, reach, id),
  }
}
