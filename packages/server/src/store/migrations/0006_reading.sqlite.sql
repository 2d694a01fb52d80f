-- SQLite: the counts of 0006, kept as findings are raised and as something becomes of them.

create trigger findings_are_distributed after insert on findings begin
  insert into issue_tallies values (
    new.organization_id, new.project_id, new.kind, substr(new.raised_at, 1, 10), coalesce(new.tool, ''),
    coalesce(new.agent, ''), coalesce(new.environment, ''), coalesce(new.verdict, ''), coalesce(new.rule, ''),
    'open', 0, 1, new.raised_at, new.raised_at
  ) on conflict do update set n = n + 1,
    first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at);
end;

create trigger finding_events_are_distributed after insert on finding_events begin
  update issue_tallies set n = n - 1
  from findings f
  where f.organization_id = new.organization_id and f.project_id = new.project_id and f.id = new.finding_id
    and issue_tallies.organization_id = f.organization_id and issue_tallies.project_id = f.project_id
    and issue_tallies.kind = f.kind and issue_tallies.day = substr(f.raised_at, 1, 10)
    and issue_tallies.tool = coalesce(f.tool, '') and issue_tallies.agent = coalesce(f.agent, '')
    and issue_tallies.environment = coalesce(f.environment, '')
    and issue_tallies.verdict = coalesce(f.verdict, '') and issue_tallies.rule = coalesce(f.rule, '')
    and issue_tallies.state = coalesce((
      select case e.event when 'reopened' then 'open' else e.event end from finding_events e
      where e.organization_id = f.organization_id and e.project_id = f.project_id and e.finding_id = f.id
        and e.ordinal < new.ordinal order by e.ordinal desc limit 1), 'open');
  insert into issue_tallies
    select organization_id, project_id, kind, substr(raised_at, 1, 10), coalesce(tool, ''), coalesce(agent, ''),
      coalesce(environment, ''), coalesce(verdict, ''), coalesce(rule, ''),
      case new.event when 'reopened' then 'open' else new.event end, 0, 1, raised_at, raised_at
    from findings
    where organization_id = new.organization_id and project_id = new.project_id and id = new.finding_id
  on conflict do update set n = n + 1,
    first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at);
end;

create trigger session_marks_are_counted after insert on session_marks when new.mark like 'finding:%' begin
  insert into issue_runs
    select new.organization_id, new.project_id, substr(new.mark, 9), agent_external_id, environment, 0, 1 from sessions
    where organization_id = new.organization_id and project_id = new.project_id and id = new.session_id
  on conflict do update set n = n + 1;
end;

create trigger sessions_are_marked after insert on sessions begin
  insert into session_marks values
    (new.organization_id, new.project_id, new.id, 'environment:' || new.environment, new.opened_at, 1),
    (new.organization_id, new.project_id, new.id, 'state:open', new.opened_at, 1);
end;

create trigger closed_sessions_are_marked after update of closed_at on session_heads
when old.closed_at is null and new.closed_at is not null begin
  update session_marks set mark = 'state:closed'
  where organization_id = new.organization_id and project_id = new.project_id
    and session_id = new.session_id and mark = 'state:open';
end;
