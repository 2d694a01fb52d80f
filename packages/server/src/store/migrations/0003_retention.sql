-- Retention (heron.md §12): what a person could read of a call expires. Where each project's sweep stands: ids ascend with
-- time, so it walks the primary keys forward and sees each row once, whatever the history's size.

alter table project_settings add column retention_ms bigint;

create table retention_sweeps (
  organization_id text not null,
  project_id text not null,
  action_id text not null,
  session_id text not null,
  due_at text not null,
  primary key (organization_id, project_id)
);

create index retention_sweeps_by_due on retention_sweeps (due_at);
