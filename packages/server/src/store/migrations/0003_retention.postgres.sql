-- PostgreSQL: of a session, too, what a person could read may expire, and nothing that the chain was computed over.

drop trigger sessions_no_update on sessions;
create trigger sessions_no_update before update of
  organization_id,
  project_id,
  id,
  environment,
  external_id,
  agent_external_id,
  agent_version,
  principal_type,
  principal_ref,
  request_hash,
  task_ref,
  parent_external_id,
  grant_ref,
  grant_scope_text,
  grant_document_text,
  record_text,
  genesis_hash,
  opened_at,
  idempotency_digest
 on sessions for each row execute function heron_refuse('sessions is append-only');
create trigger sessions_only_expire before update of agent_name, anchors_text on sessions
  for each row when (
    new.agent_name is not null and new.agent_name is distinct from old.agent_name
    or new.anchors_text <> '[]' and new.anchors_text is distinct from old.anchors_text
  ) execute function heron_refuse('redacted text may only expire');
