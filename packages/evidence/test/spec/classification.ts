/** Vectors of the classification: names, signals, catalogue, a model's answers, refusals (heron.md §4). */
import {
  type CatalogSignals,
  classify,
  DEFAULT_THRESHOLDS,
  deriveFromName,
  LEXICON,
  readSignals,
  type Signals,
} from '../../src/index.js'

/** Every word of the lexicon, found wherever it stands. */
function lexiconWords(): readonly string[] {
  const found = new Set<string>()
  const walk = (value: unknown): void => {
    if (typeof value === 'string') found.add(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk)
  }
  const { version: _version, ...words } = LEXICON
  walk(words)
  return [...found].sort()
}

const NAMES = [
  '',
  '42',
  'frobnicate',
  'get_user',
  'users.list',
  'gmail.send',
  'gmail.search_sent_messages',
  'mcp__fs__read_file',
  'stripe.list_charges',
  'fetchURL',
  'SQLQuery',
  'sendMoney',
  'send_wire_v2',
  'refund_status_get',
  'delete_list_refund',
  'delete_lists',
  'drop_views',
  'soft_delete_user',
  'move_to_trash',
  'api_key_rotate',
  'key_api_rotate',
  'rotateAPIKeys',
  'ssh.key.create',
  'send_invoice',
  'issue_payment',
  'release_funds',
  'check_balance',
  'book_flight',
  'call_customer',
  'customer_call',
  'v2_archive_3',
  'listV2',
  'list2files',
  'récupérer_fichier',
  'ÜBERWEISUNG_send',
  'ΑΠΟΣΤΟΛΉΣ.delete',
  'ﬁnd_file',
  '削除_delete',
  'get١٢_file',
  'a.__get',
  'get.',
  '__',
  'deleteHTTPRecords',
  'HTTPDelete',
  'iOSUpdate',
  'crm:contacts/delete',
  'İstanbul_send',
] as const

type Case = {
  readonly name: string
  readonly tool: string
  readonly signals?: Signals
  readonly catalog_signals?: CatalogSignals
}

const inference = {
  inference_model: 'small-1',
  inference_prompt_hash: `sha256:${'0'.repeat(64)}`,
  inference_slice: 'last message',
}
const HASH = `sha256:${'a'.repeat(64)}`

