/** The answers of the evidence page for the OpenAPI document, from their outside: `page/answers.ts` has every member. */
import Type, { type TSchema } from 'typebox'

const text = Type.String()
const number = Type.Integer()
const time = Type.String({ format: 'date-time' })
const optional = (type: string): TSchema => Type.Unsafe<string | null>({ type: [type, 'null'] })
const object = (description: string): TSchema => Type.Object({}, { additionalProperties: true, description })
const record = object('The chain record, exactly as hashed.')
const signed = (what: string, description?: string): TSchema =>
  Type.Object(
    { payload: object(what), alg: Type.Literal('EdDSA'), kid: text, signature: text },
    description === undefined ? {} : { description },
  )
const paged = (item: TSchema, description: string): TSchema =>
  Type.Object({ items: Type.Array(item), next_cursor: optional('string') }, { description })

const claim = Type.Object({
  id: text,
  title: text,
  mark: Type.Unsafe<string>({ type: 'string', enum: ['verified', 'declared', 'gap', 'failed'] }),
  stated_by: Type.Unsafe<string>({ type: 'string', enum: ['record', 'vendor', 'nobody'] }),
  figure: text,
  reason: text,
  would_change: text,
  records: Type.Unsafe<object | null>({ type: ['object', 'null'] }),
})

const finding = Type.Object({
  finding: text,
  kind: text,
  severity: text,
  session: optional('string'),
  action: optional('string'),
  tool: optional('string'),
  raised_at: time,
  cleared_at: optional('string'),
  reviews: Type.Array(Type.Object({ act: text, reason: optional('string'), at: time, entry_hash: text })),
})

const run = {
  session: text,
  agent: text,
  agent_version: optional('string'),
  opened_at: time,
  closed_at: optional('string'),
  head_hash: text,
  actions: number,
  verdicts: object('Calls by verdict.'),
  findings: number,
}

const call = Type.Object({
  action: text,
  position: number,
  seq: number,
  tool: text,
  verdict: text,
  rule: optional('string'),
  reasons: Type.Array(text),
  dimensions: object('Value and source of each dimension.'),
  prev_hash: text,
  record_hash: text,
  resolves: optional('string'),
  outcomes: Type.Array(Type.Object({ outcome: text, signature_valid: Type.Boolean(), received_at: time })),
  findings: Type.Array(text),
  received_at: time,
})

const snapshot = Type.Object({
  id: text,
  taken_at: time,
  sessions: number,
  actions: number,
  digest: text,
})

const counts = object('Exact, inside the window.')

export const pageAnswers = {
  summary: Type.Object(
    {
      vendor: text,
      project: Type.Object({ id: text, name: text }),
      organization: text,
      window: object('From when, whose setting, and every change of it.'),
      counts,
      first_record_at: optional('string'),
      last_record_at: optional('string'),
      findings: Type.Array(object('A kind with how many are open and reviewed.')),
      records_to_verify: number,
      public_overview: Type.Boolean(),
      generated_at: time,
    },
    { description: 'The first screen.' },
  ),
  posture: Type.Object({ claims: Type.Array(claim) }, { description: 'R1 to R9.' }),
  findings: paged(finding, 'Newest first.'),
  runs: paged(Type.Object(run), 'Newest first.'),
  run: Type.Object(
    {
      ...run,
      record,
      genesis_hash: text,
      parent_session: optional('string'),
      child_sessions: Type.Array(text),
    },
    { description: 'A run.' },
  ),
  calls: paged(call, 'In the order of the chain.'),
  action: Type.Object(
    {
      session: text,
      record,
      prev_hash: text,
      record_hash: text,
      decision: signed('The decision.'),
      evaluation: signed('What the engine read and answered.'),
      statements: Type.Array(object('A statement as the vendor signed it.')),
      rule: Type.Unsafe<object | null>({ type: ['object', 'null'] }),
      findings: Type.Array(finding),
    },
    { description: 'A call and its signed documents.' },
  ),
  policy: Type.Object(
    {
      in_force: optional('string'),
      bundles: Type.Array(object('A bundle, and how often each of its rules decided.')),
      disabled: Type.Array(Type.Object({ rule: text, reason: optional('string'), at: text })),
    },
    { description: 'Bundles in force now and before.' },
  ),
  signals: Type.Object(
    {
      actions: number,
      dimensions: object('Calls by source, for each dimension.'),
      tools: Type.Object({
        described: Type.Array(text),
        listed: Type.Array(text),
        absent: Type.Array(text),
      }),
      commitments: object('How many of how many could have.'),
      catalog: Type.Unsafe<object | null>({ type: ['object', 'null'] }),
    },
    { description: 'Where classifications came from.' },
  ),
  log: paged(Type.Object({ receipt: signed('An act.') }), 'From the first entry.'),
  checkpoints: Type.Object(
    {
      count: number,
      first_at: Type.Union([text, Type.Null()]),
      newest: Type.Unsafe<object | null>({ type: ['object', 'null'] }),
    },
    { description: 'Checkpoints so far, and the newest with its note.' },
  ),
  keys: Type.Object(
    { heron: Type.Array(object('A key.')), vendor: Type.Array(object('A key.')) },
    { description: 'Every key on both sides.' },
  ),
  snapshots: paged(snapshot, 'Newest first.'),
  snapshotTaken: snapshot,
  snapshot: signed('Heads, counts and a digest.', 'To keep.'),
  comparison: Type.Object(
    {
      snapshot,
      added: Type.Object({ sessions: number, actions: number, findings: number }),
      vanished: Type.Array(Type.Object({ what: text, id: text, detail: text })),
    },
    { description: 'What was added, and what has gone.' },
  ),
  overview: Type.Object(
    {
      vendor: text,
      project: text,
      window_days: number,
      claims: Type.Array(claim),
      counts,
      findings: Type.Array(object('A kind with how many are open and reviewed.')),
      rules: Type.Array(Type.Object({ id: text, title: text, effect: text })),
    },
    { description: 'What anybody may read, where an operator opened it.' },
  ),
  export: Type.String({ description: 'The file, streamed.' }),
}

/** Somebody asks for a link. */
export const linkRequestSchema = Type.Object({
  name: Type.String({
    ...{ minLength: 1, maxLength: 200, pattern: '^[^\\u0000-\\u001f\\u007f]*$' },
    'x-expected': 'a name of 1 to 200 characters without control characters',
  }),
  why: Type.String({
    ...{
      minLength: 1,
      maxLength: 2000,
      pattern: '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$',
    },
    'x-expected': 'a reason of 1 to 2,000 characters without control characters',
  }),
  email: Type.String({
    maxLength: 254,
    pattern:
      '^[^\\s@\\u0000-\\u001f\\u007f]+@[^\\s@\\u0000-\\u001f\\u007f]+\\.[^\\s@\\u0000-\\u001f\\u007f]+$',
    'x-expected': 'an e-mail address, so that the vendor can answer',
  }),
})
