/** Settings of a project, shadow windows and break-glass. */
import { LONGEST_ENFORCEMENT_MS } from '@heron/evidence'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { declareWindow, endWindowEarly } from '../../../domain/enforcement/declare-window.js'
import { changeSettings } from '../../../domain/settings/change-settings.js'
import { readSettings } from '../../../domain/settings/read-settings.js'
import { Refusal } from '../../../domain/refusal.js'
import type { OperatorContext } from '../context.js'
import { base, editOf, reason, revision, thresholds } from '../governance-shapes.js'
import { operatorRoute, projectOf } from '../operator-route.js'
import { count, flag, orNull, text, texts, time } from '../shapes.js'

const PROJECT = '/projects/:project'
const DAY_MS = 86_400_000

const times = {
  approval_timeout_ms: count,
  context_timeout_ms: count,
  reconcile_window_ms: count,
  missing_horizon_ms: count,
  retention_days: Type.Number(),
}

const settings = Type.Object(
  {
    revision: count,
    window_days: count,
    public_overview: flag,
    evidence: Type.Object({ slug: text, url: text }),
    allowlist: texts,
    ...times,
    thresholds,
    base,
    defaults: Type.Object(times, { description: 'What a project has that sets none of its own.' }),
    enforcement: Type.Union(
      [
        Type.Object({ mode: Type.Literal('enforced') }),
        Type.Object({
          mode: Type.Unsafe<string>({ type: 'string', enum: ['advisory', 'suspended'] }),
          declared_by: text,
          entry_hash: text,
          reason: text,
          by: orNull('string'),
          from: time,
          until: time,
        }),
      ],
      { description: '`advisory`: a shadow window. `suspended`: break-glass.' },
    ),
  },
  { description: 'The settings in force.' },
)

/** Null goes back to what the service is started with. */
const milliseconds = Type.Unsafe<number | null>({
  ...{ type: ['integer', 'null'], description: 'In milliseconds; null takes the service’s default.' },
  'x-expected': 'a whole number of milliseconds, or null',
})

const patch = Type.Object({
  revision,
  reason,
  window_days: Type.Optional(Type.Integer({ 'x-expected': 'a whole number of days' })),
  public_overview: Type.Optional(Type.Boolean()),
  allowlist: Type.Optional(
    Type.Array(Type.String(), { description: 'Argument fields whose values are kept, redacted.' }),
  ),
  thresholds: Type.Optional(thresholds),
  base: Type.Optional(base),
  approval_timeout_ms: Type.Optional(milliseconds),
  context_timeout_ms: Type.Optional(milliseconds),
  reconcile_window_ms: Type.Optional(milliseconds),
  missing_horizon_ms: Type.Optional(milliseconds),
  retention_days: Type.Optional(
    Type.Unsafe<number | null>({
      ...{ type: ['integer', 'null'], description: 'Null takes the service’s default.' },
      'x-expected': 'a whole number of days from 1 to 3653, or null',
    }),
  ),
})

export function routeSettings(app: FastifyInstance, context: OperatorContext): void {
  const { parts, originOf } = context
  const path = `${PROJECT}/settings`
  operatorRoute(app, context, {
    ...{ method: 'GET', path, operationId: 'readSettings', tag: 'Settings', role: 'viewer' },
    ...{ summary: 'Read the settings and their revision', answer: settings },
    handle: (call) => readSettings(parts, projectOf(call), originOf(call.request)),
  })
  operatorRoute(app, context, {
    ...{ method: 'PATCH', path, operationId: 'changeSettings', tag: 'Settings', role: 'admin' },
    summary: 'Change settings: one signed entry each, all or none',
    ...{ body: patch, answer: settings, refusals: ['changed_meanwhile'] },
    handle: async (call) => {
      const { revision: _revision, reason: _reason, retention_days: days, ...members } = call.body
      const retention = days === undefined ? {} : { retention_ms: retentionOf(days) }
      await changeSettings(parts, editOf(call), { ...members, ...retention })
      return readSettings(parts, projectOf(call), originOf(call.request))
    },
  })
  routeEnforcement(app, context)
}

function routeEnforcement(app: FastifyInstance, context: OperatorContext): void {
  const { parts, originOf } = context
  const kinds = [
    { name: 'shadow-window', id: 'ShadowWindow', effect: 'advisory', what: 'a shadow window' },
    { name: 'break-glass', id: 'BreakGlass', effect: 'suspended', what: 'break-glass' },
  ] as const
  for (const { name, id, effect, what } of kinds) {
    const path = `${PROJECT}/${name}`
    const most = (LONGEST_ENFORCEMENT_MS[effect] / 3_600_000).toString()
    operatorRoute(app, context, {
      ...{ method: 'POST', path, operationId: `declare${id}`, tag: 'Settings', role: 'admin' },
      summary: `Declare ${what}, for at most ${most} hours`,
      body: Type.Object({
        ...{ revision, reason },
        until: Type.String({ description: 'RFC 3339.', 'x-expected': 'an RFC 3339 time' }),
      }),
      ...{ answer: settings, refusals: ['changed_meanwhile', 'in_use'] },
      handle: async (call) => {
        await declareWindow(parts, editOf(call), effect, call.body.until)
        return readSettings(parts, projectOf(call), originOf(call.request))
      },
    })
    operatorRoute(app, context, {
      ...{ method: 'DELETE', path, operationId: `end${id}`, tag: 'Settings', role: 'admin' },
      summary: `End ${what} before its time`,
      body: Type.Object({ revision, reason }),
      ...{ answer: settings, refusals: ['changed_meanwhile'] },
      handle: async (call) => {
        await endWindowEarly(parts, editOf(call), effect)
        return readSettings(parts, projectOf(call), originOf(call.request))
      },
    })
  }
}

function retentionOf(days: number | null): number | null {
  if (days === null) return null
  if (days >= 1 && days <= 3653) return days * DAY_MS
  throw new Refusal(
    'invalid_request',
    'must be a whole number of days from 1 to 3653, or null',
    '/retention_days',
  )
}
