/** Shapes that requests and answers about governing a project share. */
import Type from 'typebox'
import type { Operation } from '../../domain/operator-keys.js'
import type { Edit } from '../../domain/settings/edits.js'
import { MAX_REASON } from '../../domain/settings/stated-reason.js'
import { type OperatorCall, projectOf } from './operator-route.js'
import { count, orNull, text } from './shapes.js'

/** The domain counts the characters: one sentence, wherever the reason comes from. */
export const reason = Type.String({
  description: `Why, in 1 to ${MAX_REASON} characters: signed and published with the change.`,
  'x-expected': `a reason of 1 to ${MAX_REASON} characters`,
})

/** Of acts that add a key or a door. */
export const optionalReason = Type.Optional(
  Type.String({
    description: `Why, in 1 to ${MAX_REASON} characters: signed and published with the change. Without one the entry says so.`,
    'x-expected': `a reason of 1 to ${MAX_REASON} characters`,
  }),
)

export const revision = Type.Integer({
  minimum: 0,
  description: 'The revision that the editor saw. Where another one is in force by now: 409.',
  'x-expected': 'the revision of the settings that you look at',
})

export const thresholds = Type.Object(
  { record_count: count, recipient_count: count, amount: count },
  { description: 'Bulk is above these.', 'x-expected': 'record_count, recipient_count and amount' },
)

export const base = Type.Unsafe<'DENY' | 'STEP_UP'>({
  ...{ type: 'string', enum: ['DENY', 'STEP_UP'], description: 'The answer where no rule matches.' },
  'x-expected': 'DENY or STEP_UP',
})

export const rule = Type.Object(
  {},
  {
    additionalProperties: true,
    description:
      'A rule: `id`, `version`, `title`, `text`, `effect`, `when`, `min_source?`, `transform?`, `pending?`.',
    'x-expected': 'a rule: an object',
  },
)

export const policyAnswer = Type.Object(
  { policy_hash: text, revision: count },
  { description: 'What is in force now.' },
)

export const entryOf = Type.Object({ reason: orNull('string'), at: text })

type Caller = Pick<OperatorCall<unknown, unknown>, 'project' | 'member'>

/** An operation of the person who called. */
export function operationOf(call: Caller, stated: string | null): Operation {
  return { project: projectOf(call), actorId: call.member.userId, reason: stated }
}

/** An edit of the person who called. */
export function editOf(
  call: Caller & { readonly body: { readonly revision: number; readonly reason: string } },
): Edit {
  return { ...operationOf(call, call.body.reason), revision: call.body.revision }
}
