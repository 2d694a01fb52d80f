-- PostgreSQL: evidence is append-only. What is refused here cannot be done by any code of ours, nor by a slip of the hand.

-- A client numbers its actions up to 2^32 - 1. Counts of years of work.
alter table actions alter column seq type bigint;

-- Rows that move with every decision leave room on their page, so that a new version needs no new index entry.
alter table session_heads set (fillfactor = 60);
alter table project_settings set (fillfactor = 60);
alter table reconciliations set (fillfactor = 80);
alter table tool_delays set (fillfactor = 60);

create function heron_refuse() returns trigger language plpgsql as $$
begin
  raise exception '%', tg_argv[0];
end $$;

create trigger policies_no_change before update or delete on policies
  for each row execute function heron_refuse('policies is append-only');
create trigger policies_no_truncate before truncate on policies
  for each statement execute function heron_refuse('policies is append-only');

create trigger tool_catalogs_no_change before update or delete on tool_catalogs
  for each row execute function heron_refuse('tool_catalogs is append-only');
create trigger tool_catalogs_no_truncate before truncate on tool_catalogs
  for each statement execute function heron_refuse('tool_catalogs is append-only');

create trigger sessions_no_update before update on sessions
  for each row execute function heron_refuse('sessions is append-only');
create trigger sessions_no_delete before delete on sessions
  for each row execute function heron_refuse('sessions is append-only');
create trigger sessions_no_truncate before truncate on sessions
  for each statement execute function heron_refuse('sessions is append-only');

create trigger answered_actions_no_change before update or delete on answered_actions
  for each row execute function heron_refuse('answered_actions is append-only');
create trigger answered_actions_no_truncate before truncate on answered_actions
  for each statement execute function heron_refuse('answered_actions is append-only');

create trigger receipts_no_change before update or delete on receipts
  for each row execute function heron_refuse('receipts is append-only');
create trigger receipts_no_truncate before truncate on receipts
  for each statement execute function heron_refuse('receipts is append-only');

create trigger executions_no_change before update or delete on executions
  for each row execute function heron_refuse('executions is append-only');
create trigger executions_no_truncate before truncate on executions
  for each statement execute function heron_refuse('executions is append-only');

create trigger findings_no_change before update or delete on findings
  for each row execute function heron_refuse('findings is append-only');
create trigger findings_no_truncate before truncate on findings
  for each statement execute function heron_refuse('findings is append-only');

create trigger finding_events_no_change before update or delete on finding_events
  for each row execute function heron_refuse('finding_events is append-only');
create trigger finding_events_no_truncate before truncate on finding_events
  for each statement execute function heron_refuse('finding_events is append-only');

create trigger idempotency_conflicts_no_change before update or delete on idempotency_conflicts
  for each row execute function heron_refuse('idempotency_conflicts is append-only');
create trigger idempotency_conflicts_no_truncate before truncate on idempotency_conflicts
  for each statement execute function heron_refuse('idempotency_conflicts is append-only');

create trigger log_entries_no_change before update or delete on log_entries
  for each row execute function heron_refuse('log_entries is append-only');
create trigger log_entries_no_truncate before truncate on log_entries
  for each statement execute function heron_refuse('log_entries is append-only');

-- Retention takes what a person could read, and nothing that the chain was computed over.
create trigger actions_no_update before update of
  organization_id,
  project_id,
  id,
  session_id,
  position,
  seq,
  tool,
  tool_provider,
  tool_server,
  args_hash,
  instructions_hash,
  claimed_prev_hash,
  prev_hash,
  record_hash,
  record_mark,
  record_text,
  decision_id,
  verdict,
  rule,
  engine,
  resolves_action_id,
  decision_text,
  decision_signature,
  evaluation_text,
  evaluation_signature,
  kid,
  received_at,
  idempotency_digest
 on actions for each row execute function heron_refuse('actions is append-only');
create trigger actions_only_expire before update of args_redacted_text, resource_ref_redacted on actions
  for each row when (
    new.args_redacted_text is not null and new.args_redacted_text is distinct from old.args_redacted_text
    or new.resource_ref_redacted is not null and new.resource_ref_redacted is distinct from old.resource_ref_redacted
  ) execute function heron_refuse('redacted text may only expire');
create trigger actions_no_delete before delete on actions
  for each row execute function heron_refuse('actions is append-only');
create trigger actions_no_truncate before truncate on actions
  for each statement execute function heron_refuse('actions is append-only');

-- A head only moves forward, and a closed chain not at all.
create trigger session_heads_forward before update on session_heads
  for each row when (
    old.closed_at is not null or new.position < old.position or new.organization_id <> old.organization_id
    or new.project_id <> old.project_id or new.session_id <> old.session_id
  ) execute function heron_refuse('a session head only moves forward');
create trigger session_heads_no_delete before delete on session_heads
  for each row execute function heron_refuse('session_heads keeps every session');
create trigger session_heads_no_truncate before truncate on session_heads
  for each statement execute function heron_refuse('session_heads keeps every session');

-- A vendor key is imported once and revoked once; it may go only while nothing was verified with it.
create trigger vendor_keys_only_revoke before update on vendor_keys
  for each row when (
    old.revoked_at is not null or new.revoked_at is null or new.revoked_by is null
    or new.organization_id <> old.organization_id or new.project_id <> old.project_id or new.kid <> old.kid
    or new.public_key <> old.public_key or new.imported_at <> old.imported_at or new.imported_by <> old.imported_by
  ) execute function heron_refuse('a vendor key may only be revoked, once');

create function heron_keep_used_vendor_key() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from executions
    where organization_id = old.organization_id and project_id = old.project_id
      and kid = old.kid and signature_valid = 1
  ) or exists (
    select 1 from tool_catalogs
    where organization_id = old.organization_id and project_id = old.project_id
      and kid = old.kid and signature_valid = 1
  ) then
    raise exception 'a vendor key that verified evidence can only be revoked';
  end if;
  return old;
end $$;
create trigger vendor_keys_keep_used before delete on vendor_keys
  for each row execute function heron_keep_used_vendor_key();

-- What a signature was checked against stays so until its evidence is written: importing or revoking a vendor key waits
-- for evidence under way, and the other way round. Both take the row of the project's settings, evidence together.
create function heron_lock_vendor_keys() returns trigger language plpgsql as $$
begin
  perform 1 from project_settings
    where organization_id = new.organization_id and project_id = new.project_id for no key update;
  return new;
end $$;
create trigger vendor_keys_wait_for_evidence before insert or update on vendor_keys
  for each row execute function heron_lock_vendor_keys();

create function heron_share_vendor_keys() returns trigger language plpgsql as $$
begin
  perform 1 from project_settings
    where organization_id = new.organization_id and project_id = new.project_id for share;
  return new;
end $$;
create trigger executions_wait_for_vendor_keys before insert on executions
  for each row execute function heron_share_vendor_keys();

-- A catalogue also moves the settings, so it takes the row alone from the start: two that shared it could not both go on.
create trigger tool_catalogs_wait_for_vendor_keys before insert on tool_catalogs
  for each row execute function heron_lock_vendor_keys();

-- Tells the other processes that what is in force in a project has moved, with the commit that moves it. Nothing depends on
-- it: every decision compares the revision that it read. It saves the second look.
create function heron_tell_settings() returns trigger language plpgsql as $$
begin
  perform pg_notify('heron_settings', new.organization_id || '/' || new.project_id);
  return null;
end $$;
create trigger project_settings_are_told after update on project_settings
  for each row when (old.revision <> new.revision) execute function heron_tell_settings();
