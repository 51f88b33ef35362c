-- 0060_create_second_factors.sql: what a person proves beside the password, and how a session comes to rest on it
-- (auth-contract.md 3.6; docs/decisions/0015-recovery-codes-as-auth-js-knows-them.md).

create table auth.mfa_factors (
  id                 uuid primary key default gen_random_uuid(),
  user_id            uuid not null references auth.users on delete cascade,
  factor_type        text not null check (factor_type in ('totp', 'phone', 'webauthn', 'recovery_code')),
  status             text not null default 'unverified' check (status in ('unverified', 'verified')),
  friendly_name      text not null default '' check (length(friendly_name) <= 120),
  -- totp: sealed with a key that the database never holds
  secret             bytea,
  -- totp: the last time step whose code was taken; a code works once (auth-contract.md D4)
  last_used_step     bigint,
  -- phone: digits without `+`
  phone              text,
  -- webauthn: the credential, once it has been made
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

create table auth.mfa_challenges (
  id                 uuid primary key default gen_random_uuid(),
  factor_id          uuid not null references auth.mfa_factors on delete cascade,
  -- whoever answers must be where the question was asked
  ip                 inet,
  -- phone: keyed hash of the code (auth-contract.md D14)
  code_hash          bytea,
  -- webauthn: what the authenticator has to sign
  webauthn_challenge text,
  -- five, and it is dead (auth-contract.md D2)
  wrong_tries        smallint not null default 0,
  verified_at        timestamptz,
  created_at         timestamptz not null
);
comment on table auth.mfa_challenges is 'One question to a second factor: answered once, within five minutes.';
create index mfa_challenges_factor_idx on auth.mfa_challenges (factor_id);
create index mfa_challenges_created_idx on auth.mfa_challenges (created_at);

create table auth.mfa_recovery_codes (
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  -- SHA-256 of 79 random bits
  code_hash bytea not null,
  used_at   timestamptz,
  primary key (factor_id, code_hash)
);
comment on table auth.mfa_recovery_codes is 'Codes on paper, each good for one second step.';

-- A session is at aal2 exactly while one of its proofs came from a factor. Removing the factor removes the proof.
alter table auth.session_methods add column factor_id uuid references auth.mfa_factors on delete cascade;
alter table auth.session_methods add constraint session_methods_factor_check
  check ((factor_id is not null) = (method in ('totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code')));
create index session_methods_factor_idx on auth.session_methods (factor_id) where factor_id is not null;
-- so there is no second place that says it
alter table auth.sessions drop column aal;
-- refresh tokens below this counter were given out before the second step and cannot lead past it
alter table auth.sessions add column refresh_floor bigint not null default 0;

create or replace function app.resolve_caller(p_user_id uuid, p_session_id uuid, p_subdomain text)
returns table (problem text, role text, email_confirmed boolean, aal text, clinic_id uuid, clinic_subdomain text,
               membership_id uuid, member_role text, is_read_only boolean, patient_id uuid)
language plpgsql stable security definer set search_path = '' as $$
declare
  person record;
  found_clinic record;
  membership record;
  is_proven boolean := false;
begin
  role := case when p_user_id is null then 'anon' else 'authenticated' end;
  email_confirmed := false;
  if p_user_id is not null then
    select u.email_confirmed_at, u.phone_confirmed_at, u.banned_until, s.id as session_id, s.not_after,
           exists (select from auth.session_methods m
                    where m.session_id = s.id and m.factor_id is not null) as has_second_step
      into person
      from auth.users u left join auth.sessions s on s.id = p_session_id and s.user_id = u.id
     where u.id = p_user_id and u.deleted_at is null;
    problem := case
      when not found then 'user_not_found'
      when person.banned_until > now() then 'user_banned'
      when person.session_id is null then 'session_not_found'
      when person.not_after <= now() then 'session_expired' end;
    if problem is not null then
      role := 'anon';
      return next;
      return;
    end if;
    email_confirmed := person.email_confirmed_at is not null;
    is_proven := email_confirmed or person.phone_confirmed_at is not null;
    aal := case when person.has_second_step then 'aal2' else 'aal1' end;
  end if;
  if p_subdomain is not null then
    select c.id, c.subdomain into found_clinic from public.clinics c where c.subdomain = p_subdomain;
    clinic_id := found_clinic.id;
    clinic_subdomain := found_clinic.subdomain;
  end if;
  -- whoever has not proven an address belongs to no clinic yet, whatever the rows say (threats.md T31)
  if clinic_id is not null and is_proven then
    select m.id, m.role, m.is_read_only into membership from public.clinic_memberships m
     where m.clinic_id = found_clinic.id and m.user_id = p_user_id and m.status = 'active' and m.ended_at is null;
    if found then
      membership_id := membership.id;
      member_role := membership.role;
      is_read_only := membership.is_read_only;
      role := case membership.role when 'admin' then 'clinic_admin' when 'patient' then 'clinic_patient' else 'clinic_staff' end;
      select p.id into patient_id from public.patients p where p.clinic_id = found_clinic.id and p.user_id = p_user_id;
    end if;
  end if;
  return next;
end $$;

alter table auth.mfa_factors enable row level security;
alter table auth.mfa_factors force row level security;
alter table auth.mfa_challenges enable row level security;
alter table auth.mfa_challenges force row level security;
alter table auth.mfa_recovery_codes enable row level security;
alter table auth.mfa_recovery_codes force row level security;
create policy mfa_factors_all_system on auth.mfa_factors to system using (true) with check (true);
create policy mfa_challenges_all_system on auth.mfa_challenges to system using (true) with check (true);
create policy mfa_recovery_codes_all_system on auth.mfa_recovery_codes to system using (true) with check (true);
grant select, insert, update, delete on auth.mfa_factors, auth.mfa_challenges, auth.mfa_recovery_codes to system;
