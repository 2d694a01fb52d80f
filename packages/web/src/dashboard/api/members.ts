/** Members and invitations as the operator API tells of them (wire names). */
import type { Role } from './people.js'

export type MemberRow = {
  readonly user_id: string
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly two_factor: boolean
  readonly joined_at: string
  readonly last_signed_in_at: string | null
}

export type Invitation = {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly invited_by: string | null
  readonly created_at: string
  readonly expires_at: string
}

export type CreatedInvitation = { readonly id: string; readonly url: string; readonly expires_at: string }

export type ProjectRow = { readonly id: string; readonly name: string; readonly created_at: string }

export type CreatedProject = {
  readonly id: string
  readonly name: string
  readonly api_key: string
  readonly evidence: { readonly slug: string; readonly url: string; readonly token: string }
}
