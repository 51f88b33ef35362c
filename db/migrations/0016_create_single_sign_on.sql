-- 0016_create_single_sign_on.sql: a clinic's staff signs in with the clinic's own identity provider, by SAML 2.0
-- (docs/contracts/auth.md 3.1, docs/decisions/0017).
create table public.sso_providers (
  id              uuid primary key default gen_random_uuid(),
  clinic_id       uuid not null references public.clinics on delete restrict,
  -- the team's name for it, shown on the button
  name            text not null check (length(btrim(name)) between 1 and 60),
  -- the identity provider's, from its metadata
  entity_id       text not null check (length(entity_id) between 1 and 1024),
  sso_url         text not null check (sso_url ~ '^https?://' and length(sso_url) <= 2048),
  -- PEM; several while the provider changes its own
  certificates    text[] not null check (cardinality(certificates) between 1 and 5),
  -- e-mail domains it may speak for
  domains         text[] not null check (cardinality(domains) between 1 and 20),
  -- null: the usual names are tried
  email_attribute text check (length(email_attribute) between 1 and 255),
  name_attribute  text check (length(name_attribute) between 1 and 255),
  -- false: only people whom the clinic has invited become members
  joins_anyone    boolean not null default true,
  disabled_at     timestamptz,
  -- not deleted, so that a provider that is added again finds its people again
  removed_at      timestamptz,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  unique (clinic_id, id),
  unique (clinic_id, entity_id)
);
comment on table public.sso_providers is
  'An identity provider that a clinic trusts for its own staff. Written only by actions, which check the certificate and the admin''s second step.';
create index sso_providers_domains_idx on public.sso_providers using gin (domains);

alter table public.sso_providers enable row level security;
alter table public.sso_providers force row level security;
create policy sso_providers_select_admin on public.sso_providers for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and removed_at is null);
create policy sso_providers_all_system on public.sso_providers to system using (true) with check (true);
grant select on public.sso_providers to clinic_admin;
grant select, insert, update on public.sso_providers to system;

-- A single sign-on account belongs to its provider's clinic and to no other.
alter table auth.users add constraint users_sso_provider_id_fkey
  foreign key (sso_provider_id) references public.sso_providers on delete restrict;

-- A provider can claim any address its clinic likes. In another clinic such an address proves nothing: no invitation to it
-- may be accepted and nothing joined there.
create function app.keep_sso_people_home() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from auth.users u left join public.sso_providers p on p.id = u.sso_provider_id
              where u.id = new.user_id and u.is_sso and p.clinic_id is distinct from new.clinic_id) then
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
  provider_id   uuid not null references public.sso_providers on delete cascade,
  -- ID of the request, which the response must name
  request_id    text not null,
  -- a page of ours or of the allow-list, checked before it is stored
  redirect_to   text not null,
  -- null: the flow ends in the page's fragment
  flow_state_id uuid references auth.flow_states on delete cascade,
  created_at    timestamptz not null
);
comment on table auth.saml_relay_states is 'A sign-in waiting for an identity provider: for two minutes, answered once.';
create index saml_relay_states_provider_idx on auth.saml_relay_states (provider_id);
create index saml_relay_states_flow_state_idx on auth.saml_relay_states (flow_state_id);
create index saml_relay_states_created_idx on auth.saml_relay_states (created_at);

create table auth.saml_used_assertions (
  provider_id    uuid not null references public.sso_providers on delete cascade,
  -- SHA-256 of the assertion's ID
  assertion_hash bytea not null,
  -- from then on it is refused as expired
  expires_at     timestamptz not null,
  primary key (provider_id, assertion_hash)
);
comment on table auth.saml_used_assertions is 'Assertions that were accepted: none is accepted twice, by any process.';
create index saml_used_assertions_expires_idx on auth.saml_used_assertions (expires_at);

alter table auth.saml_relay_states enable row level security;
alter table auth.saml_relay_states force row level security;
alter table auth.saml_used_assertions enable row level security;
alter table auth.saml_used_assertions force row level security;
create policy saml_relay_states_all_system on auth.saml_relay_states to system using (true) with check (true);
create policy saml_used_assertions_all_system on auth.saml_used_assertions to system using (true) with check (true);
grant select, insert, update, delete on auth.saml_relay_states, auth.saml_used_assertions to system;
