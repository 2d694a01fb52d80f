/** Who sends a request: the API key's tenant, or nobody. */
import { hashSecret, looksLikeApiKey, sameHash } from '../keys/secrets.js'
import { findApiKey, touchApiKey } from '../store/queries/keys.js'
import { step, type Store } from '../store/store.js'
import type { Tenant } from './tenant.js'

/** "Last used" is a hint for people: a write a minute is enough. */
const TOUCH_INTERVAL_MS = 60_000

/** @param now RFC 3339 UTC with milliseconds. */
export function createAuthenticator(
  store: Store,
  now: () => string,
): (apiKey: string) => Promise<Tenant | null> {
  const touched = new Map<string, number>()

  return async (apiKey) => {
    if (!looksLikeApiKey(apiKey)) return null
    const hash = hashSecret(apiKey)
    // Read each time: a revoked key stops at once, in every process.
    const row = await store.first(findApiKey, { key_hash: hash })
    if (row === undefined || !sameHash(row.key_hash, hash) || row.revoked_at !== null) return null
    const { organization_id, project_id, id, environment } = row
    const at = now()
    if (Date.parse(at) - (touched.get(id) ?? 0) >= TOUCH_INTERVAL_MS) {
      touched.set(id, Date.parse(at))
      // Not waited for, and nothing is lost when it fails: the next minute tries again.
      store
        .commit([step(touchApiKey, { organization_id, project_id, id, last_used_at: at }, null)])
        .catch(() => {
          touched.delete(id)
        })
    }
    return { organizationId: organization_id, projectId: project_id, apiKeyId: id, environment }
  }
}
