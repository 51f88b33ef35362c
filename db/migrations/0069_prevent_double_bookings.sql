-- 0069_prevent_double_bookings.sql: nobody is booked twice, by whichever way it comes (docs/domain-rules.md rule 25).
--
-- One table holds every time that is taken: by a visit, by a request that waits for an answer, by a hold while a patient
-- confirms. Its exclusion constraints decide races; what people see beforehand is courtesy.
create extension btree_gist schema extensions;

create table public.appointment_series (
  id         uuid primary key default gen_random_uuid(),
  clinic_id  uuid not null references public.clinics on delete restrict,
  patient_id uuid not null,
  -- in wall time: every visit begins at the same time of day
  every_days integer not null constraint appointment_series_every_check check (every_days between 1 and 364),
  created_by uuid references auth.users on delete set null,
  created_at timestamptz not null default app.now(),
  constraint appointment_series_clinic_key unique (clinic_id, id),
  constraint appointment_series_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.appointment_series is 'Health data: visits of a patient that repeat. Each visit is a row of appointments.';
create index appointment_series_patient_idx on public.appointment_series (clinic_id, patient_id);
create index appointment_series_created_by_idx on public.appointment_series (created_by);

alter table public.appointments
  drop constraint appointments_type_check,
  drop constraint appointments_status_check,
  add column provider_id         uuid,
  add column room_id             uuid,
  add column series_id           uuid,
  add column place               text not null default 'in_person',
  add column ends_at             timestamptz,
  add column before_minutes      integer not null default 0,
  add column after_minutes       integer not null default 0,
  add column arrived_at          timestamptz,
  add column started_at          timestamptz,
  add column finished_at         timestamptz,
  add column canceled_at         timestamptz,
  add column canceled_by         uuid references auth.users on delete set null,
  add column canceled_by_patient boolean not null default false,
  -- after the window of its type
  add column canceled_late       boolean not null default false,
  add column cancel_reason       text,
  add column booked_by           uuid references auth.users on delete set null,
  add column booked_by_patient   boolean not null default false,
  -- counts what a calendar has to take over (RFC 5545, SEQUENCE)
  add column sequence            integer not null default 0,
  -- counts the saves, so that one tab does not overwrite another unseen
  add column version             integer not null default 1,
  add constraint appointments_status_check check (status in ('requested', 'upcoming', 'completed', 'canceled', 'no_show')),
  add constraint appointments_place_check check (place in ('in_person', 'phone', 'video')),
  add constraint appointments_reason_check check (length(cancel_reason) <= 500),
  add constraint appointments_canceled_check check ((status = 'canceled') = (canceled_at is not null)),
  add constraint appointments_provider_fkey foreign key (clinic_id, provider_id)
    references public.providers (clinic_id, id) on delete restrict,
  add constraint appointments_room_fkey foreign key (clinic_id, room_id) references public.rooms (clinic_id, id) on delete restrict,
  add constraint appointments_series_fkey foreign key (clinic_id, series_id)
    references public.appointment_series (clinic_id, id) on delete restrict,
  add constraint appointments_type_fkey foreign key (clinic_id, type)
    references public.appointment_types (clinic_id, key) on delete restrict;
update public.appointments set ends_at = starts_at + make_interval(mins => duration_minutes);
alter table public.appointments alter column ends_at set not null;
create index appointments_provider_idx on public.appointments (clinic_id, provider_id, starts_at) where provider_id is not null;
create index appointments_room_idx on public.appointments (clinic_id, room_id) where room_id is not null;
create index appointments_series_idx on public.appointments (clinic_id, series_id) where series_id is not null;
create index appointments_type_idx on public.appointments (clinic_id, type);
create index appointments_canceled_by_idx on public.appointments (canceled_by) where canceled_by is not null;
create index appointments_booked_by_idx on public.appointments (booked_by) where booked_by is not null;
grant select (provider_id, series_id, place, ends_at, canceled_at, canceled_by_patient, canceled_late, cancel_reason, version)
  on public.appointments to clinic_patient;

-- A patient has one hold at a clinic: the time they are about to confirm.
create table app.appointment_holds (
  id               uuid primary key default gen_random_uuid(),
  clinic_id        uuid not null references public.clinics on delete restrict,
  patient_id       uuid not null,
  provider_id      uuid not null,
  starts_at        timestamptz not null,
  duration_minutes integer not null,
  before_minutes   integer not null,
  after_minutes    integer not null,
  expires_at       timestamptz not null,
  constraint appointment_holds_patient_key unique (clinic_id, patient_id),
  constraint appointment_holds_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint appointment_holds_provider_fkey foreign key (clinic_id, provider_id)
    references public.providers (clinic_id, id) on delete restrict
);
comment on table app.appointment_holds is 'Health data: the time that a patient is about to confirm. Counts until it expires.';
create index appointment_holds_provider_idx on app.appointment_holds (clinic_id, provider_id);
create index appointment_holds_expiry_idx on app.appointment_holds (expires_at);

create table app.busy_times (
  clinic_id   uuid not null references public.clinics on delete restrict,
  -- the id of an appointment or of a hold
  source_id   uuid not null,
  provider_id uuid,
  room_id     uuid,
  patient_id  uuid not null,
  -- the visit with the time before and after it, which provider and room need, and the visit itself
  busy        tstzrange not null,
  visit       tstzrange not null,
  expires_at  timestamptz,
  primary key (clinic_id, source_id),
  constraint busy_times_provider_excl exclude using gist
    (clinic_id extensions.gist_uuid_ops with =, provider_id extensions.gist_uuid_ops with =, busy with &&),
  constraint busy_times_room_excl exclude using gist
    (clinic_id extensions.gist_uuid_ops with =, room_id extensions.gist_uuid_ops with =, busy with &&),
  constraint busy_times_patient_excl exclude using gist
    (clinic_id extensions.gist_uuid_ops with =, patient_id extensions.gist_uuid_ops with =, visit with &&)
);
comment on table app.busy_times is
  'Times that are taken, kept by triggers on appointments and holds. Its exclusion constraints prevent double bookings.';

-- Two bookings of one provider, room or patient wait for each other, in one order: the constraint alone would end one of two
-- simultaneous ones by a deadlock, after a second.
create function app.queue_for_busy_time() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(key, 25))
     from (select distinct unnest(array[new.provider_id::text, new.room_id::text, new.patient_id::text]) as key order by 1) keys
    where key is not null;
  return new;
