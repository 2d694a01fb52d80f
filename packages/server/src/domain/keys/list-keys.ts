/** Keys of a project as an operator sees them (heron.md §13): of API keys nothing but the prefix is left to show. */
import { countVerified, listApiKeys, listVendorKeys } from '../../store/queries/keys.js'
import type { Schema } from '../../store/schema.js'
import type { Reader } from '../../store/store.js'
import { scopeOf } from '../operator-keys.js'
import type { ProjectKey } from '../tenant.js'

export type ApiKeyView = Pick<
  Schema['api_keys'],
  'id' | 'environment' | 'prefix' | 'created_at' | 'last_used_at' | 'revoked_at'
>

export type VendorKeyView = {
  readonly kid: string
  readonly public_key: string
  readonly state: 'active' | 'revoked'
  readonly imported_at: string
  readonly revoked_at: string | null
  /** Statements that it verified, counted up to {@link MAX_COUNTED}. */
  readonly statements: number
}

/** Counting further would tell nobody more. */
export const MAX_COUNTED = 100_000

/** Newest first. */
export async function readApiKeys(store: Reader, project: ProjectKey): Promise<readonly ApiKeyView[]> {
  const rows = await store.all(listApiKeys, scopeOf({ project }))
  return rows
    .map(({ id, environment, prefix, created_at, last_used_at, revoked_at }) => ({
      ...{ id, environment, prefix, created_at, last_used_at, revoked_at },
    }))
    .reverse()
}

/** In the order of import. */
export async function readVendorKeys(store: Reader, project: ProjectKey): Promise<readonly VendorKeyView[]> {
  const scope = scopeOf({ project })
  const views: VendorKeyView[] = []
  for (const { kid, public_key, imported_at, revoked_at } of await store.all(listVendorKeys, scope)) {
    const counted = await store.first(countVerified, { ...scope, kid, limit: MAX_COUNTED })
    views.push({
      ...{ kid, public_key, imported_at, revoked_at },
      state: revoked_at === null ? 'active' : 'revoked',
      statements: counted?.statements ?? 0,
    })
  }
  return views
}
