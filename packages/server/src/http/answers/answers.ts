/** The shapes of answers, for the OpenAPI document (heron.md §3). Clients ignore members that they do not know. */
import { VERDICTS } from '@heron/evidence'
import Type from 'typebox'
import { answerFields } from './fields.js'

const { digest, signed, replay, policyBundle } = answerFields

const record = Type.Object(
  {},
  { additionalProperties: true, description: 'The chain record, exactly as hashed.' },
)
const time = (description: string): Type.TString => Type.String({ format: 'date-time', description })

const decision = Type.Object({
  decision_id: Type.String(),
  verdict: Type.Unsafe<string>({ type: 'string', enum: VERDICTS }),
  engine: Type.String({ description: 'Name and version of the engine that judged.' }),
  effect: Type.Unsafe<string>({ type: 'string', enum: ['enforced', 'advisory'] }),
  transform: Type.Optional(
    Type.Object({}, { additionalProperties: true, description: 'MODIFY: how to narrow the call.' }),
  ),
  pending: Type.Optional(
    Type.Object({}, { additionalProperties: true, description: 'DEFER: what the session must show first.' }),
  ),
  reasons: Type.Array(Type.String()),
  rule: Type.Optional(Type.String()),
})

const announced = {
  action_id: Type.String(),
  decision,
  receipt: signed('The decision'),
  evaluation: signed('What the engine read and answered'),
  record,
  chain: Type.Object({
    prev_hash: digest('The head before this action.'),
    record_hash: digest('The head after it.'),
    position: Type.Integer({ description: 'Dense, in order of arrival; the first action is 1.' }),
  }),
}

const openSession = Type.Object(
  { session_id: Type.String(), head_hash: digest('The genesis hash.'), record, replay },
  { description: 'The session is open.' },
)

const announceAction = Type.Object({ ...announced, replay }, { description: 'The signed decision.' })

const reportExecution = Type.Object(
  {
    ok: Type.Literal(true),
    signature_valid: Type.Boolean({ description: 'False: stored all the same, and a finding.' }),
    replay,
  },
  { description: 'The statement is stored.' },
)

const refusedStatement = Type.Object(
  {
    ok: Type.Literal(false),
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    code: Type.String(),
    pointer: Type.Optional(Type.String({ description: 'Into this statement.' })),
  },
  { description: 'The problem of one statement in an array.' },
)

const closeSession = Type.Object(
  {
    session_id: Type.String(),
    head_hash: digest('The final head.'),
    count: Type.Integer({ description: 'Number of actions.' }),
    receipt: signed('Head and count'),
    replay,
  },
  { description: 'The session is closed.' },
)

const putToolCatalog = Type.Object(
  {
    ok: Type.Literal(true),
    catalog_hash: digest('Digest of the body without its signature.'),
    tools: Type.Integer({ description: 'Number of tools.' }),
    signature_valid: Type.Boolean({ description: 'False: stored, a finding, and not in force.' }),
    replay,
    warnings: Type.Optional(
      Type.Array(
        Type.Object({
          code: Type.Literal('shadowed'),
          alias: Type.String(),
          tool: Type.String(),
          detail: Type.String(),
        }),
      ),
    ),
  },
  { description: 'The catalogue is stored.' },
)

const session = Type.Object(
  {
    session_id: Type.String(),
    external_id: Type.String(),
    state: Type.Unsafe<string>({ type: 'string', enum: ['open', 'closed'] }),
    genesis_hash: digest('The hash of the genesis record.'),
    head_hash: digest('The newest hash.'),
    count: Type.Integer({ description: 'Number of actions.' }),
    record,
    opened_at: time('Heron’s clock.'),
    closed_at: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' }),
  },
  { description: 'A session.' },
)

const action = Type.Object(
  {
    ...announced,
    session_id: Type.String(),
    session_external_id: Type.String(),
    args_redacted: Type.Unknown({ description: 'As stored: redacted twice; gone after the retention.' }),
    resolves: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    resolved_by: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    approval: Type.Unsafe<object | null>({
      anyOf: [
        Type.Object({
          state: Type.Unsafe<string>({
            type: 'string',
            enum: ['waiting', 'approved', 'declined', 'timed_out', 'answered'],
            description: '`approved`: announce the same call again, and it is lifted, once.',
          }),
          due_at: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' }),
          answered_at: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' }),
          entry_hash: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
        }),
        { type: 'null' },
      ],
      description: 'Of a STEP_UP: whether a person has answered it in the dashboard.',
    }),
    executions: Type.Array(
      Type.Object({
        outcome: Type.String(),
        executed_at: Type.String({ description: 'The vendor’s clock, as signed.' }),
        received_at: time('Heron’s clock.'),
        signature_valid: Type.Boolean(),
        kid: Type.String(),
      }),
    ),
  },
  { description: 'An action, its decision and every statement about it.' },
)

const jwks = Type.Object(
  {
    keys: Type.Array(
      Type.Object({
        kty: Type.Literal('OKP'),
        crv: Type.Literal('Ed25519'),
        kid: Type.String(),
        x: Type.String(),
        use: Type.Literal('sig'),
        alg: Type.Literal('EdDSA'),
      }),
    ),
  },
  { description: 'Every key Heron ever signed with.' },
)

export const answerSchemas = {
  openSession,
  announceAction,
  reportExecution,
  reportExecutions: Type.Union([
    reportExecution,
    Type.Array(Type.Union([reportExecution, refusedStatement])),
  ]),
  closeSession,
  putToolCatalog,
  session,
  action,
  policyBundle,
  jwks,
  status: Type.Object({ status: Type.String() }, { description: 'It is.' }),
}
