/** Keys as the operator API tells of them (wire names). */
export type ApiKey = {
  readonly id: string
  readonly environment: 'live' | 'test'
  readonly prefix: string
  readonly created_at: string
  readonly last_used_at: string | null
  readonly revoked_at: string | null
}

export type MintedApiKey = Pick<ApiKey, 'id' | 'environment' | 'prefix'> & { readonly secret: string }

export type VendorKey = {
  readonly kid: string
  readonly public_key: string
  readonly state: 'active' | 'revoked'
  readonly imported_at: string
  readonly revoked_at: string | null
  /** Statements that it verified. */
  readonly statements: number
}

export type HeronKey = {
  readonly kid: string
  readonly public_key: string
  readonly state: string
  readonly created_at: string
  readonly retired_at: string | null
}

export type Items<Item> = { readonly items: readonly Item[] }
