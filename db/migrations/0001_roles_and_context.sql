-- The roles that a transaction acts as, the request context that policies read, and the product's clock.
--
-- The server logs in as carefold_login, which owns nothing, inherits nothing and sees nothing. Every transaction calls
-- app.enter(), which looks the caller up in rows and switches to one of the roles below until the transaction ends.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['carefold_login', 'anon', 'authenticated', 'clinic_patient', 'clinic_guardian', 'clinic_staff',
                                'clinic_billing_only', 'clinic_admin', 'clinic_support', 'clinic_api_key', 'system']
  loop
    if not exists (select 1 from pg_catalog.pg_roles where rolname = wanted) then
      execute format('create role %I nologin %s', wanted,
                     case when wanted = 'clinic_billing_only' then 'inherit' else 'noinherit' end);
    end if;
    if wanted <> 'carefold_login' then
      execute format('grant %I to carefold_login', wanted);
    end if;
  end loop;
  -- a member with the Billing role has an account like any other user, and nothing else of the team (docs/decisions/0191)
  grant authenticated to clinic_billing_only;
  -- so that the migrating role may give functions to system even where it is no superuser
  execute format('grant system to %I', current_user);
end $$;

comment on role anon is 'A visitor: sees the public columns of the clinic whose host was requested.';
comment on role authenticated is 'Signed in, without an active membership in the requested clinic: own profile, own memberships.';
comment on role clinic_patient is 'An active patient of the current clinic.';
comment on role clinic_guardian is 'Acts for one minor patient only, without the guardian''s own rights.';
comment on role clinic_staff is 'An active team member (staff or member) of the current clinic.';
comment on role clinic_billing_only is
  'An active team member with the Billing role: what any signed-in user has, and the money of the current clinic. No health data.';
comment on role clinic_admin is 'An active admin of the current clinic.';
comment on role clinic_support is 'Reads one clinic''s settings during an approved access: no health data and no names.';
comment on role clinic_api_key is 'A program of one clinic: reads the FHIR resources of its key.';
comment on role system is 'The server acting for itself: jobs, webhooks, sign-in.';

revoke create on schema public from public;
-- a function is callable only where a migration grants it
alter default privileges revoke execute on functions from public;

create schema app;
create schema auth;
create schema extensions;
comment on schema app is 'Request context, audit, mail and other tables that no client reaches through the data API.';
comment on schema auth is 'The auth service: people, identities, sessions, one-time tokens.';
comment on schema extensions is 'Postgres'' own extensions, out of reach of the data API.';
grant usage on schema app, public
  to anon, authenticated, clinic_patient, clinic_guardian, clinic_staff, clinic_admin, clinic_support, clinic_api_key, system,
     carefold_login;
grant usage on schema auth, extensions to system;
-- a function can only be owned by a role that may create in its schema
grant create on schema app to system;

create extension pg_trgm schema extensions;
-- the clinic comes first in an index over a list
create extension btree_gin schema extensions;
-- the clinic comes first in a constraint that no two times overlap
create extension btree_gist schema extensions;

-- The fields of app.caller are listed at app.enter(), which decides them from rows, never from a claim. Once set, a custom
-- setting reads '' instead of null after its transaction, hence nullif.
create function app.current_user_id() returns uuid language sql stable
  return nullif(split_part(current_setting('app.caller', true), '|', 1), '')::uuid;
grant execute on function app.current_user_id()
  to anon, authenticated, clinic_patient, clinic_guardian, clinic_staff, clinic_admin, system;

create function app.current_session_id() returns uuid language sql stable
  return nullif(split_part(current_setting('app.caller', true), '|', 2), '')::uuid;
grant execute on function app.current_session_id()
  to anon, authenticated, clinic_patient, clinic_guardian, clinic_staff, clinic_admin, system;

create function app.current_clinic_id() returns uuid language sql stable
  return nullif(split_part(current_setting('app.caller', true), '|', 3), '')::uuid;
comment on function app.current_clinic_id() is
  'The clinic of this request. For anon and authenticated it only selects what is public; it grants nothing.';
grant execute on function app.current_clinic_id()
  to anon, authenticated, clinic_patient, clinic_guardian, clinic_staff, clinic_admin, clinic_support, system;

create function app.current_patient_id() returns uuid language sql stable
  return nullif(split_part(current_setting('app.caller', true), '|', 4), '')::uuid;
grant execute on function app.current_patient_id()
  to anon, authenticated, clinic_patient, clinic_guardian, clinic_staff, clinic_admin, system;

-- The patient that a guardian represents; null for every other caller.
create function app.acting_for() returns uuid language sql stable
  return case when split_part(current_setting('app.caller', true), '|', 6) <> '' then app.current_patient_id() end;
grant execute on function app.acting_for() to clinic_patient, clinic_guardian, clinic_staff, clinic_admin, system;

-- The API key of a program (app.enter_api_key); null for people and for the server.
create function app.api_key_id() returns uuid language sql stable
  return nullif(split_part(current_setting('app.caller', true), '|', 15), '')::uuid;
grant execute on function app.api_key_id() to system;

