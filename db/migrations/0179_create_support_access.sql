-- 0179_create_support_access.sql: whoever runs this installation sees how a clinic is set up, for an hour, once an admin of
-- that clinic has agreed (docs/threats.md T30, docs/decisions/0096).
do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'clinic_support') then
    create role clinic_support nologin noinherit;
  end if;
  grant clinic_support to carefold_login;
end $$;
comment on role clinic_support is 'Reads how one clinic is set up while an access holds: never health data, and nobody''s name.';
grant usage on schema app, public to clinic_support;

create table app.support_access (
  id         uuid primary key default gen_random_uuid(),
  clinic_id  uuid not null references public.clinics on delete restrict,
  reason     text not null constraint support_access_reason_check check (length(btrim(reason)) between 10 and 500),
  asked_by   uuid references auth.users on delete set null,
  asked_at   timestamptz not null,
  decided_by uuid references auth.users on delete set null,
  decided_at timestamptz,
  -- set by the approval alone
  ends_at    timestamptz,
  ended_by   uuid references auth.users on delete set null,
  ended_at   timestamptz,
  constraint support_access_clinic_key unique (clinic_id, id),
  constraint support_access_ends_check check (ends_at is null or decided_at is not null),
  constraint support_access_an_hour check (ends_at <= decided_at + interval '60 minutes')
);
comment on table app.support_access is 'Who asked to support a clinic and why, who agreed, and until when.';
create unique index support_access_open_key on app.support_access (clinic_id) where ended_at is null;
create index support_access_asked_idx on app.support_access (clinic_id, asked_at desc);
create index support_access_asked_by_idx on app.support_access (asked_by);
create index support_access_decided_by_idx on app.support_access (decided_by);
create index support_access_ended_by_idx on app.support_access (ended_by);

alter table app.support_access enable row level security;
alter table app.support_access force row level security;
create policy support_access_all_system on app.support_access to system using (true) with check (true);
grant select, insert, update on app.support_access to system;

-- The clinic of an access that holds at a moment, for who asked for it and took a second step; null: none.
-- security definer (owned by system), because who asks may read no access
create function app.live_support(p_access uuid, p_at timestamptz) returns uuid
language sql stable security definer set search_path = ''
begin atomic
  select s.clinic_id from app.support_access s
   where s.id = p_access and s.asked_by = app.current_user_id() and s.ended_at is null and s.ends_at > p_at
     and exists (select from auth.session_methods m
                  where m.session_id = nullif(current_setting('app.session_id', true), '')::uuid and m.factor_id is not null);
end;
alter function app.live_support(uuid, timestamptz) owner to system;
grant execute on function app.live_support(uuid, timestamptz) to authenticated;

-- Goes on as support of that clinic, with that role's rights alone, until the transaction ends; null, and nothing changes,
-- without an access that holds.
create function app.enter_support(p_access uuid, p_at timestamptz) returns uuid language plpgsql set search_path = '' as $$
declare
  supported uuid := app.live_support(p_access, p_at);
begin
  if supported is not null then
    perform set_config('app.clinic_id', supported::text, true), set_config('app.membership_id', '', true),
            set_config('app.patient_id', '', true), set_config('role', 'clinic_support', true);
  end if;
  return supported;
end $$;
grant execute on function app.enter_support(uuid, timestamptz) to authenticated;
grant execute on function app.current_clinic_id() to clinic_support;

-- What support sees: how the clinic is set up. Never a table of health data, nor one that names a person.
do $$
declare
  t text;
begin
  foreach t in array array['appointment_types', 'clinic_billing', 'clinic_security', 'message_settings', 'payout_accounts',
                           'plans', 'providers', 'scheduling_settings'] loop
    execute format('create policy %I on public.%I for select to clinic_support
                      using (clinic_id = (select app.current_clinic_id()))', t || '_select_support', t);
  end loop;
end $$;
grant select (clinic_id, key, duration_minutes, place, patients_book, is_active, position) on public.appointment_types to clinic_support;
grant select (clinic_id, tier, rate_bps, subscription_status, current_period_end) on public.clinic_billing to clinic_support;
grant select (clinic_id, requires_mfa) on public.clinic_security to clinic_support;
grant select (clinic_id, reply_within, away_from, away_until) on public.message_settings to clinic_support;
grant select (clinic_id, state, requirements_due, requirements_past_due, disabled_reason) on public.payout_accounts to clinic_support;
grant select (clinic_id, id, kind, name, status, published_at) on public.plans to clinic_support;
grant select (clinic_id, id, is_active, is_public) on public.providers to clinic_support;
grant select (clinic_id, calendar_names) on public.scheduling_settings to clinic_support;
