-- Governing a project (heron.md §3, §4, §8): edits that must not overtake each other, which change made which policy, when
-- enforcement was loosened, and what people answered in the dashboard.

-- The one row that two editors of a project compare and move; it says who moved it last.
create table project_edits (
  organization_id text not null,
  project_id text not null,
  revision integer not null,
  act text not null,
  subject text not null,
  edited_by text not null,
  edited_at text not null,
  primary key (organization_id, project_id)
);

create table policy_changes (
  organization_id text not null,
  project_id text not null,
  entry_seq integer not null,
  entry_hash text not null,
  policy_hash text not null,
  act text not null,
  subject text not null,
  reason text not null,
  changed_at text not null,
  primary key (organization_id, project_id, entry_seq)
);

create table enforcement_windows (
  organization_id text not null,
  project_id text not null,
  id text not null,
  effect text not null,
  declared_by text not null,
  declared_from text not null,
  declared_until text not null,
  reason text not null,
  actor_id text not null,
  ended_at text,
  ended_by text,
  primary key (organization_id, project_id, id)
);

create table approval_answers (
  organization_id text not null,
  project_id text not null,
  action_id text not null,
  decision text not null,
  reason text not null,
  answered_by text not null,
  approver text not null,
  tool text not null,
  rule text not null,
  entry_hash text not null,
  answered_at text not null,
  primary key (organization_id, project_id, action_id)
);

-- At most one is in force.
create unique index enforcement_windows_open on enforcement_windows (organization_id, project_id) where ended_at is null;
create index enforcement_windows_by_until on enforcement_windows (declared_until) where ended_at is null;
create index policy_changes_by_hash on policy_changes (organization_id, project_id, policy_hash, entry_seq);
create index approval_answers_by_question on approval_answers (organization_id, project_id, tool, rule, decision);
create index actions_stepped_up on actions (organization_id, project_id, id) where verdict = 'STEP_UP';
-- Whether a vendor key verified anything, which decides whether it may go.
create index executions_by_key on executions (organization_id, project_id, kid) where signature_valid = 1;

-- When a reviewer's link was last opened: a hint for people, beside the row that says what the link is.
create table reviewer_link_uses (
  organization_id text not null,
  project_id text not null,
  link_id text not null,
  last_used_at text not null,
  primary key (organization_id, project_id, link_id)
);
