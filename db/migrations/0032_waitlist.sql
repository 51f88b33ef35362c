-- The waitlist: patients who want an earlier time, openings, and offers to one patient at a time for half an hour
-- (docs/decisions/0061).
create table public.waitlist_entries (
  id             uuid default gen_random_uuid(),
  clinic_id      uuid not null references public.clinics on delete restrict,
  patient_id     uuid not null,
  type           text not null,
  -- null: any provider
  provider_id    uuid,
  -- the visit that an earlier time replaces; null: a further visit
  appointment_id uuid,
  -- ISO 8601 weekdays; empty: any
  days           integer[] not null default '{}'
    constraint waitlist_entries_days_check check (days <@ array[1, 2, 3, 4, 5, 6, 7]),
  -- wall times between which a visit begins and ends; both or none
  opens          text constraint waitlist_entries_opens_check check (opens ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  closes         text constraint waitlist_entries_closes_check check (closes ~ '^(([01]\d|2[0-3]):[0-5]\d|24:00)$'),
  -- the last day that helps
  until          date not null,
  status         text not null default 'waiting' constraint waitlist_entries_status_check
                   check (status in ('waiting', 'booked', 'left', 'ended')),
  created_at     timestamptz not null default app.now(),
  updated_at     timestamptz not null default app.now(),
  primary key (clinic_id, id),
  constraint waitlist_entries_hours_check check ((opens is null) = (closes is null) and (opens is null or opens < closes)),
  constraint waitlist_entries_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint waitlist_entries_provider_fkey foreign key (clinic_id, provider_id)
    references public.providers (clinic_id, id) on delete restrict,
  constraint waitlist_entries_appointment_fkey foreign key (clinic_id, appointment_id)
    references public.appointments (clinic_id, id) on delete restrict,
  constraint waitlist_entries_type_fkey foreign key (clinic_id, type)
    references public.appointment_types (clinic_id, key) on delete restrict
);
comment on table public.waitlist_entries is 'Health data: patients who wait for an earlier time for a kind of visit.';
create unique index waitlist_entries_waiting_key on public.waitlist_entries (clinic_id, patient_id, type) where status = 'waiting';
create index waitlist_entries_line_idx on public.waitlist_entries (clinic_id, created_at) where status = 'waiting';
create index waitlist_entries_patient_idx on public.waitlist_entries (clinic_id, patient_id);
create index waitlist_entries_provider_idx on public.waitlist_entries (clinic_id, provider_id) where provider_id is not null;
create index waitlist_entries_appointment_idx on public.waitlist_entries (clinic_id, appointment_id)
  where appointment_id is not null;
create index waitlist_entries_type_idx on public.waitlist_entries (clinic_id, type);
create trigger waitlist_entries_are_erased_by_retention before delete on public.waitlist_entries
  for each statement execute function app.refuse_unless_erasing();

alter table public.waitlist_entries enable row level security;
alter table public.waitlist_entries force row level security;
create policy waitlist_entries_select_team on public.waitlist_entries for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy waitlist_entries_select_own on public.waitlist_entries for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id())
         and (select app.may_use_health_data()));
create policy waitlist_entries_all_system on public.waitlist_entries to system using (true) with check (true);
grant select on public.waitlist_entries to clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update, delete on public.waitlist_entries to system;

-- A stretch of a provider's time that became free. It is offered until a patient takes it or none is left.
create table app.waitlist_openings (
  id             uuid default gen_random_uuid(),
  clinic_id      uuid not null references public.clinics on delete restrict,
  provider_id    uuid not null,
  opens_at       timestamptz not null,
  closes_at      timestamptz not null,
  -- the visit that freed the time: its patient is not offered it
  appointment_id uuid,
  created_at     timestamptz not null default app.now(),
  -- not offered before, because the change can still be undone; null: at once
  due_at         timestamptz,
  closed_at      timestamptz,
  primary key (clinic_id, id),
  constraint waitlist_openings_provider_fkey foreign key (clinic_id, provider_id)
    references public.providers (clinic_id, id) on delete restrict,
  constraint waitlist_openings_appointment_fkey foreign key (clinic_id, appointment_id)
    references public.appointments (clinic_id, id) on delete restrict
);
comment on table app.waitlist_openings is 'Times of providers that became free, while they are offered to the waitlist.';
create index waitlist_openings_open_idx on app.waitlist_openings (clinic_id, created_at) where closed_at is null;
create index waitlist_openings_provider_idx on app.waitlist_openings (clinic_id, provider_id);
create index waitlist_openings_appointment_idx on app.waitlist_openings (clinic_id, appointment_id)
  where appointment_id is not null;
