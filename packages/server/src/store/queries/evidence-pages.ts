/** Evidence pages, the links to them, and the people who ask for one. */
import { insertRow, query } from '../query.js'

type InProject = { organization_id: string; project_id: string }

/** Before the tenant is known: the address names it. */
export const findPageBySlug = query<{ slug: string }>()((db, p) =>
  db
    .selectFrom('evidence_pages as e')
    .innerJoin('projects as j', (join) =>
      join.onRef('j.organization_id', '=', 'e.organization_id').onRef('j.id', '=', 'e.project_id'),
    )
    .innerJoin('organizations as o', (join) => join.onRef('o.id', '=', 'e.organization_id'))
    .selectAll('e')
    .select(['j.name as project_name', 'o.name as organization_name'])
    .where('e.slug', '=', p.slug),
)

export const findPage = query<InProject>()((db, p) =>
  db
    .selectFrom('evidence_pages')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id),
)

/** The token's hash is unique, so this is a point read; the tenant is the page's, so another page's link is none. */
export const findReviewerLink = query<InProject & { token_hash: string }>()((db, p) =>
  db
    .selectFrom('reviewer_links')
    .selectAll()
    .where('token_hash', '=', p.token_hash)
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id),
)

export const listReviewerLinks = query<InProject>()((db, p) =>
  db
    .selectFrom('reviewer_links as l')
    .leftJoin('reviewer_link_uses as u', (join) =>
      join
        .onRef('u.organization_id', '=', 'l.organization_id')
        .onRef('u.project_id', '=', 'l.project_id')
        .onRef('u.link_id', '=', 'l.id'),
    )
    .select(['l.id', 'l.label', 'l.window_days', 'l.created_at', 'l.revoked_at', 'u.last_used_at'])
    .where('l.organization_id', '=', p.organization_id)
    .where('l.project_id', '=', p.project_id)
    .orderBy('l.id'),
)

export const touchReviewerLink = query<InProject & { link_id: string; last_used_at: string }>()((db, p) =>
  db
    .insertInto('reviewer_link_uses')
    .values({
      organization_id: p.organization_id,
      project_id: p.project_id,
      link_id: p.link_id,
      last_used_at: p.last_used_at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'project_id', 'link_id'])
        .doUpdateSet({ last_used_at: p.last_used_at }),
    ),
)

export const revokeReviewerLink = query<InProject & { id: string; revoked_at: string }>()((db, p) =>
  db
    .updateTable('reviewer_links')
    .set({ revoked_at: p.revoked_at })
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '=', p.id)
    .where('revoked_at', 'is', null),
)

/** Holds only while the window is the one that the log entry calls the old one. */
export const setPageWindow = query<InProject & { expected_days: number; window_days: number }>()((db, p) =>
  db
    .updateTable('evidence_pages')
    .set({ window_days: p.window_days })
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('window_days', '=', p.expected_days),
)

/** Holds only while the switch stands the other way. */
export const switchOverview = query<InProject & { expected: number; public_overview: number }>()((db, p) =>
  db
    .updateTable('evidence_pages')
    .set({ public_overview: p.public_overview as 0 | 1 })
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('public_overview', '=', p.expected as 0 | 1),
)

export const insertLinkRequest = insertRow('link_requests')(
  'organization_id',
  'project_id',
  'id',
  'name',
  'why',
  'email',
  'requested_at',
  'expires_at',
)

export const deleteExpiredRequests = query<InProject & { now: string }>()((db, p) =>
  db
    .deleteFrom('link_requests')
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('expires_at', '<=', p.now),
)

/** Those that have not expired, the newest first. */
export const listLinkRequests = query<InProject & { now: string; limit: number }>()((db, p) =>
  db
    .selectFrom('link_requests')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('expires_at', '>', p.now)
    .orderBy('id', 'desc')
    .limit(p.limit),
)

export const deleteLinkRequest = query<InProject & { id: string }>()((db, p) =>
  db
    .deleteFrom('link_requests')
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '=', p.id),
)
