-- Webhooks (heron.md §14). What happened is noted in the outbox by triggers, in the transaction in which it happened and
-- only where the project has a webhook at all; a worker turns each note into an event and its deliveries. Work, not evidence.

create table webhooks (
  organization_id text not null,
  project_id text not null,
  id text not null,
  url text not null,
  topics_text text not null,
  allow_private integer not null,
  enabled integer not null,
  disabled_reason text,
  secret_sealed text not null,
  previous_secret_sealed text,
  previous_valid_until text,
  created_at text not null,
  failing_since text,
  last_at text,
  last_status integer,
  last_error text,
  primary key (organization_id, project_id, id)
);

create table webhook_outbox (
  organization_id text not null,
  project_id text not null,
  source text not null,
  source_id text not null,
  primary key (organization_id, project_id, source, source_id)
);

create table webhook_events (
  organization_id text not null,
  project_id text not null,
  id text not null,
  topic text not null,
  payload_text text not null,
  created_at text not null,
  primary key (organization_id, project_id, id)
);

create table webhook_deliveries (
  organization_id text not null,
  project_id text not null,
  id text not null,
  webhook_id text not null,
  event_id text not null,
  topic text not null,
  state text not null,
  attempts integer not null,
  next_attempt_at text,
  created_at text not null,
  last_at text,
  last_status integer,
  last_error text,
  last_ms integer,
  primary key (organization_id, project_id, id)
);

create index webhook_deliveries_by_due on webhook_deliveries (organization_id, project_id, webhook_id, next_attempt_at)
  where next_attempt_at is not null;
create index webhook_deliveries_by_webhook on webhook_deliveries (organization_id, project_id, webhook_id, id);
create index webhook_deliveries_dead on webhook_deliveries (state) where state = 'dead';

-- For /metrics: what was raised today, of all projects, without reading any other day.
create index finding_tallies_by_day on finding_tallies (day, kind);
