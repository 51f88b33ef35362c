-- Appointments: planned and past visits (docs/specification.md B2.15, B3; docs/domain-rules.md choice 8, rule 24, rule 25, rule
-- 26).
create table public.appointment_series (
  id           uuid default gen_random_uuid(),
  clinic_id    uuid not null references public.clinics on delete restrict,
  patient_id   uuid not null,
  -- in wall time: every visit begins at the same time of day. Every n days; or every n weeks on some weekdays (1 is Monday); or
  -- every n months on the nth weekday of the month (-1: the last)
  every_days   integer,
  every_weeks  integer,
  weekdays     integer[],
  every_months integer,
  nth          integer,
  created_by   uuid references auth.users on delete set null,
  created_at   timestamptz not null default app.now(),
  primary key (clinic_id, id),
  constraint appointment_series_every_check check (
    num_nonnulls(every_days, every_weeks, every_months) = 1 and every_days between 1 and 364 and every_weeks between 1 and 52
    and every_months between 1 and 12),
  constraint appointment_series_weekdays_check check (
    (weekdays is null) = (every_weeks is null) and cardinality(weekdays) between 1 and 7 and weekdays <@ '{1,2,3,4,5,6,7}'),
  constraint appointment_series_nth_check check ((nth is null) = (every_months is null) and nth in (1, 2, 3, 4, 5, -1)),
  constraint appointment_series_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.appointment_series is
  'Health data: visits of a patient that repeat. Each visit is a row of appointments.';
create index appointment_series_patient_idx on public.appointment_series (clinic_id, patient_id);
create index appointment_series_created_by_idx on public.appointment_series (created_by);
create trigger appointment_series_are_erased_by_retention before delete on public.appointment_series
  for each statement execute function app.refuse_unless_erasing();

alter table public.appointment_series enable row level security;
alter table public.appointment_series force row level security;
create policy appointment_series_select_team on public.appointment_series for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy appointment_series_all_system on public.appointment_series to system using (true) with check (true);
grant select on public.appointment_series to clinic_staff, clinic_admin;
grant select, insert, update (patient_id), delete on public.appointment_series to system;

-- A client gives date and time, or the instant; the other is computed in the clinic's zone. Both together must agree, which
-- distinguishes the two 01:30 of an autumn night; a time that a spring night skips is refused. A later change of the clinic's
-- zone does not change an appointment. Also computes the visit's end, the time around it and the sequence number for calendars.
-- security definer: the zone must be found whatever the caller may read
create function app.settle_appointment_time() returns trigger language plpgsql security definer set search_path = '' as $$
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
  -- a confirmation is of a time; undoing a move restores it
  if not is_new and new.starts_at <> old.starts_at and new.confirmed_at is not distinct from old.confirmed_at then
    new.confirmed_at := null;
    new.confirmed_through := null;
  end if;
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
alter function app.settle_appointment_time() owner to system;

-- How long the team can undo a change of a visit: mails and offers wait for it. A patient's own change has no undo.
create function app.undo_time() returns interval language sql stable
  return case when app.current_user_id() is not null and app.current_patient_id() is null then '30 seconds'::interval
              else '0'::interval end;
grant execute on function app.undo_time() to system;

-- Every write to an appointment is audited as a business action, whichever API makes it. A visit that only moves to another
-- record is not.
-- security definer: no role may write the audit trail
create function app.record_appointment_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_new constant boolean := tg_op = 'INSERT';
  fact text;
begin
  -- the open pages of team and patient show the change at once (docs/decisions/0043)
  perform app.announce_to_team(new.clinic_id, 'appointments', new.patient_id);
  -- the visit's patient was wrong: nothing about the visit has changed
  if app.is_merging() then return null; end if;
  fact := case when is_new then case when new.status = 'requested' then 'requested' else 'booked' end
               when new.status = 'canceled' and old.status <> 'canceled' then 'canceled'
               when new.status = 'completed' and old.status <> 'completed' then 'completed'
               when new.status = 'no_show' and old.status <> 'no_show' then 'no_show'
               when new.status = 'upcoming' and old.status = 'requested' then 'accepted'
               when new.status = 'upcoming' and old.status <> 'upcoming' then 'reopened'
               when new.starts_at <> old.starts_at then 'moved'
               when new.started_at is not null and old.started_at is null then 'started'
               when new.arrived_at is not null and old.arrived_at is null then 'arrived'
               when new.confirmed_at is not null and old.confirmed_at is null then 'confirmed'
               when new.confirmed_at is null and old.confirmed_at is not null then 'unconfirmed' else 'changed' end;
  insert into public.appointment_changes (clinic_id, patient_id, appointment_id, kind, changed_at, changed_by, starts_at,
                                          duration_minutes, type, provider_id, time_zone, was_starts_at, was_provider_id, reason,
                                          sequence, version, status, room_id, series_plan, confirmed_at, confirmed_through)
  values (new.clinic_id, new.patient_id, new.id, fact, new.updated_at, app.current_user_id(), new.starts_at,
          new.duration_minutes, new.type, new.provider_id, new.time_zone,
          case when is_new then null else old.starts_at end, case when is_new then null else old.provider_id end,
          new.cancel_reason, new.sequence, new.version, new.status, new.room_id, new.series_plan, new.confirmed_at,
          new.confirmed_through);
  perform app.write_audit('appointment.' || fact, 'appointment', new.id::text, '{}', new.clinic_id, array[new.patient_id], null);
  return null;
end $$;
alter function app.record_appointment_change() owner to system;

create table public.appointments (
  id                  uuid default gen_random_uuid(),
  clinic_id           uuid not null default app.current_clinic_id() references public.clinics on delete restrict,
  patient_id          uuid not null,
  type                text not null,
  -- the instant, the clinic's zone when it was booked, and the wall time then: made consistent by app.settle_appointment_time()
  starts_at           timestamptz not null,
  time_zone           text not null,
  date                date not null,
  time                text not null check (time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  duration_minutes    integer not null check (duration_minutes between 15 and 1440),
  notes               text check (length(notes) <= 4000),
  status              text not null default 'upcoming'
    check (status in ('requested', 'upcoming', 'completed', 'canceled', 'no_show')),
  created_at          timestamptz not null default app.now(),
  updated_at          timestamptz not null default app.now(),
  provider_id         uuid,
  room_id             uuid,
  series_id           uuid,
  place               text not null default 'in_person' check (place in ('in_person', 'phone', 'video')),
  ends_at             timestamptz not null,
  before_minutes      integer not null default 0,
  after_minutes       integer not null default 0,
  arrived_at          timestamptz,
  started_at          timestamptz,
  finished_at         timestamptz,
  -- the patient will come: by a reminder's link, in the portal, or as the desk recorded; ends when the visit moves
  confirmed_at        timestamptz,
  confirmed_through   text check (confirmed_through in ('link', 'portal', 'desk')),
  canceled_at         timestamptz,
  canceled_by         uuid references auth.users on delete set null,
  canceled_by_patient boolean not null default false,
  -- after the window of its type
  canceled_late       boolean not null default false,
  cancel_reason       text,
  booked_by           uuid references auth.users on delete set null,
  booked_by_patient   boolean not null default false,
  -- counts the changes that a calendar must take over (RFC 5545, SEQUENCE)
  sequence            integer not null default 0,
  -- as its series plans it (date, time, providerId, roomId, type, duration): where the visit differs, it was changed on its own
  series_plan         jsonb,
  -- detects concurrent saves
  version             integer not null default 1,
  primary key (clinic_id, id),
  constraint appointments_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint appointments_reason_check check (length(cancel_reason) <= 500),
  constraint appointments_confirmed_check check ((confirmed_at is null) = (confirmed_through is null)),
  constraint appointments_canceled_check check ((status = 'canceled') = (canceled_at is not null)),
  constraint appointments_provider_fkey foreign key (clinic_id, provider_id)
    references public.providers (clinic_id, id) on delete restrict,
  constraint appointments_room_fkey foreign key (clinic_id, room_id) references public.rooms (clinic_id, id) on delete restrict,
  constraint appointments_series_fkey foreign key (clinic_id, series_id)
    references public.appointment_series (clinic_id, id) on delete restrict,
  constraint appointments_type_fkey foreign key (clinic_id, type)
    references public.appointment_types (clinic_id, key) on delete restrict
);
comment on table public.appointments is
  'Health data: the time and reason of a patient''s visit, and the team''s notes. Instant, zone and wall clock always agree.';
create index appointments_clinic_date_idx on public.appointments (clinic_id, date, time);
create index appointments_clinic_starts_idx on public.appointments (clinic_id, starts_at);
create index appointments_patient_idx on public.appointments (clinic_id, patient_id, starts_at desc);
create index appointments_provider_idx on public.appointments (clinic_id, provider_id, starts_at) where provider_id is not null;
create index appointments_room_idx on public.appointments (clinic_id, room_id) where room_id is not null;
create index appointments_series_idx on public.appointments (clinic_id, series_id) where series_id is not null;
create index appointments_type_idx on public.appointments (clinic_id, type);
create index appointments_open_idx on public.appointments (clinic_id, ends_at) where status in ('requested', 'upcoming');
create index appointments_canceled_by_idx on public.appointments (canceled_by) where canceled_by is not null;
create index appointments_booked_by_idx on public.appointments (booked_by) where booked_by is not null;
create trigger appointments_are_erased_by_retention before delete on public.appointments
  for each statement execute function app.refuse_unless_erasing();
create trigger appointments_settle_time before insert or update on public.appointments
  for each row execute function app.settle_appointment_time();
create trigger appointments_record_change after insert or update on public.appointments
  for each row execute function app.record_appointment_change();

alter table public.appointments enable row level security;
alter table public.appointments force row level security;
create policy appointments_select_team on public.appointments for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy appointments_select_own on public.appointments for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id())
         and (select app.may_use_health_data()));
