-- API keys: programs of a clinic that read its data as FHIR resources (docs/decisions/0215, docs/contracts/fhir.md).
create table public.api_keys (
  id           uuid default gen_random_uuid(),
  clinic_id    uuid not null references public.clinics on delete restrict,
  name         text not null constraint api_keys_name_check check (length(name) between 1 and 80 and app.is_one_line(name)),
  -- the FHIR resources that it reads: `Patient` is the scope `system/Patient.rs`
  resources    text[] not null constraint api_keys_resources_check check (cardinality(resources) between 1 and 8
    and resources <@ '{Patient,Appointment,Practitioner,Schedule,Slot,Coverage,Consent,DocumentReference}'),
  -- of the secret, which the program sends as it is
  secret_hash  bytea constraint api_keys_secret_hash_check check (length(secret_hash) = 32),
  -- or a JSON Web Key Set, with which the program proves itself at the token endpoint
  public_keys  jsonb,
  has_secret   boolean not null generated always as (secret_hash is not null) stored,
  created_by   uuid references auth.users on delete set null,
  created_at   timestamptz not null,
  -- the last day, in the clinic's zone; null: without end
  ends_on      date,
  last_used_on date,
  revoked_at   timestamptz,
  revoked_by   uuid references auth.users on delete set null,
  primary key (clinic_id, id),
  constraint api_keys_credential_check check (num_nonnulls(secret_hash, public_keys) = 1),
  constraint api_keys_secret_key unique (clinic_id, secret_hash)
);
comment on table public.api_keys is
  'A program that reads a clinic''s data as FHIR resources. Of its secret only the hash is stored. Revoked rows remain, for the names in the audit trail.';
create index api_keys_created_by_idx on public.api_keys (created_by);
create index api_keys_revoked_by_idx on public.api_keys (revoked_by);
create trigger api_keys_are_erased_by_retention before delete on public.api_keys
  for each statement execute function app.refuse_unless_erasing();

alter table public.api_keys enable row level security;
alter table public.api_keys force row level security;
create policy api_keys_select_admin on public.api_keys for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy api_keys_all_system on public.api_keys to system using (true) with check (true);
grant select (id, clinic_id, name, resources, has_secret, created_by, created_at, ends_on, last_used_on, revoked_at)
  on public.api_keys to clinic_admin;
grant select, insert, update, delete on public.api_keys to system;

-- Access tokens of SMART Backend Services. They end by the database's clock, as sessions do (docs/decisions/0004). A row outlives
-- the assertion that it was issued for, so that the assertion works once.
create table app.api_tokens (
  clinic_id      uuid not null references public.clinics on delete restrict,
  token_hash     bytea not null constraint api_tokens_token_hash_check check (length(token_hash) = 32),
  key_id         uuid not null,
  resources      text[] not null,
  assertion_hash bytea not null constraint api_tokens_assertion_hash_check check (length(assertion_hash) = 32),
  expires_at     timestamptz not null,
  primary key (clinic_id, token_hash),
  constraint api_tokens_assertion_key unique (clinic_id, key_id, assertion_hash),
  constraint api_tokens_key_fkey foreign key (clinic_id, key_id) references public.api_keys (clinic_id, id) on delete cascade
);
comment on table app.api_tokens is 'Access tokens of programs, for five minutes each: hashes only. The next token of a key removes ended ones.';

alter table app.api_tokens enable row level security;
alter table app.api_tokens force row level security;
create policy api_tokens_all_system on app.api_tokens to system using (true) with check (true);
grant select, insert, delete on app.api_tokens to system;

-- The resources of the key that this transaction entered with. The field has the permission sets of other callers.
create function app.api_key_resources() returns text[] language sql stable set search_path = ''
  return coalesce(nullif(split_part(current_setting('app.caller', true), '|', 9), ''), '{}')::text[];
grant execute on function app.api_key_resources() to clinic_api_key, system;

