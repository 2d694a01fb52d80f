-- Checkpoints (heron.md §11): a log of heads for each project, which only grows, and the signed statements of its size and
-- root. `…_hash` of a node is base64; a leaf's own hash follows from its text. Formats: docs/checkpoints.md.

-- How far the log has come, and what the next checkpoint still has to look at. Work, not evidence: it follows from the rest.
create table checkpoint_trees (
  organization_id text not null,
  project_id text not null,
  revision bigint not null,
  size bigint not null,
  nodes_text text not null,
  signed_size bigint not null,
  number integer not null,
  stage text not null,
  from_ms bigint not null,
  after_id text not null,
  taken_at text not null,
  due_at text not null,
  primary key (organization_id, project_id)
);

create table checkpoint_leaves (
  organization_id text not null,
  project_id text not null,
  leaf_index bigint not null,
  subject text not null,
  head_hash text not null,
  entries bigint not null,
  ended integer not null,
  leaf_text text not null,
  primary key (organization_id, project_id, leaf_index)
);

-- Roots of the complete subtrees of 256, 65,536, … leaves: the tiles above the lowest.
create table checkpoint_nodes (
  organization_id text not null,
  project_id text not null,
  level integer not null,
  node_index bigint not null,
  node_hash text not null,
  primary key (organization_id, project_id, level, node_index)
);

create table checkpoints (
  organization_id text not null,
  project_id text not null,
  number integer not null,
  size bigint not null,
  nodes_text text not null,
  note_text text not null,
  kid text not null,
  signature text not null,
  taken_at text not null,
  created_at text not null,
  primary key (organization_id, project_id, number),
  unique (organization_id, project_id, size)
);

-- Keys of witnesses, in the C2SP form.
create table checkpoint_witnesses (
  organization_id text not null,
  project_id text not null,
  name text not null,
  note_key text not null,
  added_at text not null,
  added_by text not null,
  primary key (organization_id, project_id, name)
);

create table checkpoint_cosignatures (
  organization_id text not null,
  project_id text not null,
  number integer not null,
  name text not null,
  signature_line text not null,
  received_at text not null,
  primary key (organization_id, project_id, number, name)
);

create index checkpoint_trees_by_due on checkpoint_trees (due_at);
create index checkpoint_leaves_by_subject on checkpoint_leaves (organization_id, project_id, subject, leaf_index);
create index checkpoints_by_time on checkpoints (organization_id, project_id, created_at, number);
