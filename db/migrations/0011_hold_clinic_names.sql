-- 0011_hold_clinic_names.sql: a clinic's address belongs to one clinic, is held while its founder confirms the e-mail,
-- and is held back for 180 days once given up (threats.md T9).

create table app.clinic_requests (
  -- the future clinic's id
  id           uuid primary key default gen_random_uuid(),
  -- whoever proves this address gets the clinic
  email        text not null unique check (email = lower(email)),
  -- the id that the last sign-up was answered with. No foreign key: for a known address it is made up, and what follows
  -- must not tell the two apart (auth-contract.md D18)
  sign_up_id   uuid not null unique,
  -- empty until the sign-up has named its clinic
  name         text check (length(btrim(name)) between 3 and 120),
  subdomain    text unique,
  requested_at timestamptz not null,
  expires_at   timestamptz not null,
  check ((name is null) = (subdomain is null))
);
comment on table app.clinic_requests is 'A clinic somebody has signed up for: opened when the address is confirmed, its name held until then.';
create index clinic_requests_expires_idx on app.clinic_requests (expires_at);

alter table app.clinic_requests enable row level security;
alter table app.clinic_requests force row level security;
create policy clinic_requests_all_system on app.clinic_requests to system using (true) with check (true);
grant select, insert, update, delete on app.clinic_requests to system;

-- Whether a name is free. Shape and reserved names are domain/tenancy.ts's.
-- p_email: whose own request does not stand in the way; p_clinic_id: whose own present and former names do not.
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

-- Takes turns for one name: clinics and requests are two tables, so a unique index alone cannot decide the race.
create function app.lock_subdomain(p_subdomain text) returns void language sql
begin atomic
  select pg_advisory_xact_lock(hashtextextended('subdomain:' || p_subdomain, 0));
end;
grant execute on function app.lock_subdomain(text) to system;

-- A new clinic and its owner, in one step. The name has been locked and found free; a request for it is done with.
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

-- A zone that Postgres does not know would break every month close of that clinic.
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
