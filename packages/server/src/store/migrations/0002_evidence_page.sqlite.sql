-- SQLite: the counts of 0002, kept by triggers, so that no writer can forget them; and counted once for what is there.
-- A text that is no JSON any more (somebody wrote over it) is counted without its shape: the verifier will say the rest.

alter table log_entries add column subject text generated always as
  (case when json_valid(record_text) then json_extract(record_text, '$.subject') end) virtual;
create index log_entries_by_subject on log_entries (organization_id, chain, subject, seq);

insert into action_tallies
select a.organization_id, a.project_id, substr(s.opened_at, 1, 10), a.tool, a.verdict, coalesce(a.rule, ''),
  case when json_valid(a.evaluation_text) then json_extract(a.evaluation_text,
    '$.classification.operation.source', '$.classification.data_class.source', '$.classification.destination.source',
    '$.classification.magnitude.source', '$.classification.reversibility.source',
    '$.classification.commitments', '$.policy_hash') else '[]' end as shape,
  0, count(*), min(a.received_at), max(a.received_at)
from actions a join sessions s
  on s.organization_id = a.organization_id and s.project_id = a.project_id and s.id = a.session_id
group by 1, 2, 3, 4, 5, 6, 7;

insert into session_marks
select a.organization_id, a.project_id, a.session_id, 'verdict:' || a.verdict, s.opened_at, count(*)
from actions a join sessions s
  on s.organization_id = a.organization_id and s.project_id = a.project_id and s.id = a.session_id
group by 1, 2, 3, 4;
insert into session_marks
select f.organization_id, f.project_id, f.session_id, 'finding:' || f.kind, s.opened_at, count(*)
from findings f join sessions s
  on s.organization_id = f.organization_id and s.project_id = f.project_id and s.id = f.session_id
group by 1, 2, 3, 4;

insert into session_tallies
select s.organization_id, s.project_id, substr(s.opened_at, 1, 10), w.what, 0, count(*)
from sessions s
join session_heads h
  on h.organization_id = s.organization_id and h.project_id = s.project_id and h.session_id = s.id
join (select 'sessions' as what union all select 'closed' union all select 'grants' union all select 'tasks') w
where w.what = 'sessions' or w.what = 'closed' and h.closed_at is not null
  or w.what = 'grants' and case when json_valid(s.record_text) then json_extract(s.record_text, '$.grant_hash') end
    is not null
  or w.what = 'tasks' and case when json_valid(s.record_text) then json_extract(s.record_text, '$.task_ref_hash') end
    is not null
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

create trigger actions_are_counted after insert on actions begin
  insert into action_tallies values (
    new.organization_id, new.project_id,
    substr(coalesce((select opened_at from sessions where organization_id = new.organization_id
      and project_id = new.project_id and id = new.session_id), new.received_at), 1, 10),
    new.tool, new.verdict, coalesce(new.rule, ''),
    case when json_valid(new.evaluation_text) then json_extract(new.evaluation_text,
      '$.classification.operation.source', '$.classification.data_class.source', '$.classification.destination.source',
      '$.classification.magnitude.source', '$.classification.reversibility.source',
      '$.classification.commitments', '$.policy_hash') else '[]' end,
    0, 1, new.received_at, new.received_at
  ) on conflict do update set actions = actions + 1,
    first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at);
  insert into session_marks
    select new.organization_id, new.project_id, new.session_id, 'verdict:' || new.verdict, opened_at, 1 from sessions
    where organization_id = new.organization_id and project_id = new.project_id and id = new.session_id
  on conflict do update set n = n + 1;
end;

create trigger sessions_are_counted after insert on sessions begin
  insert into session_tallies values
    (new.organization_id, new.project_id, substr(new.opened_at, 1, 10), 'sessions', 0, 1)
  on conflict do update set n = n + 1;
  insert into session_tallies
    select new.organization_id, new.project_id, substr(new.opened_at, 1, 10), 'grants', 0, 1
    where case when json_valid(new.record_text) then json_extract(new.record_text, '$.grant_hash') end is not null
  on conflict do update set n = n + 1;
  insert into session_tallies
    select new.organization_id, new.project_id, substr(new.opened_at, 1, 10), 'tasks', 0, 1
    where case when json_valid(new.record_text) then json_extract(new.record_text, '$.task_ref_hash') end is not null
  on conflict do update set n = n + 1;
end;

create trigger closed_sessions_are_counted after update of closed_at on session_heads
when old.closed_at is null and new.closed_at is not null begin
  insert into session_tallies
    select organization_id, project_id, substr(opened_at, 1, 10), 'closed', 0, 1 from sessions
    where organization_id = new.organization_id and project_id = new.project_id and id = new.session_id
  on conflict do update set n = n + 1;
end;

create trigger stated_actions_are_counted after insert on executions
when new.session_id is not null and not exists (
  select 1 from executions
  where organization_id = new.organization_id and project_id = new.project_id
    and action_id = new.action_id and id <> new.id and session_id is not null
) begin
  insert into session_tallies
    select organization_id, project_id, substr(opened_at, 1, 10), 'stated', 0, 1 from sessions
    where organization_id = new.organization_id and project_id = new.project_id and id = new.session_id
  on conflict do update set n = n + 1;
end;

create trigger findings_are_counted after insert on findings begin
  insert into finding_tallies values
    (new.organization_id, new.project_id, substr(new.raised_at, 1, 10), new.kind, 'open', 0, 1, new.raised_at)
  on conflict do update set n = n + 1, newest_at = max(newest_at, excluded.newest_at);
  insert into session_marks
    select new.organization_id, new.project_id, new.session_id, 'finding:' || new.kind, opened_at, 1 from sessions
    where organization_id = new.organization_id and project_id = new.project_id and id = new.session_id
  on conflict do update set n = n + 1;
end;

create trigger finding_events_are_counted after insert on finding_events begin
  update finding_tallies set n = n - 1
  from findings f
  where f.organization_id = new.organization_id and f.project_id = new.project_id and f.id = new.finding_id
    and finding_tallies.organization_id = f.organization_id and finding_tallies.project_id = f.project_id
    and finding_tallies.day = substr(f.raised_at, 1, 10) and finding_tallies.kind = f.kind
    and finding_tallies.shard = 0
    and finding_tallies.state = coalesce((
      select case e.event when 'resolved' then 'reviewed' when 'cleared' then 'cleared' else 'open' end
      from finding_events e where e.organization_id = f.organization_id and e.project_id = f.project_id
        and e.finding_id = f.id and e.ordinal < new.ordinal order by e.ordinal desc limit 1), 'open');
  insert into finding_tallies
    select organization_id, project_id, substr(raised_at, 1, 10), kind,
      case new.event when 'resolved' then 'reviewed' when 'cleared' then 'cleared' else 'open' end, 0, 1, raised_at
    from findings
    where organization_id = new.organization_id and project_id = new.project_id and id = new.finding_id
  on conflict do update set n = n + 1, newest_at = max(newest_at, excluded.newest_at);
end;

create trigger snapshots_no_update before update on snapshots begin
  select raise(abort, 'snapshots is append-only');
end;
create trigger snapshots_no_delete before delete on snapshots begin
  select raise(abort, 'snapshots is append-only');
end;
