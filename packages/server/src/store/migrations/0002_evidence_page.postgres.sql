-- PostgreSQL: the counts of 0002, kept by triggers, so that no writer can forget them; and counted once for what is there.
-- A text that is no JSON any more (somebody wrote over it) is counted without its shape: the verifier will say the rest.
-- `shard` is the connection that counts: a transaction then never waits for another one's counts, nor in a circle.

create function heron_json(content text) returns json language plpgsql immutable parallel safe as $$
begin
  return content::json;
exception when others then
  return null;
end $$;

-- As SQLite writes it: compact, null where there is nothing.
create function heron_shape(evaluation text) returns text language plpgsql immutable parallel safe as $$
declare
  content json := heron_json(evaluation);
begin
  if content is null then
    return '[]';
  end if;
  return '['
    || coalesce((content #> '{classification,operation,source}')::text, 'null') || ','
    || coalesce((content #> '{classification,data_class,source}')::text, 'null') || ','
    || coalesce((content #> '{classification,destination,source}')::text, 'null') || ','
    || coalesce((content #> '{classification,magnitude,source}')::text, 'null') || ','
    || coalesce((content #> '{classification,reversibility,source}')::text, 'null') || ','
    || coalesce((content #> '{classification,commitments}')::text, 'null') || ','
    || coalesce((content #> '{policy_hash}')::text, 'null') || ']';
end $$;

create function heron_member(content text, member text) returns text language plpgsql immutable parallel safe as $$
begin
  return content::json ->> member;
exception when others then
  return null;
end $$;

alter table action_tallies alter column actions type bigint;
alter table session_tallies alter column n type bigint;
alter table finding_tallies alter column n type bigint;
alter table action_tallies set (fillfactor = 50);
alter table session_tallies set (fillfactor = 50);
alter table finding_tallies set (fillfactor = 50);
alter table session_marks set (fillfactor = 70);

alter table log_entries add column subject text collate "C"
  generated always as (heron_member(record_text, 'subject')) stored;
create index log_entries_by_subject on log_entries (organization_id, chain, subject, seq);

insert into action_tallies
select a.organization_id, a.project_id, substr(s.opened_at, 1, 10), a.tool, a.verdict, coalesce(a.rule, ''),
  heron_shape(a.evaluation_text), 0, count(*), min(a.received_at), max(a.received_at)
from actions a join sessions s
  on s.organization_id = a.organization_id and s.project_id = a.project_id and s.id = a.session_id
group by 1, 2, 3, 4, 5, 6, 7;

insert into session_marks
select a.organization_id, a.project_id, a.session_id, 'verdict:' || a.verdict, s.opened_at, count(*)
from actions a join sessions s
  on s.organization_id = a.organization_id and s.project_id = a.project_id and s.id = a.session_id
group by 1, 2, 3, 4, 5;
insert into session_marks
select f.organization_id, f.project_id, f.session_id, 'finding:' || f.kind, s.opened_at, count(*)
from findings f join sessions s
  on s.organization_id = f.organization_id and s.project_id = f.project_id and s.id = f.session_id
group by 1, 2, 3, 4, 5;

insert into session_tallies
select s.organization_id, s.project_id, substr(s.opened_at, 1, 10), w.what, 0, count(*)
from sessions s
join session_heads h
  on h.organization_id = s.organization_id and h.project_id = s.project_id and h.session_id = s.id
cross join (values ('sessions'), ('closed'), ('grants'), ('tasks')) as w (what)
where w.what = 'sessions' or w.what = 'closed' and h.closed_at is not null
  or w.what = 'grants' and heron_member(s.record_text, 'grant_hash') is not null
  or w.what = 'tasks' and heron_member(s.record_text, 'task_ref_hash') is not null
group by 1, 2, 3, 4;
insert into session_tallies
select s.organization_id, s.project_id, substr(s.opened_at, 1, 10), 'stated', 0, count(distinct e.action_id)
from executions e join sessions s
  on s.organization_id = e.organization_id and s.project_id = e.project_id and s.id = e.session_id
group by 1, 2, 3;

insert into finding_tallies
select organization_id, project_id, substr(raised_at, 1, 10), kind,
  coalesce((select case e.event when 'resolved' then 'reviewed' when 'cleared' then 'cleared' else 'open' end
    from finding_events e where e.organization_id = f.organization_id and e.project_id = f.project_id
      and e.finding_id = f.id order by e.ordinal desc limit 1), 'open') as state,
  0, count(*), max(raised_at)
from findings f
group by 1, 2, 3, 4, 5;

create function heron_count_action() returns trigger language plpgsql as $$
declare
  opened text;
begin
  select opened_at into opened from sessions
    where organization_id = new.organization_id and project_id = new.project_id and id = new.session_id;
  insert into action_tallies as t values (
    new.organization_id, new.project_id, substr(coalesce(opened, new.received_at), 1, 10),
    new.tool, new.verdict, coalesce(new.rule, ''), heron_shape(new.evaluation_text),
    pg_backend_pid(), 1, new.received_at, new.received_at
  ) on conflict (organization_id, project_id, day, tool, verdict, rule, shape, shard) do update set
    actions = t.actions + 1,
    first_at = least(t.first_at, excluded.first_at), last_at = greatest(t.last_at, excluded.last_at);
  if opened is not null then
    insert into session_marks as m values (
      new.organization_id, new.project_id, new.session_id, 'verdict:' || new.verdict, opened, 1
    ) on conflict (organization_id, project_id, session_id, mark) do update set n = m.n + 1;
  end if;
  return null;
end $$;
create trigger actions_are_counted after insert on actions
  for each row execute function heron_count_action();

create function heron_count_session(organization text, project text, opened text, counted text) returns void
language sql as $$
  insert into session_tallies as t values
    (organization, project, substr(opened, 1, 10), counted, pg_backend_pid(), 1)
  on conflict (organization_id, project_id, day, what, shard) do update set n = t.n + 1;
$$;

create function heron_count_opened() returns trigger language plpgsql as $$
begin
  perform heron_count_session(new.organization_id, new.project_id, new.opened_at, 'sessions');
  if heron_member(new.record_text, 'grant_hash') is not null then
    perform heron_count_session(new.organization_id, new.project_id, new.opened_at, 'grants');
  end if;
  if heron_member(new.record_text, 'task_ref_hash') is not null then
    perform heron_count_session(new.organization_id, new.project_id, new.opened_at, 'tasks');
  end if;
  return null;
end $$;
create trigger sessions_are_counted after insert on sessions
  for each row execute function heron_count_opened();

create function heron_count_closed() returns trigger language plpgsql as $$
begin
  perform heron_count_session(organization_id, project_id, opened_at, 'closed') from sessions
    where organization_id = new.organization_id and project_id = new.project_id and id = new.session_id;
  return null;
end $$;
create trigger closed_sessions_are_counted after update of closed_at on session_heads
  for each row when (old.closed_at is null and new.closed_at is not null) execute function heron_count_closed();

-- The first statement about an action; the action's own row of work, which the statement has moved already, keeps two of
-- them apart that arrive at once.
create function heron_count_stated() returns trigger language plpgsql as $$
begin
  if not exists (
    select 1 from executions
    where organization_id = new.organization_id and project_id = new.project_id
      and action_id = new.action_id and id <> new.id and session_id is not null
  ) then
    perform heron_count_session(organization_id, project_id, opened_at, 'stated') from sessions
      where organization_id = new.organization_id and project_id = new.project_id and id = new.session_id;
  end if;
  return null;
end $$;
create trigger stated_actions_are_counted after insert on executions
  for each row when (new.session_id is not null) execute function heron_count_stated();

create function heron_count_finding() returns trigger language plpgsql as $$
begin
  insert into finding_tallies as t values (
    new.organization_id, new.project_id, substr(new.raised_at, 1, 10), new.kind, 'open',
    pg_backend_pid(), 1, new.raised_at
  ) on conflict (organization_id, project_id, day, kind, state, shard) do update set
    n = t.n + 1, newest_at = greatest(t.newest_at, excluded.newest_at);
  insert into session_marks as m
    select new.organization_id, new.project_id, new.session_id, 'finding:' || new.kind, opened_at, 1 from sessions
    where organization_id = new.organization_id and project_id = new.project_id and id = new.session_id
  on conflict (organization_id, project_id, session_id, mark) do update set n = m.n + 1;
  return null;
end $$;
create trigger findings_are_counted after insert on findings
  for each row execute function heron_count_finding();

-- One state less, another more. A count of one connection may be below zero; the sum over all never is.
create function heron_count_finding_event() returns trigger language plpgsql as $$
declare
  found_kind text;
  raised text;
  before text;
begin
  select kind, raised_at into found_kind, raised from findings
    where organization_id = new.organization_id and project_id = new.project_id and id = new.finding_id;
  if not found then
    return null;
  end if;
  select case event when 'resolved' then 'reviewed' when 'cleared' then 'cleared' else 'open' end into before
    from finding_events
    where organization_id = new.organization_id and project_id = new.project_id
      and finding_id = new.finding_id and ordinal < new.ordinal
    order by ordinal desc limit 1;
  insert into finding_tallies as t values (
    new.organization_id, new.project_id, substr(raised, 1, 10), found_kind, coalesce(before, 'open'),
    pg_backend_pid(), -1, ''
  ) on conflict (organization_id, project_id, day, kind, state, shard) do update set n = t.n - 1;
  insert into finding_tallies as t values (
    new.organization_id, new.project_id, substr(raised, 1, 10), found_kind,
    case new.event when 'resolved' then 'reviewed' when 'cleared' then 'cleared' else 'open' end,
    pg_backend_pid(), 1, raised
  ) on conflict (organization_id, project_id, day, kind, state, shard) do update set
    n = t.n + 1, newest_at = greatest(t.newest_at, excluded.newest_at);
  return null;
end $$;
create trigger finding_events_are_counted after insert on finding_events
  for each row execute function heron_count_finding_event();

create trigger snapshots_no_change before update or delete on snapshots
  for each row execute function heron_refuse('snapshots is append-only');
create trigger snapshots_no_truncate before truncate on snapshots
  for each statement execute function heron_refuse('snapshots is append-only');
