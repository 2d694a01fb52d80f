/** Every row that may stand in the store makes an event with everything that its class requires (AARM R8). */
import { type JsonObject, PUBLISHED_FINDINGS, UNPUBLISHED_FINDINGS } from '@heron/evidence'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decisionEvent, executionEvent } from '../../src/domain/event-stream/call-events.js'
import { findingEvent } from '../../src/domain/event-stream/finding-event.js'
import { logEvent } from '../../src/domain/event-stream/log-event.js'
import { problemsOf } from './required-members.js'

const KINDS = Object.keys({ ...PUBLISHED_FINDINGS, ...UNPUBLISHED_FINDINGS })

const word = fc.stringMatching(/^[a-z][a-z0-9_.]{0,20}$/)
const textOrNull = fc.option(word)
const time = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())
const verdict = fc.constantFrom('ALLOW', 'DENY', 'STEP_UP', 'MODIFY', 'DEFER')
const operation = fc.oneof(
  fc.constantFrom('read', 'write', 'send', 'delete', 'execute', 'unknown'),
  fc.constantFrom('constructor', '__proto__', ''),
)
const decision = fc.record({
  ...{ org: word, project: word, session: word, agent: word, action: word, decision: word, tool: word },
  ...{
    verdict,
    rule: textOrNull,
    reasons: fc.array(word),
    policy_hash: textOrNull,
    catalog_hash: textOrNull,
  },
  ...{ seq: fc.nat(), position: fc.nat(), args_hash: word, record_hash: word, resolves: textOrNull },
  enforcement: fc.record({
    effect: fc.constantFrom('enforced', 'advisory', 'suspended'),
    declared_by: textOrNull,
  }),
})
const decisionText = decision.map((payload) => JSON.stringify(payload))
const evaluationText = operation.map((value) =>
  JSON.stringify({ classification: { operation: { value, source: 'declared' } } }),
)
const environment = fc.constantFrom('live', 'test')

function conforms(event: object): void {
  // As it arrives: a line of JSON.
  const line = JSON.stringify(event)
  expect(line).not.toContain('\n')
  expect(problemsOf(JSON.parse(line)), line).toEqual([])
}

it('decisions', () => {
  const row = fc.record({
    ...{
      id: word,
      decision_text: decisionText,
      evaluation_text: evaluationText,
      received_at: time,
      environment,
    },
  })
  fc.assert(
    fc.property(row, (each) => {
      conforms(decisionEvent(each))
    }),
  )
})

it('statements, also those about no call, and never an error code that says too much', () => {
  const row = fc.record({
    ...{ organization_id: word, project_id: word, id: word, action_id: word, decision_id: word },
    ...{ session_id: textOrNull, result_hash: textOrNull, kid: word, received_at: time },
    outcome: fc.constantFrom('EXECUTED', 'SKIPPED', 'FAILED', 'BLOCKED', 'ESCALATED', 'ABANDONED'),
    error_code: fc.option(fc.oneof(word, fc.constant('rosa@acme.example failed'), fc.string())),
    signature_valid: fc.constantFrom<0 | 1>(0, 1),
    decision_text: fc.option(decisionText),
    evaluation_text: fc.option(evaluationText),
    environment: fc.option(environment),
  })
  fc.assert(
    fc.property(row, (each) => {
      const event = executionEvent(each)
      conforms(event)
      const sent = (event['unmapped'] as JsonObject)['error_code']
      expect(
        sent === null ||
          /^(?:[A-Za-z0-9_.:-]{1,64}|<redacted:error_code>)$/.test(JSON.stringify(sent).slice(1, -1)),
      ).toBe(true)
    }),
  )
})

it('findings of every kind', () => {
  const row = fc.record({
    ...{ organization_id: word, project_id: word, id: word, subject: word, raised_at: time },
    kind: fc.constantFrom(...KINDS),
    severity: fc.constantFrom('low', 'medium', 'high', 'critical'),
    ...{ session_id: textOrNull, action_id: textOrNull, catalog_hash: textOrNull, tool: textOrNull },
    ...{ agent: textOrNull, environment: textOrNull, verdict: textOrNull, rule: textOrNull },
    detail_text: fc.dictionary(word, fc.oneof(word, fc.nat())).map((detail) => JSON.stringify(detail)),
  })
  fc.assert(
    fc.property(row, (each) => {
      conforms(findingEvent(each))
    }),
  )
})

it('entries of the operator log, whatever the act', () => {
  const state = fc.option(fc.dictionary(word, fc.oneof(word, fc.nat(), fc.boolean(), fc.constant(null))))
  const act = fc.oneof(
    fc.constantFrom('vendor_key.imported', 'api_key.revoked', 'rule.disabled', 'break_glass.declared'),
    fc.constantFrom('window.changed', 'something.else', 'plain', 'x.constructor', 'x.__proto__'),
  )
  const entry = fc.record({
    kind: fc.constant('audit' as const),
    v: fc.constant(2 as const),
    chain: word.map((id) => `project:${id}` as const),
    ...{ act, actor: word, subject: word, seq: fc.nat(), at: time, entry_hash: word, prev_hash: textOrNull },
    ...{ reason: fc.option(fc.string()), before: state, after: state },
  })
  fc.assert(
    fc.property(entry, (each) => {
      conforms(logEvent(each, 'org_1'))
    }),
  )
})
