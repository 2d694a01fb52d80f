/** People as the operator API tells of them (wire names). */
export const ROLES = ['viewer', 'operator', 'admin', 'owner'] as const
export type Role = (typeof ROLES)[number]

export type Me = {
  readonly user: {
    readonly id: string
    readonly name: string
    readonly email: string
    readonly two_factor: boolean
  }
  readonly organization: { readonly id: string; readonly name: string }
  readonly role: Role
  readonly projects: readonly { readonly id: string; readonly name: string }[]
}

export type SignInOptions = {
  readonly password: boolean
  readonly oidc: { readonly provider_id: string; readonly name: string } | null
}

export type SetUpAnswer = {
  readonly organization_id: string
  readonly project_id: string
  readonly api_key: string
  readonly evidence: { readonly slug: string; readonly url: string; readonly token: string }
}

export type MySession = {
  readonly id: string
  readonly current: boolean
  readonly created_at: string
  readonly last_used_at: string
  readonly expires_at: string
  readonly ip_address: string | null
  readonly user_agent: string | null
}

/** Whether a role suffices for what needs `needed`. */
export function outranks(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}
