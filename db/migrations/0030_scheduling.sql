-- Scheduling: a clinic's visit types, and how its patients may book them (docs/specification.md B2.15, B3; docs/domain-rules.md
-- rule 27).
create table public.appointment_types (
  clinic_id           uuid not null references public.clinics on delete restrict,
  key                 text not null constraint appointment_types_key_check check (key ~ '^[a-z][a-z0-9_-]{0,59}$'),
  name                text not null constraint appointment_types_name_check
                        check (length(name) between 1 and 80 and app.is_one_line(name)),
  duration_minutes    integer not null constraint appointment_types_duration_check check (duration_minutes between 15 and 480),
  before_minutes      integer not null default 0
    constraint appointment_types_before_check check (before_minutes between 0 and 240),
  after_minutes       integer not null default 0 constraint appointment_types_after_check check (after_minutes between 0 and 240),
  place               text not null default 'in_person' constraint appointment_types_place_check
                        check (place in ('in_person', 'phone', 'video')),
  video_link          text
    constraint appointment_types_video_link_check check (length(video_link) <= 500 and video_link ~ '^https://'),
  patients_book       text not null default 'yes' constraint appointment_types_patients_book_check
                        check (patients_book in ('no', 'request', 'yes')),
  -- patients book between the two
  min_notice_minutes  integer not null default 120 constraint appointment_types_min_notice_check
                        check (min_notice_minutes between 0 and 43200),
  max_notice_days     integer not null default 60 constraint appointment_types_max_notice_check
                        check (max_notice_days between 1 and 730),
  -- until when a patient may move or cancel without the consequence in the policy text
  cancel_window_hours integer not null default 24 constraint appointment_types_cancel_window_check
                        check (cancel_window_hours between 0 and 720),
  cancel_policy       text not null default ''
    constraint appointment_types_cancel_policy_check check (length(cancel_policy) <= 500),
  bring               text not null default '' constraint appointment_types_bring_check check (length(bring) <= 500),
  -- in the clinic's currency; null: no fee (docs/decisions/0216)
  late_cancel_fee_cents integer constraint appointment_types_late_cancel_fee_check
                        check (late_cancel_fee_cents between 50 and 100000 and cancel_window_hours > 0),
  no_show_fee_cents   integer constraint appointment_types_no_show_fee_check check (no_show_fee_cents between 50 and 100000),
  -- the clinic's own words about the fees, which patients accept when they book or confirm
  fee_text            text not null default '' constraint appointment_types_fee_text_check check (length(fee_text) <= 500),
  position            integer not null default 0,
  is_active           boolean not null default true,
  version             integer not null default 1 constraint appointment_types_version_check check (version > 0),
  created_at          timestamptz not null default app.now(),
  updated_at          timestamptz not null default app.now(),
  primary key (clinic_id, key)
);
comment on table public.appointment_types is 'The kinds of visits of a clinic, and the rules by which its patients book them.';
create trigger appointment_types_are_erased_by_retention before delete on public.appointment_types
  for each statement execute function app.refuse_unless_erasing();

alter table public.appointment_types enable row level security;
alter table public.appointment_types force row level security;
create policy appointment_types_select_members on public.appointment_types for select
  to clinic_patient, clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy appointment_types_all_system on public.appointment_types to system using (true) with check (true);
create policy appointment_types_select_guardian on public.appointment_types for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id()) and (select app.current_patient_id()) is not null);
create policy appointment_types_select_support on public.appointment_types for select to clinic_support
  using (clinic_id = (select app.current_clinic_id()));
grant select on public.appointment_types to clinic_patient, clinic_guardian, clinic_staff, clinic_admin;
grant select (clinic_id, key, duration_minutes, place, patients_book, position, is_active)
  on public.appointment_types to clinic_support;
grant select, insert, update, delete on public.appointment_types to system;

-- A clinic starts with the four of docs/specification.md B3.
create function app.add_first_appointment_types(p_clinic_id uuid) returns void language plpgsql set search_path = '' as $$
begin
  insert into public.appointment_types (clinic_id, key, name, duration_minutes, position)
  values (p_clinic_id, 'checkup', 'Regular Check-up', 30, 1), (p_clinic_id, 'therapy', 'Therapy Session', 60, 2),
         (p_clinic_id, 'consultation', 'Initial Consultation', 45, 3), (p_clinic_id, 'followup', 'Follow-up', 20, 4)
  on conflict do nothing;
end $$;
grant execute on function app.add_first_appointment_types(uuid) to system;

-- The rows that every clinic has. Each function that inserts a clinic calls it: clinics are on every node and have no triggers
-- (docs/decisions/0206). Role system.
create function app.start_clinic(p_clinic_id uuid) returns void language plpgsql set search_path = '' as $$
begin
  insert into public.clinic_billing (clinic_id, time_zone) select c.id, c.time_zone from public.clinics c where c.id = p_clinic_id
  on conflict do nothing;
  perform app.add_first_appointment_types(p_clinic_id);