create function app.current_request_id() returns text language sql stable
  return nullif(current_setting('app.request_id', true), '');
grant execute on function app.current_request_id()
  to anon, authenticated, clinic_patient, clinic_guardian, clinic_staff, clinic_admin, system;

create function app.has_confirmed_email() returns boolean language sql stable
  return coalesce(nullif(split_part(current_setting('app.caller', true), '|', 8), '')::boolean, false);
grant execute on function app.has_confirmed_email()
  to anon, authenticated, clinic_patient, clinic_guardian, clinic_staff, clinic_admin, system;

create function app.is_client() returns boolean language sql stable
  return current_user in ('anon', 'authenticated', 'clinic_patient', 'clinic_staff', 'clinic_billing_only',
                          'clinic_admin', 'clinic_guardian', 'clinic_api_key');
comment on function app.is_client() is 'Whether the transaction acts for a caller, not for the server or the owner.';
grant execute on function app.is_client()
  to anon, authenticated, clinic_patient, clinic_guardian, clinic_staff, clinic_admin, system;

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
-- plpgsql: before Postgres 18 an SQL function that runs as its owner is planned by every statement, a plpgsql one once per
-- connection
-- security definer: clients may not read the settings
create function app.now() returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
begin
  return now() + coalesce((select s.value::text::bigint from app.settings s where s.name = 'clock_offset_ms'), 0)
                 * interval '1 millisecond';
end $$;
alter function app.now() owner to system;
grant execute on function app.now() to anon, authenticated, clinic_patient, clinic_guardian, clinic_staff, clinic_admin;

-- A number that grows with time on every node of a distributed database, whose sequences have ranges of their nodes: milliseconds
-- since 2026, times 8,192, and the sequence for those of one millisecond. Exact in JavaScript until 2060.
create function app.number_by_time(p_sequence regclass) returns bigint language sql volatile
  return floor((extract(epoch from clock_timestamp()) - 1767225600) * 1000)::bigint * 8192 + nextval(p_sequence) % 8192;
grant execute on function app.number_by_time(regclass) to system;

-- Refuses every change of an append-only table. The trigger's argument names an operation that the retention jobs may do; a
-- merge of two patients may change whose row it is, and column grants allow nothing else.
create function app.refuse_change() returns trigger language plpgsql as $$
begin
  if current_user = 'system' and (tg_nargs > 0 and tg_op = tg_argv[0] and app.is_erasing()
                                  or tg_op = 'UPDATE' and app.is_merging()) then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;

create function app.each_once(p_ids uuid[]) returns uuid[] language sql immutable
return array(select distinct unnest(p_ids));
grant execute on function app.each_once(uuid[]) to clinic_admin;

-- Makes the data API read the catalog after a change of the schema (docs/contracts/data-api.md 10). Not for partitions, which
-- callers do not see: on the embedded database the notification would arrive within the transaction that made them.
create function app.announce_schema_change() returns event_trigger
language plpgsql set search_path = '' as $$
begin
  if current_setting('app.changes_months', true) = 'yes' then return; end if;
  notify pgrst, 'reload schema';
end $$;

do $$
begin
  create event trigger data_api_schema_changed on ddl_command_end execute function app.announce_schema_change();
  create event trigger data_api_schema_dropped on sql_drop execute function app.announce_schema_change();
exception when insufficient_privilege then
  raise notice 'not allowed to create event triggers: schema changes are announced by migrations only';
end $$;

-- Names and other short texts are one line, as mail subjects and exports require (docs/threats.md T33). The server writes them
-- so (domain/values/one-line.ts); checks on the columns hold for other writers.
create function app.one_line(value text) returns text
language sql immutable parallel safe
return btrim(regexp_replace(value, '[\u0001-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+', ' ', 'g'));
grant execute on function app.one_line(text) to system;

create function app.is_one_line(value text) returns boolean
language sql immutable parallel safe
return value !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]';
grant execute on function app.is_one_line(text) to system;

-- Reports a change to a person's open pages, on every server. Ids and a topic only: the page reads the rest with its rights
-- (server/platform/live).
--
-- NOTIFY locks the whole installation from before the commit until it is on disk: 800 commits a second instead of 12,000. The
-- server therefore sends the announcements of its transactions after the commit (docs/decisions/0145); changes by other
-- sessions, such as psql, are not announced (docs/decisions/0206).
create function app.announce(p_clinic_id uuid, p_user_id uuid, p_topic text) returns void
language plpgsql set search_path = '' as $$
begin
  -- goes to the client at once, whatever client_min_messages is, and not to the log
  raise info using errcode = 'CF001', message = p_clinic_id || ' ' || p_user_id || ' ' || p_topic;
end $$;
grant execute on function app.announce(uuid, uuid, text) to system;

-- The same for several people; for none if the list is null. One message, with a line for each: Postgres sends each message at
-- once, by a system call that the server answers with a read.
create function app.announce_to_all(p_clinic_id uuid, p_user_ids uuid[], p_topic text) returns void
language plpgsql set search_path = '' as $$
begin
  if p_user_ids is null then return; end if;
  raise info using errcode = 'CF001', message =
    p_clinic_id || ' ' || array_to_string(p_user_ids, ' ' || p_topic || E'\n' || p_clinic_id || ' ') || ' ' || p_topic;
