/** Members, invitations and projects as the operator API tells of them (wire names). */
import type { AnswerOf, ItemOf } from './answer-of.js'

export type MemberRow = ItemOf<'/members'>

export type Invitation = ItemOf<'/invitations'>

/** Holds the invitation's link: this once. */
export type CreatedInvitation = AnswerOf<'/invitations', 'post'>

export type ProjectRow = ItemOf<'/projects'>

/** Holds the project's first API key and link: this once. */
export type CreatedProject = AnswerOf<'/projects', 'post'>