end $$;
create trigger busy_times_queue before insert or update on app.busy_times
  for each row execute function app.queue_for_busy_time();

create function app.busy_range(p_starts_at timestamptz, p_duration integer, p_before integer, p_after integer) returns tstzrange
language sql stable set search_path = ''
begin atomic
  select tstzrange(p_starts_at - make_interval(mins => p_before), p_starts_at + make_interval(mins => p_duration + p_after));
end;
grant execute on function app.busy_range(timestamptz, integer, integer, integer) to system;

-- security definer (owned by system), here and below, because no client may write what is taken
create function app.keep_busy_time_of_appointment() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.status not in ('requested', 'upcoming', 'completed') then
    delete from app.busy_times b where b.clinic_id = new.clinic_id and b.source_id = new.id;
  elsif tg_op = 'INSERT' then
    insert into app.busy_times (clinic_id, source_id, provider_id, room_id, patient_id, busy, visit)
    values (new.clinic_id, new.id, new.provider_id, new.room_id, new.patient_id,
            app.busy_range(new.starts_at, new.duration_minutes, new.before_minutes, new.after_minutes),
            tstzrange(new.starts_at, new.ends_at));
  else
    insert into app.busy_times as b (clinic_id, source_id, provider_id, room_id, patient_id, busy, visit)
    values (new.clinic_id, new.id, new.provider_id, new.room_id, new.patient_id,
            app.busy_range(new.starts_at, new.duration_minutes, new.before_minutes, new.after_minutes),
            tstzrange(new.starts_at, new.ends_at))
    on conflict (clinic_id, source_id) do update
      set provider_id = excluded.provider_id, room_id = excluded.room_id, patient_id = excluded.patient_id,
          busy = excluded.busy, visit = excluded.visit
      where (b.provider_id, b.room_id, b.patient_id, b.busy, b.visit) is distinct from
            (excluded.provider_id, excluded.room_id, excluded.patient_id, excluded.busy, excluded.visit);
  end if;
  return null;
