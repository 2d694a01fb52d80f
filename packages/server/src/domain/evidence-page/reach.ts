/**
 * Who looks at an evidence page, and how far back (heron.md §9). A link is looked up within the page of its address, so
 * that another page's link does not exist here. A window is made of whole UTC days and of whole sessions: those opened
 * from its first moment on.
 */
import { hashSecret, sameHash } from '../../keys/secrets.js'
import { findPageBySlug, findReviewerLink } from '../../store/queries/evidence-pages.js'
import type { Reader } from '../../store/store.js'

type Scope = { readonly organization_id: string; readonly project_id: string }

/** A page as its address names it. */
export type Page = {
  readonly scope: Scope
  readonly vendor: string
  readonly projectName: string
  readonly windowDays: number
  readonly publicOverview: boolean
}

/** What one reader may see; every query of a page is scoped by it. */
export type Reach = {
  readonly page: Page
  readonly scope: Scope
  readonly days: number
  /** RFC 3339 UTC; always the first moment of a day. */
  readonly from: string
  readonly to: string
  readonly setBy: 'page' | 'link'
}

/** What of a project is looked at: sessions opened from a moment on. */
export type Window = Pick<Reach, 'scope' | 'from'>

/** A reader who holds a link. */
export type LinkReach = Reach & { readonly linkId: string }

const DAY_MS = 86_400_000
/** Compared with where there is no link, so that both ways take the same steps. */
const NO_HASH = hashSecret('')

/** Opens a page's link; null when page or link are unknown or the link was revoked, and nobody learns which. */
export async function openLink(
  reader: Reader,
  { slug, token, now }: { readonly slug: string; readonly token: string; readonly now: string },
): Promise<LinkReach | null> {
  const hash = hashSecret(token)
  const page = await findPage(reader, slug)
  const scope = page?.scope ?? { organization_id: '', project_id: '' }
  const link = await reader.first(findReviewerLink, { ...scope, token_hash: hash })
  const same = sameHash(link?.token_hash ?? NO_HASH, hash)
  if (page === null || link === undefined || !same || link.revoked_at !== null) return null
  return { ...reachOf(page, now, link.window_days), linkId: link.id }
}

/** The page of an address, whoever asks. */
export async function findPage(reader: Reader, slug: string): Promise<Page | null> {
  const row = await reader.first(findPageBySlug, { slug })
  if (row === undefined) return null
  return {
    scope: { organization_id: row.organization_id, project_id: row.project_id },
    vendor: row.organization_name,
    projectName: row.project_name,
    windowDays: row.window_days,
    publicOverview: row.public_overview === 1,
  }
}

/** @param linkDays a link's own reach; it can only be longer than the page's. */
export function reachOf(page: Page, now: string, linkDays: number | null): Reach {
  const setBy = linkDays !== null && linkDays > page.windowDays ? 'link' : 'page'
  const days = Math.max(page.windowDays, linkDays ?? 0)
  const from = `${new Date(Date.parse(now) - days * DAY_MS).toISOString().slice(0, 10)}T00:00:00.000Z`
  return { page, scope: page.scope, days, from, to: now, setBy }
}

/** The chain of the project's operator log. */
export function logOf({ scope }: { readonly scope: Scope }): {
  readonly organization_id: string
  readonly chain: string
} {
  return { organization_id: scope.organization_id, chain: `project:${scope.project_id}` }
}
