/**
 * What a new Heron starts with (cli contract, `heron init`): an organization, a project with the managed policy, an
 * owner, an API key and an evidence page with one reviewer link. One transaction, with the log entries that tell of it.
 */
import { canonicalize, managedBundle, policyHash } from '@heron/evidence'
import { generatePassword, hashPassword } from '../keys/password.js'
import { mintApiKey, mintReviewerToken } from '../keys/secrets.js'
import { insertApiKey } from '../store/queries/keys.js'
import {
  insertAccount,
  insertEvidencePage,
  insertOrganization,
  insertPolicy,
  insertProject,
  insertReviewerLink,
  insertSettings,
} from '../store/queries/projects.js'
import { step } from '../store/store.js'
import { shortId } from './ids.js'
import { type Act, commitActs, type OperatorParts } from './operator-log.js'

export type NewOrganization = {
  readonly organizationName: string
  readonly projectName: string
  /** The owner signs in with it. */
  readonly ownerEmail: string
}

/** Shown once; of every secret only a hash is kept. */
export type CreatedOrganization = {
  readonly organizationId: string
  readonly projectId: string
  readonly ownerId: string
  readonly apiKey: string
  readonly ownerPassword: string
  readonly evidence: { readonly slug: string; readonly token: string }
}

/** How far back an evidence page reaches (heron.md §9). */
const WINDOW_DAYS = 30

export async function createOrganization(
  parts: OperatorParts,
  { organizationName, projectName, ownerEmail }: NewOrganization,
): Promise<CreatedOrganization> {
  const organizationId = `org_${shortId()}`
  const projectId = `prj_${shortId()}`
  const ownerId = `usr_${parts.newId()}`
  const scope = { organization_id: organizationId, project_id: projectId }
  const apiKey = mintApiKey('live')
  const apiKeyId = `key_${parts.newId()}`
  const link = mintReviewerToken()
  const linkId = `rev_${parts.newId()}`
  const slug = `${slugOf(projectName)}-${shortId()}`
  const ownerPassword = generatePassword()
  const bundle = managedBundle()
  const hash = policyHash(bundle)
  const at = parts.now()

  const act = (chain: Act['chain'], name: string, subject: string, after: Act['after']): Act => ({
    ...{ organizationId, chain, actorId: ownerId, act: name, subject, after },
    reason: null,
    before: null,
  })
  const acts = [
    act(`organization:${organizationId}`, 'organization.created', `organization:${organizationId}`, null),
    act(`organization:${organizationId}`, 'account.created', `account:${ownerId}`, { role: 'owner' }),
    act(`project:${projectId}`, 'project.created', `project:${projectId}`, { policy_hash: hash }),
    act(`project:${projectId}`, 'api_key.minted', `api_key:${apiKeyId}`, { environment: 'live' }),
    act(`project:${projectId}`, 'reviewer_link.issued', `reviewer_link:${linkId}`, null),
  ]
  const written = await commitActs(parts, acts, () => [
    step(insertOrganization, { id: organizationId, name: organizationName, created_at: at }),
    step(insertProject, {
      organization_id: organizationId,
      id: projectId,
      name: projectName,
      created_at: at,
    }),
    step(insertAccount, {
      organization_id: organizationId,
      id: ownerId,
      email: ownerEmail,
      password_hash: hashPassword(ownerPassword),
      role: 'owner',
      created_at: at,
    }),
    step(insertPolicy, { ...scope, policy_hash: hash, bundle_text: canonicalize(bundle), created_at: at }),
    step(insertSettings, {
      ...scope,
      revision: 1,
      policy_hash: hash,
      catalog_id: null,
      catalog_hash: null,
      allowlist_text: '[]',
      approval_timeout_ms: null,
      context_timeout_ms: null,
      reconcile_window_ms: null,
      missing_horizon_ms: null,
      retention_ms: null,
    }),
    step(insertApiKey, {
      ...scope,
      id: apiKeyId,
      environment: 'live',
      prefix: apiKey.prefix,
      key_hash: apiKey.hash,
      created_at: at,
      last_used_at: null,
      revoked_at: null,
    }),
    step(insertEvidencePage, {
      ...scope,
      slug,
      window_days: WINDOW_DAYS,
      public_overview: 0,
      created_at: at,
    }),
    step(insertReviewerLink, {
      ...scope,
      id: linkId,
      label: 'first reviewer',
      token_hash: link.hash,
      window_days: null,
      created_at: at,
      revoked_at: null,
    }),
  ])
  if (written === null) throw new Error('a new organization met rows that are already there')
  return {
    ...{ organizationId, projectId, ownerId, ownerPassword },
    apiKey: apiKey.secret,
    evidence: { slug, token: link.secret },
  }
}

/** A readable part for the page's address; what makes it unique follows. */
function slugOf(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return words.slice(0, 40) || 'evidence'
}
