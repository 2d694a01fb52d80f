/** The address of a project's evidence page, with the token that opens it. */
import { findPage } from '../../store/queries/evidence-pages.js'
import type { Reader } from '../../store/store.js'
import { scopeOf } from '../operator-keys.js'
import { Refusal } from '../refusal.js'
import type { ProjectKey } from '../tenant.js'

/**
 * @param origin where browsers reach the service.
 * @throws {Refusal} not_found
 */
export async function pageUrl(
  store: Reader,
  project: ProjectKey,
  origin: string,
  token: string,
): Promise<string> {
  const page = await store.first(findPage, scopeOf({ project }))
  if (page === undefined) throw new Refusal('not_found', 'this project has no evidence page')
  return `${origin}/e/${page.slug}?t=${token}`
}
