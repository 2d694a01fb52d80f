-- What the evidence page reads (heron.md §9): counts kept as rows are written, so that none of them is a scan; links with
-- a reach of their own; snapshots; requests for a link. The triggers that keep the counts are the engine's own file.

alter table evidence_pages add column public_overview integer not null default 0;
-- How far back this link reaches where that is further than the page; null is the page's window.
alter table reviewer_links add column window_days integer;

-- `day` is the UTC day on which the session was opened, since a window is made of whole sessions. `shape` is what of the
-- evaluation is counted: the five sources, the commitments, the policy. `shard` keeps writers out of each other's way.
create table action_tallies (
  organization_id text not null,
  project_id text not null,
  day text not null,
  tool text not null,
  verdict text not null,
  rule text not null,
  shape text not null,
  shard integer not null,
  actions integer not null,
  first_at text not null,
  last_at text not null,
  primary key (organization_id, project_id, day, tool, verdict, rule, shape, shard)
);

-- `what`: sessions, closed, grants, tasks; and stated, the actions with a statement.
create table session_tallies (
  organization_id text not null,
  project_id text not null,
  day text not null,
  what text not null,
  shard integer not null,
  n integer not null,
  primary key (organization_id, project_id, day, what, shard)
);

-- `day` is the day on which the finding was raised; `state` is open, reviewed or cleared.
create table finding_tallies (
  organization_id text not null,
  project_id text not null,
  day text not null,
  kind text not null,
  state text not null,
  shard integer not null,
  n integer not null,
  newest_at text not null,
  primary key (organization_id, project_id, day, kind, state, shard)
);

-- What of a session can be looked for: `verdict:DENY`, `finding:BROKEN_CHAIN`.
create table session_marks (
  organization_id text not null,
  project_id text not null,
  session_id text not null,
  mark text not null,
  opened_at text not null,
  n integer not null,
  primary key (organization_id, project_id, session_id, mark)
);

create table snapshots (
  organization_id text not null,
  project_id text not null,
  id text not null,
  link_id text not null,
  window_days integer not null,
  sessions integer not null,
  actions integer not null,
  digest text not null,
  payload_text text not null,
  kid text not null,
  signature text not null,
  taken_at text not null,
  primary key (organization_id, project_id, id)
);

-- People who ask for a link. Personal, for the operator alone, and never part of the evidence.
create table link_requests (
  organization_id text not null,
  project_id text not null,
  id text not null,
  name text not null,
  why text not null,
  email text not null,
  requested_at text not null,
  expires_at text not null,
  primary key (organization_id, project_id, id)
);

create index session_marks_by_mark on session_marks (organization_id, project_id, mark, opened_at, session_id);
create index sessions_by_opened on sessions (organization_id, project_id, opened_at, id);
create index sessions_by_agent on sessions (organization_id, project_id, agent_external_id, opened_at, id);
create index sessions_by_parent on sessions (organization_id, project_id, parent_external_id, id)
  where parent_external_id is not null;
create index link_requests_by_expiry on link_requests (organization_id, project_id, expires_at);
create index log_entries_by_hash on log_entries (organization_id, chain, entry_hash);