create policy appointments_insert_team on public.appointments for insert to clinic_staff, clinic_admin
  with check (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data())
              and not (select app.is_read_only()));
create policy appointments_update_team on public.appointments for update to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data())
         and not (select app.is_read_only()))
  with check (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data())
              and not (select app.is_read_only()));
create policy appointments_all_system on public.appointments to system using (true) with check (true);
-- With limited access, only the visits that this guardian has booked. Visits booked by the young person or the clinic stay
-- confidential, and no gap in a list reveals them.
create policy appointments_select_guardian on public.appointments for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id())
         and (patient_id = (select app.ward_in_full()) or booked_by = (select app.current_user_id()))
         and (select app.may_use_health_data()));
-- The team's notes are the team's. Patients read the sequence: their calendar distinguishes newer versions of a visit from older
-- ones by it (RFC 5545).
grant select (id, clinic_id, patient_id, type, starts_at, time_zone, date, time, duration_minutes, status, created_at,
  updated_at, provider_id, series_id, place, ends_at, canceled_at, canceled_by_patient, canceled_late, cancel_reason, sequence,
  version, confirmed_at) on public.appointments to clinic_patient;
grant select (id, clinic_id, patient_id, type, starts_at, time_zone, date, time, duration_minutes, status, created_at,
  updated_at, provider_id, place, ends_at, canceled_at, canceled_by_patient, canceled_late, sequence, version, confirmed_at)
  on public.appointments to clinic_guardian;
