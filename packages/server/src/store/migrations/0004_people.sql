-- People (heron.md §13): what they sign in with, the organization that they belong to, and invitations to it. A person is
-- looked up before their organization is known, so the tables of signing in are keyed by the person alone.

create table people (
  id text not null,
  email text not null,
  email_verified integer not null,
  name text not null,
  image text,
  two_factor_enabled integer not null,
  created_at text not null,
  updated_at text not null,
  primary key (id),
  unique (email)
);

-- One organization for each person. Who has left keeps a row, so that the operator log can still be read with names.
create table members (
  organization_id text not null,
  user_id text not null,
  role text not null,
  joined_at text not null,
  last_signed_in_at text,
  removed_at text,
  primary key (organization_id, user_id),
  unique (user_id)
);

create table credentials (
  id text not null,
  user_id text not null,
  provider_id text not null,
  account_id text not null,
  password_hash text,
  created_at text not null,
  updated_at text not null,
  primary key (id),
  unique (provider_id, account_id)
);

-- `updated_at` is when the session was last used; `token_hash` is what is left of the token.
create table person_sessions (
  id text not null,
  user_id text not null,
  token_hash text not null,
  created_at text not null,
  updated_at text not null,
  expires_at text not null,
  ip_address text,
  user_agent text,
  primary key (id),
  unique (token_hash)
);

create table verifications (
  id text not null,
  identifier text not null,
  value text not null,
  expires_at text not null,
  created_at text not null,
  updated_at text not null,
  primary key (id)
);

-- `secret` and `backup_codes` are encrypted with a key that is not in this database.
create table two_factors (
  id text not null,
  user_id text not null,
  secret text not null,
  backup_codes text not null,
  verified integer not null,
  failed_verification_count integer not null,
  locked_until text,
  primary key (id),
  unique (user_id)
);

create table invitations (
  organization_id text not null,
  id text not null,
  email text not null,
  role text not null,
  token_hash text not null,
  invited_by text not null,
  created_at text not null,
  expires_at text not null,
  accepted_at text,
  revoked_at text,
  primary key (organization_id, id),
  unique (token_hash)
);

create index invitations_by_expiry on invitations (organization_id, expires_at);
create index credentials_by_person on credentials (user_id);
create index person_sessions_by_person on person_sessions (user_id, id);
create index person_sessions_by_expiry on person_sessions (expires_at);
create index verifications_by_identifier on verifications (identifier);

-- The owner that an earlier set-up made. Its password was kept in another form and is set anew (`heron init`).
insert into people (id, email, email_verified, name, image, two_factor_enabled, created_at, updated_at)
  select id, lower(email), 1, 'Owner', null, 0, created_at, created_at from accounts;
insert into members (organization_id, user_id, role, joined_at, last_signed_in_at, removed_at)
  select organization_id, id, role, created_at, null, null from accounts;
insert into credentials (id, user_id, provider_id, account_id, password_hash, created_at, updated_at)
  select id, id, 'credential', id, password_hash, created_at, created_at from accounts;
drop table accounts;
