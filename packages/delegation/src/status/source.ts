/** Where status lists come from, and whose they may be (delegation.md §2.11). Fetching them is the caller's. */
import type { TrustedKey } from '../token/trusted-key.js'

/** One copy of a status list token. */
export type FetchedStatusList = {
  /** UNTRUSTED. */
  readonly token: string
  /** When this copy was fetched, in seconds since the epoch; without it the list's own `iat` counts. */
  readonly fetchedAt?: number
}

export type StatusCheck = {
  /** Keys of the issuers of status lists: their own trust set, not the chain's. */
  readonly issuers: readonly TrustedKey[]
  /**
   * Gets a list from wherever the caller keeps them; `null` when it cannot be had. Called again with `refresh` when the
   * copy it gave was stale or could not be used.
   */
  readonly list: (
    uri: string,
    refresh: boolean,
  ) => FetchedStatusList | null | Promise<FetchedStatusList | null>
  /** How long a copy is used when its issuer set neither `ttl` nor `exp`. */
  readonly maxAgeSeconds?: number
  readonly maxListBytes?: number
}
