/** Reviewers' links, requests and snapshots as the operator API tells of them (wire names). */
export type ReviewerLink = {
  readonly id: string
  readonly label: string
  /** Null where it reaches as far as the page. */
  readonly window_days: number | null
  readonly created_at: string
  readonly last_used_at: string | null
  readonly revoked_at: string | null
}

export type IssuedLink = { readonly id: string; readonly url: string; readonly token: string }

export type LinkRequest = {
  readonly id: string
  readonly name: string
  readonly why: string
  readonly email: string
  readonly requested_at: string
  readonly expires_at: string
}
