-- 0107_create_calendar_addresses.sql: a provider's private calendar address, which a calendar program reads without signing in
-- (docs/decisions/0058, docs/threats.md T55). Only the hash of its key is kept.
create table app.calendar_addresses (
  clinic_id   uuid not null references public.clinics on delete restrict,
  provider_id uuid not null,
  key_hash    bytea not null constraint calendar_addresses_hash_key unique
                constraint calendar_addresses_hash_check check (length(key_hash) = 32),
  created_at  timestamptz not null,
  primary key (clinic_id, provider_id),
  constraint calendar_addresses_provider_fkey foreign key (clinic_id, provider_id)
    references public.providers (clinic_id, id) on delete cascade
);
comment on table app.calendar_addresses is 'The key of a provider''s private calendar address. Revoked by removing the row.';
alter table app.calendar_addresses enable row level security;
alter table app.calendar_addresses force row level security;
create policy calendar_addresses_all_system on app.calendar_addresses to system using (true) with check (true);
grant select, insert, update, delete on app.calendar_addresses to system;

create table public.scheduling_settings (
  clinic_id      uuid primary key references public.clinics on delete restrict,
  -- whether providers' calendars name patients
  calendar_names boolean not null default false,
  version        integer not null default 1 constraint scheduling_settings_version_check check (version > 0),
  updated_at     timestamptz not null
);
comment on table public.scheduling_settings is 'Rules of a clinic''s scheduling. Without a row providers'' calendars name nobody.';
alter table public.scheduling_settings enable row level security;
alter table public.scheduling_settings force row level security;
create policy scheduling_settings_select_team on public.scheduling_settings for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy scheduling_settings_all_system on public.scheduling_settings to system using (true) with check (true);
grant select on public.scheduling_settings to clinic_staff, clinic_admin;
grant select, insert, update on public.scheduling_settings to system;
