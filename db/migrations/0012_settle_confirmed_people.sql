-- 0012_settle_confirmed_people.sql: what confirming an address makes real (threats.md T31), by whatever way it is confirmed.

-- Opens the clinic that a sign-up asked for. If its name was lost meanwhile (the request ran out), nothing is opened and
-- the person chooses another name when signed in.
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
