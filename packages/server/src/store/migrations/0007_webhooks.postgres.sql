-- PostgreSQL: what notes in the outbox that something happened. A project without an enabled webhook pays one lookup in an
-- empty table, and an ordinary ALLOW or DENY not even that.

create function webhook_findings() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from webhooks
    where organization_id = new.organization_id and project_id = new.project_id and enabled = 1
  ) then
    insert into webhook_outbox values (new.organization_id, new.project_id, 'finding', new.id)
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger webhook_findings after insert on findings for each row execute function webhook_findings();

create function webhook_finding_events() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from webhooks
    where organization_id = new.organization_id and project_id = new.project_id and enabled = 1
  ) then
    insert into webhook_outbox values (new.organization_id, new.project_id, 'finding_event', new.finding_id || '/' || new.ordinal)
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger webhook_finding_events after insert on finding_events for each row execute function webhook_finding_events();

create function webhook_questions() returns trigger language plpgsql as $$
begin
  if new.verdict in ('STEP_UP', 'DEFER') and exists (
    select 1 from webhooks
    where organization_id = new.organization_id and project_id = new.project_id and enabled = 1
  ) then
    insert into webhook_outbox values (new.organization_id, new.project_id, 'question', new.action_id)
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger webhook_questions after insert on awaited_answers for each row execute function webhook_questions();

create function webhook_answers() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from webhooks
    where organization_id = new.organization_id and project_id = new.project_id and enabled = 1
  ) then
    insert into webhook_outbox values (new.organization_id, new.project_id, 'answer', new.action_id)
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger webhook_answers after insert on answered_actions for each row execute function webhook_answers();

create function webhook_log_entries() returns trigger language plpgsql as $$
begin
  if new.chain like 'project:%' and exists (
    select 1 from webhooks
    where organization_id = new.organization_id and project_id = substr(new.chain, 9) and enabled = 1
  ) then
    insert into webhook_outbox values (new.organization_id, substr(new.chain, 9), 'log', new.seq::text)
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger webhook_log_entries after insert on log_entries for each row execute function webhook_log_entries();
