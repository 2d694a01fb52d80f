/** The organization's own log, for its people: published to nobody else (heron.md §8). */
import type { AuditPayload, Receipt } from '@heron/evidence'
import { newestOfLog } from '../../store/queries/records.js'
import { cursorOf, type PageRequest, readCursor } from '../evidence-page/paging.js'
import { receiptOf } from '../evidence-page/record.js'
import type { OperatorParts } from '../operator-log.js'
import { organizationChain } from './acts.js'
import { actorNames } from './actor-names.js'
import type { Member } from './member.js'

/** Above every position: both engines keep it in 32 bits. */
const LAST_SEQ = 2 ** 31 - 1

export type NamedEntry = {
  readonly receipt: Receipt<AuditPayload>
  /** Who acted, by name. */
  readonly actor: string | null
  /** On whom, by name, where the entry is about a person. */
  readonly person: string | null
}

/** The newest first. */
export async function readOrganizationLog(
  parts: Pick<OperatorParts, 'store' | 'pseudonymSecret'>,
  { organizationId }: Member,
  { cursor, limit }: PageRequest,
): Promise<{ readonly items: readonly NamedEntry[]; readonly next_cursor: string | null }> {
  const chain = organizationChain(organizationId)
  const [seq = String(LAST_SEQ)] = readCursor(cursor, 1) ?? []
  const names = await actorNames(parts, organizationId, chain)
  const scope = { organization_id: organizationId, chain }
  const rows = await parts.store.all(newestOfLog, { ...scope, before_seq: Number(seq), limit })
  const items = rows.map(({ payload_text, kid, signature }) => {
    const receipt = receiptOf<AuditPayload>(payload_text, kid, signature)
    const { actor, subject } = receipt.payload
    const [kind = '', person = ''] = subject.split(':')
    return { receipt, actor: names(actor), person: kind === 'person' ? names(person) : null }
  })
  const last = rows.at(-1)
  return { items, next_cursor: last === undefined || rows.length < limit ? null : cursorOf(`${last.seq}`) }
}