end $$;
grant execute on function app.start_clinic(uuid) to system;

-- The providers, with their hours and places. Hours are wall times in the clinic's zone, so that they stay the
-- same when the clocks change (docs/domain-rules.md rule 24).
create table public.providers (
  id                 uuid default gen_random_uuid(),
  clinic_id          uuid not null references public.clinics on delete restrict,
  user_id            uuid references auth.users on delete set null,
  name               text not null
                       constraint providers_name_check check (length(name) between 1 and 120 and app.is_one_line(name)),
  title              text not null default ''
                       constraint providers_title_check check (length(title) <= 120 and app.is_one_line(title)),
  -- keys of appointment_types; empty: all
  types              text[] not null default '{}',
  -- the admin's choice
  takes_appointments boolean not null default true,
  -- copied from the membership
  is_on_team         boolean not null default false,
  is_active          boolean not null generated always as (takes_appointments and is_on_team) stored,
  version            integer not null default 1 constraint providers_version_check check (version > 0),
  created_at         timestamptz not null default app.now(),
  updated_at         timestamptz not null default app.now(),
  is_public          boolean not null default false,
  primary key (clinic_id, id),
  constraint providers_user_key unique (clinic_id, user_id)
);
comment on table public.providers is 'The members of a clinic''s team who see patients, with the name that patients read.';
comment on column public.providers.is_active is
  'Whether visits can be booked: the provider takes appointments, and is an active member of the team (docs/decisions/0172).';
comment on column public.providers.is_public is 'Whether the clinic''s site shows the provider''s name and title.';
create index providers_user_idx on public.providers (user_id);
create trigger providers_are_erased_by_retention before delete on public.providers
  for each statement execute function app.refuse_unless_erasing();

alter table public.providers enable row level security;
alter table public.providers force row level security;
create policy providers_select_members on public.providers for select to clinic_patient, clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy providers_all_system on public.providers to system using (true) with check (true);
create policy providers_select_published on public.providers for select to anon, authenticated
  using (clinic_id = (select app.current_clinic_id()) and is_active and is_public);
create policy providers_select_guardian on public.providers for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id()) and (select app.current_patient_id()) is not null);
create policy providers_select_support on public.providers for select to clinic_support
  using (clinic_id = (select app.current_clinic_id()));
grant select (id, clinic_id, name, title, is_active, is_public) on public.providers to anon, authenticated;
grant select (id, clinic_id, name, title, types, is_active) on public.providers to clinic_patient, clinic_guardian;
grant select on public.providers to clinic_staff, clinic_admin;
grant select (id, clinic_id, is_active, is_public) on public.providers to clinic_support;
grant select, insert, update, delete on public.providers to system;

-- Whether a user is an active member of a clinic's team.
-- security definer, here and below: independent of the caller's rights
create function app.is_active_on_team(p_clinic_id uuid, p_user_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.clinic_memberships m
                  where m.clinic_id = p_clinic_id and m.user_id = p_user_id and m.role <> 'patient' and not m.is_billing_only
                    and m.status = 'active' and m.ended_at is null);
end $$;
alter function app.is_active_on_team(uuid, uuid) owner to system;

create function app.copy_membership_to_provider() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.user_id is not distinct from old.user_id then return new; end if;
  -- waits for a change of the membership, which cannot see the new row yet
  perform from public.clinic_memberships m
    where m.clinic_id = new.clinic_id and m.user_id = new.user_id order by m.id for share;
  new.is_on_team := app.is_active_on_team(new.clinic_id, new.user_id);
  return new;
end $$;
alter function app.copy_membership_to_provider() owner to system;
create trigger providers_copy_membership before insert or update of user_id on public.providers
  for each row execute function app.copy_membership_to_provider();

create function app.copy_membership_to_providers() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_clinic_id constant uuid := case when tg_op = 'DELETE' then old.clinic_id else new.clinic_id end;
  provider record;
begin
  for provider in
    select p.id, p.user_id from public.providers p
     where p.clinic_id = v_clinic_id
       and (p.user_id = case when tg_op <> 'INSERT' then old.user_id end or p.user_id = case when tg_op <> 'DELETE' then new.user_id end)
     order by p.id for no key update
  loop
    update public.providers p set is_on_team = app.is_active_on_team(v_clinic_id, provider.user_id)
     where p.clinic_id = v_clinic_id and p.id = provider.id
       and p.is_on_team <> app.is_active_on_team(v_clinic_id, provider.user_id);
  end loop;
  return null;
