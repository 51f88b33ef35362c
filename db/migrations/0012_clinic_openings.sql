-- How clinics are opened: from the addresses left on the landing page to the first admin.
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

-- A subdomain belongs to one clinic, is reserved while its founder confirms the e-mail, and is blocked for 180 days after it is
-- given up (docs/threats.md T9).
create table public.released_subdomains (
  subdomain   text,
  clinic_id   uuid not null references public.clinics on delete restrict,
  released_at timestamptz not null,
  primary key (clinic_id, subdomain)
);
comment on table public.released_subdomains is 'Subdomains that a clinic has released, reserved for 180 days (docs/threats.md T9).';
select app.lead_by('public.released_subdomains', 'released_subdomain', 'subdomain');

alter table public.released_subdomains enable row level security;
alter table public.released_subdomains force row level security;
create policy released_subdomains_all_system on public.released_subdomains to system using (true) with check (true);
grant select, insert, update, delete on public.released_subdomains to system;

create table app.clinic_requests (
  -- the future clinic's id
  id           uuid primary key default gen_random_uuid(),
  -- the person who proves this address gets the clinic
  email        text not null unique check (email = lower(email)),
  -- The id in the answer to the last sign-up. No foreign key: for a known address it is invented, and nothing later may tell the
  -- two apart (docs/contracts/auth.md D18).
  sign_up_id   uuid not null unique,
  -- empty until the sign-up has named its clinic
  name         text check (length(btrim(name)) between 3 and 120),
  subdomain    text unique,
  requested_at timestamptz not null,
  expires_at   timestamptz not null,
  time_zone    text,
  check ((name is null) = (subdomain is null)),
  constraint clinic_requests_name_is_one_line check (app.is_one_line(name))
);
comment on table app.clinic_requests is
  'A clinic sign-up: the clinic opens when the address is confirmed, and its name is reserved until then.';
create index clinic_requests_expires_idx on app.clinic_requests (expires_at);

alter table app.clinic_requests enable row level security;
alter table app.clinic_requests force row level security;
create policy clinic_requests_all_system on app.clinic_requests to system using (true) with check (true);
grant select, insert, update, delete on app.clinic_requests to system;

create table app.clinic_nodes (
  subdomain  text primary key,
  node       text not null,
  claimed_at timestamptz not null
);
comment on table app.clinic_nodes is
  'On the first node: which other node has the clinic or sign-up of an address (docs/decisions/0212). Empty with one node.';

alter table app.clinic_nodes enable row level security;
alter table app.clinic_nodes force row level security;
create policy clinic_nodes_all_system on app.clinic_nodes to system using (true) with check (true);
grant select, insert, update, delete on app.clinic_nodes to system;

-- Whether a name is free. domain/tenancy.ts checks its shape and the reserved names.
-- p_email: a request of this address does not count. p_clinic_id: present and former names of this clinic do not count.
create function app.is_subdomain_free(p_subdomain text, p_email text, p_clinic_id uuid, p_at timestamptz)
returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  former uuid := app.clinic_of('released_subdomain', p_subdomain);
begin
  return (
    select not exists (select 1 from public.clinics c where c.subdomain = p_subdomain and c.id is distinct from p_clinic_id)
       and not exists (select 1 from app.clinic_requests r
                        where r.subdomain = p_subdomain and r.expires_at > p_at and r.email is distinct from p_email)
       and not exists (select 1 from public.released_subdomains f
                        where f.clinic_id = former and f.subdomain = p_subdomain
                          and f.clinic_id is distinct from p_clinic_id
                          and f.released_at > p_at - interval '180 days')
       and not exists (select 1 from app.clinic_nodes n where n.subdomain = p_subdomain));
end $$;
alter function app.is_subdomain_free(text, text, uuid, timestamptz) owner to system;

-- Locks a name until the transaction ends: clinics and requests are two tables, so a unique index alone cannot decide a race.
create function app.lock_subdomain(p_subdomain text) returns void language sql
begin atomic
  select pg_advisory_xact_lock(hashtextextended('subdomain:' || p_subdomain, 0));
end;
grant execute on function app.lock_subdomain(text) to system;

-- Claims a name for another node, here on the first one; false if this node or a third one has it.
create function app.claim_for_node(p_subdomain text, p_node text, p_at timestamptz) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform app.lock_subdomain(p_subdomain);
  update app.clinic_nodes n set claimed_at = p_at where n.subdomain = p_subdomain and n.node = p_node;
  if found then return true; end if;
  if not app.is_subdomain_free(p_subdomain, null, null, p_at) then return false; end if;
  insert into app.clinic_nodes (subdomain, node, claimed_at) values (p_subdomain, p_node, p_at);
  return true;
end $$;
grant execute on function app.claim_for_node(text, text, timestamptz) to system;

