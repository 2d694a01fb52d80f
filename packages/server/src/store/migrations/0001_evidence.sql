-- Schema version 1, for every engine. Forward only: a released file is never edited, a change is a new file.
-- Keys lead with the tenant. Times are RFC 3339 UTC text. `…_text` is the exact canonical text that was hashed or signed.

create table organizations (
  id text not null,
  name text not null,
  created_at text not null,
  primary key (id)
);

create table projects (
  organization_id text not null,
  id text not null,
  name text not null,
  created_at text not null,
  primary key (organization_id, id)
);

create table accounts (
  organization_id text not null,
  id text not null,
  email text not null,
  password_hash text not null,
  role text not null,
  created_at text not null,
  primary key (organization_id, id),
  unique (organization_id, email)
);

create table project_settings (
  organization_id text not null,
  project_id text not null,
  revision integer not null,
  policy_hash text not null,
  catalog_id text,
  catalog_hash text,
  allowlist_text text not null,
  approval_timeout_ms bigint,
  context_timeout_ms bigint,
  reconcile_window_ms bigint,
  missing_horizon_ms bigint,
  primary key (organization_id, project_id)
);

create table policies (
  organization_id text not null,
  project_id text not null,
  policy_hash text not null,
  bundle_text text not null,
  created_at text not null,
  primary key (organization_id, project_id, policy_hash)
);

create table api_keys (
  organization_id text not null,
  project_id text not null,
  id text not null,
  environment text not null,
  prefix text not null,
  key_hash text not null,
  created_at text not null,
  last_used_at text,
  revoked_at text,
  primary key (organization_id, project_id, id),
  unique (key_hash)
);

create table evidence_pages (
  organization_id text not null,
  project_id text not null,
  slug text not null,
  window_days integer not null,
  created_at text not null,
  primary key (organization_id, project_id),
  unique (slug)
);

create table reviewer_links (
  organization_id text not null,
  project_id text not null,
  id text not null,
  label text not null,
  token_hash text not null,
  created_at text not null,
  revoked_at text,
  primary key (organization_id, project_id, id),
  unique (token_hash)
);

create table vendor_keys (
  organization_id text not null,
  project_id text not null,
  kid text not null,
  public_key text not null,
  imported_at text not null,
  imported_by text not null,
  revoked_at text,
  revoked_by text,
  primary key (organization_id, project_id, kid)
);

create table tool_catalogs (
  organization_id text not null,
  project_id text not null,
  id text not null,
  catalog_hash text not null,
  body_text text not null,
  tools integer not null,
  kid text not null,
  signature text not null,
  signature_valid integer not null,
  received_at text not null,
  idempotency_digest text,
  primary key (organization_id, project_id, id),
  unique (organization_id, project_id, idempotency_digest)
);

create table sessions (
  organization_id text not null,
  project_id text not null,
  id text not null,
  environment text not null,
  external_id text not null,
  agent_external_id text not null,
  agent_name text,
  agent_version text,
  principal_type text not null,
  principal_ref text not null,
  request_hash text not null,
  anchors_text text not null,
  task_ref text,
  parent_external_id text,
  grant_ref text,
  grant_scope_text text,
  grant_document_text text,
  record_text text not null,
  genesis_hash text not null,
  opened_at text not null,
  idempotency_digest text,
  primary key (organization_id, project_id, id),
  unique (organization_id, project_id, environment, external_id),
  unique (organization_id, project_id, idempotency_digest)
);

create table session_heads (
  organization_id text not null,
  project_id text not null,
  session_id text not null,
  head_hash text not null,
  position integer not null,
  history_text text not null,
  closed_at text,
  primary key (organization_id, project_id, session_id)
);

create table actions (
  organization_id text not null,
  project_id text not null,
  id text not null,
  session_id text not null,
  position integer not null,
  seq integer not null,
  tool text not null,
  tool_provider text,
  tool_server text,
  args_hash text not null,
  args_redacted_text text,
  resource_ref_redacted text,
  instructions_hash text,
  claimed_prev_hash text,
  prev_hash text not null,
  record_hash text not null,
  record_mark bigint not null,
  record_text text not null,
  decision_id text not null,
  verdict text not null,
  rule text,
  engine text not null,
  resolves_action_id text,
  decision_text text not null,
  decision_signature text not null,
  evaluation_text text not null,
  evaluation_signature text not null,
  kid text not null,
  received_at text not null,
  idempotency_digest text,
  primary key (organization_id, project_id, id),
  unique (organization_id, project_id, session_id, position),
  unique (organization_id, project_id, session_id, seq),
  unique (organization_id, project_id, idempotency_digest)
);

