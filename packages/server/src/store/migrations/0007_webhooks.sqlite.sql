-- SQLite: what notes in the outbox that something happened. A project without an enabled webhook pays one lookup in an
-- empty table, and an ordinary ALLOW or DENY not even that.

create trigger webhook_findings after insert on findings
when exists (
  select 1 from webhooks
  where organization_id = new.organization_id and project_id = new.project_id and enabled = 1
) begin
  insert into webhook_outbox values (new.organization_id, new.project_id, 'finding', new.id)
  on conflict do nothing;
end;

create trigger webhook_finding_events after insert on finding_events
when exists (
  select 1 from webhooks
  where organization_id = new.organization_id and project_id = new.project_id and enabled = 1
) begin
  insert into webhook_outbox values (new.organization_id, new.project_id, 'finding_event', new.finding_id || '/' || new.ordinal)
  on conflict do nothing;
end;

create trigger webhook_questions after insert on awaited_answers
when new.verdict in ('STEP_UP', 'DEFER') and exists (
  select 1 from webhooks
  where organization_id = new.organization_id and project_id = new.project_id and enabled = 1
) begin
  insert into webhook_outbox values (new.organization_id, new.project_id, 'question', new.action_id)
  on conflict do nothing;
end;

create trigger webhook_answers after insert on answered_actions
when exists (
  select 1 from webhooks
  where organization_id = new.organization_id and project_id = new.project_id and enabled = 1
) begin
  insert into webhook_outbox values (new.organization_id, new.project_id, 'answer', new.action_id)
  on conflict do nothing;
end;

create trigger webhook_log_entries after insert on log_entries
when new.chain like 'project:%' and exists (
  select 1 from webhooks
  where organization_id = new.organization_id and project_id = substr(new.chain, 9) and enabled = 1
) begin
  insert into webhook_outbox values (new.organization_id, substr(new.chain, 9), 'log', cast(new.seq as text))
  on conflict do nothing;
end;