create trigger waitlist_openings_are_erased_by_retention before delete on app.waitlist_openings
  for each statement execute function app.refuse_unless_erasing();

alter table app.waitlist_openings enable row level security;
alter table app.waitlist_openings force row level security;
create policy waitlist_openings_all_system on app.waitlist_openings to system using (true) with check (true);
grant select, insert, update, delete on app.waitlist_openings to system;

create table public.waitlist_offers (
  id               uuid default gen_random_uuid(),
  clinic_id        uuid not null references public.clinics on delete restrict,
  patient_id       uuid not null,
  entry_id         uuid not null,
  opening_id       uuid not null,
  provider_id      uuid not null,
  type             text not null,
  starts_at        timestamptz not null,
  time_zone        text not null,
  duration_minutes integer not null,
  before_minutes   integer not null,
  after_minutes    integer not null,
  status           text not null default 'open' constraint waitlist_offers_status_check
                     check (status in ('open', 'accepted', 'declined', 'expired')),
  offered_at       timestamptz not null,
  -- until when the patient may take it
  expires_at       timestamptz not null,
  -- until when no other patient may book it: a little longer, so that the next in line gets it
  held_until       timestamptz not null,
  answered_at      timestamptz,
  primary key (clinic_id, id),
  constraint waitlist_offers_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint waitlist_offers_entry_fkey foreign key (clinic_id, entry_id)
    references public.waitlist_entries (clinic_id, id) on delete restrict,
  constraint waitlist_offers_opening_fkey foreign key (clinic_id, opening_id)
    references app.waitlist_openings (clinic_id, id) on delete restrict,
  constraint waitlist_offers_provider_fkey foreign key (clinic_id, provider_id)
    references public.providers (clinic_id, id) on delete restrict,
  constraint waitlist_offers_type_fkey foreign key (clinic_id, type)
    references public.appointment_types (clinic_id, key) on delete restrict,
  -- each entry is offered an opening once
  constraint waitlist_offers_once_key unique (clinic_id, opening_id, entry_id)
);
comment on table public.waitlist_offers is
  'Health data: times that were offered to patients who wait for one. An open one holds its time.';
create unique index waitlist_offers_opening_key on public.waitlist_offers (clinic_id, opening_id) where status = 'open';
create unique index waitlist_offers_entry_key on public.waitlist_offers (clinic_id, entry_id) where status = 'open';
create index waitlist_offers_entry_idx on public.waitlist_offers (clinic_id, entry_id);
create index waitlist_offers_patient_idx on public.waitlist_offers (clinic_id, patient_id);
create index waitlist_offers_provider_idx on public.waitlist_offers (clinic_id, provider_id);
create index waitlist_offers_type_idx on public.waitlist_offers (clinic_id, type);
create index waitlist_offers_open_idx on public.waitlist_offers (expires_at) where status = 'open';
create trigger waitlist_offers_are_erased_by_retention before delete on public.waitlist_offers
  for each statement execute function app.refuse_unless_erasing();

alter table public.waitlist_offers enable row level security;
alter table public.waitlist_offers force row level security;
create policy waitlist_offers_select_team on public.waitlist_offers for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy waitlist_offers_select_own on public.waitlist_offers for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id())
         and (select app.may_use_health_data()));
create policy waitlist_offers_all_system on public.waitlist_offers to system using (true) with check (true);
grant select on public.waitlist_offers to clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update, delete on public.waitlist_offers to system;