create table awaited_answers (
  organization_id text not null,
  project_id text not null,
  session_id text not null,
  action_id text not null,
  verdict text not null,
  tool text not null,
  args_hash text not null,
  due_at text,
  primary key (organization_id, project_id, session_id, action_id)
);

create table answered_actions (
  organization_id text not null,
  project_id text not null,
  action_id text not null,
  answered_by_action_id text,
  receipt_id text,
  answered_at text not null,
  primary key (organization_id, project_id, action_id)
);

create table receipts (
  organization_id text not null,
  project_id text not null,
  id text not null,
  kind text not null,
  session_id text not null,
  subject_id text not null,
  payload_text text not null,
  kid text not null,
  signature text not null,
  created_at text not null,
  primary key (organization_id, project_id, id),
  unique (organization_id, project_id, kind, subject_id)
);

create table executions (
  organization_id text not null,
  project_id text not null,
  id text not null,
  action_id text not null,
  decision_id text not null,
  session_id text,
  outcome text not null,
  result_hash text,
  error_code text,
  executed_at text not null,
  statement_text text not null,
  kid text not null,
  signature text not null,
  signature_valid integer not null,
  received_at text not null,
  idempotency_digest text,
  primary key (organization_id, project_id, id),
  unique (organization_id, project_id, idempotency_digest)
);

create table findings (
  organization_id text not null,
  project_id text not null,
  id text not null,
  kind text not null,
  severity text not null,
  subject text not null,
  session_id text,
  action_id text,
  catalog_hash text,
  tool text,
  agent text,
  environment text,
  verdict text,
  rule text,
  detail_text text not null,
  raised_at text not null,
  primary key (organization_id, project_id, id),
  unique (organization_id, project_id, kind, subject)
);

create table finding_events (
  organization_id text not null,
  project_id text not null,
  finding_id text not null,
  ordinal integer not null,
  event text not null,
  entry_seq integer,
  entry_hash text,
  execution_id text,
  at text not null,
  primary key (organization_id, project_id, finding_id, ordinal)
);

create table reconciliations (
  organization_id text not null,
  project_id text not null,
  action_id text not null,
  decided_at text not null,
  state text not null,
  touched_by text not null,
  due_at text,
  primary key (organization_id, project_id, action_id)
);

create table tool_delays (
  organization_id text not null,
  project_id text not null,
  tool text not null,
  bucket integer not null,
  pairs integer not null,
  primary key (organization_id, project_id, tool, bucket)
);

create table chain_sweeps (
  organization_id text not null,
  project_id text not null,
  session_id text not null,
  position integer not null,
  head_hash text not null,
  lap_began_at text not null,
  due_at text not null,
  primary key (organization_id, project_id)
);

create table idempotency_conflicts (
  organization_id text not null,
  project_id text not null,
  id text not null,
  scope text not null,
  idempotency_digest text not null,
  holder_id text not null,
  attempted_hash text not null,
  attempted_text text not null,
  received_at text not null,
  primary key (organization_id, project_id, id),
  unique (organization_id, project_id, scope, idempotency_digest, attempted_hash)
);

create table log_entries (
  organization_id text not null,
  chain text not null,
  seq integer not null,
  entry_hash text not null,
  prev_hash text,
  record_text text not null,
  payload_text text not null,
  kid text not null,
  signature text not null,
  created_at text not null,
  primary key (organization_id, chain, seq)
);

-- Did this session issue that hash? Narrow on purpose: every decision writes here (bench: decisions).
create index actions_by_mark on actions (session_id, record_mark);
create index awaited_answers_by_due on awaited_answers (due_at);
-- Only what is still to be done: a decision that was paired costs the search for due ones nothing.
create index reconciliations_by_due on reconciliations (due_at) where due_at is not null;
create index chain_sweeps_by_due on chain_sweeps (due_at);
-- These end in `id`, which is the order of arrival: without it a planner takes the primary key for the order and reads
-- the whole project through it.
create index receipts_by_session on receipts (organization_id, project_id, session_id, id);
create index executions_by_action on executions (organization_id, project_id, action_id, id);
create index findings_by_kind on findings (organization_id, project_id, kind, id);
create index findings_by_session on findings (organization_id, project_id, session_id, id);
create index tool_catalogs_by_hash on tool_catalogs (organization_id, project_id, catalog_hash, id);
