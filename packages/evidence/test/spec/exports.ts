/** An honest export and its tampered twins, each with the checks that fail (heron.md §10). */
import {
  type ActionEntry,
  type ApprovalStatement,
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type ExportEntry,
  parseJson,
  publicKeyOfSeed,
  readKeptCheckpoint,
  toBase64url,
  toJwk,
  type VerifyOptions,
  writeNoteKey,
} from '../../src/index.js'
import { notesOf, WITNESS, WITNESS_SEED, withCheckpoints } from '../support/checkpoints.js'
import { buildExport, type ExportScript } from '../support/export-builder.js'
import { switchedRule } from '../support/full-script.js'
import { HERON_KEY, HERON_KID } from '../support/keys.js'
import { type MutableEntry, sign, withEntries, withEntry, withLog } from '../support/resign.js'
import { type Brought, checkpointTwins } from './checkpoint-twins.js'
import { codesOf, failedChecks, verifyLines } from '../support/verify.js'

const inferred = {
  inferred: 'destination',
  inference_model: 'small-1',
  inference_prompt_hash: `sha256:${'0'.repeat(64)}`,
  inference_slice: 'last message',
}

/** Small, and yet one of everything. */
const SCRIPT: ExportScript = {
  catalogue: {
    v: 1,
    tools: [
      { name: 'crm.lookup', signals: { op: 'read', data_class: 'personal' } },
      { name: 'mail.send', aliases: ['send_mail'], signals: { op: 'send', destination: 'internal' } },
    ],
  },
  sessions: [
    {
      grantScope: { allowed_tools: ['crm.lookup', 'send_mail'] },
      calls: [
        { tool: 'crm.lookup' },
        { tool: 'gmail.send', signals: { destination: 'external' }, statements: [{ outcome: 'ESCALATED' }] },
        { tool: 'gmail.send', signals: { destination: 'external' }, answers: 1 },
        { tool: 'delete_records', signals: { record_count: 5 }, statements: [{ outcome: 'EXECUTED' }] },
        { tool: 'mail.send', signals: { destination: 'external', ...inferred } },
        { tool: 'mystery', statements: [{ signature: 'broken' }] },
        { tool: 'write_records', signals: { record_count: 500 } },
        { tool: 'run_job', effect: 'suspended', timesOut: true },
        { tool: 'slack.send', signals: { destination: 'external' }, statements: [{ outcome: 'ESCALATED' }] },
        { tool: 'slack.send', signals: { destination: 'external' }, answers: 8, answeredBy: 'dashboard' },
        { tool: 'sms.send', signals: { destination: 'external' }, statements: [{ outcome: 'ESCALATED' }] },
        {
          ...{ tool: 'sms.send', signals: { destination: 'external' }, answers: 10 },
          ...{ answeredBy: 'dashboard', answer: 'DECLINE' },
        },
        { tool: 'run_job', timesOut: true, declinedUnused: true },
        { tool: 'run_job', effect: 'advisory' },
      ],
    },
    { calls: switchedRule('heron.bulk_external.step_up') },
    { calls: [{ tool: 'write_records', signals: { record_count: 5000 }, timesOut: true }] },
  ],
  unmatched: ['act_elsewhere'],
  reviews: 1,
  keyRevoked: true,
}

type Twin = readonly [name: string, lines: readonly string[], brought?: readonly Brought[]]

const digest = (character: string): string => `sha256:${character.repeat(64)}`

