/** What is written beside the chains: receipts, findings, refused attempts and the operator logs. */
import { insertRow, query } from '../query.js'

type InProject = { organization_id: string; project_id: string }
type InSession = InProject & { session_id: string }
type InLog = { organization_id: string; chain: string }

export const insertReceipt = insertRow('receipts')(
  'organization_id',
  'project_id',
  'id',
  'kind',
  'session_id',
  'subject_id',
  'payload_text',
  'kid',
  'signature',
  'created_at',
)

export const findReceipt = query<InProject & { kind: string; subject_id: string }>()((db, p) =>
  db
    .selectFrom('receipts')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('kind', '=', p.kind as 'close' | 'resolution')
    .where('subject_id', '=', p.subject_id),
)

/** A session's receipts of one kind, in the order in which they were signed, one page. */
export const pageOfReceipts = query<InSession & { kind: string; after_id: string; limit: number }>()(
  (db, p) =>
    db
      .selectFrom('receipts')
      .selectAll()
      .where('organization_id', '=', p.organization_id)
      .where('project_id', '=', p.project_id)
      .where('session_id', '=', p.session_id)
      .where('kind', '=', p.kind as 'close' | 'resolution')
      .where('id', '>', p.after_id)
      .orderBy('id')
      .limit(p.limit),
)

/** Once per kind and subject: a second raising changes nothing. */
export const insertFinding = query<{
  organization_id: string
  project_id: string
  id: string
  kind: string
  severity: string
  subject: string
  session_id: string | null
  action_id: string | null
  catalog_hash: string | null
  tool: string | null
  agent: string | null
  environment: string | null
  verdict: string | null
  rule: string | null
  detail_text: string
  raised_at: string
}>()((db, p) =>
  db
    .insertInto('findings')
    .values({
      organization_id: p.organization_id,
      project_id: p.project_id,
      id: p.id,
      kind: p.kind,
      severity: p.severity,
      subject: p.subject,
      session_id: p.session_id,
      action_id: p.action_id,
      catalog_hash: p.catalog_hash,
      tool: p.tool,
      agent: p.agent,
      environment: p.environment,
      verdict: p.verdict,
      rule: p.rule,
      detail_text: p.detail_text,
      raised_at: p.raised_at,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'project_id', 'kind', 'subject']).doNothing(),
    ),
)

/** Findings about one session, one page. */
export const pageOfFindings = query<InSession & { after_id: string; limit: number }>()((db, p) =>
  db
    .selectFrom('findings')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('session_id', '=', p.session_id)
    .where('id', '>', p.after_id)
    .orderBy('id')
    .limit(p.limit),
)

/** Findings about no session of this tenant, one page. */
export const pageOfLooseFindings = query<InProject & { after_id: string; limit: number }>()((db, p) =>
  db
    .selectFrom('findings')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('session_id', 'is', null)
    .where('id', '>', p.after_id)
    .orderBy('id')
    .limit(p.limit),
)

/** One trace for each other meaning; trying it again adds nothing. */
export const insertConflict = query<{
  organization_id: string
  project_id: string
  id: string
  scope: string
  idempotency_digest: string
  holder_id: string
  attempted_hash: string
  attempted_text: string
  received_at: string
}>()((db, p) =>
  db
    .insertInto('idempotency_conflicts')
    .values({
      organization_id: p.organization_id,
      project_id: p.project_id,
      id: p.id,
      scope: p.scope,
      idempotency_digest: p.idempotency_digest,
      holder_id: p.holder_id,
      attempted_hash: p.attempted_hash,
      attempted_text: p.attempted_text,
      received_at: p.received_at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'project_id', 'scope', 'idempotency_digest', 'attempted_hash'])
        .doNothing(),
    ),
)

export const listConflicts = query<InProject>()((db, p) =>
  db
    .selectFrom('idempotency_conflicts')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .orderBy('id'),
)

/** The key (chain, seq) is what serialises a log: two writers of one seq cannot both hold. */
export const insertLogEntry = insertRow('log_entries')(
  'organization_id',
  'chain',
  'seq',
  'entry_hash',
  'prev_hash',
  'record_text',
  'payload_text',
  'kid',
  'signature',
  'created_at',
)

export const findLogHead = query<InLog>()((db, p) =>
  db
    .selectFrom('log_entries')
    .select(['seq', 'entry_hash'])
    .where('organization_id', '=', p.organization_id)
    .where('chain', '=', p.chain)
    .orderBy('seq', 'desc')
    .limit(1),
)

export const findLogEntry = query<InLog & { entry_hash: string }>()((db, p) =>
  db
    .selectFrom('log_entries')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('chain', '=', p.chain)
    .where('entry_hash', '=', p.entry_hash),
)

export const pageOfLog = query<InLog & { after_seq: number; limit: number }>()((db, p) =>
  db
    .selectFrom('log_entries')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('chain', '=', p.chain)
    .where('seq', '>', p.after_seq)
    .orderBy('seq')
    .limit(p.limit),
)

/** The end of a chain first. */
export const newestOfLog = query<InLog & { before_seq: number; limit: number }>()((db, p) =>
  db
    .selectFrom('log_entries')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('chain', '=', p.chain)
    .where('seq', '<', p.before_seq)
    .orderBy('seq', 'desc')
    .limit(p.limit),
)