end $$;
alter function app.copy_membership_to_providers() owner to system;
create trigger clinic_memberships_copy_to_providers after insert or delete or update of user_id, role, is_billing_only, status,
  ended_at
  on public.clinic_memberships for each row execute function app.copy_membership_to_providers();

create table public.provider_hours (
  id          uuid default gen_random_uuid(),
  clinic_id   uuid not null references public.clinics on delete restrict,
  provider_id uuid not null,
  -- ISO 8601: Monday is 1
  day         integer not null constraint provider_hours_day_check check (day between 1 and 7),
  opens       text not null constraint provider_hours_opens_check check (opens ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  closes      text not null constraint provider_hours_closes_check check (closes ~ '^(([01]\d|2[0-3]):[0-5]\d|24:00)$'),
  -- the days on which they hold, both included
  valid_from  date not null,
  valid_until date,
  primary key (clinic_id, id),
  constraint provider_hours_order_check check (opens < closes and (valid_until is null or valid_from <= valid_until)),
  constraint provider_hours_provider_fkey foreign key (clinic_id, provider_id)
    references public.providers (clinic_id, id) on delete cascade
);
comment on table public.provider_hours is
  'The weekly hours of a provider, in wall times, each valid from and perhaps until a day.';
create index provider_hours_provider_idx on public.provider_hours (clinic_id, provider_id, day);

alter table public.provider_hours enable row level security;
alter table public.provider_hours force row level security;
create policy provider_hours_select_team on public.provider_hours for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy provider_hours_all_system on public.provider_hours to system using (true) with check (true);
grant select on public.provider_hours to clinic_staff, clinic_admin;
grant select, insert, delete on public.provider_hours to system;

create table public.schedule_exceptions (
  id          uuid default gen_random_uuid(),
  clinic_id   uuid not null references public.clinics on delete restrict,
  -- null: the whole clinic
  provider_id uuid,
  kind        text not null constraint schedule_exceptions_kind_check check (kind in ('off', 'extra')),
  title       text not null default '' constraint schedule_exceptions_title_check
                check (length(title) <= 120 and app.is_one_line(title)),
  starts_on   date not null,
  ends_on     date not null,
  -- both or none: whole days
  opens       text constraint schedule_exceptions_opens_check check (opens ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  closes      text constraint schedule_exceptions_closes_check check (closes ~ '^(([01]\d|2[0-3]):[0-5]\d|24:00)$'),
  created_by  uuid references auth.users on delete set null,
  created_at  timestamptz not null default app.now(),
  primary key (clinic_id, id),
  constraint schedule_exceptions_order_check check (starts_on <= ends_on and (opens is null) = (closes is null)
    and (opens is null or opens < closes)),
  -- extra hours belong to a provider, at a time
  constraint schedule_exceptions_extra_check check (kind = 'off' or (provider_id is not null and opens is not null)),
  constraint schedule_exceptions_provider_fkey foreign key (clinic_id, provider_id)
    references public.providers (clinic_id, id) on delete cascade
);
comment on table public.schedule_exceptions is
  'Days off, holidays of the clinic, extra hours and events that block time, in wall times of the clinic''s zone.';
create index schedule_exceptions_days_idx on public.schedule_exceptions (clinic_id, ends_on);
create index schedule_exceptions_provider_idx on public.schedule_exceptions (clinic_id, provider_id)
  where provider_id is not null;
create index schedule_exceptions_created_by_idx on public.schedule_exceptions (created_by);

alter table public.schedule_exceptions enable row level security;
alter table public.schedule_exceptions force row level security;
create policy schedule_exceptions_select_team on public.schedule_exceptions for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy schedule_exceptions_all_system on public.schedule_exceptions to system using (true) with check (true);
grant select on public.schedule_exceptions to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.schedule_exceptions to system;

create table public.rooms (
  id         uuid default gen_random_uuid(),
  clinic_id  uuid not null references public.clinics on delete restrict,
  name       text not null constraint rooms_name_check check (length(name) between 1 and 80 and app.is_one_line(name)),
  is_active  boolean not null default true,
  created_at timestamptz not null default app.now(),
  version    integer not null default 1 constraint rooms_version_check check (version > 0),
  updated_at timestamptz not null default app.now(),
  primary key (clinic_id, id),
  constraint rooms_name_key unique (clinic_id, name)
);
comment on table public.rooms is 'Rooms of a clinic, if it plans them: a visit takes its room, too.';
create trigger rooms_are_erased_by_retention before delete on public.rooms
  for each statement execute function app.refuse_unless_erasing();

alter table public.rooms enable row level security;
alter table public.rooms force row level security;
create policy rooms_select_team on public.rooms for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy rooms_all_system on public.rooms to system using (true) with check (true);
grant select on public.rooms to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.rooms to system;

-- A provider's private calendar address, which a calendar program reads without signing in (docs/decisions/0058, docs/threats.md
-- T55). Only the hash of its key is stored.
create table app.calendar_addresses (
  clinic_id   uuid not null references public.clinics on delete restrict,
  provider_id uuid not null,
  key_hash    bytea not null
                constraint calendar_addresses_hash_check check (length(key_hash) = 32),
  created_at  timestamptz not null,
  primary key (clinic_id, provider_id),
  constraint calendar_addresses_provider_fkey foreign key (clinic_id, provider_id)
    references public.providers (clinic_id, id) on delete cascade
);
select app.lead_by('app.calendar_addresses', 'calendar_address', 'key_hash');
comment on table app.calendar_addresses is 'The key of a provider''s private calendar address. Revoked by removing the row.';

alter table app.calendar_addresses enable row level security;
alter table app.calendar_addresses force row level security;
create policy calendar_addresses_all_system on app.calendar_addresses to system using (true) with check (true);
grant select, insert, update, delete on app.calendar_addresses to system;

create table public.scheduling_settings (
  clinic_id      uuid primary key references public.clinics on delete restrict,
  calendar_names boolean not null default false,
  version        integer not null default 1 constraint scheduling_settings_version_check check (version > 0),
  updated_at     timestamptz not null,
  visit_address  text not null default '' constraint scheduling_settings_address_check
    check (length(visit_address) <= 200 and app.is_one_line(visit_address)),
  directions     text not null default '' constraint scheduling_settings_directions_check
    check (length(directions) <= 500)
);
comment on table public.scheduling_settings is
  'Rules of a clinic''s scheduling. Without a row, providers'' calendars contain no names.';
create trigger scheduling_settings_are_erased_by_retention before delete on public.scheduling_settings
  for each statement execute function app.refuse_unless_erasing();

alter table public.scheduling_settings enable row level security;
alter table public.scheduling_settings force row level security;
create policy scheduling_settings_select_team on public.scheduling_settings for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy scheduling_settings_all_system on public.scheduling_settings to system using (true) with check (true);
create policy scheduling_settings_select_patients on public.scheduling_settings for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()));
create policy scheduling_settings_select_guardian on public.scheduling_settings for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id()) and (select app.current_patient_id()) is not null);
create policy scheduling_settings_select_support on public.scheduling_settings for select to clinic_support
  using (clinic_id = (select app.current_clinic_id()));
