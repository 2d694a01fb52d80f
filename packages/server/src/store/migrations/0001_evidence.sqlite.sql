-- SQLite: evidence is append-only. What is refused here cannot be done by any code of ours, nor by a slip of the hand.

create trigger policies_no_update before update on policies begin
  select raise(abort, 'policies is append-only');
end;
create trigger policies_no_delete before delete on policies begin
  select raise(abort, 'policies is append-only');
end;

create trigger tool_catalogs_no_update before update on tool_catalogs begin
  select raise(abort, 'tool_catalogs is append-only');
end;
create trigger tool_catalogs_no_delete before delete on tool_catalogs begin
  select raise(abort, 'tool_catalogs is append-only');
end;

create trigger sessions_no_update before update on sessions begin
  select raise(abort, 'sessions is append-only');
end;
create trigger sessions_no_delete before delete on sessions begin
  select raise(abort, 'sessions is append-only');
end;

create trigger answered_actions_no_update before update on answered_actions begin
  select raise(abort, 'answered_actions is append-only');
end;
create trigger answered_actions_no_delete before delete on answered_actions begin
  select raise(abort, 'answered_actions is append-only');
end;

create trigger receipts_no_update before update on receipts begin
  select raise(abort, 'receipts is append-only');
end;
create trigger receipts_no_delete before delete on receipts begin
  select raise(abort, 'receipts is append-only');
end;

create trigger executions_no_update before update on executions begin
  select raise(abort, 'executions is append-only');
end;
create trigger executions_no_delete before delete on executions begin
  select raise(abort, 'executions is append-only');
end;

create trigger findings_no_update before update on findings begin
  select raise(abort, 'findings is append-only');
end;
create trigger findings_no_delete before delete on findings begin
  select raise(abort, 'findings is append-only');
end;

create trigger finding_events_no_update before update on finding_events begin
  select raise(abort, 'finding_events is append-only');
end;
create trigger finding_events_no_delete before delete on finding_events begin
  select raise(abort, 'finding_events is append-only');
end;

create trigger idempotency_conflicts_no_update before update on idempotency_conflicts begin
  select raise(abort, 'idempotency_conflicts is append-only');
end;
create trigger idempotency_conflicts_no_delete before delete on idempotency_conflicts begin
  select raise(abort, 'idempotency_conflicts is append-only');
end;

create trigger log_entries_no_update before update on log_entries begin
  select raise(abort, 'log_entries is append-only');
end;
create trigger log_entries_no_delete before delete on log_entries begin
  select raise(abort, 'log_entries is append-only');
end;

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
 on actions begin
  select raise(abort, 'actions is append-only');
end;
create trigger actions_only_expire before update of args_redacted_text, resource_ref_redacted on actions
when new.args_redacted_text is not null and new.args_redacted_text is not old.args_redacted_text
  or new.resource_ref_redacted is not null and new.resource_ref_redacted is not old.resource_ref_redacted begin
  select raise(abort, 'redacted text may only expire');
end;
create trigger actions_no_delete before delete on actions begin
  select raise(abort, 'actions is append-only');
end;

-- A head only moves forward, and a closed chain not at all.
create trigger session_heads_forward before update on session_heads
when old.closed_at is not null or new.position < old.position
  or new.organization_id <> old.organization_id or new.project_id <> old.project_id or new.session_id <> old.session_id
begin
  select raise(abort, 'a session head only moves forward');
end;
create trigger session_heads_no_delete before delete on session_heads begin
  select raise(abort, 'session_heads keeps every session');
end;

-- A vendor key is imported once and revoked once; it may go only while nothing was verified with it.
create trigger vendor_keys_only_revoke before update on vendor_keys
when old.revoked_at is not null or new.revoked_at is null or new.revoked_by is null
  or new.organization_id <> old.organization_id or new.project_id <> old.project_id or new.kid <> old.kid
  or new.public_key <> old.public_key or new.imported_at <> old.imported_at or new.imported_by <> old.imported_by
begin
  select raise(abort, 'a vendor key may only be revoked, once');
end;
create trigger vendor_keys_keep_used before delete on vendor_keys
when exists (
    select 1 from executions
    where organization_id = old.organization_id and project_id = old.project_id
      and kid = old.kid and signature_valid = 1
  ) or exists (
    select 1 from tool_catalogs
    where organization_id = old.organization_id and project_id = old.project_id
      and kid = old.kid and signature_valid = 1
  )
begin
  select raise(abort, 'a vendor key that verified evidence can only be revoked');
end;