end $$;
grant execute on function app.announce_to_all(uuid, uuid[], text) to system;

-- Queues jobs in the caller's transaction, as pg-boss would. A queue is missing only before the first server has started.
-- Triggers write to app.outbox instead (docs/decisions/0206).
create function app.queue_jobs(p_names text[], p_data jsonb[], p_keys text[], p_due timestamptz[]) returns void
language plpgsql set search_path = '' as $$
begin
  insert into jobs.job (name, data, singleton_key, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
                        deletion_seconds, keep_until, policy, dead_letter, start_after)
  select q.name, j.data, j.key, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.expire_seconds,
         q.deletion_seconds, now() + q.retention_seconds * interval '1 second', q.policy, q.dead_letter, j.due
    from unnest(p_names, p_data, p_keys, p_due) as j (name, data, key, due) join jobs.queue q on q.name = j.name
  on conflict do nothing;
end $$;
grant execute on function app.queue_jobs(text[], jsonb[], text[], timestamptz[]) to system;

-- security definer: clients may not use the jobs schema
create function app.queue_job(p_name text, p_data jsonb, p_key text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.queue_jobs(array[p_name], array[p_data], array[p_key], array[now()]);
end $$;
alter function app.queue_job(text, jsonb, text) owner to system;

-- The patient this request acts for, where the guardian's access is full; null for limited access and every other caller.
create function app.ward_in_full() returns uuid language sql stable
  return case when split_part(current_setting('app.caller', true), '|', 6) = 'full' then app.current_patient_id() end;
grant execute on function app.ward_in_full() to clinic_guardian;

-- Whether this transaction is a retention job. Only those may delete rows from the tables that carry the trigger below.
create function app.is_erasing() returns boolean language sql stable
  return coalesce(current_setting('app.purpose', true), '') like 'job:retention.%';
grant execute on function app.is_erasing() to system;

-- Allows deletes to the retention jobs. A merge deletes nothing for good: it writes the rows again with the other patient.
create function app.refuse_unless_erasing() returns trigger language plpgsql as $$
begin
  -- cascades run as the tables' owner, after the statement that was checked
  if current_user = 'system' and not app.is_erasing() and not app.is_merging() and not app.is_undoing_import() then
    raise exception '% is deleted by the jobs of retention alone', tg_table_name using errcode = '42501';
  end if;
  return null;
end $$;

-- Whether this transaction moves a patient's rows. Only the functions of patient_merges set it.
create function app.is_merging() returns boolean language sql stable
  return coalesce(current_setting('app.merging', true), '') = 'on';
grant execute on function app.is_merging() to system;

-- Whether this transaction undoes an import of patients. Only app.undo_import sets it.
create function app.is_undoing_import() returns boolean language sql stable
  return coalesce(current_setting('app.undoing_import', true), '') = 'on';
grant execute on function app.is_undoing_import() to system;

-- The field of rights contains the words `health` and `write` where they apply.
--
-- Whether this session rests on a second factor, or nothing requires one (docs/threats.md T18, docs/decisions/0016).
create function app.may_use_health_data() returns boolean language sql stable
  return coalesce(split_part(current_setting('app.caller', true), '|', 7), '') like '%health%';
comment on function app.may_use_health_data() is
  'Whether this session meets the second-step rule: one rule for health data, from which it has its name, and for every permission with a second factor (docs/decisions/0032).';
grant execute on function app.may_use_health_data() to clinic_patient, clinic_guardian, clinic_staff, clinic_admin, system;

-- The caller's own patient record, also while the membership is pending (docs/threats.md T31): such a person may pay for a plan
-- and see that payment, and nothing else. Suspended and removed people have none.
create function app.own_patient_id() returns uuid language sql stable
  return nullif(split_part(current_setting('app.caller', true), '|', 5), '')::uuid;
grant execute on function app.own_patient_id() to authenticated, clinic_patient, clinic_staff, clinic_admin, system;

-- Whether the caller's membership may only read; it sees what staff sees.
create function app.is_read_only() returns boolean language sql stable
  return coalesce(split_part(current_setting('app.caller', true), '|', 7), '') not like '%write%';
grant execute on function app.is_read_only() to clinic_staff, clinic_admin, system;

-- Ids that other rows of the caller open to them (app.ids_opened_to): subscriptions with plan, version and coupon, versions of
-- assigned lessons, programs.
create function app.opened_ids() returns uuid[] language sql stable
  return coalesce(nullif(split_part(current_setting('app.caller', true), '|', 10), ''), '{}')::uuid[];
grant execute on function app.opened_ids() to authenticated, clinic_patient, clinic_guardian;

create function app.current_permission_sets() returns text[] language sql stable set search_path = ''
  return coalesce(nullif(split_part(current_setting('app.caller', true), '|', 9), ''), '{}')::text[];
grant execute on function app.current_permission_sets() to clinic_staff;
