-- 0068_create_providers.sql: who sees patients, when and where. Hours are wall times in the clinic's zone, so that they stay
-- what the door says when the clocks change (docs/domain-rules.md rule 24).
create table public.providers (
  id         uuid primary key default gen_random_uuid(),
  clinic_id  uuid not null references public.clinics on delete restrict,
  -- null once their account is gone
  user_id    uuid references auth.users on delete set null,
  name       text not null constraint providers_name_check check (length(name) between 1 and 120 and app.is_one_line(name)),
  title      text not null default '' constraint providers_title_check check (length(title) <= 120 and app.is_one_line(title)),
  -- keys of appointment_types; empty: all
  types      text[] not null default '{}',
  is_active  boolean not null default true,
  version    integer not null default 1 constraint providers_version_check check (version > 0),
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  constraint providers_clinic_key unique (clinic_id, id),
  constraint providers_user_key unique (clinic_id, user_id)
);
comment on table public.providers is 'Who of a clinic''s team sees patients, by the name that patients read.';
create index providers_user_idx on public.providers (user_id);

create table public.provider_hours (
  id          uuid primary key default gen_random_uuid(),
  clinic_id   uuid not null references public.clinics on delete restrict,
  provider_id uuid not null,
  -- ISO 8601: Monday is 1
  day         integer not null constraint provider_hours_day_check check (day between 1 and 7),
  opens       text not null constraint provider_hours_opens_check check (opens ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  closes      text not null constraint provider_hours_closes_check check (closes ~ '^(([01]\d|2[0-3]):[0-5]\d|24:00)$'),
  -- the days on which they hold, both included
  valid_from  date not null,
  valid_until date,
  constraint provider_hours_order_check check (opens < closes and (valid_until is null or valid_from <= valid_until)),
  constraint provider_hours_provider_fkey foreign key (clinic_id, provider_id)
    references public.providers (clinic_id, id) on delete cascade
);
comment on table public.provider_hours is 'The weekly hours of a provider, in wall times, each valid from and perhaps until a day.';
create index provider_hours_provider_idx on public.provider_hours (clinic_id, provider_id, day);

create table public.schedule_exceptions (
  id          uuid primary key default gen_random_uuid(),
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
  constraint schedule_exceptions_order_check check (starts_on <= ends_on and (opens is null) = (closes is null)
    and (opens is null or opens < closes)),
  -- extra hours are somebody's, at a time
  constraint schedule_exceptions_extra_check check (kind = 'off' or (provider_id is not null and opens is not null)),
  constraint schedule_exceptions_provider_fkey foreign key (clinic_id, provider_id)
    references public.providers (clinic_id, id) on delete cascade
);
comment on table public.schedule_exceptions is
  'Days off, holidays of the clinic, extra hours and events that block time, in wall times of the clinic''s zone.';
create index schedule_exceptions_days_idx on public.schedule_exceptions (clinic_id, ends_on);
create index schedule_exceptions_provider_idx on public.schedule_exceptions (clinic_id, provider_id) where provider_id is not null;
create index schedule_exceptions_created_by_idx on public.schedule_exceptions (created_by);

create table public.rooms (
  id         uuid primary key default gen_random_uuid(),
  clinic_id  uuid not null references public.clinics on delete restrict,
  name       text not null constraint rooms_name_check check (length(name) between 1 and 80 and app.is_one_line(name)),
  is_active  boolean not null default true,
  created_at timestamptz not null default app.now(),
  constraint rooms_clinic_key unique (clinic_id, id),
  constraint rooms_name_key unique (clinic_id, name)
);
comment on table public.rooms is 'Rooms of a clinic, if it plans them: a visit takes its room, too.';

alter table public.providers enable row level security;
alter table public.providers force row level security;
create policy providers_select_members on public.providers for select to clinic_patient, clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy providers_all_system on public.providers to system using (true) with check (true);
grant select (id, clinic_id, name, title, types, is_active) on public.providers to clinic_patient;
grant select on public.providers to clinic_staff, clinic_admin;
grant select, insert, update on public.providers to system;

alter table public.provider_hours enable row level security;
alter table public.provider_hours force row level security;
create policy provider_hours_select_team on public.provider_hours for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy provider_hours_all_system on public.provider_hours to system using (true) with check (true);
grant select on public.provider_hours to clinic_staff, clinic_admin;
grant select, insert, delete on public.provider_hours to system;

alter table public.schedule_exceptions enable row level security;
alter table public.schedule_exceptions force row level security;
create policy schedule_exceptions_select_team on public.schedule_exceptions for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy schedule_exceptions_all_system on public.schedule_exceptions to system using (true) with check (true);
grant select on public.schedule_exceptions to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.schedule_exceptions to system;

alter table public.rooms enable row level security;
alter table public.rooms force row level security;
create policy rooms_select_team on public.rooms for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy rooms_all_system on public.rooms to system using (true) with check (true);
grant select on public.rooms to clinic_staff, clinic_admin;
grant select, insert, update on public.rooms to system;