grant select, insert (clinic_id, patient_id, type, starts_at, date, time, duration_minutes, notes), update (type, starts_at,
  date, time, duration_minutes, notes, status) on public.appointments to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.appointments to system;

-- A patient has one hold at a clinic: the time they are about to confirm.
create table app.appointment_holds (
  id               uuid default gen_random_uuid(),
  clinic_id        uuid not null references public.clinics on delete restrict,
  patient_id       uuid not null,
  provider_id      uuid not null,
  starts_at        timestamptz not null,
  duration_minutes integer not null,
  before_minutes   integer not null,
  after_minutes    integer not null,
  expires_at       timestamptz not null,
  primary key (clinic_id, id),
  constraint appointment_holds_patient_key unique (clinic_id, patient_id),
  constraint appointment_holds_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint appointment_holds_provider_fkey foreign key (clinic_id, provider_id)
    references public.providers (clinic_id, id) on delete restrict
);
comment on table app.appointment_holds is 'Health data: the time that a patient is about to confirm. Counts until it expires.';
create index appointment_holds_provider_idx on app.appointment_holds (clinic_id, provider_id);
create index appointment_holds_expiry_idx on app.appointment_holds (expires_at);
create trigger appointment_holds_announce after insert or update or delete on app.appointment_holds
  for each row execute function app.announce_schedule();

