/** Whose a thing is: the organization and project that every query is scoped by. Here alone, since everything names it. */

/** Whose credentials a request carries. */
export type Tenant = {
  readonly organizationId: string
  readonly projectId: string
  readonly apiKeyId: string
  readonly environment: 'live' | 'test'
}

export type ProjectKey = Pick<Tenant, 'organizationId' | 'projectId'>
