/** A new installation and its secrets, which are shown this once: only hashes of them are stored. */
import type { CreatedOrganization, NewOrganization } from '@heron/server'
import type { CommandArguments, Options } from '../command.js'

/** Where `heron serve` listens unless told otherwise; links printed before it ever ran point there. */
export const DEFAULT_HOST = '127.0.0.1'
export const DEFAULT_PORT = 7400

/** A reserved domain: nobody can own the address, and it is changed on first use. */
const DEFAULT_OWNER_EMAIL = 'owner@heron.example'

export const CREATION_OPTIONS: Options = {
  organization: { type: 'string', value: 'NAME', describe: 'name of the organization (default Example)' },
  project: { type: 'string', value: 'NAME', describe: 'name of the project (default Default)' },
  'owner-email': {
    type: 'string',
    value: 'EMAIL',
    describe: `whom the owner's account is for (default ${DEFAULT_OWNER_EMAIL})`,
  },
}

/** What `heron init --json` prints (cli contract). */
export type CreatedInstallation = {
  readonly organization_id: string
  readonly project_id: string
  readonly api_key: string
  readonly admin: { readonly email: string; readonly password: string }
  readonly evidence: { readonly slug: string; readonly url: string; readonly token: string }
}

/** Names from the command line. */
export function newOrganization(args: CommandArguments): NewOrganization {
  return {
    organizationName: args.text('organization') ?? 'Example',
    projectName: args.text('project') ?? 'Default',
    ownerEmail: args.text('owner-email') ?? DEFAULT_OWNER_EMAIL,
  }
}

/** @param baseUrl where the service is, or will be. */
export function createdInstallation(
  { organizationId, projectId, apiKey, ownerPassword, evidence }: CreatedOrganization,
  { ownerEmail }: NewOrganization,
  baseUrl: string,
): CreatedInstallation {
  const { slug, token } = evidence
  return {
    organization_id: organizationId,
    project_id: projectId,
    api_key: apiKey,
    admin: { email: ownerEmail, password: ownerPassword },
    evidence: { slug, url: evidenceUrl(baseUrl, evidence), token },
  }
}

/** The link that a reviewer is given. */
export function evidenceUrl(baseUrl: string, { slug, token }: CreatedOrganization['evidence']): string {
  return `${baseUrl}/e/${slug}?t=${token}`
}

/** For people: the secrets once, and what each is for. */
export function createdLines(directory: string, created: CreatedInstallation): readonly string[] {
  return [
    `Created ${directory}. These are shown once; keep them now:`,
    `  API key        ${created.api_key}   for the vendor's middleware`,
    `  owner          ${created.admin.email}  ${created.admin.password}   for the dashboard`,
    `  reviewer link  ${created.evidence.url}`,
    `  project        ${created.project_id} of ${created.organization_id}   (no secret)`,
  ]
}
