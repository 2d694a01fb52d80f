/** One export with everything that an export can hold and still pass: every verdict, every kind of entry. */
import type { ExportScript } from './export-builder.js'
import type { Call } from './script.js'

const inferred = {
  inferred: 'destination',
  inference_model: 'small-1',
  inference_prompt_hash: `sha256:${'0'.repeat(64)}`,
  inference_slice: 'last message',
}

/** Calls that a rule does not touch, ten minutes apart: while it is on, while it is off, and on again. */
export function switchedRule(rule: string): Call[] {
  const call = { tool: 'read_file', afterMs: 600_000 }
  const off = { ...call, switches: { rule, enabled: false } }
  const on = { ...call, switches: { rule, enabled: true } }
  return [call, off, call, on, call]
}

export const FULL_SCRIPT: ExportScript = {
  catalogue: {
    v: 1,
    tools: [
      { name: 'crm.lookup', signals: { op: 'read', data_class: 'personal' } },
      { name: 'mail.send', aliases: ['send_mail'], signals: { op: 'send', destination: 'internal' } },
    ],
  },
  sessions: [
    {
      grantScope: { allowed_tools: ['crm.lookup', 'send_mail'], bounds: { max: 3 } },
      calls: [
        { tool: 'crm.lookup' },
        { tool: 'send_mail', args: { to: '<email:600a8b954d966aaf>' } },
        { tool: 'gmail.send', signals: { destination: 'external' }, statements: [{ outcome: 'ESCALATED' }] },
        { tool: 'gmail.send', signals: { destination: 'external' }, answers: 2 },
        { tool: 'payments.transfer', signals: { amount: 4900 }, statements: [{ outcome: 'EXECUTED' }] },
        { tool: 'delete_records', signals: { record_count: 5 } },
        {
          tool: 'mystery',
          statements: [{ signature: 'broken' }, { outcome: 'BLOCKED', errorCode: 'heron_denied' }],
        },
        { tool: 'mail.send', signals: { destination: 'external', ...inferred } },
        { tool: 'list_files', effect: 'advisory', statements: [] },
        { tool: 'run_job', effect: 'suspended', statements: [{ outcome: 'EXECUTED' }] },
        { tool: 'read_file', withoutPolicy: true },
      ],
    },
    { calls: switchedRule('heron.bulk_external.step_up') },
    {
      calls: [
        { tool: 'write_records', signals: { record_count: 5000 }, timesOut: true },
        { tool: 'gmail.send', signals: { destination: 'external' }, timesOut: true },
      ],
    },
    { recordFormat: 2, calls: [{ tool: 'read_file' }] },
    { recordFormat: 1, calls: [{ tool: 'read_file' }] },
  ],
  unmatched: ['act_elsewhere'],
  reviews: 2,
  keyRevoked: true,
}

/** One entry of each kind, for the test that changes every leaf of the file. */
export const SWEPT_SCRIPT: ExportScript = {
  ...FULL_SCRIPT,
  sessions: [
    {
      grantScope: { allowed_tools: ['send_mail'] },
      calls: [
        { tool: 'mail.send', signals: { destination: 'external', ...inferred } },
        { tool: 'gmail.send', signals: { destination: 'external' }, statements: [{ signature: 'broken' }] },
        { tool: 'gmail.send', signals: { destination: 'external' }, answers: 1 },
        { tool: 'delete_records', statements: [{ outcome: 'EXECUTED' }] },
        { tool: 'run_job', effect: 'suspended', timesOut: true },
      ],
    },
  ],
  window: { since: '2026-07-01T00:00:00.000Z', until: null },
}
