/** Well-formed bodies to spoil, one for each wire call; a fresh copy each time. */

const HASH = `sha256:${'ab'.repeat(32)}`

export function sessionBody(): Record<string, unknown> {
  return {
    external_id: 'run_1',
    agent: { external_id: 'agent_1', name: 'Billing agent', version: '2' },
    principal: { type: 'human', ref: 'user_881' },
    original_request: { hash: HASH, anchors: ['<email:0f367fdcc159df07>'] },
    task: { ref: 'job_1', parent_session_external_id: 'run_0' },
    grant: {
      hash: HASH,
      ref: 'grant_1',
      scope: {
        allowed_tools: ['gmail.send'],
        bounds: { destination: ['internal'], max: 3 },
        expires_at: '2026-12-01T00:00:00Z',
      },
    },
    started_at: '2026-11-30T18:43:03.399Z',
  }
}

export function actionBody(): Record<string, unknown> {
  return {
    session_external_id: 'run_1',
    seq: 7,
    tool: { name: 'gmail.send', provider: 'google', server: 'mail' },
    args_redacted: { subject: 'Hi', to: '<email:0f367fdcc159df07>' },
    args_hash: HASH,
    signals: { op: 'send', recipient_count: 1, recipient_external: false, note: null },
    resource_ref: 'thread_1',
    requested_at: '2026-11-30T18:43:03.418Z',
    chain: { prev_hash: HASH },
  }
}

export function executionBody(): Record<string, unknown> {
  return {
    action_id: 'act_1',
    decision_id: 'dec_1',
    outcome: 'EXECUTED',
    result_hash: HASH,
    error_code: null,
    executed_at: '2026-11-30T18:43:03.418Z',
    signature: { kid: 'k1', alg: 'Ed25519', value: 'AAAA' },
  }
}

export function catalogBody(): Record<string, unknown> {
  return {
    v: 1,
    tools: [
      {
        name: 'a.read',
        aliases: ['read'],
        signals: { op: 'read', reversible: true },
        provider: 'p',
        server: 's',
      },
      { name: 'b.send', signals: {} },
    ],
    signature: { kid: 'k1', alg: 'Ed25519', value: 'AAAA' },
  }
}

/** Replaces the member at a path; `undefined` removes it. */
export function spoil(body: Record<string, unknown>, path: string, value: unknown): Record<string, unknown> {
  const steps = path.split('/').slice(1)
  const last = steps.pop()!
  let at: Record<string, unknown> = body
  for (const step of steps) at = at[step] as Record<string, unknown>
  if (value === undefined) Reflect.deleteProperty(at, last)
  else at[last] = value
  return body
}
