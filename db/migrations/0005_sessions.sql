-- Sessions, and the proofs that each rests on (docs/contracts/auth.md 1.11, 4). Only the auth service reaches these tables (role
-- system).
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
  updated_at      timestamptz not null default now(),
  is_demo         boolean not null default false
);
comment on table auth.sessions is 'One signed-in device. Deleting the row ends the session with the next request.';
comment on column auth.sessions.is_demo is
  'Opened by "See a Demo": every transaction of it is read-only, and its reads are of invented people, so they are not recorded.';
create index sessions_user_idx on auth.sessions (user_id, created_at);

alter table auth.sessions enable row level security;
alter table auth.sessions force row level security;
create policy sessions_all_system on auth.sessions to system using (true) with check (true);
grant select, insert, update, delete on auth.sessions to system;

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

alter table auth.session_methods enable row level security;
alter table auth.session_methods force row level security;
create policy session_methods_all_system on auth.session_methods to system using (true) with check (true);
grant select, insert, update, delete on auth.session_methods to system;

create table auth.known_devices (
  user_id       uuid not null references auth.users on delete cascade,
  -- SHA-256 of browser, system and network: recognizable, but not readable
  fingerprint   bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at  timestamptz not null,
  primary key (user_id, fingerprint)
);
comment on table auth.known_devices is
  'A kind of browser on a network from which a person has signed in; forgotten half a year after the last time.';
create index known_devices_last_seen_idx on auth.known_devices (last_seen_at);

alter table auth.known_devices enable row level security;
alter table auth.known_devices force row level security;
create policy known_devices_all_system on auth.known_devices to system using (true) with check (true);
grant select, insert, update, delete on auth.known_devices to system;

-- Whether the transaction belongs to a demo session. Reads by a demo are not recorded.
create function app.is_demo() returns boolean language sql stable set search_path = ''
  return coalesce(current_setting('app.is_demo', true), '') = 'true' and current_setting('transaction_read_only') = 'on';
grant execute on function app.is_demo()
  to anon, authenticated, clinic_patient, clinic_guardian, clinic_staff, clinic_admin, system;

-- The factors that count as a proof in a session: set up before its newest proof by a sign-in method, or within p_minutes after
-- it, because a factor set up later in an open session proves nothing (docs/decisions/0127). Recovery codes count from when they
-- were last made.
-- security definer: clients may not read the auth schema
create function app.proving_factors(p_session_id uuid, p_minutes integer) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select f.id
    from auth.sessions s join auth.mfa_factors f on f.user_id = s.user_id and f.status = 'verified'
   where s.id = p_session_id
     and case f.factor_type when 'recovery_code' then f.updated_at else f.created_at end
         <= (select max(m.used_at) + make_interval(mins => p_minutes)
               from auth.session_methods m where m.session_id = s.id and m.factor_id is null);
end $$;
alter function app.proving_factors(uuid, integer) owner to system;

-- Whether one of this session's proofs is younger than p_minutes: a factor's for a person who has one, else any proof
-- (docs/decisions/0127). A refreshed token leaves no row, and rows of other sessions do not count.
-- By the machine's time, like the end of a session in app.enter().
-- plpgsql, so that its plan is cached (see app.now)
-- security definer: clients may not read the auth schema
create function app.has_fresh_proof(p_minutes integer) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  this_session uuid := app.current_session_id();
  proving uuid[] := array(select app.proving_factors(this_session, p_minutes));
begin
  return exists (
    select 1 from auth.session_methods m
     where m.session_id = this_session
       and m.used_at > clock_timestamp() - make_interval(mins => p_minutes)
       and case when cardinality(proving) > 0 then m.factor_id = any (proving) else m.factor_id is null end);
end $$;
alter function app.has_fresh_proof(integer) owner to system;
grant execute on function app.has_fresh_proof(integer) to clinic_patient, clinic_guardian, clinic_staff, clinic_admin;