-- The live key of the requested clinic at p_at for a secret or an access token, by their hash.
-- security definer: no client may read hashes
create function app.live_api_key(p_hash bytea, p_at timestamptz) returns table (key_id uuid, resources text[], is_first_today boolean)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  clinic constant uuid := app.current_clinic_id();
  today constant date := (select (p_at at time zone c.time_zone)::date from public.clinics c where c.id = clinic);
begin
  return query
  select k.id, coalesce(t.resources, k.resources), k.last_used_on is distinct from today
    from public.api_keys k
    left join app.api_tokens t on t.clinic_id = clinic and t.token_hash = p_hash and t.key_id = k.id and t.expires_at > now()
   where k.clinic_id = clinic and (k.secret_hash = p_hash or t.token_hash is not null)
     and k.revoked_at is null and coalesce(k.ends_on >= today, true);
end $$;
alter function app.live_api_key(bytea, timestamptz) owner to system;
grant execute on function app.live_api_key(bytea, timestamptz) to anon;

-- Continues as a program of the requested clinic until the transaction ends. Returns no row and changes nothing without a live
-- key. A program has no user: policies that compare one match no row.
create function app.enter_api_key(p_hash bytea, p_at timestamptz)
returns table (key_id uuid, resources text[], is_first_today boolean)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  found record;
begin
  select k.* into found from app.live_api_key(p_hash, p_at) k;
  if found.key_id is null then return; end if;
  -- places of app.enter(): 3 clinic, 7 rights, 9 resources, 15 key
  perform set_config('app.caller', format('||%s||||health||%s||||||%s', app.current_clinic_id(), found.resources, found.key_id),
                     true),
          set_config('role', 'clinic_api_key', true);
  return query select found.key_id, found.resources, found.is_first_today;
end $$;
grant execute on function app.enter_api_key(bytea, timestamptz) to anon;

