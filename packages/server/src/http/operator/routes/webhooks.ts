/** Webhooks of a project: receivers, their secrets, what was sent to them and how it went (heron.md §14). */
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { DELIVERY_STATES, listDeliveries, replayDelivery } from '../../../domain/webhooks/deliveries.js'
import {
  addWebhook,
  changeWebhook,
  listWebhooks,
  MAX_WEBHOOKS,
  removeWebhook,
  rotateWebhookSecret,
  testWebhook,
} from '../../../domain/webhooks/manage-webhooks.js'
import { TOPICS } from '../../../domain/webhooks/topics.js'
import { MAX_URL } from '../../../webhooks/safe-request/safe-request.js'
import { oneOf } from '../../requests/fields.js'
import type { OperatorContext } from '../context.js'
import { operationOf } from '../governance-shapes.js'
import { filterText } from '../list-query.js'
import { operatorRoute, projectOf } from '../operator-route.js'

const WEBHOOKS = '/projects/:project/webhooks'
const WEBHOOK = `${WEBHOOKS}/:webhook`

export function routeWebhooks(app: FastifyInstance, context: OperatorContext): void {
  const { parts } = context
  operatorRoute(app, context, {
    ...{ method: 'GET', path: WEBHOOKS, operationId: 'listWebhooks', tag: 'Webhooks', role: 'viewer' },
    summary: 'List webhooks',
    answer: Type.Object({ items: Type.Array(webhook) }),
    handle: async (call) => ({ items: await listWebhooks(parts, projectOf(call)) }),
  })
  operatorRoute(app, context, {
    ...{ method: 'POST', path: WEBHOOKS, operationId: 'addWebhook', tag: 'Webhooks', role: 'admin' },
    summary: 'Add a webhook; its secret is in this answer and nowhere else',
    body: Type.Object({ url, topics, allow_private: Type.Optional(allowPrivate) }),
    answer: Type.Object({ id: Type.String(), secret }),
    ...{ status: 201, refusals: ['in_use'] },
    handle: (call) => addWebhook(parts, operationOf(call, null), call.body),
  })
  operatorRoute(app, context, {
    ...{ method: 'PATCH', path: WEBHOOK, operationId: 'changeWebhook', tag: 'Webhooks', role: 'admin' },
    refusals: ['changed_meanwhile'],
    summary: 'Change where a webhook goes, what it is told, and whether it is told anything',
    body: Type.Partial(Type.Object({ url, topics, enabled })),
    answer: webhook,
    handle: (call) => changeWebhook(parts, operationOf(call, null), idOf(call, 'webhook'), call.body),
  })
  operatorRoute(app, context, {
    ...{ method: 'DELETE', path: WEBHOOK, operationId: 'removeWebhook', tag: 'Webhooks', role: 'admin' },
    summary: 'Remove a webhook and what waits for it',
    ...{ answer: Type.Null(), status: 204, refusals: ['changed_meanwhile'] },
    handle: (call) => removeWebhook(parts, operationOf(call, null), idOf(call, 'webhook')),
  })
  operatorRoute(app, context, {
    ...{ method: 'POST', path: `${WEBHOOK}/rotate`, operationId: 'rotateWebhookSecret', tag: 'Webhooks' },
    ...{ role: 'admin', refusals: ['changed_meanwhile'] },
    summary: 'Make a new secret; the old one signs beside it for 24 hours',
    answer: Type.Object({ secret }),
    handle: (call) => rotateWebhookSecret(parts, operationOf(call, null), idOf(call, 'webhook')),
  })
  operatorRoute(app, context, {
    ...{ method: 'POST', path: `${WEBHOOK}/test`, operationId: 'testWebhook', tag: 'Webhooks' },
    role: 'operator',
    summary: 'Send an event that tells of nothing',
    answer: Type.Object({ delivery: Type.String(), event: Type.String() }),
    handle: (call) => testWebhook(parts, projectOf(call), idOf(call, 'webhook')),
  })
  routeDeliveries(app, context)
}