alter table app.appointment_holds enable row level security;
alter table app.appointment_holds force row level security;
create policy appointment_holds_all_system on app.appointment_holds to system using (true) with check (true);
grant select, insert, update, delete on app.appointment_holds to system;

create table app.busy_times (
  clinic_id   uuid not null references public.clinics on delete restrict,
  -- the id of an appointment or of a hold
  source_id   uuid not null,
  provider_id uuid,
  room_id     uuid,
  patient_id  uuid not null,
  -- the visit with the time before and after it, which provider and room need, and the visit alone
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
  'Times that are taken, maintained by triggers on appointments and holds. Its exclusion constraints prevent double bookings.';

alter table app.busy_times enable row level security;
alter table app.busy_times force row level security;
create policy busy_times_all_system on app.busy_times to system using (true) with check (true);
grant select, insert, update, delete on app.busy_times to system;

-- Two bookings of one provider, room or patient wait for each other, in one order: the constraint alone would end one of two
-- simultaneous bookings by a deadlock, after a second.
create function app.queue_for_busy_time() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(key, 25))
     from (select distinct unnest(array[new.provider_id::text, new.room_id::text, new.patient_id::text]) as key order by 1) keys
    where key is not null;
  return new;
end $$;
create trigger busy_times_queue before insert or update on app.busy_times
  for each row execute function app.queue_for_busy_time();

-- A time ahead is taken only for a provider who can be booked. A booking and the end of the provider's membership wait for each
-- other at the provider's row. Fires before busy_times_queue: the row is locked before the times.
-- security definer: no client may lock a provider
create function app.require_bookable_provider() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.provider_id is null or upper(new.visit) <= app.now()
     -- a visit that stays with its provider may change
     or exists (select 1 from app.busy_times b
                 where b.clinic_id = new.clinic_id and b.source_id = new.source_id and b.provider_id = new.provider_id) then
    return new;
  end if;
  perform from public.providers p where p.clinic_id = new.clinic_id and p.id = new.provider_id and p.is_active for share;
  if not found then
    raise exception 'This provider no longer sees patients.'
      using errcode = '23514', constraint = 'busy_times_provider_check';
  end if;
  return new;
end $$;
alter function app.require_bookable_provider() owner to system;
create trigger busy_times_check_provider before insert on app.busy_times
  for each row execute function app.require_bookable_provider();

create function app.busy_range(p_starts_at timestamptz, p_duration integer, p_before integer, p_after integer) returns tstzrange
language sql stable set search_path = ''
begin atomic
  select tstzrange(p_starts_at - make_interval(mins => p_before), p_starts_at + make_interval(mins => p_duration + p_after));
end;
grant execute on function app.busy_range(timestamptz, integer, integer, integer) to system;

-- security definer, here and below: no client may write busy times
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

