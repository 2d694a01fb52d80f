-- What operators read (heron.md §7, pages.md "Dashboard"): lists and figures whose cost does not grow with the record.

-- The one index that a decision pays for. It ascends with time, so a new call lands at its right edge, on a page that the
-- call before it has just touched. Whatever calls are filtered by stands in it, so that a filter reads no wide row.
create index actions_in_order
  on actions (organization_id, project_id, id, session_id, tool, verdict, rule, received_at);

-- Calls by hour and by day of their arrival, folded in by the worker: no decision waits for it. `span` is hour or day,
-- `at` the beginning of it; `stated` are those with a statement.
create table call_counts (
  organization_id text not null,
  project_id text not null,
  span text not null,
  at text not null,
  environment text not null,
  agent text not null,
  verdict text not null,
  calls bigint not null,
  stated bigint not null,
  primary key (organization_id, project_id, span, at, environment, agent, verdict)
);

-- How far that has come: the last action and the last statement that were folded in.
create table count_sweeps (
  organization_id text not null,
  project_id text not null,
  action_id text not null,
  execution_id text not null,
  due_at text not null,
  primary key (organization_id, project_id)
);
create index count_sweeps_by_due on count_sweeps (due_at);

-- Findings by everything that issues are distributed over; empty where a finding has no such value. `day` is when it was
-- raised, `state` is open, resolved or cleared. Kept by triggers on findings: decisions raise none. `shard` keeps writers out
-- of each other's way, as in 0002.
create table issue_tallies (
  organization_id text not null,
  project_id text not null,
  kind text not null,
  day text not null,
  tool text not null,
  agent text not null,
  environment text not null,
  verdict text not null,
  rule text not null,
  state text not null,
  shard integer not null,
  n bigint not null,
  first_at text not null,
  last_at text not null,
  primary key (organization_id, project_id, kind, day, tool, agent, environment, verdict, rule, state, shard)
);

-- Sessions in which a kind was found.
create table issue_runs (
  organization_id text not null,
  project_id text not null,
  kind text not null,
  agent text not null,
  environment text not null,
  shard integer not null,
  n bigint not null,
  primary key (organization_id, project_id, kind, agent, environment, shard)
);

insert into issue_tallies
select organization_id, project_id, kind, substr(raised_at, 1, 10), coalesce(tool, ''), coalesce(agent, ''),
  coalesce(environment, ''), coalesce(verdict, ''), coalesce(rule, ''), state, 0, count(*), min(raised_at), max(raised_at)
from (
  select f.*, coalesce((
    select case e.event when 'reopened' then 'open' else e.event end from finding_events e
    where e.organization_id = f.organization_id and e.project_id = f.project_id and e.finding_id = f.id
    order by e.ordinal desc limit 1), 'open') as state
  from findings f
) as stated
group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;

insert into issue_runs
select m.organization_id, m.project_id, substr(m.mark, 9), s.agent_external_id, s.environment, 0, count(*)
from session_marks m join sessions s
  on s.organization_id = m.organization_id and s.project_id = m.project_id and s.id = m.session_id
where m.mark like 'finding:%'
group by 1, 2, 3, 4, 5;

-- How many calls wait for a person; only such decisions pay for it.
create index awaited_people on awaited_answers (organization_id, project_id, due_at) where verdict = 'STEP_UP';

-- Sessions are found by environment and state as they are by verdict (0002): marks, written as a session opens and closes.
insert into session_marks
select s.organization_id, s.project_id, s.id, 'environment:' || s.environment, s.opened_at, 1 from sessions s;
insert into session_marks
select s.organization_id, s.project_id, s.id, case when h.closed_at is null then 'state:open' else 'state:closed' end,
  s.opened_at, 1
from sessions s join session_heads h
  on h.organization_id = s.organization_id and h.project_id = s.project_id and h.session_id = s.id;
