/** People, what they sign in with, and the organizations that they belong to. */
import { query } from '../query.js'

export const findProject = query<{ organization_id: string; id: string }>()((db, p) =>
  db
    .selectFrom('projects')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('id', '=', p.id),
)