const CASES: readonly Case[] = [
  { name: 'nothing_stated', tool: 'frobnicate' },
  { name: 'from_the_name', tool: 'delete_user' },
  { name: 'declared_wins', tool: 'delete_user', signals: { op: 'read' } },
  { name: 'catalogued_over_name', tool: 'delete_user', catalog_signals: { op: 'write', reversible: true } },
  {
    name: 'declared_over_catalogued',
    tool: 'x',
    signals: { op: 'send', destination: 'internal' },
    catalog_signals: { op: 'write', destination: 'external', data_class: 'personal' },
  },
  { name: 'unknown_is_not_stated', tool: 'delete_user', signals: { op: 'unknown', data_class: 'unknown' } },
  {
    name: 'outside_the_vocabulary_is_not_stated',
    tool: 'x',
    signals: { op: 'Read', destination: 7, reversible: 'yes' },
  },
  { name: 'recipient_external_short_form', tool: 'x', signals: { recipient_external: true } },
  {
    name: 'destination_wins_over_short_form',
    tool: 'x',
    signals: { recipient_external: true, destination: 'internal' },
  },
  {
    name: 'short_form_speaks_where_the_long_one_is_unreadable',
    tool: 'x',
    signals: { recipient_external: false, destination: 'moon' },
  },
  {
    name: 'reversibility_wins_over_reversible',
    tool: 'x',
    signals: { reversible: true, reversibility: 'costly' },
  },
  { name: 'irreversible', tool: 'x', signals: { reversible: false } },
  { name: 'count_none', tool: 'x', signals: { record_count: 0 } },
  { name: 'count_at_the_threshold', tool: 'x', signals: { record_count: 100 } },
  { name: 'count_above_the_threshold', tool: 'x', signals: { record_count: 101 } },
  { name: 'recipients_bulk', tool: 'x', signals: { record_count: 0, recipient_count: 26 } },
  { name: 'amount_single', tool: 'x', signals: { amount: 100000 } },
  { name: 'amount_bulk', tool: 'x', signals: { amount: 100000.5, recipient_count: 1 } },
  {
    name: 'counts_that_are_none',
    tool: 'x',
    signals: { record_count: -1, recipient_count: '5', amount: null },
  },
  {
    name: 'model_answers_what_is_unknown',
    tool: 'frobnicate',
    signals: { op: 'delete', destination: 'internal', inferred: 'operation,destination', ...inference },
  },
  {
    name: 'model_never_overturns',
    tool: 'delete_user',
    signals: { op: 'read', inferred: 'operation', ...inference },
  },
  {
    name: 'model_against_the_catalogue',
    tool: 'x',
    catalog_signals: { destination: 'external' },
    signals: { destination: 'internal', inferred: ' destination ', ...inference },
  },
  {
    name: 'model_agrees',
    tool: 'delete_user',
    signals: { op: 'delete', inferred: 'operation', ...inference },
  },
  {
    name: 'model_says_unknown',
    tool: 'delete_user',
    signals: { op: 'unknown', inferred: 'operation,magnitude', ...inference },
  },
  {
    name: 'model_counts',
    tool: 'x',
    signals: { record_count: 500, inferred: 'magnitude', ...inference },
  },
  {
    name: 'order_of_inferred_is_that_of_the_dimensions',
    tool: 'x',
    signals: { inferred: 'reversibility,operation,operation', ...inference },
  },
  {
    name: 'reversibility_rests_on_an_inferred_operation',
    tool: 'trash_thing',
    signals: { op: 'delete', inferred: 'operation', ...inference },
  },
  {
    name: 'approval_answer',
    tool: 'x',
    signals: { resolves_action: 'act_1', human_decision: 'APPROVE', approver: 'lead' },
  },
  { name: 'approval_answer_as_number', tool: 'x', signals: { resolves_action: 7, human_decision: 'no' } },
  { name: 'prior_approval', tool: 'x', signals: { human_authorized: true, approver: 'lead' } },
  { name: 'prior_approval_false', tool: 'x', signals: { human_authorized: false } },
  {
    name: 'personal_approver_is_withheld',
    tool: 'x',
    signals: { human_authorized: true, approver: 'maria@acme.com' },
  },
  {
    name: 'personal_slice_is_withheld',
    tool: 'x',
    signals: { inferred: 'operation', ...inference, inference_slice: 'call +1 (415) 555-0142' },
  },
  { name: 'commitments', tool: 'x', signals: { shown_text_hash: HASH, instructions_hash: HASH } },
  { name: 'keys_that_nobody_knows', tool: 'x', signals: { region: 'eu', dry_run: true } },
  { name: 'refuses_a_nested_value', tool: 'x', signals: { 'a/b~c': {} as never } },
  { name: 'refuses_a_malformed_digest', tool: 'x', signals: { instructions_hash: 'sha256:ABC' } },
  { name: 'refuses_inference_without_model', tool: 'x', signals: { inferred: 'operation' } },
  {
    name: 'refuses_a_misspelt_dimension',
    tool: 'x',
    signals: { inferred: 'operation,destinaton', ...inference },
  },
  {
    name: 'refuses_a_prompt_hash_that_is_none',
    tool: 'x',
    signals: { inferred: 'operation', ...inference, inference_prompt_hash: 'x' },
  },
  { name: 'refuses_half_an_approval', tool: 'x', signals: { resolves_action: 'act_1' } },
  { name: 'refuses_the_other_half', tool: 'x', signals: { human_decision: 'APPROVE' } },
  { name: 'refuses_an_approver_of_nothing', tool: 'x', signals: { approver: 'lead' } },
  {
    name: 'refuses_two_kinds_of_approval',
    tool: 'x',
    signals: { human_authorized: true, resolves_action: 'act_1', human_decision: 'APPROVE' },
  },
  { name: 'refuses_authorized_that_is_no_boolean', tool: 'x', signals: { human_authorized: 'yes' } },
  {
    name: 'refuses_an_empty_decision',
    tool: 'x',
    signals: { resolves_action: 'act_1', human_decision: '  ' },
  },
]

export function classificationVectors(): Readonly<Record<string, unknown>> {
  const words = lexiconWords().flatMap((word) => [word, `${word}s`, `quux_${word}_quux`])
  return {
    spec: 'heron-classification',
    version: 1,
    thresholds: DEFAULT_THRESHOLDS,
    names: [...new Set([...NAMES, ...words])].map((tool) => ({ tool, ...deriveFromName(tool) })),
    signals: CASES.map((given) => ({ ...given, ...answerTo(given) })),
  }
}

function answerTo({ tool, signals, catalog_signals }: Case): object {
  const read = readSignals(signals)
  if (!read.ok) return { refused: { code: read.code, pointer: read.pointer } }
  const input = { toolName: tool, signals: read, catalogSignals: catalog_signals ?? null }
  return { classification: classify({ ...input, thresholds: DEFAULT_THRESHOLDS }) }
}