-- Opens the clinic that a sign-up asked for. If the request expired and its name was lost, no clinic is opened and the person
-- chooses another name when signed in.
create function app.open_requested_clinic(p_owner_id uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  request app.clinic_requests;
begin
  select r.* into request from app.clinic_requests r join app.proven_addresses a on a.address = r.email
   where a.user_id = p_owner_id and r.subdomain is not null;
  if not found then return; end if;
  perform app.lock_subdomain(request.subdomain);
  if app.is_subdomain_free(request.subdomain, request.email, null, p_at) then
    perform app.open_clinic(request.id, request.name, request.subdomain, p_owner_id, p_at, request.time_zone);
  end if;
end $$;
alter function app.open_requested_clinic(uuid, timestamptz) owner to system;

-- Makes a person's pending join active and returns the membership, or null. Called once they have proven their address and want
-- to belong: by confirming it (below) or by activate-membership.
create function app.activate_join(p_clinic_id uuid, p_user_id uuid, p_at timestamptz)
returns public.clinic_memberships language plpgsql security definer set search_path = '' as $$
declare
  joined public.clinic_memberships;
begin
  update public.clinic_memberships m set status = 'active', accepted_at = p_at, updated_at = p_at
   where m.clinic_id = p_clinic_id and m.user_id = p_user_id and m.role = 'patient' and m.status = 'pending'
     and m.ended_at is null
     and exists (select 1 from auth.users u where u.id = p_user_id and u.email_confirmed_at is not null)
  returning * into joined;
  if not found then return null; end if;
  perform app.upsert_patient_record(p_clinic_id, p_user_id, null, p_at);
  perform app.copy_prepared_plan(p_clinic_id, p_user_id, p_at);
  perform app.record_audit('membership.activated', 'membership', joined.id::text, '{"from": "pending"}', p_clinic_id);
  return joined;
end $$;
alter function app.activate_join(uuid, uuid, timestamptz) owner to system;

-- Copies the plan that an import prepared for a record with the person's proven address and name, so that a person who joins by
-- the join page does not pay twice. The record itself stays the clinic's until it invites or merges (docs/decisions/0169).
create function app.copy_prepared_plan(p_clinic_id uuid, p_user_id uuid, p_at timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.prepared_plans (clinic_id, patient_id, plan_id, price_id, paid_until, created_at)
  select p_clinic_id, own.id, t.plan_id, t.price_id, t.paid_until, p_at
    from public.patients own
    join public.patients p on p.clinic_id = p_clinic_id and p.email = app.address_in(p_user_id, p_clinic_id)
     and p.user_id is null and p.merged_into is null and app.name_key(p.full_name) = app.name_key(own.full_name)
    join public.prepared_plans t on t.clinic_id = p_clinic_id and t.patient_id = p.id
   where own.clinic_id = p_clinic_id and own.user_id = p_user_id
   order by t.created_at limit 1
  on conflict do nothing;
end $$;
grant execute on function app.copy_prepared_plan(uuid, uuid, timestamptz) to system;

-- When an address is confirmed, by any flow, the joins and the clinic that waited for it take effect (docs/threats.md T31).
create function app.settle_confirmed_person(p_user_id uuid) returns void language plpgsql set search_path = '' as $$
begin
  perform app.activate_join(m.clinic_id, m.user_id, app.now()) from app.memberships_of(p_user_id) m
    where m.role = 'patient' and m.status = 'pending';
  perform app.open_requested_clinic(p_user_id, app.now());
end $$;
grant execute on function app.settle_confirmed_person(uuid) to system;

-- Opens a clinic with its owner, in one step. The name must be locked and free; its request is removed.
-- p_time_zone: the founder's; null or an unknown one leaves the default.
create function app.open_clinic(p_id uuid, p_name text, p_subdomain text, p_owner_id uuid, p_at timestamptz, p_time_zone text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  owner_membership uuid;
  former uuid := app.clinic_of('released_subdomain', p_subdomain);
begin
  delete from app.clinic_requests r
   where r.subdomain = p_subdomain or r.email = (select a.address from app.proven_addresses a where a.user_id = p_owner_id);
  delete from public.released_subdomains f
   where f.clinic_id = former and f.subdomain = p_subdomain;
  insert into public.clinics (id, name, subdomain, time_zone, created_at, updated_at)
  values (p_id, btrim(p_name), p_subdomain, coalesce(app.known_time_zone(p_time_zone), 'America/New_York'), p_at, p_at);
  perform app.start_clinic(p_id);
  insert into public.clinic_memberships (clinic_id, user_id, role, status, is_owner, accepted_at, created_at, updated_at)
  values (p_id, p_owner_id, 'admin', 'active', true, p_at, p_at, p_at)
  returning id into owner_membership;
  perform app.record_audit('clinic.created', 'clinic', p_id::text, jsonb_build_object('owner', owner_membership), p_id);
end $$;
alter function app.open_clinic(uuid, text, text, uuid, timestamptz, text) owner to system;

-- Requests of visitors to Carefold itself, from /contact: questions, demos, sales (docs/specification.md A2, B2.1, B2.2).
-- Related to no clinic and no patient.
create table app.contact_requests (
  id          uuid primary key default gen_random_uuid(),
  about       text not null constraint contact_requests_about_check check (about in ('question', 'demo', 'sales')),
  name        text not null
    constraint contact_requests_name_check check (length(name) between 1 and 200 and app.is_one_line(name)),
  email       text not null constraint contact_requests_email_check check (length(email) <= 255 and app.is_one_line(email)),
  clinic_name text
    constraint contact_requests_clinic_check check (length(clinic_name) between 1 and 200 and app.is_one_line(clinic_name)),
  message     text not null constraint contact_requests_message_check check (length(message) between 1 and 4000),
  created_at  timestamptz not null
);
comment on table app.contact_requests is 'Messages of visitors to the operator. No client reads them.';
create index contact_requests_created_idx on app.contact_requests (created_at desc);

alter table app.contact_requests enable row level security;
alter table app.contact_requests force row level security;
create policy contact_requests_all_system on app.contact_requests to system using (true) with check (true);
grant select, insert on app.contact_requests to system;