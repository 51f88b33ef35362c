-- 0003_create_clinics_and_memberships.sql: the tenant, who belongs to it, and how somebody comes to belong to it.
create table public.clinics (
  id         uuid primary key default gen_random_uuid(),
  name       text not null check (length(btrim(name)) between 3 and 120),
  -- shape and reserved names: domain/tenancy.ts; the pattern here is the last word on shape (no punycode, not all digits)
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
  -- set when an admin has saved the clinic's profile once: a step of the set-up checklist
  profile_completed_at timestamptz,
  join_page_viewed_at  timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.clinics is
  'One tenant. Every column is public: the specification''s visitors select all of them by subdomain. What is not public has its own table.';

create table public.released_subdomains (
  subdomain   text primary key,
  clinic_id   uuid not null references public.clinics on delete restrict,
  released_at timestamptz not null
);
comment on table public.released_subdomains is 'Names given up by a clinic, held back for 180 days (threats.md T9).';
create index released_subdomains_clinic_idx on public.released_subdomains (clinic_id);

create table public.clinic_memberships (
  id           uuid primary key default gen_random_uuid(),
  clinic_id    uuid not null references public.clinics on delete restrict,
  -- empty while an invited person has no account yet
  user_id      uuid references auth.users on delete set null,
  role         text not null check (role in ('admin', 'staff', 'member', 'patient')),
  status       text not null default 'pending' check (status in ('active', 'pending', 'invited')),
  is_owner     boolean not null default false,
  is_read_only boolean not null default false,
  -- "Deactivate" shows status invited; this says that it was a suspension and no invitation (domain-rules.md decision 2)
  suspended_at timestamptz,
  -- when the person took the membership themself; until then the clinic is shown only what it or the join form wrote
  accepted_at  timestamptz,
  -- "Remove" ends a membership and keeps its history (domain-rules.md decision 3)
  ended_at     timestamptz,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  unique (clinic_id, id),
  check (not is_owner or role = 'admin'),
  check (not is_read_only or role in ('staff', 'member')),
  check (suspended_at is null or status = 'invited')
);
comment on table public.clinic_memberships is 'Who belongs to a clinic, as what. A paid plan is a subscription, not this.';
create unique index clinic_memberships_person_key on public.clinic_memberships (clinic_id, user_id) where ended_at is null;
create index clinic_memberships_user_idx on public.clinic_memberships (user_id, clinic_id);
create index clinic_memberships_clinic_created_idx on public.clinic_memberships (clinic_id, created_at desc);

create table public.patients (
  id         uuid primary key default gen_random_uuid(),
  clinic_id  uuid not null references public.clinics on delete restrict,
  -- a patient needs no sign-in (domain-rules.md rule 28)
  user_id    uuid references auth.users on delete set null,
  full_name  text not null check (length(btrim(full_name)) between 1 and 200),
  email      text check (email = lower(email)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (clinic_id, id)
);
comment on table public.patients is 'One person cared for by one clinic.';
create unique index patients_user_key on public.patients (clinic_id, user_id);
create index patients_clinic_created_idx on public.patients (clinic_id, created_at desc);
create index patients_user_idx on public.patients (user_id);

create table public.invitations (
  id            uuid primary key default gen_random_uuid(),
  clinic_id     uuid not null references public.clinics on delete restrict,
  membership_id uuid not null,
  email         text not null check (email = lower(email)),
  name          text check (length(name) <= 200),
  role          text not null check (role in ('admin', 'staff', 'member', 'patient')),
  invited_by    uuid references auth.users on delete set null,
  -- SHA-256 of a random token of 128 bits; the token itself is only in the mail
  token_hash    bytea not null unique,
  expires_at    timestamptz not null,
  accepted_at   timestamptz,
  accepted_by   uuid references auth.users on delete set null,
  revoked_at    timestamptz,
  created_at    timestamptz not null default now(),
  unique (clinic_id, id),
  -- checked at commit: a membership that is removed or taken up is put back in the same transaction (migration 0010)
  constraint invitations_membership_fkey foreign key (clinic_id, membership_id)
    references public.clinic_memberships (clinic_id, id) deferrable initially deferred
);
comment on table public.invitations is 'An offer of a role to one address: single use, 72 hours, never above the inviter.';
-- a new invitation voids the old one
create unique index invitations_live_key on public.invitations (clinic_id, email)
  where accepted_at is null and revoked_at is null;
create index invitations_clinic_created_idx on public.invitations (clinic_id, created_at desc);
create index invitations_membership_idx on public.invitations (clinic_id, membership_id);
create index invitations_invited_by_idx on public.invitations (invited_by);
create index invitations_accepted_by_idx on public.invitations (accepted_by);

create table public.leads (
  id         uuid primary key default gen_random_uuid(),
  email      text not null unique check (email = lower(email) and email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and length(email) <= 255),
  created_at timestamptz not null default now()
);
comment on table public.leads is 'Addresses left on the landing page. Write only for visitors.';

alter table public.clinics enable row level security;
alter table public.clinics force row level security;
alter table public.released_subdomains enable row level security;
alter table public.released_subdomains force row level security;
alter table public.clinic_memberships enable row level security;
alter table public.clinic_memberships force row level security;
alter table public.patients enable row level security;
alter table public.patients force row level security;
alter table public.invitations enable row level security;
alter table public.invitations force row level security;
alter table public.leads enable row level security;
alter table public.leads force row level security;

-- A clinic's public card is public: it is looked up by subdomain before anybody signs in. Written by actions only.
create policy clinics_select_everyone on public.clinics for select
  to anon, authenticated, clinic_patient, clinic_staff, clinic_admin using (id is not null);
create policy clinics_all_system on public.clinics to system using (true) with check (true);
grant select on public.clinics to anon, authenticated, clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update on public.clinics to system;

create policy released_subdomains_all_system on public.released_subdomains to system using (true) with check (true);
grant select, insert, update, delete on public.released_subdomains to system;

create policy clinic_memberships_select_own on public.clinic_memberships for select
  to authenticated, clinic_patient, clinic_staff, clinic_admin
  using (user_id = (select app.current_user_id()) and ended_at is null);
create policy clinic_memberships_select_team on public.clinic_memberships for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and ended_at is null);
create policy clinic_memberships_all_system on public.clinic_memberships to system using (true) with check (true);
grant select on public.clinic_memberships to authenticated, clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update, delete on public.clinic_memberships to system;

create policy patients_select_own on public.patients for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and id = (select app.current_patient_id()));
create policy patients_select_team on public.patients for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy patients_all_system on public.patients to system using (true) with check (true);
grant select on public.patients to clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update on public.patients to system;

create policy invitations_select_team on public.invitations for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy invitations_all_system on public.invitations to system using (true) with check (true);
grant select (id, clinic_id, membership_id, email, name, role, invited_by, expires_at, accepted_at, accepted_by, revoked_at, created_at)
  on public.invitations to clinic_staff, clinic_admin;
grant select, insert, update on public.invitations to system;

create policy leads_insert_everyone on public.leads for insert
  to anon, authenticated, clinic_patient, clinic_staff, clinic_admin with check (email is not null);
create policy leads_all_system on public.leads to system using (true) with check (true);
grant insert (email) on public.leads to anon, authenticated, clinic_patient, clinic_staff, clinic_admin;
grant select, delete on public.leads to system;