-- Records a read of a program, as app.record_read() does for people, whose reads do not pay for this branch. Null patients: a
-- search without a match, or of another clinic's id.
-- security definer: no role may write the trail
create function app.record_key_read(p_tables text[], p_patients uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.write_audit('record.read', 'patient', null,
    jsonb_build_object('tables', p_tables) || case when p_patients is null then '{"counted": 0}' else '{}' end::jsonb,
    app.current_clinic_id(), array(select distinct unnest(p_patients)), 'fhir');
end $$;
alter function app.record_key_read(text[], uuid[]) owner to system;
grant execute on function app.record_key_read(text[], uuid[]) to clinic_api_key;

-- A name as it is compared (app.fold), for searches.
-- security definer: app.fold is the server's, without the fixed search path of functions for clients, which each index would pay for
create function app.folded_name(p_name text) returns text
language plpgsql immutable strict security definer set search_path = '' as $$
begin
  return app.fold(p_name);
end $$;
alter function app.folded_name(text) owner to system;
grant execute on function app.folded_name(text) to clinic_api_key;

-- Everything that a program reads, in one list. A table that is not named here is closed to it. No policy and no grant lets it
-- write.
create policy patients_select_api_key on public.patients for select to clinic_api_key
  using (clinic_id = (select app.current_clinic_id()) and merged_into is null
         and 'Patient' = any ((select app.api_key_resources())::text[]) and (select app.may_use_health_data()));
create policy patient_details_select_api_key on public.patient_details for select to clinic_api_key
  using (clinic_id = (select app.current_clinic_id())
         and 'Patient' = any ((select app.api_key_resources())::text[]) and (select app.may_use_health_data()));
create policy appointments_select_api_key on public.appointments for select to clinic_api_key
  using (clinic_id = (select app.current_clinic_id())
         and 'Appointment' = any ((select app.api_key_resources())::text[]) and (select app.may_use_health_data()));
create policy appointment_types_select_api_key on public.appointment_types for select to clinic_api_key
  using (clinic_id = (select app.current_clinic_id())
         and 'Appointment' = any ((select app.api_key_resources())::text[]));
create policy providers_select_api_key on public.providers for select to clinic_api_key
  using (clinic_id = (select app.current_clinic_id())
         and (select app.api_key_resources())::text[] && '{Practitioner,Schedule,Slot}');
create policy provider_hours_select_api_key on public.provider_hours for select to clinic_api_key
  using (clinic_id = (select app.current_clinic_id()) and 'Slot' = any ((select app.api_key_resources())::text[]));
create policy schedule_exceptions_select_api_key on public.schedule_exceptions for select to clinic_api_key
  using (clinic_id = (select app.current_clinic_id()) and 'Slot' = any ((select app.api_key_resources())::text[]));
create policy subscriptions_select_api_key on public.subscriptions for select to clinic_api_key
  using (clinic_id = (select app.current_clinic_id())
         and 'Coverage' = any ((select app.api_key_resources())::text[]) and (select app.may_use_health_data()));
create policy subscription_members_select_api_key on public.subscription_members for select to clinic_api_key
  using (clinic_id = (select app.current_clinic_id())
         and 'Coverage' = any ((select app.api_key_resources())::text[]) and (select app.may_use_health_data()));
create policy plan_versions_select_api_key on public.plan_versions for select to clinic_api_key
  using (clinic_id = (select app.current_clinic_id()) and 'Coverage' = any ((select app.api_key_resources())::text[]));
create policy consents_select_api_key on public.consents for select to clinic_api_key
  using (clinic_id = (select app.current_clinic_id())
         and 'Consent' = any ((select app.api_key_resources())::text[]) and (select app.may_use_health_data()));
-- files of the record and of messages, once sent or stored; neither those of forms nor the evidence in a dispute
create policy patient_files_select_api_key on public.patient_files for select to clinic_api_key
  using (clinic_id = (select app.current_clinic_id()) and attached_at is not null and kind in ('person_file', 'message_attachment')
         and 'DocumentReference' = any ((select app.api_key_resources())::text[]) and (select app.may_use_health_data()));

grant select (id, subdomain, name, time_zone) on public.clinics to clinic_api_key;
grant select (id, clinic_id, full_name, email, created_at, updated_at, merged_into) on public.patients to clinic_api_key;
grant select (clinic_id, patient_id, phone, date_of_birth, address, city, state, zip_code, updated_at)
  on public.patient_details to clinic_api_key;
-- without the team's notes and the reason of a cancellation
grant select (id, clinic_id, patient_id, type, starts_at, ends_at, duration_minutes, status, created_at, updated_at, provider_id,
  arrived_at) on public.appointments to clinic_api_key;
grant select (clinic_id, key, name) on public.appointment_types to clinic_api_key;
grant select (id, clinic_id, name, title, is_active, updated_at) on public.providers to clinic_api_key;
grant select (id, clinic_id, provider_id, day, opens, closes, valid_from, valid_until) on public.provider_hours to clinic_api_key;
-- without titles
grant select (id, clinic_id, provider_id, kind, starts_on, ends_on, opens, closes) on public.schedule_exceptions to clinic_api_key;
grant select (id, clinic_id, owner_patient_id, plan_id, version_id, status, started_at, ended_at) on public.subscriptions
  to clinic_api_key;
grant select (id, clinic_id, subscription_id, patient_id, role, from_on, until_on) on public.subscription_members
  to clinic_api_key;
grant select (id, clinic_id, plan_id, name) on public.plan_versions to clinic_api_key;
grant select (id, clinic_id, patient_id, purpose, is_given, version, given_at) on public.consents to clinic_api_key;
grant select (file_id, clinic_id, patient_id, kind, name, media_type, size_bytes, attached_at, created_at)
  on public.patient_files to clinic_api_key;

grant execute on function app.may_use_health_data(), app.current_clinic_id(), app.api_key_id() to clinic_api_key;
