/** What people of an organization call one another; never part of a signed entry, a log line or an address. */
import { findPersonName } from '../../store/queries/project-edits.js'
import type { Reader } from '../../store/store.js'

/** Null for somebody who has left, and for Heron itself. */
export async function personName(
  reader: Reader,
  organizationId: string,
  userId: string,
): Promise<string | null> {
  const person = await reader.first(findPersonName, { organization_id: organizationId, id: userId })
  return person?.name ?? null
}