grant select (clinic_id, visit_address, directions) on public.scheduling_settings to clinic_patient, clinic_guardian;
grant select on public.scheduling_settings to clinic_staff, clinic_admin;
grant select (clinic_id, calendar_names) on public.scheduling_settings to clinic_support;
grant select, insert, update, delete on public.scheduling_settings to system;

-- Which plans include a kind of visit, so that patients read it before they book.
create table public.appointment_type_plans (
  -- a separate id: with both references as its key the table would be a junction of clinics and plans for the data API
  id        uuid default gen_random_uuid(),
  clinic_id uuid not null references public.clinics on delete restrict,
  type_key  text not null,
  plan_id   uuid not null,
  primary key (clinic_id, id),
  unique (clinic_id, type_key, plan_id),
  constraint appointment_type_plans_type_fkey foreign key (clinic_id, type_key)
    references public.appointment_types (clinic_id, key) on delete cascade,
  constraint appointment_type_plans_plan_fkey foreign key (clinic_id, plan_id)
    references public.plans (clinic_id, id) on delete cascade
);
comment on table public.appointment_type_plans is
  'Plans that include a kind of visit. A kind without rows is part of no plan, and the booking page does not mention plans.';
create index appointment_type_plans_plan_idx on public.appointment_type_plans (clinic_id, plan_id);

alter table public.appointment_type_plans enable row level security;
alter table public.appointment_type_plans force row level security;
create policy appointment_type_plans_select_team on public.appointment_type_plans for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy appointment_type_plans_all_system on public.appointment_type_plans to system using (true) with check (true);
grant select on public.appointment_type_plans to clinic_staff, clinic_admin;
grant select, insert, delete on public.appointment_type_plans to system;

-- security definer: not every role that writes here may read memberships
create function app.announce_schedule() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.announce_to_team(case when tg_op = 'DELETE' then old.clinic_id else new.clinic_id end, 'appointments');
  return null;
end $$;
alter function app.announce_schedule() owner to system;
create trigger providers_announce after insert or update on public.providers
  for each row execute function app.announce_schedule();
create trigger provider_hours_announce after insert or update or delete on public.provider_hours
  for each row execute function app.announce_schedule();
create trigger schedule_exceptions_announce after insert or update or delete on public.schedule_exceptions
  for each row execute function app.announce_schedule();
