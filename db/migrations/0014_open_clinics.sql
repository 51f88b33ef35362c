-- 0014_open_clinics.sql: a subdomain belongs to one clinic, is held while its founder confirms the e-mail, and is held back
-- for 180 days once given up (docs/threats.md T9); and what takes effect when an address is confirmed (docs/threats.md T31).
create table public.released_subdomains (
  subdomain   text primary key,
  clinic_id   uuid not null references public.clinics on delete restrict,
  released_at timestamptz not null
);
comment on table public.released_subdomains is 'Subdomains given up by a clinic, held back for 180 days (docs/threats.md T9).';
create index released_subdomains_clinic_idx on public.released_subdomains (clinic_id);

create table app.clinic_requests (
  -- the future clinic's id
  id           uuid primary key default gen_random_uuid(),
  -- whoever proves this address gets the clinic
  email        text not null unique check (email = lower(email)),
  -- the id that the last sign-up was answered with. No foreign key: for a known address it is made up, and nothing that
  -- follows may tell the two apart (docs/contracts/auth.md D18)
  sign_up_id   uuid not null unique,
  -- empty until the sign-up has named its clinic
  name         text check (length(btrim(name)) between 3 and 120),
  subdomain    text unique,
  requested_at timestamptz not null,
  expires_at   timestamptz not null,
  check ((name is null) = (subdomain is null))
);
comment on table app.clinic_requests is 'A clinic that somebody signed up for: opened when the address is confirmed, its name held until then.';
create index clinic_requests_expires_idx on app.clinic_requests (expires_at);

alter table public.released_subdomains enable row level security;
alter table public.released_subdomains force row level security;
alter table app.clinic_requests enable row level security;
alter table app.clinic_requests force row level security;
create policy released_subdomains_all_system on public.released_subdomains to system using (true) with check (true);
create policy clinic_requests_all_system on app.clinic_requests to system using (true) with check (true);
grant select, insert, update, delete on public.released_subdomains to system;
grant select, insert, update, delete on app.clinic_requests to system;

-- Whether a name is free. Its shape and the reserved names are checked by domain/tenancy.ts.
-- p_email: whose own request does not count; p_clinic_id: whose own present and former names do not.
create function app.is_subdomain_free(p_subdomain text, p_email text, p_clinic_id uuid, p_at timestamptz)
returns boolean language sql stable security definer set search_path = ''
begin atomic
  select not exists (select from public.clinics c where c.subdomain = p_subdomain and c.id is distinct from p_clinic_id)
     and not exists (select from app.clinic_requests r
                      where r.subdomain = p_subdomain and r.expires_at > p_at and r.email is distinct from p_email)
     and not exists (select from public.released_subdomains f
                      where f.subdomain = p_subdomain and f.clinic_id is distinct from p_clinic_id
                        and f.released_at > p_at - interval '180 days');
end;
alter function app.is_subdomain_free(text, text, uuid, timestamptz) owner to system;
grant execute on function app.is_subdomain_free(text, text, uuid, timestamptz) to system;

-- Locks a name until the transaction ends: clinics and requests are two tables, so a unique index alone cannot decide a race.
create function app.lock_subdomain(p_subdomain text) returns void language sql
begin atomic
  select pg_advisory_xact_lock(hashtextextended('subdomain:' || p_subdomain, 0));
end;
grant execute on function app.lock_subdomain(text) to system;

-- Opens a clinic with its owner, in one step. The name must be locked and free; its request is removed.
create function app.open_clinic(p_id uuid, p_name text, p_subdomain text, p_owner_id uuid, p_at timestamptz)
returns void language plpgsql security definer set search_path = '' as $$
declare
  owner_membership uuid;
begin
  delete from app.clinic_requests r
   where r.subdomain = p_subdomain or r.email = (select u.email from auth.users u where u.id = p_owner_id);
  delete from public.released_subdomains f where f.subdomain = p_subdomain;
  insert into public.clinics (id, name, subdomain, created_at, updated_at)
  values (p_id, btrim(p_name), p_subdomain, p_at, p_at);
  insert into public.clinic_memberships (clinic_id, user_id, role, status, is_owner, accepted_at, created_at, updated_at)
  values (p_id, p_owner_id, 'admin', 'active', true, p_at, p_at, p_at)
  returning id into owner_membership;
  perform app.record_audit('clinic.created', 'clinic', p_id::text, jsonb_build_object('owner', owner_membership), p_id);
end $$;
alter function app.open_clinic(uuid, text, text, uuid, timestamptz) owner to system;
grant execute on function app.open_clinic(uuid, text, text, uuid, timestamptz) to system;

-- Opens the clinic that a sign-up asked for. If its name was lost meanwhile (the request expired), nothing is opened and the
-- person chooses another name when signed in.
create function app.open_requested_clinic(p_owner_id uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  request app.clinic_requests;
begin
  select r.* into request from app.clinic_requests r join auth.users u on u.email = r.email
   where u.id = p_owner_id and r.subdomain is not null;
  if not found then return; end if;
  perform app.lock_subdomain(request.subdomain);
  if app.is_subdomain_free(request.subdomain, request.email, null, p_at) then
    perform app.open_clinic(request.id, request.name, request.subdomain, p_owner_id, p_at);
  end if;
end $$;
alter function app.open_requested_clinic(uuid, timestamptz) owner to system;
grant execute on function app.open_requested_clinic(uuid, timestamptz) to system;

-- Makes a person's pending join active and returns the membership, or null. Called once they have proven their address and
-- want to belong: by confirming it (below) or by activate-membership.
create function app.activate_join(p_clinic_id uuid, p_user_id uuid, p_at timestamptz)
returns public.clinic_memberships language plpgsql security definer set search_path = '' as $$
declare
  joined public.clinic_memberships;
begin
  update public.clinic_memberships m set status = 'active', accepted_at = p_at, updated_at = p_at
   where m.clinic_id = p_clinic_id and m.user_id = p_user_id and m.role = 'patient' and m.status = 'pending'
     and m.ended_at is null
     and exists (select from auth.users u where u.id = p_user_id and u.email_confirmed_at is not null)
  returning * into joined;
  if not found then return null; end if;
  perform app.upsert_patient_record(p_clinic_id, p_user_id, null, p_at);
  perform app.record_audit('membership.activated', 'membership', joined.id::text, '{"from": "pending"}', p_clinic_id);
  return joined;
end $$;
alter function app.activate_join(uuid, uuid, timestamptz) owner to system;
grant execute on function app.activate_join(uuid, uuid, timestamptz) to system;

-- However an address is confirmed, the joins and the clinic that waited for it take effect.
create function app.settle_confirmed_person() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.activate_join(m.clinic_id, m.user_id, app.now()) from public.clinic_memberships m
    where m.user_id = new.id and m.role = 'patient' and m.status = 'pending' and m.ended_at is null;
  perform app.open_requested_clinic(new.id, app.now());
  return null;
end $$;
alter function app.settle_confirmed_person() owner to system;
create trigger users_settle_when_confirmed after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function app.settle_confirmed_person();
