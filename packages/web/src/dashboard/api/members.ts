/** Members and invitations as the operator API tells of them (wire names). */
import type { AnswerOf, ItemOf } from './answer-of.js'

export type MemberRow = ItemOf<'/members'>
export type Invitation = ItemOf<'/invitations'>
export type CreatedInvitation = AnswerOf<'/invitations', 'post'>
export type ProjectRow = ItemOf<'/projects'>
export type CreatedProject = AnswerOf<'/projects', 'post'>
