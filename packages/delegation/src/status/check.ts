/** Step 7: no token of the chain was revoked, as far as a fresh status list says (delegation.md §2.11). Unknown denies. */
import { type ChainState, finding, hopsOf, type StepAnswer } from '../token/chain.js'
import type { TokenFinding } from '../token/reasons.js'
import { readStatusList, type StatusList, statusAt } from './list.js'
import { statusReferenceOf } from './reference.js'
import type { FetchedStatusList, StatusCheck } from './source.js'

const DEFAULT_MAX_AGE_SECONDS = 3600
/** Eight million one-bit entries. */
const DEFAULT_MAX_LIST_BYTES = 1_048_576

export async function status(chain: ChainState): Promise<StepAnswer> {
  const check = chain.options.status
  if (check === undefined) return null
  const lists = new Map<string, StatusList | string>()
  for (const { hop, payload } of hopsOf(chain)) {
    const reference = statusReferenceOf(payload)
    if (reference === 'none') continue
    if (reference === null)
      return finding('status_unknown', hop, 'the token’s status reference cannot be followed')
    const list = lists.get(reference.uri) ?? (await fetchList(check, reference.uri, chain.options.now))
    lists.set(reference.uri, list)
    if (typeof list === 'string') return finding('status_unknown', hop, list)
    const answer = judge(statusAt(list, reference.idx), hop)
    if (answer !== null) return answer
  }
  return null
}

function judge(value: number | null, hop: number): TokenFinding | null {
  switch (value) {
    case 0:
      return null
    case 1:
      return finding('revoked', hop, 'revoked')
    case 2:
      return finding('revoked', hop, 'suspended')
    case null:
      return finding('status_unknown', hop, 'the status list has no such entry')
    default:
      return finding('status_unknown', hop, 'the status list gives a value of its application')
  }
}

/** A list that is verified and fresh, or why there is none. */
async function fetchList(check: StatusCheck, uri: string, now: number): Promise<StatusList | string> {
  let answer: StatusList | string = 'the status list cannot be reached'
  for (const refresh of [false, true]) {
    const fetched = await reach(check, uri, refresh)
    if (fetched === null) return answer
    const maxBytes = check.maxListBytes ?? DEFAULT_MAX_LIST_BYTES
    // Base64url of data that does not compress, with room for the other claims.
    const limits = { maxBytes, maxChars: 2 * maxBytes + 65_536 }
    const list = await readStatusList(fetched.token, uri, check.issuers, now, limits)
    if (typeof list !== 'string' && isFresh(list, fetched, check, now)) return list
    answer = typeof list === 'string' ? list : 'the status list is stale'
  }
  return answer
}

async function reach(check: StatusCheck, uri: string, refresh: boolean): Promise<FetchedStatusList | null> {
  try {
    return await check.list(uri, refresh)
  } catch {
    // Whatever kept the list away, its status is unknown, and unknown denies.
    return null
  }
}

function isFresh(list: StatusList, fetched: FetchedStatusList, check: StatusCheck, now: number): boolean {
  const ttl = list.ttl ?? (list.exp === null ? (check.maxAgeSeconds ?? DEFAULT_MAX_AGE_SECONDS) : null)
  return ttl === null || now <= (fetched.fetchedAt ?? list.iat) + ttl
}
