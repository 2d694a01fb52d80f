/**
 * `heron fsck`: recomputes everything stored, in one consistent view, while the service may go on (heron.md §2). It
 * trusts the key ring and nothing else; the database is what is under suspicion.
 */
import { detectSignatureVerifier } from '@heron/evidence'
import type { PublishedKey } from '../../keys/key-ring.js'
import { listProjects } from '../../store/queries/projects.js'
import { pageOfSessions } from '../../store/queries/sessions.js'
import type { Store } from '../../store/store.js'
import { checkSession } from './check-chain.js'
import { checkCheckpoints } from './check-checkpoints.js'
import { checkFindings } from './check-findings.js'
import { checkGovernance } from './check-governance.js'
import { checkPolicyChanges, LoggedPolicies } from './check-policy-changes.js'
import { checkLog, checkPolicies, checkVendorStatements } from './check-project.js'
import { signatureCheckOf } from './check-signature.js'
import { FsckNotes, type FsckReport } from './report.js'

const PAGE = 500

export async function checkStore(store: Store, publishedKeys: readonly PublishedKey[]): Promise<FsckReport> {
  const verify = await detectSignatureVerifier()
  const isSigned = signatureCheckOf(publishedKeys, verify)
  const notes = new FsckNotes()
  const snapshot = await store.snapshot()
  try {
    const projects = await snapshot.all(listProjects, {})
    for (const organization_id of new Set(projects.map((project) => project.organization_id))) {
      notes.enter(organization_id, null)
      await checkLog(snapshot, { organization_id, chain: `organization:${organization_id}` }, isSigned, notes)
    }
    for (const { organization_id, id: project_id } of projects) {
      const scope = { organization_id, project_id }
      notes.enter(organization_id, project_id)
      const policies = new LoggedPolicies()
      const log = { organization_id, chain: `project:${project_id}` }
      await checkLog(snapshot, log, isSigned, notes, (entry) => {
        policies.take(entry)
      })
      await checkPolicies(snapshot, scope, notes)
      await checkPolicyChanges(snapshot, scope, policies, notes)
      await checkVendorStatements(snapshot, scope, verify, notes)
      await checkFindings(snapshot, scope, notes)
      await checkGovernance(snapshot, scope, notes)
      await checkCheckpoints({ reader: snapshot, scope, isSigned, verify, notes })
      let after = ''
      for (;;) {
        const window = { since: '', until: '~', after_id: after, limit: PAGE }
        const sessions = await snapshot.all(pageOfSessions, { ...scope, ...window })
        for (const session of sessions) await checkSession(snapshot, session, isSigned, notes)
        after = sessions.at(-1)?.id ?? after
        if (sessions.length < PAGE) break
      }
    }
    return notes.report
  } finally {
    await snapshot.close()
  }
}
