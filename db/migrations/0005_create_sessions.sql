-- 0005_create_sessions.sql: where people are signed in, and the proofs that each session rests on
-- (docs/contracts/auth.md 1.11, 4). Only the auth service reaches these tables (role system).
create table auth.sessions (
  id              uuid primary key default gen_random_uuid(),
  user_id         uuid not null references auth.users on delete cascade,
  -- refresh tokens are not stored: a token is this counter, signed with this key (docs/contracts/auth.md 4)
  refresh_key     bytea not null,
  refresh_counter bigint not null default 0,
  -- refresh tokens below this counter were issued before the second step and cannot lead past it
  refresh_floor   bigint not null default 0,
  refreshed_at    timestamptz,
  not_after       timestamptz,
  user_agent      text,
  ip              inet,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now()
);
comment on table auth.sessions is 'One signed-in device. Deleting the row ends the session with the next request.';
create index sessions_user_idx on auth.sessions (user_id, created_at);

-- A session is at aal2 exactly while one of its proofs came from a factor. Removing the factor removes the proof, so the
-- level is not stored anywhere else.
create table auth.session_methods (
  session_id uuid not null references auth.sessions on delete cascade,
  method     text not null,
  provider   text,
  factor_id  uuid references auth.mfa_factors on delete cascade,
  used_at    timestamptz not null,
  primary key (session_id, method),
  constraint session_methods_factor_check
    check ((factor_id is not null) = (method in ('totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code')))
);
comment on table auth.session_methods is 'The amr claim: the proofs that a session rests on, one row per method.';
create index session_methods_factor_idx on auth.session_methods (factor_id) where factor_id is not null;

create table auth.known_devices (
  user_id       uuid not null references auth.users on delete cascade,
  -- SHA-256 of browser, system and network: enough to recognize, nothing to read
  fingerprint   bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at  timestamptz not null,
  primary key (user_id, fingerprint)
);
comment on table auth.known_devices is
  'A kind of browser on a network from which a person has signed in; forgotten half a year after the last time.';
create index known_devices_last_seen_idx on auth.known_devices (last_seen_at);

alter table auth.sessions enable row level security;
alter table auth.sessions force row level security;
alter table auth.session_methods enable row level security;
alter table auth.session_methods force row level security;
alter table auth.known_devices enable row level security;
alter table auth.known_devices force row level security;
create policy sessions_all_system on auth.sessions to system using (true) with check (true);
create policy session_methods_all_system on auth.session_methods to system using (true) with check (true);
create policy known_devices_all_system on auth.known_devices to system using (true) with check (true);
grant select, insert, update, delete on auth.sessions, auth.session_methods, auth.known_devices to system;
