/** Reviewers' links and requests as the operator API tells of them (wire names). */
import type { AnswerOf, ItemOf } from './answer-of.js'

export type ReviewerLink = ItemOf<'/projects/{project}/reviewer-links'>

/** Holds the link: this once. */
export type IssuedLink = AnswerOf<'/projects/{project}/reviewer-links', 'post'>

export type LinkRequest = ItemOf<'/projects/{project}/link-requests'>
