/** A project's operator log for its people: newest first, with names, and recomputed when they ask. */
import type { AuditPayload, Paged, Receipt } from '@heron/evidence'
import { findLogHead, newestOfLog } from '../../store/queries/records.js'
import { cursorOf, HIGHEST_NUMBER, type PageRequest, readNumberCursor } from '../evidence-page/paging.js'
import { receiptOf } from '../evidence-page/record.js'
import { checkLog } from '../fsck/check-project.js'
import type { SignatureCheck } from '../fsck/check-signature.js'
import { FsckNotes } from '../fsck/report.js'
import type { OperatorParts } from '../operator-log.js'
import { actorNames } from '../people/actor-names.js'
import type { ProjectKey } from '../tenant.js'

/** Wire names. */
export type NamedEntry = {
  readonly receipt: Receipt<AuditPayload>
  /** A display name, for people of the organization only; null for somebody whom nobody knows. */
  readonly actor: string | null
}

/** @throws {Refusal} invalid_request for a cursor that is none. */
export async function listLog(
  parts: Pick<OperatorParts, 'store' | 'pseudonymSecret'>,
  { organizationId, projectId }: ProjectKey,
  { cursor, limit }: PageRequest,
): Promise<Paged<NamedEntry>> {
  const chain = `project:${projectId}` as const
  const before = readNumberCursor(cursor) ?? HIGHEST_NUMBER
  const rows = await parts.store.all(newestOfLog, {
    organization_id: organizationId,
    ...{ chain, before_seq: before, limit },
  })
  const names = await actorNames(parts, organizationId, chain)
  const items = rows.map(({ payload_text, kid, signature }) => {
    const receipt = receiptOf<AuditPayload>(payload_text, kid, signature)
    return { receipt, actor: names(receipt.payload.actor) }
  })
  const last = rows.at(-1)
  return {
    items,
    next_cursor: last === undefined || rows.length < limit ? null : cursorOf(last.seq.toString()),
  }
}

/** Wire names. */
export type LogVerification = {
  /** `not_checked`: the log is too long to be recomputed while somebody waits; `heron fsck` has no such limit. */
  readonly outcome: 'pass' | 'fail' | 'not_checked'
  readonly entries: number
  readonly head_hash: string | null
  readonly findings: readonly { readonly code: string; readonly where: string; readonly message: string }[]
}

/** Entries recomputed for one answer: a second of signature checks. */
const MAX_RECOMPUTED = 10_000

/** Findings that are named; a log that does not hold is looked at with `heron fsck`. */
const MAX_NAMED = 50

/** Recomputes the whole log from its first entry: numbers, links, hashes and Heron's signatures. */
export async function verifyLog(
  { store, isSigned }: Pick<OperatorParts, 'store'> & { readonly isSigned: SignatureCheck },
  { organizationId, projectId }: ProjectKey,
): Promise<LogVerification> {
  const log = { organization_id: organizationId, chain: `project:${projectId}` }
  const head = await store.first(findLogHead, log)
  const entries = head === undefined ? 0 : head.seq + 1
  const head_hash = head?.entry_hash ?? null
  if (entries > MAX_RECOMPUTED) return { outcome: 'not_checked', entries, head_hash, findings: [] }
  const notes = new FsckNotes()
  notes.enter(organizationId, projectId)
  await checkLog(store, log, isSigned, notes)
  const { failed, findings } = notes.report
  return {
    outcome: failed > 0 ? 'fail' : entries === 0 ? 'not_checked' : 'pass',
    ...{ entries, head_hash },
    findings: findings.slice(0, MAX_NAMED).map(({ code, where, message }) => ({ code, where, message })),
  }
}
