-- Accounts and the factors that prove who a person is (docs/contracts/auth.md 1.12, 3.6; docs/decisions/0015). Only the auth
-- service reaches the auth schema (role system).
create table auth.users (
  id                       uuid primary key default gen_random_uuid(),
  aud                      text not null default 'authenticated',
  role                     text not null default 'authenticated',
  -- stored lower-cased, so that equality can use the index
  email                    text check (email = lower(email) and length(email) <= 255),
  email_confirmed_at       timestamptz,
  phone                    text,
  phone_confirmed_at       timestamptz,
  password_hash            text,
  is_sso                   boolean not null default false,
  -- the single sign-on provider whose clinic the account belongs to, and to no other
  sso_provider_id          uuid,
  is_anonymous             boolean not null default false,
  -- An account made by clinic-join may sign in before its address is confirmed. Until then it reads no health data and can
  -- accept no invitation (docs/threats.md T31).
  may_sign_in_unconfirmed  boolean not null default false,
  -- written by the server only
  app_metadata             jsonb not null default '{}',
  -- writable by the person: for the screen, never for a decision
  user_metadata            jsonb not null default '{}',
  new_email                text check (new_email = lower(new_email)),
  new_phone                text,
  -- 1 when one side of a secure e-mail change has confirmed
  email_change_half        smallint not null default 0,
  invited_at               timestamptz,
  confirmation_sent_at     timestamptz,
  -- how many reminders to confirm the address were due, sent or not
  confirmation_reminders   smallint not null default 0,
  -- when the person corrected the address before its first proof; reminders count from then
  email_corrected_at       timestamptz,
  recovery_sent_at         timestamptz,
  email_change_sent_at     timestamptz,
  phone_change_sent_at     timestamptz,
  reauthentication_sent_at timestamptz,
  last_sign_in_at          timestamptz,
  banned_until             timestamptz,
  deleted_at               timestamptz,
  created_at               timestamptz not null default now(),
  updated_at               timestamptz not null default now(),
  constraint users_sso_provider_check check (sso_provider_id is null or is_sso)
);
comment on table auth.users is 'One sign-in. A person may have none; a patient record is not a sign-in.';
create unique index users_email_key on auth.users (email, aud) where not is_sso and email is not null;
create unique index users_phone_key on auth.users (phone) where phone is not null;
create index users_created_idx on auth.users (created_at);
create index users_unconfirmed_idx on auth.users (created_at) where may_sign_in_unconfirmed;
create index users_sso_provider_idx on auth.users (sso_provider_id);

alter table auth.users enable row level security;
alter table auth.users force row level security;
create policy users_all_system on auth.users to system using (true) with check (true);
grant select, insert, update, delete on auth.users to system;

create table auth.identities (
  id              uuid primary key default gen_random_uuid(),
  user_id         uuid not null references auth.users on delete cascade,
  provider        text not null,
  -- the provider's subject; the user's own id for email and phone
  provider_id     text not null,
  identity_data   jsonb not null default '{}',
  email           text generated always as (lower(identity_data ->> 'email')) stored,
  last_sign_in_at timestamptz,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  unique (provider, provider_id)
);
comment on table auth.identities is 'A sign-in method of a person: a provider and the person''s id there.';
create index identities_user_idx on auth.identities (user_id);
create index identities_email_idx on auth.identities (email);

alter table auth.identities enable row level security;
alter table auth.identities force row level security;
create policy identities_all_system on auth.identities to system using (true) with check (true);
grant select, insert, update, delete on auth.identities to system;

