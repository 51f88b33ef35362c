-- 0011_create_patients.sql: the people whom a clinic cares for, the first table of health data.
--
-- A table whose comment starts with "Health data:" has every read by somebody else recorded (docs/decisions/0020) and is held
-- to the rules of such tables by the catalog checks: its rows name their patient in patient_id, and it calls
-- app.guard_health_data(). A table that points at a patient and is not marked is listed with the reason in
-- db/tests/catalog-checks.ts.
create table public.patients (
  id         uuid primary key default gen_random_uuid(),
  clinic_id  uuid not null references public.clinics on delete restrict,
  -- a patient needs no sign-in (docs/domain-rules.md rule 28)
  user_id    uuid references auth.users on delete set null,
  full_name  text not null check (length(btrim(full_name)) between 1 and 200),
  email      text check (email = lower(email)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (clinic_id, id)
);
comment on table public.patients is 'Health data: one person cared for by one clinic. Being a patient says something about a person''s health.';
create unique index patients_user_key on public.patients (clinic_id, user_id);
create index patients_clinic_created_idx on public.patients (clinic_id, created_at desc);
create index patients_user_idx on public.patients (user_id);

alter table public.patients enable row level security;
alter table public.patients force row level security;
create policy patients_select_own on public.patients for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and id = (select app.current_patient_id()));
create policy patients_select_team on public.patients for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy patients_all_system on public.patients to system using (true) with check (true);
select app.guard_health_data('public.patients');
grant select on public.patients to clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update on public.patients to system;

-- The caller's own patient record, also while the e-mail is unconfirmed (membership pending, docs/threats.md T31): such a
-- person may pay for a plan and see that payment, and nothing else. Suspended and removed people have none.
-- plpgsql, so that its plan is kept (see app.now)
-- security definer (owned by system), because `authenticated` may not read patients
create function app.own_patient_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select p.id from public.patients p
            join public.clinic_memberships m on m.clinic_id = p.clinic_id and m.user_id = p.user_id
           where p.clinic_id = app.current_clinic_id() and p.user_id = app.current_user_id()
             and m.role = 'patient' and m.status in ('active', 'pending') and m.ended_at is null);
end $$;
alter function app.own_patient_id() owner to system;
grant execute on function app.own_patient_id() to authenticated, clinic_patient, clinic_staff, clinic_admin, system;

-- Makes or updates the record of a person who has become a patient. Their own name counts, then what the clinic or the join
-- form wrote; but a record from an earlier membership stays as it is.
create function app.upsert_patient_record(p_clinic_id uuid, p_user_id uuid, p_name text, p_at timestamptz)
returns void language sql security definer set search_path = ''
begin atomic
  insert into public.patients as p (clinic_id, user_id, full_name, email, created_at, updated_at)
  select p_clinic_id, u.id,
         left(coalesce(nullif(btrim(u.user_metadata ->> 'full_name'), ''), nullif(btrim(p_name), ''),
                       nullif(split_part(u.email, '@', 1), ''), 'Patient'), 200), u.email, p_at, p_at
    from auth.users u where u.id = p_user_id
  on conflict (clinic_id, user_id) do update
    set full_name = excluded.full_name, email = excluded.email, updated_at = excluded.updated_at
    where not exists (select from public.clinic_memberships m
                       where m.clinic_id = p.clinic_id and m.user_id = p.user_id
                         and m.accepted_at is not null and m.ended_at is not null);
end;
alter function app.upsert_patient_record(uuid, uuid, text, timestamptz) owner to system;
grant execute on function app.upsert_patient_record(uuid, uuid, text, timestamptz) to system;
