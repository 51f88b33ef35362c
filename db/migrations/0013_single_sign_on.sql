-- A clinic's staff signs in with the clinic's own identity provider, by SAML 2.0 (docs/contracts/auth.md 3.1,
-- docs/decisions/0017).
create table public.sso_providers (
  id              uuid default gen_random_uuid(),
  clinic_id       uuid not null references public.clinics on delete restrict,
  -- the team's name for it, shown on the button
  name            text not null check (length(btrim(name)) between 1 and 60),
  -- the identity provider's, from its metadata
  entity_id       text not null check (length(entity_id) between 1 and 1024),
  sso_url         text not null check (sso_url ~ '^https?://' and length(sso_url) <= 2048),
  -- PEM; several while the provider changes its own
  certificates    text[] not null check (cardinality(certificates) between 1 and 5),
  -- the e-mail domains it may assert
  domains         text[] not null check (cardinality(domains) between 1 and 20),
  -- null: the usual names are tried
  email_attribute text check (length(email_attribute) between 1 and 255),
  name_attribute  text check (length(name_attribute) between 1 and 255),
  -- false: only invited people become members
  joins_anyone    boolean not null default true,
  disabled_at     timestamptz,
  -- not deleted, so that a provider that is added again finds its people
  removed_at      timestamptz,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  primary key (clinic_id, id),
  unique (clinic_id, entity_id),
  constraint sso_providers_name_is_one_line check (app.is_one_line(name))
);
comment on table public.sso_providers is
  'An identity provider that a clinic trusts for its own staff. Written only by actions, which check the certificate and the admin''s second step.';
-- accounts and started sign-ins name their provider alone
select app.lead_by('public.sso_providers', 'sso_provider', 'id');
create index sso_providers_domains_idx on public.sso_providers using gin (domains);
create trigger sso_providers_are_erased_by_retention before delete on public.sso_providers
  for each statement execute function app.refuse_unless_erasing();

alter table public.sso_providers enable row level security;
alter table public.sso_providers force row level security;
create policy sso_providers_select_admin on public.sso_providers for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and removed_at is null and (select app.may_use_health_data()));
create policy sso_providers_all_system on public.sso_providers to system using (true) with check (true);
grant select on public.sso_providers to clinic_admin;
grant select, insert, update, delete on public.sso_providers to system;

-- An identity provider can assert any address. In another clinic such an address proves nothing: no invitation to it may be
-- accepted and nothing joined there.
create function app.keep_sso_people_home() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from auth.users u
              where u.id = new.user_id and u.is_sso
                and app.clinic_of('sso_provider', u.sso_provider_id::text) is distinct from new.clinic_id) then
    raise exception 'A single sign-on account belongs to its own clinic only.' using errcode = '42501';
  end if;
  return new;
end $$;
alter function app.keep_sso_people_home() owner to system;
create trigger clinic_memberships_keep_sso_home before insert or update of clinic_id, user_id on public.clinic_memberships
  for each row when (new.user_id is not null) execute function app.keep_sso_people_home();
create trigger patients_keep_sso_home before insert or update of clinic_id, user_id on public.patients
  for each row when (new.user_id is not null) execute function app.keep_sso_people_home();

create table auth.saml_relay_states (
  -- RelayState of SAML
  id            uuid primary key default gen_random_uuid(),
  provider_id   uuid not null,
  -- ID of the request, which the response must name
  request_id    text not null,
  -- a page of Carefold or of the allow-list, checked before it is stored
  redirect_to   text not null,
  -- null: the flow ends in the page's fragment
  flow_state_id uuid references auth.flow_states on delete cascade,
  created_at    timestamptz not null
);
comment on table auth.saml_relay_states is 'A sign-in waiting for an identity provider: for two minutes, answered once.';
create index saml_relay_states_provider_idx on auth.saml_relay_states (provider_id);
create index saml_relay_states_flow_state_idx on auth.saml_relay_states (flow_state_id);
create index saml_relay_states_created_idx on auth.saml_relay_states (created_at);

alter table auth.saml_relay_states enable row level security;
alter table auth.saml_relay_states force row level security;
create policy saml_relay_states_all_system on auth.saml_relay_states to system using (true) with check (true);
grant select, insert, update, delete on auth.saml_relay_states to system;

create table auth.saml_used_assertions (
  provider_id    uuid not null,
  -- SHA-256 of the assertion's ID
  assertion_hash bytea not null,
  -- from then on it is refused as expired
  expires_at     timestamptz not null,
  primary key (provider_id, assertion_hash)
);
comment on table auth.saml_used_assertions is 'Assertions that were accepted: none is accepted twice, by any process.';
create index saml_used_assertions_expires_idx on auth.saml_used_assertions (expires_at);

alter table auth.saml_used_assertions enable row level security;
alter table auth.saml_used_assertions force row level security;
create policy saml_used_assertions_all_system on auth.saml_used_assertions to system using (true) with check (true);
grant select, insert, update, delete on auth.saml_used_assertions to system;

