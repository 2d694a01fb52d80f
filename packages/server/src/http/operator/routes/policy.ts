/** The policy of a project: rules off and on, own rules, what a change would have done to recorded calls. */
import { VERDICTS } from '@heron/evidence'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { putOwnRule, removeOwnRule, switchManagedRule } from '../../../domain/policy-changes/change-rules.js'
import { dryRun, MAX_CALLS } from '../../../domain/policy-changes/dry-run.js'
import { checkOwnRule } from '../../../domain/policy-changes/own-rule.js'
import { listPastPolicies, readPolicyView } from '../../../domain/policy-changes/read-policy.js'
import type { OperatorContext } from '../context.js'
import {
  base,
  editOf,
  entryOf,
  policyAnswer,
  reason,
  revision,
  rule,
  thresholds,
} from '../governance-shapes.js'
import { operatorRoute, projectOf } from '../operator-route.js'
import { count, flag, open, orNull, text, time } from '../shapes.js'

const POLICY = '/projects/:project/policy'
const RULE = `${POLICY}/rules/:rule`

const bundle = open('The bundle: rules, thresholds, base, algorithm, taxonomy and lexicon.')
const verdict = Type.Unsafe<string>({ type: 'string', enum: VERDICTS })
const edit = Type.Object({ revision, reason })
const ids = Type.Array(Type.String(), { 'x-expected': 'a list of rule ids' })

const policy = Type.Object(
  {
    revision: count,
    policy_hash: text,
    bundle,
    managed: Type.Array(
      Type.Object({
        ...{ rule, enabled: flag, decided_30d: count },
        disabled: Type.Optional(Type.Object({ reason: orNull('string'), at: time, entry_hash: text })),
      }),
    ),
    own: Type.Array(Type.Object({ rule, decided_30d: count, added: Type.Union([entryOf, Type.Null()]) })),
    no_rule: Type.Boolean({ description: 'True where no rule is on: the base answers everything.' }),
  },
  { description: 'The policy in force.' },
)

const past = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        ...{ policy_hash: text, created_at: time, bundle, decisions: count },
        ...{ by_act: orNull('string'), reason: orNull('string') },
      }),
    ),
  },
  { description: 'Newest first.' },
)

const tried = Type.Object(
  {
    calls: count,
    changed: count,
    not_recomputable: Type.Integer({
      minimum: 0,
      description: 'Calls whose answer hangs on a signal, and signals are not stored.',
    }),
    transitions: Type.Array(Type.Object({ from: verdict, to: verdict, count })),
    examples: Type.Array(
      Type.Object({
        ...{ action: text, tool: text, from: verdict, to: verdict },
        ...{ rule_before: orNull('string'), rule_after: orNull('string'), received_at: time },
      }),
    ),
  },
  { description: 'The newest calls, judged again under the changed policy.' },
)

export function routePolicyChanges(app: FastifyInstance, context: OperatorContext): void {
  const { parts } = context
  operatorRoute(app, context, {
    ...{ method: 'GET', path: POLICY, operationId: 'readProjectPolicy', tag: 'Policy', role: 'viewer' },
    ...{ summary: 'Read the policy: managed rules on and off, own rules', answer: policy },
    handle: (call) => readPolicyView(parts, projectOf(call)),
  })
  operatorRoute(app, context, {
    ...{ method: 'GET', path: `${POLICY}/bundles`, operationId: 'listBundles', tag: 'Policy' },
    ...{ role: 'viewer', summary: 'List the bundles that ever were in force', answer: past },
    handle: async (call) => ({ items: await listPastPolicies(parts, projectOf(call)) }),
  })
  for (const [name, enabled] of [
    ['disable', false],
    ['enable', true],
  ] as const) {
    operatorRoute(app, context, {
      ...{ method: 'POST', path: `${RULE}/${name}`, operationId: `${name}Rule`, tag: 'Policy' },
      ...{ role: 'admin', body: edit, answer: policyAnswer, refusals: ['changed_meanwhile'] },
      summary: `Turn a managed rule ${enabled ? 'on' : 'off'}: published with the reason`,
      handle: (call) => switchManagedRule(parts, editOf(call), call.params['rule'] ?? '', enabled),
    })
  }
  operatorRoute(app, context, {
    ...{ method: 'PUT', path: RULE, operationId: 'putRule', tag: 'Policy', role: 'admin' },
    summary: 'Add a rule of the project’s own, `own.…`, or change it',
    body: Type.Object({ revision, reason, rule }),
    ...{ answer: policyAnswer, refusals: ['changed_meanwhile'] },
    handle: (call) => putOwnRule(parts, editOf(call), call.params['rule'] ?? '', call.body.rule),
  })
  operatorRoute(app, context, {
    ...{ method: 'DELETE', path: RULE, operationId: 'removeRule', tag: 'Policy', role: 'admin' },
    summary: 'Remove a rule of the project’s own',
    ...{ body: edit, answer: policyAnswer, refusals: ['changed_meanwhile'] },
    handle: (call) => removeOwnRule(parts, editOf(call), call.params['rule'] ?? ''),
  })
  routeTrials(app, context)
}

/** Nothing is changed here. */
function routeTrials(app: FastifyInstance, context: OperatorContext): void {
  const { parts } = context
  operatorRoute(app, context, {
    ...{ method: 'POST', path: `${POLICY}/check`, operationId: 'checkRule', tag: 'Policy', role: 'viewer' },
    summary: 'Say what keeps a value from being an own rule, and where',
    body: Type.Object({ rule: Type.Unknown({ description: 'What might become a rule.' }) }),
    answer: Type.Object({
      ok: flag,
      problems: Type.Array(Type.Object({ pointer: text, message: text })),
    }),
    handle: ({ body }) => {
      const problems = checkOwnRule(body.rule).map(({ pointer, message }) => ({ pointer, message }))
      return Promise.resolve({ ok: problems.length === 0, problems })
    },
  })
  operatorRoute(app, context, {
    ...{ method: 'POST', path: `${POLICY}/dry-run`, operationId: 'tryPolicy', tag: 'Policy' },
    ...{ role: 'viewer', summary: 'Judge recorded calls again under a changed policy', answer: tried },
    body: Type.Object({
      change: Type.Object({
        disable: Type.Optional(ids),
        enable: Type.Optional(ids),
        put: Type.Optional(Type.Array(rule)),
        remove: Type.Optional(ids),
        thresholds: Type.Optional(thresholds),
        base: Type.Optional(base),
      }),
      last: Type.Integer({
        ...{ minimum: 1, maximum: MAX_CALLS, description: 'How many of the newest calls.' },
        'x-expected': `a number from 1 to ${MAX_CALLS.toString()}`,
      }),
    }),
    handle: (call) => dryRun(parts.store, projectOf(call), call.body.change, call.body.last),
  })
}
