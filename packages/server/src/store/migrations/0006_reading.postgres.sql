-- PostgreSQL: the counts of 0006, kept as findings are raised and as something becomes of them.
-- `shard` is the connection that counts, as in 0002.

create function distribute_finding() returns trigger language plpgsql as $$
begin
  insert into issue_tallies as t values (
    new.organization_id, new.project_id, new.kind, substr(new.raised_at, 1, 10), coalesce(new.tool, ''),
    coalesce(new.agent, ''), coalesce(new.environment, ''), coalesce(new.verdict, ''), coalesce(new.rule, ''),
    'open', pg_backend_pid(), 1, new.raised_at, new.raised_at
  ) on conflict (organization_id, project_id, kind, day, tool, agent, environment, verdict, rule, state, shard)
  do update set n = t.n + 1,
    first_at = least(t.first_at, excluded.first_at), last_at = greatest(t.last_at, excluded.last_at);
  return null;
end $$;
create trigger findings_are_distributed after insert on findings
  for each row execute function distribute_finding();

create function distribute_finding_event() returns trigger language plpgsql as $$
declare
  f findings%rowtype;
  before_state text;
begin
  select * into f from findings
    where organization_id = new.organization_id and project_id = new.project_id and id = new.finding_id;
  if not found then
    return null;
  end if;
  select case e.event when 'reopened' then 'open' else e.event end into before_state from finding_events e
    where e.organization_id = new.organization_id and e.project_id = new.project_id
      and e.finding_id = new.finding_id and e.ordinal < new.ordinal
    order by e.ordinal desc limit 1;
  insert into issue_tallies as t values (
    f.organization_id, f.project_id, f.kind, substr(f.raised_at, 1, 10), coalesce(f.tool, ''),
    coalesce(f.agent, ''), coalesce(f.environment, ''), coalesce(f.verdict, ''), coalesce(f.rule, ''),
    coalesce(before_state, 'open'), pg_backend_pid(), -1, f.raised_at, f.raised_at
  ) on conflict (organization_id, project_id, kind, day, tool, agent, environment, verdict, rule, state, shard)
  do update set n = t.n - 1;
  insert into issue_tallies as t values (
    f.organization_id, f.project_id, f.kind, substr(f.raised_at, 1, 10), coalesce(f.tool, ''),
    coalesce(f.agent, ''), coalesce(f.environment, ''), coalesce(f.verdict, ''), coalesce(f.rule, ''),
    case new.event when 'reopened' then 'open' else new.event end, pg_backend_pid(), 1,
    f.raised_at, f.raised_at
  ) on conflict (organization_id, project_id, kind, day, tool, agent, environment, verdict, rule, state, shard)
  do update set n = t.n + 1,
    first_at = least(t.first_at, excluded.first_at), last_at = greatest(t.last_at, excluded.last_at);
  return null;
end $$;
create trigger finding_events_are_distributed after insert on finding_events
  for each row execute function distribute_finding_event();

create function count_session_mark() returns trigger language plpgsql as $$
begin
  insert into issue_runs as r
    select new.organization_id, new.project_id, substr(new.mark, 9), agent_external_id, environment, pg_backend_pid(), 1
    from sessions
    where organization_id = new.organization_id and project_id = new.project_id and id = new.session_id
  on conflict (organization_id, project_id, kind, agent, environment, shard) do update set n = r.n + 1;
  return null;
end $$;
create trigger session_marks_are_counted after insert on session_marks
  for each row when (new.mark like 'finding:%') execute function count_session_mark();

create function mark_session() returns trigger language plpgsql as $$
begin
  insert into session_marks values
    (new.organization_id, new.project_id, new.id, 'environment:' || new.environment, new.opened_at, 1),
    (new.organization_id, new.project_id, new.id, 'state:open', new.opened_at, 1);
  return null;
end $$;
create trigger sessions_are_marked after insert on sessions
  for each row execute function mark_session();

create function mark_closed_session() returns trigger language plpgsql as $$
begin
  update session_marks set mark = 'state:closed'
  where organization_id = new.organization_id and project_id = new.project_id
    and session_id = new.session_id and mark = 'state:open';
  return null;
end $$;
create trigger closed_sessions_are_marked after update of closed_at on session_heads
  for each row when (old.closed_at is null and new.closed_at is not null) execute function mark_closed_session();
