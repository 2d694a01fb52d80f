/** Puts together what reviewers ask for. */
import { judgePosture } from '@heron/evidence'
import { readCheckpoints } from '../checkpoints/read-checkpoints.js'
import { readTile } from '../checkpoints/read-tiles.js'
import { exportProject, type ExportParts } from '../export-project.js'
import type { SignatureCheck } from '../fsck/check-signature.js'
import type { IdSource } from '../ids.js'
import { requestLink } from '../overview/link-requests.js'
import { readPublicOverview } from '../overview/public-overview.js'
import { readPostureFacts } from '../posture-facts/read-facts.js'
import { compareSnapshot, listSnapshots, readSnapshot } from '../snapshots/compare-snapshot.js'
import { takeSnapshot } from '../snapshots/take-snapshot.js'
import { readPolicies, readSignals } from './controls.js'
import { listFindings } from './findings.js'
import { createLinkTouch } from './link-use.js'
import { openLink } from './reach.js'
import { listKeys, listLog, readCall } from './record.js'
import { listCalls, listRuns, readRun } from './runs.js'
import type { EvidencePageService } from './service.js'
import { readSummary } from './summary.js'
import { countActions, countSessions } from './tallies.js'

export type EvidencePageParts = ExportParts & {
  readonly newId: IdSource
  readonly isSigned: SignatureCheck
}

export function createEvidencePageService(parts: EvidencePageParts): EvidencePageService {
  const { store, now, isSigned } = parts
  const touch = createLinkTouch(store, now)
  return {
    openLink: async (slug, token) => {
      const reach = await openLink(store, { slug, token, now: now() })
      if (reach !== null) touch(reach)
      return reach
    },
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
    checkpoints: ({ scope }) => readCheckpoints(store, scope, parts.publishedKeys),
    tile: ({ scope, from }, tile) => readTile(store, scope, { tile, from }),
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
