/** The public overview (heron.md §9): posture, controls and counts for people without a link, where an operator opened it. */
import { judgePosture, type PublicOverview } from '@heron/evidence'
import type { Reader } from '../../store/store.js'
import { findPage, reachOf } from '../evidence-page/reach.js'
import { countFindings } from '../evidence-page/tallies.js'
import type { SignatureCheck } from '../fsck/check-signature.js'
import { bundleInForce, readPostureFacts } from '../posture-facts/read-facts.js'

/** Null where there is no such page, or it is closed: nobody learns which. */
export async function readPublicOverview(
  reader: Reader,
  slug: string,
  now: string,
  isSigned: SignatureCheck,
): Promise<PublicOverview | null> {
  const page = await findPage(reader, slug)
  if (page?.publicOverview !== true) return null
  const reach = reachOf(page, now, null)
  const facts = await readPostureFacts(reader, reach, isSigned)
  const findings = await countFindings(reader, reach)
  const bundle = await bundleInForce(reader, reach)
  return {
    vendor: page.vendor,
    project: page.projectName,
    window_days: reach.days,
    // The records behind a claim are for those who hold a link.
    claims: judgePosture(facts).map((claim) => ({ ...claim, records: null })),
    counts: { sessions: facts.sessions, actions: facts.actions, verdicts: facts.verdicts },
    findings: findings.map(({ kind, severity, open, reviewed }) => ({ kind, severity, open, reviewed })),
    rules: (bundle?.rules ?? []).map(({ id, title, effect }) => ({ id, title, effect })),
  }
}