-- security definer, here and below: no client may write busy times or offers
create function app.keep_busy_time_of_offer() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into app.busy_times (clinic_id, source_id, provider_id, patient_id, busy, visit, expires_at)
    values (new.clinic_id, new.id, new.provider_id, new.patient_id,
            app.busy_range(new.starts_at, new.duration_minutes, new.before_minutes, new.after_minutes),
            tstzrange(new.starts_at, new.starts_at + make_interval(mins => new.duration_minutes)), new.held_until);
  elsif old.status = 'open' and new.status <> 'open' then
    delete from app.busy_times b where b.clinic_id = new.clinic_id and b.source_id = new.id;
    perform app.add_to_outbox(new.clinic_id, 'waitlist', null, null, null);
  end if;
  perform app.announce(new.clinic_id, p.user_id, 'waitlist') from public.patients p
    where p.clinic_id = new.clinic_id and p.id = new.patient_id and p.user_id is not null;
  perform app.announce_to_team(new.clinic_id, 'appointments');
  return null;
end $$;
alter function app.keep_busy_time_of_offer() owner to system;
create trigger waitlist_offers_keep_busy_time after insert or update on public.waitlist_offers
  for each row execute function app.keep_busy_time_of_offer();

-- Notes that the time of a provider who can be booked became free, if a patient of the clinic waits for one.
create function app.open_waitlist_time(p_clinic_id uuid, p_provider_id uuid, p_opens_at timestamptz, p_closes_at timestamptz,
                                       p_appointment_id uuid, p_due_at timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into app.waitlist_openings (clinic_id, provider_id, opens_at, closes_at, appointment_id, due_at)
  select p_clinic_id, p_provider_id, p_opens_at, p_closes_at, p_appointment_id, p_due_at
   where exists (select 1 from public.waitlist_entries w where w.clinic_id = p_clinic_id and w.status = 'waiting')
     and exists (select 1 from public.providers p where p.clinic_id = p_clinic_id and p.id = p_provider_id and p.is_active);
  if found then
    perform app.add_to_outbox(p_clinic_id, 'waitlist', null, null, null,
                              case when p_due_at is null then '0'::interval else app.undo_time() + '16 seconds' end);
  end if;
end $$;
alter function app.open_waitlist_time(uuid, uuid, timestamptz, timestamptz, uuid, timestamptz) owner to system;

-- A visit that is canceled, moved, given to another provider or made shorter opens the time it had.
create function app.offer_time_of_appointment() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if old.status in ('requested', 'upcoming') and new.status = 'canceled' then
    update public.waitlist_entries w set status = 'ended', updated_at = new.updated_at
     where w.clinic_id = new.clinic_id and w.appointment_id = new.id and w.status = 'waiting';
  end if;
  if old.provider_id is not null and old.status in ('requested', 'upcoming')
     and (new.status = 'canceled' or new.provider_id is distinct from old.provider_id or new.starts_at <> old.starts_at
          or new.ends_at < old.ends_at) then
    perform app.open_waitlist_time(old.clinic_id, old.provider_id, old.starts_at, old.ends_at, old.id,
                                   -- as `undo-visit-change` accepts it, with 15 seconds for the way of the request
                                   case when app.undo_time() > '0' then new.updated_at + app.undo_time() + '15 seconds' end);
  end if;
  return null;
end $$;
alter function app.offer_time_of_appointment() owner to system;
create trigger appointments_offer_time after update on public.appointments
  for each row execute function app.offer_time_of_appointment();

-- The calendar of a provider who can no longer be booked closes: reserved times, offers and openings end. Visits stay until a team
-- member decides about them. A row in use by a booking is left: that booking waits for the provider and is refused, and the row
-- expires.
create function app.close_calendar() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from app.appointment_holds h
   where h.clinic_id = new.clinic_id and h.id in (
           select l.id from app.appointment_holds l
            where l.clinic_id = new.clinic_id and l.provider_id = new.id for update skip locked);
  update app.waitlist_openings g set closed_at = app.now()
   where g.clinic_id = new.clinic_id and g.id in (
           select l.id from app.waitlist_openings l
            where l.clinic_id = new.clinic_id and l.provider_id = new.id and l.closed_at is null for update skip locked);
  update public.waitlist_offers o set status = 'expired'
   where o.clinic_id = new.clinic_id and o.id in (
           select l.id from public.waitlist_offers l
            where l.clinic_id = new.clinic_id and l.provider_id = new.id and l.status = 'open' for update skip locked);
  return null;
end $$;
alter function app.close_calendar() owner to system;
create trigger providers_close_calendar after update on public.providers
  for each row when (old.is_active and not new.is_active) execute function app.close_calendar();
