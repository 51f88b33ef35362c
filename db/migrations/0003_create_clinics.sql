-- 0003_create_clinics.sql: the tenant, and what visitors leave before they have one.
create table public.clinics (
  id         uuid primary key default gen_random_uuid(),
  name       text not null check (length(btrim(name)) between 3 and 120),
  -- shape and reserved names: domain/tenancy.ts; the pattern here decides the shape (no punycode, not all digits)
  subdomain  text not null unique check (subdomain ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])$' and length(subdomain) between 3 and 63
                                         and subdomain !~ '^..--' and subdomain !~ '^[0-9]+$'),
  time_zone  text not null default 'America/New_York',
  currency   text not null default 'usd' check (currency ~ '^[a-z]{3}$'),
  color      text not null default 'evergreen'
             check (color in ('evergreen', 'lagoon', 'indigo', 'plum', 'berry', 'terracotta', 'olive', 'slate')),
  tagline    text check (length(tagline) <= 120),
  website    text check (website ~ '^https?://' and length(website) <= 300),
  about      text check (length(about) <= 4000),
  phone      text check (length(phone) <= 40),
  -- when an admin first saved the clinic's profile: a step of the set-up checklist
  profile_completed_at timestamptz,
  join_page_viewed_at  timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.clinics is
  'One tenant. Every column is public: visitors select all of them by subdomain, as specified. What is not public has its own table.';

-- A zone unknown to Postgres would break every month close of that clinic.
create function app.check_time_zone() returns trigger language plpgsql set search_path = '' as $$
begin
  -- an IANA name; Postgres would also read rules such as EST5EDT4,M3.2.0
  if new.time_zone !~ '^(UTC|[A-Z][A-Za-z_]+(/[A-Za-z0-9_+-]+)+)$' then
    raise exception '% is not a time zone', new.time_zone using errcode = '22023';
  end if;
  perform now() at time zone new.time_zone;
  return new;
end $$;
create trigger clinics_check_time_zone before insert or update of time_zone on public.clinics
  for each row execute function app.check_time_zone();

alter table public.clinics enable row level security;
alter table public.clinics force row level security;
-- A clinic's card is public: it is looked up by subdomain before anybody signs in. Only actions write it.
create policy clinics_select_everyone on public.clinics for select
  to anon, authenticated, clinic_patient, clinic_staff, clinic_admin using (id is not null);
create policy clinics_all_system on public.clinics to system using (true) with check (true);
grant select on public.clinics to anon, authenticated, clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update on public.clinics to system;

create table public.leads (
  id         uuid primary key default gen_random_uuid(),
  email      text not null unique check (email = lower(email) and email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and length(email) <= 255),
  created_at timestamptz not null default now()
);
comment on table public.leads is 'E-mail addresses left on the landing page. Write-only for visitors.';

alter table public.leads enable row level security;
alter table public.leads force row level security;
create policy leads_insert_everyone on public.leads for insert
  to anon, authenticated, clinic_patient, clinic_staff, clinic_admin with check (email is not null);
create policy leads_all_system on public.leads to system using (true) with check (true);
grant insert (email) on public.leads to anon, authenticated, clinic_patient, clinic_staff, clinic_admin;
grant select, delete on public.leads to system;
