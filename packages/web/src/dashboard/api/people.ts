/** People as the operator API tells of them (wire names). */
import type { AnswerOf, ItemOf } from './answer-of.js'

export const ROLES = ['viewer', 'operator', 'admin', 'owner'] as const
export type Role = (typeof ROLES)[number]

export type Me = AnswerOf<'/me'>
export type SignInOptions = AnswerOf<'/sign-in-options'>
export type SetUpAnswer = AnswerOf<'/setup', 'post'>
export type MySession = ItemOf<'/me/sessions'>

/** Whether a role suffices for what needs `needed`. */
export function outranks(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}
