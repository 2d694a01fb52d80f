/**
 * A snapshot (heron.md §9): where every session of the window and the operator log stand now, signed. A reader who keeps
 * it needs nobody's word later about what was there.
 */
import {
  hashJson,
  type PageSnapshot,
  receiptText,
  type SnapshotHead,
  type SnapshotPayload,
} from '@heron/evidence'
import { type Signer, signText } from '../../keys/signer.js'
import { findLogHead } from '../../store/queries/records.js'
import { insertSnapshot, pageOfHeads } from '../../store/queries/snapshots.js'
import { type Reader, step, type Store } from '../../store/store.js'
import { type LinkReach, logOf } from '../evidence-page/reach.js'
import { countFindings } from '../evidence-page/tallies.js'
import type { IdSource } from '../ids.js'
import { Refusal } from '../refusal.js'

export type SnapshotParts = {
  readonly store: Store
  readonly signer: Signer
  readonly newId: IdSource
}

/** The heads are named one by one in what is signed: some 20 MB at this many. */
const MAX_SESSIONS = 100_000
const PAGE = 1000

/** @throws {Refusal} snapshot_too_large */
export async function takeSnapshot(parts: SnapshotParts, reach: LinkReach): Promise<PageSnapshot> {
  const view = await parts.store.snapshot()
  let payload: SnapshotPayload
  try {
    payload = await describe(view, reach, `snp_${parts.newId()}`)
  } finally {
    await view.close()
  }
  const text = receiptText(payload)
  const signed = await signText(parts.signer, text)
  const { digest, actions, taken_at } = payload
  const row = { id: payload.snapshot, sessions: payload.heads.length, actions, digest, taken_at }
  await parts.store.commit([
    step(insertSnapshot, {
      ...reach.scope,
      ...row,
      ...signed,
      link_id: reach.linkId,
      window_days: reach.days,
      payload_text: text,
    }),
  ])
  return row
}

async function describe(view: Reader, reach: LinkReach, id: string): Promise<SnapshotPayload> {
  const heads: SnapshotHead[] = []
  for (;;) {
    const after = { since: reach.from, after_id: heads.at(-1)?.session ?? '', limit: PAGE }
    const rows = await view.all(pageOfHeads, { ...reach.scope, ...after })
    for (const { id: session, head_hash, position } of rows)
      heads.push({ session, head_hash, actions: position })
    if (rows.length < PAGE) break
    if (heads.length >= MAX_SESSIONS)
      throw new Refusal(
        'snapshot_too_large',
        'a snapshot names 100,000 runs at most: keep an export instead, its manifest names them all',
      )
    await others()
  }
  const last = await view.first(findLogHead, logOf(reach))
  const log = last === undefined ? null : { head_hash: last.entry_hash, entries: last.seq + 1 }
  const findings = await countFindings(view, reach)
  return {
    kind: 'snapshot',
    v: 1,
    org: reach.scope.organization_id,
    project: reach.scope.project_id,
    snapshot: id,
    since: reach.from,
    heads,
    actions: heads.reduce((sum, { actions }) => sum + actions, 0),
    findings: findings.reduce((sum, { open, reviewed, cleared }) => sum + open + reviewed + cleared, 0),
    log,
    digest: hashJson({ heads, log }),
    taken_at: reach.to,
  }
}

/** Lets requests that wait be answered: reads of the embedded database do not pause by themselves. */
export function others(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