-- Moving and canceling are new facts: every earlier state of a visit stays readable (docs/domain-rules.md rule 27).
create table public.appointment_changes (
  id                uuid default gen_random_uuid(),
  clinic_id         uuid not null references public.clinics on delete restrict,
  patient_id        uuid not null,
  appointment_id    uuid not null,
  kind              text not null constraint appointment_changes_kind_check check (kind in
                     ('booked', 'requested', 'accepted', 'moved', 'changed', 'arrived', 'started', 'completed', 'no_show', 'reopened',
                      'canceled', 'confirmed', 'unconfirmed')),
  changed_at        timestamptz not null,
  -- null: the server, or a person whose account is gone
  changed_by        uuid references auth.users on delete set null,
  -- as it is since then, and as it was
  starts_at         timestamptz not null,
  duration_minutes  integer not null,
  type              text not null,
  provider_id       uuid,
  time_zone         text not null,
  was_starts_at     timestamptz,
  was_provider_id   uuid,
  reason            text,
  sequence          integer not null,
  -- of the visit: orders its changes
  version           integer not null,
  status            text not null,
  room_id           uuid,
  series_plan       jsonb,
  confirmed_at      timestamptz,
  confirmed_through text,
  -- whether the patient was notified of this state, and which providers
  is_patient_notified boolean not null default false,
  notified_providers uuid[] not null default '{}',
  primary key (clinic_id, id),
  constraint appointment_changes_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint appointment_changes_appointment_fkey foreign key (clinic_id, appointment_id)
    references public.appointments (clinic_id, id) on delete restrict
);
comment on table public.appointment_changes is
  'Health data: the history of a visit, append-only: booked, moved or canceled, with its state at each change and its mails.';
create index appointment_changes_appointment_idx on public.appointment_changes (clinic_id, appointment_id, changed_at);
create index appointment_changes_patient_idx on public.appointment_changes (clinic_id, patient_id);
create index appointment_changes_changed_by_idx on public.appointment_changes (changed_by);
create trigger appointment_changes_are_append_only before delete or truncate on public.appointment_changes
  for each statement execute function app.refuse_change('DELETE');

alter table public.appointment_changes enable row level security;
alter table public.appointment_changes force row level security;
create policy appointment_changes_select_team on public.appointment_changes for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy appointment_changes_all_system on public.appointment_changes to system using (true) with check (true);
grant select on public.appointment_changes to clinic_staff, clinic_admin;
grant select, insert, update (patient_id, is_patient_notified, notified_providers), delete on public.appointment_changes to system;

-- Links in reminders, by which a patient confirms or cancels a visit without signing in (docs/decisions/0208, docs/threats.md
-- T105). Only the hash of the key is stored. A link is for one time: it ends when the visit moves or begins.
create table app.visit_links (
  clinic_id      uuid not null references public.clinics on delete restrict,
  key_hash       bytea not null constraint visit_links_hash_check check (length(key_hash) = 32),
  appointment_id uuid not null,
  starts_at      timestamptz not null,
  -- null: the patient's
  guardian_id    uuid,
  primary key (clinic_id, key_hash),
  constraint visit_links_appointment_fkey foreign key (clinic_id, appointment_id)
    references public.appointments (clinic_id, id) on delete cascade,
  constraint visit_links_guardian_fkey foreign key (clinic_id, guardian_id)
    references public.patient_guardians (clinic_id, id) on delete cascade
);
select app.lead_by('app.visit_links', 'visit_link', 'key_hash');
comment on table app.visit_links is 'The keys of links in reminders, each for one time of a visit; a guardian''s ends with the access.';
create index visit_links_appointment_idx on app.visit_links (clinic_id, appointment_id);
create index visit_links_expiry_idx on app.visit_links (starts_at);
create index visit_links_guardian_idx on app.visit_links (clinic_id, guardian_id) where guardian_id is not null;

alter table app.visit_links enable row level security;
alter table app.visit_links force row level security;
create policy visit_links_all_system on app.visit_links to system using (true) with check (true);
grant select, insert, delete on app.visit_links to system;
