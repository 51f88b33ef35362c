-- 0025_create_appointments.sql: visits that are planned or done (docs/specification.md B2.15, B3; docs/domain-rules.md
-- choice 8, rule 24, rule 25, rule 26).
create table public.appointments (
  id               uuid primary key default gen_random_uuid(),
  clinic_id        uuid not null default app.current_clinic_id() references public.clinics on delete restrict,
  patient_id       uuid not null,
  type             text not null check (type in ('checkup', 'therapy', 'consultation', 'followup')),
  -- the instant, the clinic's zone when it was booked, and what a clock on the clinic's wall shows then: made to agree by
  -- app.settle_appointment_time()
  starts_at        timestamptz not null,
  time_zone        text not null,
  date             date not null,
  time             text not null check (time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  duration_minutes integer not null check (duration_minutes between 15 and 1440),
  notes            text check (length(notes) <= 4000),
  status           text not null default 'upcoming' check (status in ('upcoming', 'completed')),
  created_at       timestamptz not null default app.now(),
  updated_at       timestamptz not null default app.now(),
  unique (clinic_id, id),
  constraint appointments_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.appointments is
  'Health data: when a patient sees the clinic, why, and the team''s notes. Instant, zone and wall clock always agree.';
create index appointments_clinic_date_idx on public.appointments (clinic_id, date, time);
create index appointments_clinic_starts_idx on public.appointments (clinic_id, starts_at);
create index appointments_patient_idx on public.appointments (clinic_id, patient_id, starts_at desc);

-- A client gives date and time, or the instant; the other is computed in the clinic's zone. Both together are accepted only
-- if they agree, which tells the two 01:30 of an autumn night apart; a time that a spring night skips is refused. A later
-- change of the clinic's zone leaves an appointment alone until it is moved.
-- security definer (owned by system), because the zone must be found whatever the caller may read
create function app.settle_appointment_time() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  is_new constant boolean := tg_op = 'INSERT';
  has_new_clock boolean := true;
  has_new_instant boolean := true;
begin
  if not is_new then
    new.updated_at := app.now();
    has_new_clock := (new.date, new.time) is distinct from (old.date, old.time);
    has_new_instant := new.starts_at is distinct from old.starts_at;
    if not has_new_clock and not has_new_instant then return new; end if;
  end if;
  select c.time_zone into new.time_zone from public.clinics c where c.id = new.clinic_id;
  if new.starts_at is null or (has_new_clock and not has_new_instant) then
    new.starts_at := (new.date + new.time::time) at time zone new.time_zone;
  elsif new.date is null or new.time is null or (has_new_instant and not has_new_clock) then
    new.date := (new.starts_at at time zone new.time_zone)::date;
    new.time := to_char(new.starts_at at time zone new.time_zone, 'HH24:MI');
  end if;
  if (new.starts_at at time zone new.time_zone) <> new.date + new.time::time then
    raise exception 'The clock does not show this time on this day in %.', new.time_zone using errcode = '23514';
  end if;
  return new;
end $$;
alter function app.settle_appointment_time() owner to system;
create trigger appointments_settle_time before insert or update on public.appointments
  for each row execute function app.settle_appointment_time();

-- A write of an appointment is a business action, whichever way it comes.
-- security definer (owned by system), because nobody may write the audit trail directly
create function app.record_appointment_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.write_audit(
    case when tg_op = 'INSERT' then 'appointment.booked'
         when new.status = 'completed' and old.status <> 'completed' then 'appointment.completed'
         when new.starts_at <> old.starts_at then 'appointment.moved' else 'appointment.changed' end,
    'appointment', new.id::text, '{}', new.clinic_id, array[new.patient_id], null);
  return null;
end $$;
alter function app.record_appointment_change() owner to system;
create trigger appointments_record_change after insert or update on public.appointments
  for each row execute function app.record_appointment_change();

alter table public.appointments enable row level security;
alter table public.appointments force row level security;
create policy appointments_select_team on public.appointments for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy appointments_select_own on public.appointments for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id()));
create policy appointments_insert_team on public.appointments for insert to clinic_staff, clinic_admin
  with check (clinic_id = (select app.current_clinic_id()));
create policy appointments_update_team on public.appointments for update to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id())) with check (clinic_id = (select app.current_clinic_id()));
create policy appointments_insert_not_read_only on public.appointments as restrictive for insert to clinic_staff, clinic_admin
  with check (not (select app.is_read_only()));
create policy appointments_update_not_read_only on public.appointments as restrictive for update to clinic_staff, clinic_admin
  using (not (select app.is_read_only())) with check (not (select app.is_read_only()));
create policy appointments_all_system on public.appointments to system using (true) with check (true);
select app.guard_health_data('public.appointments');

-- the team's notes are the team's
grant select (id, clinic_id, patient_id, type, starts_at, time_zone, date, time, duration_minutes, status, created_at, updated_at)
  on public.appointments to clinic_patient;
grant select on public.appointments to clinic_staff, clinic_admin, system;
grant insert (clinic_id, patient_id, type, starts_at, date, time, duration_minutes, notes)
  on public.appointments to clinic_staff, clinic_admin;
grant update (type, starts_at, date, time, duration_minutes, notes, status) on public.appointments to clinic_staff, clinic_admin;
grant insert, update on public.appointments to system;