/** Changed by somebody without Heron's key. */
function strangers(honest: readonly string[]): readonly Twin[] {
  const first = honest.findIndex((line) => line.endsWith('"type":"action"}'))
  const second = first + 1
  const at = (index: number, change: (line: string) => string): readonly string[] =>
    honest.map((line, number) => (number === index ? change(line) : line))
  return [
    ['one_character', at(first, (line) => line.replace('"tool":"crm.lookup"', '"tool":"crm.lookuq"'))],
    ['verdict_changed', at(second, (line) => line.replaceAll('STEP_UP', 'ALLOW'))],
    ['time_changed', at(second, (line) => line.replace(/"decided_at":"2026/, '"decided_at":"2027'))],
    ['line_removed', honest.toSpliced(second, 1)],
    ['lines_swapped', honest.toSpliced(first, 2, honest[second]!, honest[first]!)],
    ['line_doubled', honest.toSpliced(first, 0, honest[first]!)],
    ['cut_short', honest.slice(0, -1)],
    ['cut_in_the_middle', honest.slice(0, second)],
    ['entry_after_the_manifest', [...honest, honest[1]!]],
    ['manifest_of_another_key', at(honest.length - 1, (line) => line.replace('"heron-1"', '"heron-2"'))],
    ['space_in_a_line', at(first, (line) => line.replace(',', ', '))],
    ['member_twice', at(first, (line) => line.replace('{', '{"type":"action",'))],
    ['member_that_nobody_reads', at(1, (line) => line.replace('{', '{"a":1,'))],
    ['not_json', at(first, (line) => line.slice(0, -1))],
    [
      'log_entry_removed',
      honest.toSpliced(
        honest.findIndex((line) => line.endsWith('"type":"log"}')),
        1,
      ),
    ],
  ]
}

/** The entry that declared the honest file's shadow window. */
function shadowWindow(honest: readonly string[]): string {
  const entries = honest.map((line) => parseJson(line) as unknown as ExportEntry)
  const entry = entries.find((each) => each.type === 'log' && each.record.act === 'shadow_window.declared')
  if (entry?.type !== 'log') throw new Error('the honest file declares no shadow window')
  return entry.entry_hash
}

function operatorAnswer(approval: ApprovalStatement | null): ApprovalStatement & { kind: 'operator' } {
  if (approval?.kind !== 'operator') throw new Error('the call leans on no answer of the dashboard')
  return approval
}

/** Judged under another of the honest file's bundles, by their order. */
function underBundle(honest: readonly string[], number: number): (entry: MutableEntry<'action'>) => void {
  const entries = honest.map((line) => parseJson(line) as unknown as ExportEntry)
  const bundle = entries.filter((entry) => entry.type === 'bundle')[number]?.policy_hash ?? ''
  return ({ decision, evaluation }) => {
    decision.payload.policy_hash = evaluation.payload.policy_hash = bundle
    sign(decision)
    sign(evaluation)
  }
}

/** Changed by Heron itself, which signs whatever no longer fits: the manifest is honest about a dishonest file. */
function liars(honest: readonly string[]): readonly Twin[] {
  const edit = <Type extends ExportEntry['type']>(
    type: Type,
    change: Parameters<typeof withEntry<Type>>[2],
    number?: number,
  ): readonly string[] => withEntry(honest, type, change, number)
  return [
    [
      'another_key_of_heron',
      edit('key', ({ jwk }) => (jwk.x = toBase64url(publicKeyOfSeed(new Uint8Array(32).fill(9))))),
    ],
    [
      'vendor_key_of_small_order',
      edit('vendor_key', (entry) => (entry.x = toBase64url(new Uint8Array(32).with(0, 1)))),
    ],
    ['import_not_logged', edit('vendor_key', (entry) => (entry.imported_by = digest('1')))],
    ['revocation_hidden', edit('vendor_key', (entry) => (entry.revoked_at = entry.revoked_by = null))],
    [
      'last_action_removed',
      withEntries(honest, (entries) =>
        entries.toSpliced(
          entries.findLastIndex(({ type }) => type === 'action'),
          1,
        ),
      ),
    ],
    [
      'first_action_removed',
      withEntries(honest, (entries) =>
        entries.toSpliced(
          entries.findIndex(({ type }) => type === 'action'),
          1,
        ),
      ),
    ],
    ['grant_widened', edit('session', (entry) => (entry.grant_scope = { allowed_tools: ['anything'] }))],
    ['seq_used_twice', edit('action', ({ record }) => (record.seq = 10), 1)],
    [
      'decision_against_the_evaluation',
      edit(
        'action',
        ({ decision }) => {
          decision.payload.verdict = 'ALLOW'
          sign(decision)
        },
        3,
      ),
    ],
    [
      'receipts_of_another_call',
      edit('action', ({ decision, evaluation }) => {
        decision.payload.tool = evaluation.payload.tool = 'read_file'
        sign(decision)
        sign(evaluation)
      }),
    ],
    [
      'history_invented',
      edit(
        'action',
        ({ evaluation }) => {
          evaluation.payload.history.operations = { read: 5 }
          sign(evaluation)
        },
        1,
      ),
    ],
    [
      'answer_to_nothing',
      edit('action', ({ decision }) => {
        decision.payload.resolves = 'act_nowhere'
        sign(decision)
      }),
    ],
    [
      'break_glass_that_nobody_declared',
      edit(
        'action',
        ({ decision }) => {
          decision.payload.enforcement.declared_by = digest('1')
          sign(decision)
        },
        7,
      ),
    ],
    [
      'break_glass_after_its_time',
      edit(
        'action',
        ({ decision }) => {
          decision.payload.decided_at = '2027-11-30T00:00:00.000Z'
          sign(decision)
        },
        7,
      ),
    ],
    [
      'break_glass_by_a_shadow_window',
      edit(
        'action',
        ({ decision }) => {
          decision.payload.enforcement.declared_by = shadowWindow(honest)
          sign(decision)
        },
        7,
      ),
    ],
    [
      'approval_that_nobody_gave',
      edit(
        'action',
        ({ evaluation }) => {
          evaluation.payload.classification.approval = {
            ...operatorAnswer(evaluation.payload.classification.approval),
            entry_hash: digest('1'),
          }
          sign(evaluation)
        },
        9,
      ),
    ],
    [
      'approval_of_another_person',
      edit(
        'action',
        ({ evaluation }) => {
          evaluation.payload.classification.approval = {
            ...operatorAnswer(evaluation.payload.classification.approval),
            approver: 'actor_fedcba9876543210',
          }
          sign(evaluation)
        },
        9,
      ),
    ],
    [
      'declined_by_nobody',
      edit('resolution', ({ receipt }) => {
        receipt.payload.reason = 'human_declined'
        sign(receipt)
      }),
    ],
    ['receipt_under_an_unknown_key', edit('close', ({ receipt }) => (receipt.kid = 'heron-0'))],
    [
      'close_of_fewer_actions',
      edit('close', ({ receipt }) => {
        receipt.payload.actions -= 1
        sign(receipt)
      }),
    ],
    ['good_signature_called_bad', edit('action', (entry) => (entry.statements[0]!.signature_valid = false))],
    [
      'bad_signature_called_good',
      edit('action', (entry) => (entry.statements[0]!.signature_valid = true), 5),
    ],
    ['outcome_changed', edit('action', (entry) => (entry.statements[0]!.statement.outcome = 'SKIPPED'))],
    [
      'finding_removed',
      withEntries(honest, (entries) =>
        entries.filter((entry) => entry.type !== 'finding' || entry.kind !== 'INVALID_VENDOR_SIGNATURE'),
      ),
    ],
    [
      'finding_invented',
      edit('finding', (entry) => {
        entry.kind = 'EXECUTED_DESPITE_DENY'
        entry.severity = 'high'
      }),
    ],
    ['finding_belittled', edit('finding', (entry) => (entry.severity = 'low'))],
    ['review_hidden', edit('finding', (entry) => void entry.reviews.pop())],
    [
      'statement_moved',
      withEntries(honest, (entries) => {
        const [first, , third] = entries.filter((entry): entry is ActionEntry => entry.type === 'action')
        return entries.map((entry) => (entry === third ? { ...third, statements: first!.statements } : entry))
      }),
    ],
    ['catalogue_under_another_hash', edit('catalog', (entry) => (entry.catalog_hash = digest('1')))],
    ['catalogue_rewritten', edit('catalog', ({ body }) => (body.tools[0]!.signals.data_class = 'none'))],
    ['bundle_rewritten', edit('bundle', ({ bundle }) => (bundle.base = 'STEP_UP'))],
    [
      'verdict_that_the_rules_do_not_give',
      edit(
        'action',
        ({ decision, evaluation }) => {
          decision.payload.verdict = evaluation.payload.result.verdict = 'ALLOW'
          decision.payload.transform = evaluation.payload.result.transform = null
          sign(decision)
          sign(evaluation)
        },
        3,
      ),
    ],
    [
      'confidence_raised',
      edit(
        'action',
        ({ evaluation }) => {
          evaluation.payload.result.confidence = 'high'
          sign(evaluation)
        },
        5,
      ),
    ],
    [
      'classification_that_the_name_does_not_give',
      edit(
        'action',
        ({ evaluation }) => {
          evaluation.payload.classification.operation = { value: 'read', source: 'derived' }
          sign(evaluation)
        },
        3,
      ),
    ],
    // The call from which on the rule was off, and the one before it: either bundle gives the same verdict.
    ['decided_under_an_older_policy', edit('action', underBundle(honest, 0), 16)],
    ['decided_under_a_newer_policy', edit('action', underBundle(honest, 1), 14)],
    [
      'policy_change_left_out',
      withLog(honest, (record) => {
        if (record.act === 'rule.enabled') record.before = record.after
      }),
    ],
    ['log_entry_rewritten', edit('log', (entry) => (entry.record.reason = 'another reason'))],
    [
      'log_begins_later',
      withEntries(honest, (entries) =>
        entries.toSpliced(
          entries.findIndex(({ type }) => type === 'log'),
          1,
        ),
      ),
    ],
    [
      'resolution_of_another_decision',
      edit('resolution', ({ receipt }) => {
        receipt.payload.decision = 'dec_0'
        sign(receipt)
      }),
    ],
    [
      'session_twice',
      withEntries(honest, (entries) => {
        const start = entries.findLastIndex(({ type }) => type === 'session')
        const end = entries.findIndex(({ type }) => type === 'unmatched')
        return entries.toSpliced(end, 0, ...entries.slice(start, end))
      }),
    ],
  ]
}

/** The files of `spec/vectors/export` by name. */
export async function exportFiles(
  text: (file: Record<string, unknown>) => string,
): Promise<Map<string, string>> {
  const bare = buildExport(SCRIPT)
  const honest = withCheckpoints(bare, { witnessSeed: WITNESS_SEED })
  const kept = notesOf(honest).at(-1)!
  const bring = (brought: readonly Brought[]): Partial<VerifyOptions> => ({
    keptCheckpoints: brought.includes('kept') ? [readKeptCheckpoint(kept)!] : [],
    witnesses: brought.includes('witness') ? [WITNESS] : [],
  })
  const report = await verifyLines(honest, bring(['kept', 'witness']))
  if (codesOf(report).length > 0) throw new Error(`the honest export fails: ${codesOf(report).join(', ')}`)
  const files = new Map<string, string>()
  const write = (name: string, lines: readonly string[]): void => {
    files.set(name, lines.map((line) => `${line}\n`).join(''))
  }
  write('honest.ndjson', honest)
  const plain = { format: EXPORT_FORMAT, v: EXPORT_VERSION, entries: honest.map((line) => parseJson(line)) }
  files.set('honest.json', `${JSON.stringify(plain)}\n`)
  files.set('jwks.json', `${JSON.stringify({ keys: [toJwk(HERON_KID, HERON_KEY)] }, null, 2)}\n`)
  files.set('kept.note', kept)
  const cases: object[] = []
  const committed = checkpointTwins(honest, bare).map(({ name, lines, brought }): Twin => [
    name,
    lines,
    brought,
  ])
  for (const [by, twins] of [
    ['stranger', strangers(honest)],
    ['heron', [...liars(honest), ...committed]],
  ] as const) {
    for (const [name, lines, brought = []] of twins) {
      const verified = await verifyLines(lines, bring(brought))
      const fails = failedChecks(verified)
      if (fails.length === 0) throw new Error(`the twin ${name} passes`)
      const file = `tampered/${name}.ndjson`
      write(file, lines)
      cases.push({ file, by, brought, fails, codes: codesOf(verified) })
    }
  }
  const { totals } = report
  files.set(
    'cases.json',
    text({
      spec: 'heron-export',
      version: 1,
      jwks: 'jwks.json',
      kept: 'kept.note',
      witness: writeNoteKey(WITNESS),
      honest: ['honest.ndjson', 'honest.json'],
      totals,
      tampered: cases,
    }),
  )
  return files
}