create table auth.mfa_factors (
  id                 uuid primary key default gen_random_uuid(),
  user_id            uuid not null references auth.users on delete cascade,
  factor_type        text not null check (factor_type in ('totp', 'phone', 'webauthn', 'recovery_code')),
  status             text not null default 'unverified' check (status in ('unverified', 'verified')),
  friendly_name      text not null default '' check (length(friendly_name) <= 120),
  -- totp: sealed with a key that the database never holds
  secret             bytea,
  -- totp: the last time step whose code was accepted; a code works once (docs/contracts/auth.md D4)
  last_used_step     bigint,
  -- phone: digits without `+`
  phone              text,
  -- webauthn: the credential, once it is registered
  credential_id      text unique,
  credential_key     bytea,
  sign_count         bigint not null default 0,
  transports         text[] not null default '{}',
  last_challenged_at timestamptz,
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  check ((factor_type = 'totp') = (secret is not null)),
  check ((factor_type = 'phone') = (phone is not null)),
  check ((factor_type = 'webauthn' and status = 'verified') = (credential_id is not null and credential_key is not null))
);
comment on table auth.mfa_factors is 'One second factor of a person. Unverified ones protect nothing and are cleaned up.';
create index mfa_factors_user_idx on auth.mfa_factors (user_id, created_at);
create index mfa_factors_unverified_idx on auth.mfa_factors (created_at) where status = 'unverified';
create unique index mfa_factors_recovery_key on auth.mfa_factors (user_id) where factor_type = 'recovery_code';

alter table auth.mfa_factors enable row level security;
alter table auth.mfa_factors force row level security;
create policy mfa_factors_all_system on auth.mfa_factors to system using (true) with check (true);
grant select, insert, update, delete on auth.mfa_factors to system;

create table auth.mfa_challenges (
  id                 uuid primary key default gen_random_uuid(),
  factor_id          uuid not null references auth.mfa_factors on delete cascade,
  -- the answer must come from the address that requested the challenge
  ip                 inet,
  -- phone: keyed hash of the code (docs/contracts/auth.md D14)
  code_hash          bytea,
  -- webauthn: what the authenticator must sign
  webauthn_challenge text,
  -- void after five (docs/contracts/auth.md D2)
  wrong_tries        smallint not null default 0,
  verified_at        timestamptz,
  created_at         timestamptz not null
);
comment on table auth.mfa_challenges is 'One challenge to a second factor: answered once, within five minutes.';
create index mfa_challenges_factor_idx on auth.mfa_challenges (factor_id);
create index mfa_challenges_created_idx on auth.mfa_challenges (created_at);

alter table auth.mfa_challenges enable row level security;
alter table auth.mfa_challenges force row level security;
create policy mfa_challenges_all_system on auth.mfa_challenges to system using (true) with check (true);
grant select, insert, update, delete on auth.mfa_challenges to system;

create table auth.mfa_recovery_codes (
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  -- SHA-256 of 79 random bits
  code_hash bytea not null,
  used_at   timestamptz,
  primary key (factor_id, code_hash)
);
comment on table auth.mfa_recovery_codes is 'Printed codes, each valid for one second step.';

alter table auth.mfa_recovery_codes enable row level security;
alter table auth.mfa_recovery_codes force row level security;
create policy mfa_recovery_codes_all_system on auth.mfa_recovery_codes to system using (true) with check (true);
grant select, insert, update, delete on auth.mfa_recovery_codes to system;

-- Personal details from Settings (docs/specification.md B2.12), the same in every clinic. Names are in the
-- account; its metadata is written by clients, so it holds nothing that must be unique or checked.
create table public.profiles (
  user_id     uuid primary key references auth.users on delete cascade,
  -- lower case, unique in the installation; reserved words: domain/profiles/own-profile.ts
  username    text constraint profiles_username_key unique
                   constraint profiles_username_check check (username ~ '^[a-z0-9]([a-z0-9._-]*[a-z0-9])$' and length(username) between 3 and 30),
  website     text constraint profiles_website_check check (website ~ '^https?://' and length(website) <= 300),
  description text constraint profiles_description_check check (length(description) <= 275),
  bio         text constraint profiles_bio_check check (length(bio) <= 4000),
  -- detects concurrent saves
  version     integer not null default 1 constraint profiles_version_check check (version > 0),
  updated_at  timestamptz not null,
  -- the clinics in whose team the person is active; set by a trigger, for policies alone
  team_of     uuid[] not null default '{}'
);
comment on table public.profiles is
  'Personal details from Settings, at most one row per account. Read by the person and by team members of the same clinic.';

alter table public.profiles enable row level security;
alter table public.profiles force row level security;
create policy profiles_select_own on public.profiles for select to authenticated, clinic_patient, clinic_staff, clinic_admin
  using (user_id = (select app.current_user_id()));
create policy profiles_all_system on public.profiles to system using (true) with check (true);
grant select (user_id, username, website, description, bio, version, updated_at)
  on public.profiles to authenticated, clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update on public.profiles to system;