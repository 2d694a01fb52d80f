/** What a project starts with: the managed policy, an API key, an evidence page with one reviewer link; and what its log says. */
import { canonicalize, managedBundle, policyHash } from '@heron/evidence'
import { mintApiKey, mintReviewerToken } from '../keys/secrets.js'
import { insertApiKey } from '../store/queries/keys.js'
import {
  insertEvidencePage,
  insertPolicy,
  insertProject,
  insertReviewerLink,
  insertSettings,
} from '../store/queries/projects.js'
import { type Step, step } from '../store/store.js'
import { shortId } from './ids.js'
import { type Act, commitActs, type OperatorParts } from './operator-log.js'
import type { Member } from './people/member.js'
import { Refusal } from './refusal.js'

/** Shown once; of every secret only a hash is kept. */
export type CreatedProject = {
  readonly projectId: string
  readonly apiKey: string
  readonly evidence: { readonly slug: string; readonly token: string }
}

export type ProjectDraft = {
  readonly created: CreatedProject
  readonly acts: readonly Act[]
  readonly steps: readonly Step[]
}

/** How far back an evidence page reaches (heron.md §9). */
const WINDOW_DAYS = 30
const MAX_NAME = 120

/** A project as what is to be written, in one transaction with whatever else there is. */
export function draftProject(
  parts: Pick<OperatorParts, 'now' | 'newId'>,
  { organizationId, actorId, name }: { organizationId: string; actorId: string; name: string },
): ProjectDraft {
  const projectId = `prj_${shortId()}`
  const scope = { organization_id: organizationId, project_id: projectId }
  const apiKey = mintApiKey('live')
  const apiKeyId = `key_${parts.newId()}`
  const link = mintReviewerToken()
  const linkId = `rev_${parts.newId()}`
  const slug = `${slugOf(name)}-${shortId()}`
  const bundle = managedBundle()
  const hash = policyHash(bundle)
  const at = parts.now()
  const act = (
    what: string,
    subject: string,
    after: Act['after'],
    reason: string | null = 'made with the project',
  ): Act => ({
    ...{ organizationId, chain: `project:${projectId}`, actorId, act: what, subject },
    ...{ reason, before: null, after },
  })
  return {
    created: { projectId, apiKey: apiKey.secret, evidence: { slug, token: link.secret } },
    acts: [
      act('project.created', `project:${projectId}`, { policy_hash: hash }, null),
      act('api_key.minted', `api_key:${apiKeyId}`, { environment: 'live' }),
      act('reviewer_link.issued', `reviewer_link:${linkId}`, { state: 'active', window_days: null }),
    ],
    steps: [
      step(insertProject, { organization_id: organizationId, id: projectId, name, created_at: at }),
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
    ],
  }
}

/**
 * Makes another project of the organization; its name is for people of the organization and its reviewers.
 *
 * @throws {Refusal} invalid_request
 */
export async function createProject(
  parts: OperatorParts,
  member: Member,
  name: string,
): Promise<CreatedProject> {
  const { organizationId, userId } = member
  const draft = draftProject(parts, { organizationId, actorId: userId, name: requireName(name, '/name') })
  const made: Act = {
    ...{ organizationId, chain: `organization:${organizationId}`, actorId: userId },
    ...{ act: 'project.created', subject: `project:${draft.created.projectId}` },
    ...{ reason: null, before: null, after: null },
  }
  const written = await commitActs(parts, [made, ...draft.acts], () => draft.steps)
  if (written === null) throw new Error('a new project met rows that are already there')
  return draft.created
}

/** @throws {Refusal} invalid_request for a name that is empty, too long, or breaks the line it stands in. */
export function requireName(name: string, pointer: string): string {
  const trimmed = name.trim()
  if (trimmed !== '' && trimmed.length <= MAX_NAME && !/[\u0000-\u001f\u007f]/.test(trimmed)) return trimmed
  throw new Refusal('invalid_request', `must be a name of 1 to ${MAX_NAME} characters in one line`, pointer)
}

/** A readable part for the page's address; what makes it unique follows. */
function slugOf(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return words.slice(0, 40) || 'evidence'
}