-- A clinic proves a domain in the DNS before its identity provider may assert addresses there (docs/decisions/0147).
create table app.sso_domains (
  clinic_id     uuid not null references public.clinics on delete restrict,
  domain        text not null constraint sso_domains_domain_check check (domain = lower(domain) and length(domain) <= 253),
  -- the TXT record must hold it
  token         text not null default replace(gen_random_uuid()::text, '-', '')
                  constraint sso_domains_token_check check (token ~ '^[0-9a-f]{32}$'),
  created_at    timestamptz not null default now(),
  checked_at    timestamptz,
  -- null: the provider may not assert this domain
  proven_at     timestamptz,
  -- since when the record of a proven domain could not be read
  missing_since timestamptz,
  lost_at       timestamptz,
  constraint sso_domains_pkey primary key (clinic_id, domain),
  constraint sso_domains_lost_check check (proven_at is null or lost_at is null),
  constraint sso_domains_missing_check check (missing_since is null or proven_at is not null)
);
comment on table app.sso_domains is
  'A domain that a clinic''s identity providers name, and whether the clinic has proven it. Follows sso_providers by trigger; no client reads it.';
-- one clinic of the installation holds a proven domain
select app.lead_by('app.sso_domains', 'sso_domain', 'domain', 'proven_at');

alter table app.sso_domains enable row level security;
alter table app.sso_domains force row level security;
create policy sso_domains_all_system on app.sso_domains to system using (true) with check (true);
grant select, insert, update, delete on app.sso_domains to system;

-- A domain has a row while one of the clinic's providers names it. A domain that no provider names is released, so that another
-- clinic can prove it; named again, it gets a new token.
-- security definer: an import and the actions write providers by different roles
create function app.follow_sso_domains() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from app.sso_domains d
   where d.clinic_id = new.clinic_id
     and not exists (select 1 from public.sso_providers p
                      where p.clinic_id = d.clinic_id and p.removed_at is null and d.domain = any (p.domains));
  insert into app.sso_domains (clinic_id, domain)
  select new.clinic_id, named from unnest(new.domains) as named where new.removed_at is null
  on conflict do nothing;
  return null;
end $$;
alter function app.follow_sso_domains() owner to system;
create trigger sso_providers_follow_domains after insert or update of domains, removed_at on public.sso_providers
  for each row execute function app.follow_sso_domains();

-- The addresses that people have proven: by a mailed code or link, or by an OpenID provider of the installation that calls the
-- address verified, and never one that a clinic's identity provider asserts. An address decides something only once its person
-- has proven it to Carefold (docs/decisions/0146).
create view app.proven_addresses with (security_invoker = true) as
  select u.id as user_id, u.email as address
    from auth.users u
   where not u.is_sso and u.email is not null and u.email_confirmed_at is not null and u.deleted_at is null;
comment on view app.proven_addresses is
  'Which address a person has proven to Carefold. Code that compares an address with a row reads it here.';
grant select on app.proven_addresses to system;

-- Clinics with a live invitation to a person's confirmed address.
create function app.own_invitations(p_user_id uuid, p_at timestamptz)
returns table (name text, subdomain text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  own_address constant text := (select a.address from app.proven_addresses a where a.user_id = p_user_id);
  clinics constant uuid[] := app.clinics_with('invitation', own_address);
begin
  return query
  select c.name, c.subdomain
    from public.invitations i
    join public.clinics c on c.id = i.clinic_id
   where i.clinic_id = any (clinics) and i.email = own_address and i.accepted_at is null and i.revoked_at is null and i.expires_at > p_at
   order by i.created_at desc;
end $$;
alter function app.own_invitations(uuid, timestamptz) owner to system;

-- The addresses that a clinic's identity provider asserts, at domains that the clinic has proven. They count in that clinic
-- alone.
create view app.vouched_addresses with (security_invoker = true) as
  select p.clinic_id, u.id as user_id, u.email as address
    from auth.users u
    join public.sso_providers p on p.clinic_id = app.clinic_of('sso_provider', u.sso_provider_id::text)
     and p.id = u.sso_provider_id and p.removed_at is null
    join app.sso_domains d on d.clinic_id = p.clinic_id and d.domain = split_part(u.email, '@', 2) and d.domain = any (p.domains)
   where u.is_sso and u.email_confirmed_at is not null and u.deleted_at is null and d.proven_at is not null;
comment on view app.vouched_addresses is
  'Which address a clinic''s own identity provider asserts for a person, at a domain that the clinic has proven. It counts in that clinic alone.';
grant select on app.vouched_addresses to system;

-- The address that counts for a person in one clinic; null for none.
-- security definer: no client reads accounts
create function app.address_in(p_user_id uuid, p_clinic_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select a.address from app.proven_addresses a where a.user_id = p_user_id
    union all
    select v.address from app.vouched_addresses v where v.user_id = p_user_id and v.clinic_id = p_clinic_id
    limit 1);
end $$;
alter function app.address_in(uuid, uuid) owner to system;
