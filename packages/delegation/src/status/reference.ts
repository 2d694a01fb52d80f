/** The reference that a token carries to its entry in a Token Status List (delegation.md §2.11). */
import { isJsonObject, type JsonObject, ownMember } from '@heron/evidence'

export type StatusReference = { readonly idx: number; readonly uri: string }

/**
 * @param payload UNTRUSTED.
 * @returns `none` for a token without a status claim, `null` for a claim that this verifier cannot follow.
 */
export function statusReferenceOf(payload: JsonObject): StatusReference | 'none' | null {
  const status = ownMember(payload, 'status')
  if (status === undefined) return 'none'
  const list = isJsonObject(status) ? ownMember(status, 'status_list') : undefined
  if (!isJsonObject(list)) return null
  const [idx, uri] = [ownMember(list, 'idx'), ownMember(list, 'uri')]
  if (typeof idx !== 'number' || !Number.isSafeInteger(idx) || idx < 0 || typeof uri !== 'string') return null
  return { idx, uri }
}
