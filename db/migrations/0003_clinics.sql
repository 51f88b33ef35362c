-- The tenants.
create table public.clinics (
  id                   uuid primary key default gen_random_uuid(),
  name                 text not null check (length(btrim(name)) between 3 and 120),
  -- shape and reserved names: domain/tenancy.ts; the pattern here decides the shape (no punycode, not all digits)
  subdomain            text not null unique
    check (subdomain ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])$' and length(subdomain) between 3 and 63
                                                   and subdomain !~ '^..--' and subdomain !~ '^[0-9]+$'),
  time_zone            text not null default 'America/New_York',
  currency             text not null default 'usd' check (currency ~ '^[a-z]{3}$'),
  color                text not null default 'evergreen'
                       check (color in ('evergreen', 'lagoon', 'indigo', 'plum', 'berry', 'terracotta', 'olive', 'slate')),
  tagline              text check (length(tagline) <= 120),
  website              text check (website ~ '^https?://' and length(website) <= 300),
  about                text check (length(about) <= 4000),
  phone                text check (length(phone) <= 40),
  -- when an admin first saved the clinic's profile: a step of the set-up checklist
  profile_completed_at timestamptz,
  join_page_viewed_at  timestamptz,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now(),
  -- [{"day": 1..7 (Monday is 1), "opens": "08:30", "closes": "17:00"}], wall times in the clinic's zone:
  -- domain/clinics/opening-hours.ts
  opening_hours        jsonb not null default '[]'
    constraint clinics_opening_hours_is_a_list check (jsonb_typeof(opening_hours) = 'array'),
  constraint clinics_name_is_one_line check (app.is_one_line(name)),
  constraint clinics_tagline_is_one_line check (app.is_one_line(tagline)),
  constraint clinics_phone_is_one_line check (app.is_one_line(phone))
);
comment on table public.clinics is
  'One tenant. Every column is public: visitors select all of them by subdomain, as specified. What is not public has its own table.';

alter table public.clinics enable row level security;
alter table public.clinics force row level security;
-- A clinic's card is public: the page looks it up by subdomain before anyone signs in. Only actions write it. An erased clinic
-- still has its row, which the books reference, under an address that no one knows.
create policy clinics_select_everyone on public.clinics for select
  to anon, authenticated, clinic_patient, clinic_guardian, clinic_staff, clinic_admin using (subdomain !~ '^closed-[0-9a-f]{32}$');
create policy clinics_all_system on public.clinics to system using (true) with check (true);
grant select on public.clinics to anon, authenticated, clinic_patient, clinic_guardian, clinic_staff, clinic_admin;
grant select, insert, update on public.clinics to system;

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

-- Returns the time zone if Postgres knows it, else null. Browsers may know zones that this server does not, and opening a clinic
-- must not fail for that.
create function app.known_time_zone(p_time_zone text) returns text language plpgsql stable set search_path = '' as $$
begin
  if p_time_zone is null or p_time_zone !~ '^(UTC|[A-Z][A-Za-z_]+(/[A-Za-z0-9_+-]+)+)$' then return null; end if;
  perform now() at time zone p_time_zone;
  return p_time_zone;
exception
  when invalid_parameter_value then return null;
end $$;
grant execute on function app.known_time_zone(text) to system;
