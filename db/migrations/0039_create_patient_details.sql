-- 0039_create_patient_details.sql: what a patient tells a clinic about themselves (docs/specification.md B3), kept by that
-- clinic as part of its record (docs/decisions/0041).
create table public.patient_details (
  clinic_id     uuid not null references public.clinics on delete restrict,
  patient_id    uuid not null,
  -- E.164
  phone         text constraint patient_details_phone_check check (phone ~ '^\+[1-9]\d{6,14}$'),
  date_of_birth date constraint patient_details_date_of_birth_check check (date_of_birth >= '1900-01-01'),
  address       text constraint patient_details_address_check check (length(address) <= 200 and app.is_one_line(address)),
  city          text constraint patient_details_city_check check (length(city) <= 100 and app.is_one_line(city)),
  state         text constraint patient_details_state_check check (length(state) <= 100 and app.is_one_line(state)),
  zip_code      text constraint patient_details_zip_code_check check (length(zip_code) <= 20 and app.is_one_line(zip_code)),
  -- counts the saves, so that one tab does not overwrite another unseen
  version       integer not null default 1 constraint patient_details_version_check check (version > 0),
  updated_at    timestamptz not null,
  primary key (clinic_id, patient_id),
  constraint patient_details_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.patient_details is
  'Health data: how to reach a patient of a clinic, and when they were born. At most one row per patient; its patient writes it.';

create table public.patient_health (
  clinic_id          uuid not null references public.clinics on delete restrict,
  patient_id         uuid not null,
  emergency_contact  text constraint patient_health_emergency_contact_check
                       check (length(emergency_contact) <= 200 and app.is_one_line(emergency_contact)),
  -- E.164
  emergency_phone    text constraint patient_health_emergency_phone_check check (emergency_phone ~ '^\+[1-9]\d{6,14}$'),
  allergies          text constraint patient_health_allergies_check check (length(allergies) <= 4000),
  medications        text constraint patient_health_medications_check check (length(medications) <= 4000),
  medical_conditions text constraint patient_health_medical_conditions_check check (length(medical_conditions) <= 4000),
  version            integer not null default 1 constraint patient_health_version_check check (version > 0),
  updated_at         timestamptz not null,
  primary key (clinic_id, patient_id),
  constraint patient_health_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.patient_health is
  'Health data: a patient''s emergency contact, allergies, medications and conditions, as they told this clinic. At most one row per patient.';

-- Every write is audited with its patient, whoever makes it. Which fields changed is not: that would copy health data.
-- security definer (owned by system), because nobody may write the audit trail directly
create function app.record_patient_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.write_audit(tg_argv[0], 'patient', new.patient_id::text, '{}', new.clinic_id, array[new.patient_id], null);
  return null;
end $$;
alter function app.record_patient_change() owner to system;
create trigger patient_details_record_change after insert or update on public.patient_details
  for each row execute function app.record_patient_change('patient.details_changed');
create trigger patient_health_record_change after insert or update on public.patient_health
  for each row execute function app.record_patient_change('patient.health_changed');

alter table public.patient_details enable row level security;
alter table public.patient_details force row level security;
create policy patient_details_select_own on public.patient_details for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id()));
create policy patient_details_select_team on public.patient_details for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy patient_details_all_system on public.patient_details to system using (true) with check (true);
select app.guard_health_data('public.patient_details');
grant select on public.patient_details to clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update on public.patient_details to system;

alter table public.patient_health enable row level security;
alter table public.patient_health force row level security;
create policy patient_health_select_own on public.patient_health for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id()));
create policy patient_health_select_team on public.patient_health for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy patient_health_all_system on public.patient_health to system using (true) with check (true);
select app.guard_health_data('public.patient_health');
grant select on public.patient_health to clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update on public.patient_health to system;
