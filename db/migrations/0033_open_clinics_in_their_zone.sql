-- 0033_open_clinics_in_their_zone.sql: a new clinic starts in the time zone of the browser that opened it, not in a fixed one.
alter table app.clinic_requests add column time_zone text;

-- A time zone that Postgres knows, or null. Browsers may know zones that this server does not, and opening must not fail for it.
create function app.known_time_zone(p_time_zone text) returns text language plpgsql stable set search_path = '' as $$
begin
  if p_time_zone is null or p_time_zone !~ '^(UTC|[A-Z][A-Za-z_]+(/[A-Za-z0-9_+-]+)+)$' then return null; end if;
  perform now() at time zone p_time_zone;
  return p_time_zone;
exception
  when invalid_parameter_value then return null;
end $$;
grant execute on function app.known_time_zone(text) to system;

drop function app.open_clinic(uuid, text, text, uuid, timestamptz);

-- Opens a clinic with its owner, in one step. The name must be locked and free; its request is removed.
-- p_time_zone: the founder's; an unknown one or null leaves the default.
create function app.open_clinic(p_id uuid, p_name text, p_subdomain text, p_owner_id uuid, p_at timestamptz, p_time_zone text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  owner_membership uuid;
begin
  delete from app.clinic_requests r
   where r.subdomain = p_subdomain or r.email = (select u.email from auth.users u where u.id = p_owner_id);
  delete from public.released_subdomains f where f.subdomain = p_subdomain;
  insert into public.clinics (id, name, subdomain, time_zone, created_at, updated_at)
  values (p_id, btrim(p_name), p_subdomain, coalesce(app.known_time_zone(p_time_zone), 'America/New_York'), p_at, p_at);
  insert into public.clinic_memberships (clinic_id, user_id, role, status, is_owner, accepted_at, created_at, updated_at)
  values (p_id, p_owner_id, 'admin', 'active', true, p_at, p_at, p_at)
  returning id into owner_membership;
  perform app.record_audit('clinic.created', 'clinic', p_id::text, jsonb_build_object('owner', owner_membership), p_id);
end $$;
alter function app.open_clinic(uuid, text, text, uuid, timestamptz, text) owner to system;
grant execute on function app.open_clinic(uuid, text, text, uuid, timestamptz, text) to system;

create or replace function app.open_requested_clinic(p_owner_id uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  request app.clinic_requests;
begin
  select r.* into request from app.clinic_requests r join auth.users u on u.email = r.email
   where u.id = p_owner_id and r.subdomain is not null;
  if not found then return; end if;
  perform app.lock_subdomain(request.subdomain);
  if app.is_subdomain_free(request.subdomain, request.email, null, p_at) then
    perform app.open_clinic(request.id, request.name, request.subdomain, p_owner_id, p_at, request.time_zone);
  end if;
end $$;
