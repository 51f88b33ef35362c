-- 0040_create_profiles.sql: what a person says about themselves in Settings (docs/specification.md B2.12), the same at every
-- clinic. The names stay in the account; its metadata is written by clients and holds nothing that must be unique or checked.
create table public.profiles (
  user_id     uuid primary key references auth.users on delete cascade,
  -- lower case, unique in the installation; reserved words: domain/profiles/own-profile.ts
  username    text constraint profiles_username_key unique
                   constraint profiles_username_check check (username ~ '^[a-z0-9]([a-z0-9._-]*[a-z0-9])$' and length(username) between 3 and 30),
  website     text constraint profiles_website_check check (website ~ '^https?://' and length(website) <= 300),
  description text constraint profiles_description_check check (length(description) <= 275),
  bio         text constraint profiles_bio_check check (length(bio) <= 4000),
  -- counts the saves, so that one tab does not overwrite another unseen
  version     integer not null default 1 constraint profiles_version_check check (version > 0),
  updated_at  timestamptz not null
);
comment on table public.profiles is
  'What a person says about themselves: at most one row per account. Their own, and for the colleagues in a clinic''s team.';

alter table public.profiles enable row level security;
alter table public.profiles force row level security;
create policy profiles_select_own on public.profiles for select to authenticated, clinic_patient, clinic_staff, clinic_admin
  using (user_id = (select app.current_user_id()));
-- colleagues only: a patient's profile says nothing that the clinic needs
create policy profiles_select_team on public.profiles for select to clinic_staff, clinic_admin
  using (exists (select from public.clinic_memberships m
                  where m.clinic_id = (select app.current_clinic_id()) and m.user_id = profiles.user_id
                    and m.role <> 'patient' and m.status = 'active' and m.ended_at is null));
create policy profiles_all_system on public.profiles to system using (true) with check (true);
grant select on public.profiles to authenticated, clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update on public.profiles to system;