end $$;
alter function app.keep_busy_time_of_appointment() owner to system;
create trigger appointments_keep_busy_time after insert or update on public.appointments
  for each row execute function app.keep_busy_time_of_appointment();

create function app.keep_busy_time_of_hold() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    delete from app.busy_times b where b.clinic_id = old.clinic_id and b.source_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into app.busy_times (clinic_id, source_id, provider_id, patient_id, busy, visit, expires_at)
    values (new.clinic_id, new.id, new.provider_id, new.patient_id,
            app.busy_range(new.starts_at, new.duration_minutes, new.before_minutes, new.after_minutes),
            tstzrange(new.starts_at, new.starts_at + make_interval(mins => new.duration_minutes)), new.expires_at);
  end if;
  return null;
end $$;
alter function app.keep_busy_time_of_hold() owner to system;
create trigger appointment_holds_keep_busy_time after insert or update or delete on app.appointment_holds
  for each row execute function app.keep_busy_time_of_hold();

-- As in 0025, and what follows from it: when the visit ends, the time around it, how often a calendar must be told.
create or replace function app.settle_appointment_time() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  is_new constant boolean := tg_op = 'INSERT';
  has_new_clock boolean := true;
  has_new_instant boolean := true;
begin
  if is_new then
    new.version := 1;
    new.sequence := 0;
    new.booked_by := coalesce(new.booked_by, app.current_user_id());
  else
    if new.updated_at is not distinct from old.updated_at then new.updated_at := app.now(); end if;
    new.version := old.version + 1;
    has_new_clock := (new.date, new.time) is distinct from (old.date, old.time);
    has_new_instant := new.starts_at is distinct from old.starts_at;
  end if;
  if is_new or new.type <> old.type then
    select t.before_minutes, t.after_minutes, t.place into new.before_minutes, new.after_minutes, new.place
      from public.appointment_types t where t.clinic_id = new.clinic_id and t.key = new.type;
    if not found then
      raise exception 'This clinic has no such kind of visit.' using errcode = '23503';
    end if;
  end if;
  if has_new_clock or has_new_instant then
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
  end if;
  new.ends_at := new.starts_at + make_interval(mins => new.duration_minutes);
  if new.status = 'canceled' then
    if is_new or old.status <> 'canceled' then
      new.canceled_at := coalesce(new.canceled_at, new.updated_at);
      new.canceled_by := coalesce(new.canceled_by, app.current_user_id());
    end if;
  else
    new.canceled_at := null;
    new.canceled_by := null;
    new.canceled_by_patient := false;
    new.canceled_late := false;
    new.cancel_reason := null;
  end if;
  if not is_new and (new.starts_at, new.duration_minutes, new.type, new.provider_id, new.room_id, new.status = 'canceled')
       is distinct from (old.starts_at, old.duration_minutes, old.type, old.provider_id, old.room_id, old.status = 'canceled') then
    new.sequence := old.sequence + 1;
  end if;
  return new;
end $$;

insert into app.busy_times (clinic_id, source_id, patient_id, busy, visit)
select a.clinic_id, a.id, a.patient_id, tstzrange(a.starts_at, a.ends_at), tstzrange(a.starts_at, a.ends_at)
  from public.appointments a
on conflict do nothing;

alter table public.appointment_series enable row level security;
alter table public.appointment_series force row level security;
create policy appointment_series_select_team on public.appointment_series for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy appointment_series_all_system on public.appointment_series to system using (true) with check (true);
select app.guard_health_data('public.appointment_series');
grant select on public.appointment_series to clinic_staff, clinic_admin;
grant select, insert on public.appointment_series to system;

alter table app.appointment_holds enable row level security;
alter table app.appointment_holds force row level security;
create policy appointment_holds_all_system on app.appointment_holds to system using (true) with check (true);
select app.guard_health_data('app.appointment_holds');
grant select, insert, update, delete on app.appointment_holds to system;

alter table app.busy_times enable row level security;
alter table app.busy_times force row level security;
create policy busy_times_all_system on app.busy_times to system using (true) with check (true);
grant select, insert, update, delete on app.busy_times to system;