function routeDeliveries(app: FastifyInstance, context: OperatorContext): void {
  const { parts } = context
  const path = `${WEBHOOK}/deliveries`
  operatorRoute(app, context, {
    ...{ method: 'GET', path, operationId: 'listWebhookDeliveries', tag: 'Webhooks', role: 'viewer' },
    summary: 'List what was sent to a webhook, newest first',
    query: Type.Object({
      state: Type.Optional(oneOf(DELIVERY_STATES, 'Only those that stand so.')),
      cursor: filterText('`next_cursor` of the answer before.'),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Default 50.' })),
    }),
    answer: Type.Object({ items: Type.Array(delivery), next_cursor: textOrNull('Null on the last page.') }),
    handle: (call) => {
      const { limit = 50, ...page } = call.query
      return listDeliveries(parts, projectOf(call), idOf(call, 'webhook'), { ...page, limit })
    },
  })
  operatorRoute(app, context, {
    ...{ method: 'POST', path: `${path}/:delivery/replay`, operationId: 'replayWebhookDelivery' },
    ...{ tag: 'Webhooks', role: 'operator', status: 204, answer: Type.Null() },
    summary: 'Send a delivery again from the beginning, under the same id',
    handle: (call) => replayDelivery(parts, projectOf(call), idOf(call, 'webhook'), idOf(call, 'delivery')),
  })
}

function idOf({ params }: { readonly params: Readonly<Record<string, string>> }, name: string): string {
  return params[name] ?? ''
}

const url = Type.String({
  minLength: 1,
  maxLength: MAX_URL,
  description: 'An https address that is no private one. Redirects are not followed.',
  'x-expected': `an address of at most ${MAX_URL} characters`,
})
const topics = Type.Array(oneOf(TOPICS, 'What it is told of.'), {
  minItems: 1,
  maxItems: TOPICS.length,
  'x-expected': 'a list of topics',
})
const allowPrivate = Type.Boolean({
  description: 'False keeps this one to public addresses even where the service allows private receivers.',
  'x-expected': 'true or false',
})
const enabled = Type.Boolean({
  description: 'Disabled, it is told nothing; what waits for it is sent when it is enabled again.',
  'x-expected': 'true or false',
})
const secret = Type.String({
  description: '`whsec_` and the base64 of 32 bytes (Standard Webhooks). Shown once.',
})

const textOrNull = (description: string): Type.TUnsafe<string | null> =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description })
const numberOrNull = (description: string): Type.TUnsafe<number | null> =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], description })
const objectOrNull = (properties: Type.TProperties, description: string): Type.TUnsafe<object | null> =>
  Type.Unsafe<object | null>({ ...Type.Object(properties), type: ['object', 'null'], description })

const status = numberOrNull('Status of the receiver’s answer; null where there was none.')
const error = textOrNull(
  'What went wrong: `refused` (a status that is not 2xx), `redirected`, `timed_out`, `connection_failed`, `tls_failed`, ' +
    '`name_not_resolved`, `address_refused`, `not_https`, `invalid_url` or `answer_broken`.',
)

const webhook = Type.Object(
  {
    id: Type.String(),
    url: Type.String(),
    topics: Type.Array(Type.String()),
    allow_private: Type.Boolean(),
    enabled: Type.Boolean(),
    disabled_reason: textOrNull(
      'Why the service itself disabled it: `gone` (the receiver answered 410) or `secret_unreadable`.',
    ),
    created_at: Type.String({ format: 'date-time' }),
    last_delivery: objectOrNull(
      { at: Type.String(), status, outcome: oneOf(['delivered', 'failed'], 'How it ended.'), error },
      'The last attempt.',
    ),
    failing_since: textOrNull('The first failure since the last success.'),
    old_secret_until: textOrNull('Until when the secret before the last rotation signs as well.'),
  },
  { description: `A webhook. A project has ${MAX_WEBHOOKS} at most.` },
)

const delivery = Type.Object({
  id: Type.String(),
  event: Type.Object({
    id: Type.String({ description: 'The `webhook-id` header: the same for every attempt and replay.' }),
    type: Type.String(),
  }),
  created_at: Type.String({ format: 'date-time' }),
  attempts: Type.Integer(),
  state: oneOf(DELIVERY_STATES, '`dead`: given up; it can be replayed.'),
  next_attempt_at: textOrNull('Null when nothing more is sent.'),
  last: objectOrNull(
    { at: Type.String(), status, error, ms: numberOrNull('How long it took.') },
    'The last attempt.',
  ),
})
