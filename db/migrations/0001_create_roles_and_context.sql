-- 0001_create_roles_and_context.sql: the roles a transaction acts as, the request context that policies read, and the
-- product's clock.
--
-- The server logs in as carefold_login, which owns nothing, inherits nothing and sees nothing. Every transaction calls
-- app.enter() (0015), which looks the caller up in rows and switches to one of the roles below until it ends.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['carefold_login', 'anon', 'authenticated', 'clinic_patient', 'clinic_staff',
                                'clinic_admin', 'system']
  loop
    if not exists (select from pg_catalog.pg_roles where rolname = wanted) then
      execute format('create role %I nologin noinherit', wanted);
    end if;
    if wanted <> 'carefold_login' then
      execute format('grant %I to carefold_login', wanted);
    end if;
  end loop;
  -- so that the migrating role may give functions to system even where it is no superuser
  execute format('grant system to %I', current_user);
end $$;

comment on role anon is 'A visitor: sees the public columns of the clinic whose host was requested.';
comment on role authenticated is 'Signed in, without an active membership in the requested clinic: own profile, own memberships.';
comment on role clinic_patient is 'An active patient of the current clinic.';
comment on role clinic_staff is 'An active team member (staff or member) of the current clinic.';
comment on role clinic_admin is 'An active admin of the current clinic.';
comment on role system is 'The server acting for itself: jobs, webhooks, sign-in.';

revoke create on schema public from public;
-- a function is callable only where a migration grants it
alter default privileges revoke execute on functions from public;

create schema app;
create schema auth;
comment on schema app is 'Request context, audit, mail and other tables that no client reaches through the data API.';
comment on schema auth is 'The auth service: people, identities, sessions, one-time tokens.';
grant usage on schema app, public to anon, authenticated, clinic_patient, clinic_staff, clinic_admin, system, carefold_login;
grant usage on schema auth to system;
-- a function can only be owned by a role that may create in its schema
grant create on schema app to system;

-- Once set, a custom setting reads '' instead of null after its transaction, hence nullif.
create function app.current_user_id() returns uuid language sql stable
  return nullif(current_setting('app.user_id', true), '')::uuid;
create function app.current_clinic_id() returns uuid language sql stable
  return nullif(current_setting('app.clinic_id', true), '')::uuid;
create function app.current_patient_id() returns uuid language sql stable
  return nullif(current_setting('app.patient_id', true), '')::uuid;
create function app.current_request_id() returns text language sql stable
  return nullif(current_setting('app.request_id', true), '');
create function app.has_confirmed_email() returns boolean language sql stable
  return coalesce(nullif(current_setting('app.email_confirmed', true), '')::boolean, false);
comment on function app.current_clinic_id() is
  'The clinic of this request. For anon and authenticated it only selects what is public; it grants nothing.';

create function app.is_client() returns boolean language sql stable
  return current_user in ('anon', 'authenticated', 'clinic_patient', 'clinic_staff', 'clinic_admin');
comment on function app.is_client() is 'Whether the transaction acts for a caller, not for the server or the owner.';

grant execute on function app.current_user_id(), app.current_clinic_id(), app.current_patient_id(),
  app.current_request_id(), app.has_confirmed_email(), app.is_client()
  to anon, authenticated, clinic_patient, clinic_staff, clinic_admin, system;

create table app.settings (
  name       text primary key,
  value      jsonb not null,
  updated_at timestamptz not null default now()
);
comment on table app.settings is 'Values of this installation, such as the development clock''s offset.';

alter table app.settings enable row level security;
alter table app.settings force row level security;
create policy settings_all_system on app.settings to system using (true) with check (true);
grant select, insert, update on app.settings to system;

-- The product's time: the machine's, moved by the development clock (server/development/clock-route.ts).
-- plpgsql, because defaults and policies call it: before Postgres 18 an SQL function that cannot be inlined (this one runs as
-- its owner) is planned again by every statement, a plpgsql one only once per connection
-- security definer (owned by system), because clients may not read the settings
create function app.now() returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
begin
  return now() + coalesce((select s.value::text::bigint from app.settings s where s.name = 'clock_offset_ms'), 0)
                 * interval '1 millisecond';
end $$;
alter function app.now() owner to system;
grant execute on function app.now() to anon, authenticated, clinic_patient, clinic_staff, clinic_admin, system;
