-- 0261_trust_proven_addresses.sql: an address decides something only once its person has proven it to Carefold
-- (docs/decisions/0146).

-- The addresses that people have proven: by a mailed code or link, or by an OpenID provider of the installation that calls the
-- address verified. Never one that a clinic's identity provider asserts.
create view app.proven_addresses with (security_invoker = true) as
  select u.id as user_id, u.email as address
    from auth.users u
   where not u.is_sso and u.email is not null and u.email_confirmed_at is not null and u.deleted_at is null;
comment on view app.proven_addresses is
  'Which address a person has proven to Carefold. Code that compares an address with a row reads it here.';

-- The addresses that a clinic's identity provider asserts, at domains that the clinic has proven. They count in that clinic alone.
create view app.vouched_addresses with (security_invoker = true) as
  select p.clinic_id, u.id as user_id, u.email as address
    from auth.users u
    join public.sso_providers p on p.id = u.sso_provider_id and p.removed_at is null
    join app.sso_domains d on d.clinic_id = p.clinic_id and d.domain = split_part(u.email, '@', 2) and d.domain = any (p.domains)
   where u.is_sso and u.email_confirmed_at is not null and u.deleted_at is null and d.proven_at is not null;
comment on view app.vouched_addresses is
  'Which address a clinic''s own identity provider asserts for a person, at a domain that the clinic has proven. It counts in that clinic alone.';
grant select on app.proven_addresses, app.vouched_addresses to system;

-- The address that counts for a person in one clinic; null for none.
-- security definer (owned by system), because no client reads accounts
create function app.address_in(p_user_id uuid, p_clinic_id uuid) returns text
language sql stable security definer set search_path = ''
begin atomic
  select a.address from app.proven_addresses a where a.user_id = p_user_id
  union all
  select v.address from app.vouched_addresses v where v.user_id = p_user_id and v.clinic_id = p_clinic_id;
end;
alter function app.address_in(uuid, uuid) owner to system;
grant execute on function app.address_in(uuid, uuid) to system;

-- As in 0153, with the address that counts in this clinic.
create or replace function app.accept_invitation(p_clinic_id uuid, p_user_id uuid, p_at timestamptz)
returns public.clinic_memberships language plpgsql security definer set search_path = '' as $$
declare
  address text;
  own public.clinic_memberships;
  offer public.invitations;
  accepted public.clinic_memberships;
  offered_read_only boolean;
begin
  address := app.address_in(p_user_id, p_clinic_id);
  -- memberships are locked before invitations, as Deactivate and Remove do; when two accept at once, the second waits here
  -- and then finds the invitation used
  perform from public.clinic_memberships m
    where m.clinic_id = p_clinic_id and m.ended_at is null
      and (m.user_id = p_user_id or m.id in (select i.membership_id from public.invitations i
                                              where i.clinic_id = p_clinic_id and i.email = address
                                                and i.accepted_at is null and i.revoked_at is null))
    order by m.id for update;
  select * into offer from public.invitations i
   where i.clinic_id = p_clinic_id and i.email = address and i.accepted_at is null and i.revoked_at is null
     and i.expires_at > p_at
     for update;
  if not found then return null; end if;
  select * into own from public.clinic_memberships m
   where m.clinic_id = p_clinic_id and m.user_id = p_user_id and m.ended_at is null;
  if own.suspended_at is not null or (own.status = 'active' and own.role <> 'patient') then return null; end if;

  offered_read_only := offer.role in ('staff', 'member') and (select m.is_read_only from public.clinic_memberships m
                         where m.clinic_id = p_clinic_id and m.id = offer.membership_id);
  -- a person who joined by the join page and was invited too has one membership
  update public.clinic_memberships m set ended_at = p_at, updated_at = p_at
   where m.clinic_id = p_clinic_id and m.id = offer.membership_id and own.id is not null and m.id <> own.id;
  update public.invitations i
     set accepted_at = p_at, accepted_by = p_user_id, membership_id = coalesce(own.id, offer.membership_id)
   where i.clinic_id = p_clinic_id and i.id = offer.id;
  update public.clinic_memberships m
     set user_id = p_user_id, role = offer.role, is_read_only = offered_read_only, status = 'active', accepted_at = p_at,
         updated_at = p_at
   where m.clinic_id = p_clinic_id and m.id = coalesce(own.id, offer.membership_id) and m.ended_at is null
  returning * into strict accepted;
  if offer.role = 'patient' then
    -- the record that the clinic has already becomes the person's, unless it has an account, or the person another record
    update public.patients p set user_id = p_user_id, email = address, updated_at = p_at
     where p.clinic_id = p_clinic_id and p.id = offer.for_patient_id and p.user_id is null
       and not exists (select from public.patients o where o.clinic_id = p_clinic_id and o.user_id = p_user_id);
    perform app.upsert_patient_record(p_clinic_id, p_user_id, offer.name, p_at);
  end if;
  perform app.record_audit('invitation.accepted', 'membership', accepted.id::text,
                           jsonb_build_object('invitation', offer.id, 'role', offer.role), p_clinic_id);
  return accepted;
end $$;

-- As in 0131, with the address that counts in this clinic.
create or replace function app.take_up_import() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  imported app.patient_import_rows;
  own_patient uuid;
begin
  select r.* into imported
    from app.patient_import_rows r
   where r.clinic_id = new.clinic_id and r.email = app.address_in(new.user_id, new.clinic_id) and r.state = 'added'
     and r.taken_up_at is null
   order by r.import_id, r.line limit 1 for update of r;
  if not found then return null; end if;
  select p.id into own_patient from public.patients p where p.clinic_id = new.clinic_id and p.user_id = new.user_id;
  if own_patient is null then return null; end if;

  -- what the patient has written themselves stays
  if imported.phone is not null or imported.date_of_birth is not null then
    insert into public.patient_details (clinic_id, patient_id, phone, date_of_birth, updated_at)
    values (new.clinic_id, own_patient, imported.phone, imported.date_of_birth, new.updated_at)
    on conflict do nothing;
  end if;
  if imported.plan_id is not null then
    insert into public.prepared_plans (clinic_id, patient_id, plan_id, price_id, paid_until, created_at)
    values (new.clinic_id, own_patient, imported.plan_id, imported.price_id, imported.paid_until, new.updated_at)
    on conflict do nothing;
  end if;
  update app.patient_import_rows r set taken_up_at = new.updated_at, phone = null, date_of_birth = null
   where r.clinic_id = imported.clinic_id and r.import_id = imported.import_id and r.line = imported.line;
  -- a person who came by the join page has one membership
  update public.clinic_memberships m set ended_at = new.updated_at, updated_at = new.updated_at
   where m.clinic_id = new.clinic_id and m.id = imported.membership_id and m.id <> new.id and m.user_id is null
     and m.ended_at is null;
  if found then
    perform app.void_invitations(new.clinic_id, imported.membership_id, null, new.updated_at);
  end if;
  return null;
end $$;

-- As in 0033, with proven addresses.
create or replace function app.open_clinic(p_id uuid, p_name text, p_subdomain text, p_owner_id uuid, p_at timestamptz, p_time_zone text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  owner_membership uuid;
begin
  delete from app.clinic_requests r
   where r.subdomain = p_subdomain or r.email = (select a.address from app.proven_addresses a where a.user_id = p_owner_id);
  delete from public.released_subdomains f where f.subdomain = p_subdomain;
  insert into public.clinics (id, name, subdomain, time_zone, created_at, updated_at)
  values (p_id, btrim(p_name), p_subdomain, coalesce(app.known_time_zone(p_time_zone), 'America/New_York'), p_at, p_at);
  insert into public.clinic_memberships (clinic_id, user_id, role, status, is_owner, accepted_at, created_at, updated_at)
  values (p_id, p_owner_id, 'admin', 'active', true, p_at, p_at, p_at)
  returning id into owner_membership;
  perform app.record_audit('clinic.created', 'clinic', p_id::text, jsonb_build_object('owner', owner_membership), p_id);
end $$;

create or replace function app.open_requested_clinic(p_owner_id uuid, p_at timestamptz) returns void
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

create or replace function app.own_invitations(p_user_id uuid, p_at timestamptz)
returns table (name text, subdomain text) language sql stable security definer set search_path = ''
begin atomic
  select c.name, c.subdomain
    from app.proven_addresses a
    join public.invitations i on i.email = a.address
    join public.clinics c on c.id = i.clinic_id
   where a.user_id = p_user_id and i.accepted_at is null and i.revoked_at is null and i.expires_at > p_at
   order by i.created_at desc;
end;

-- An account of an identity provider cannot be a guardian's: an offer of access belongs to a proven address.
-- security definer (owned by system), because no client reads accounts
create function app.refuse_sso_guardians() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from auth.users u where u.id = new.user_id and u.is_sso) then
    raise exception 'A single sign-on account cannot be a guardian.' using errcode = '42501';
  end if;
  return new;
end $$;
alter function app.refuse_sso_guardians() owner to system;
create trigger patient_guardians_refuse_sso before insert or update of user_id, ended_at on public.patient_guardians
  for each row when (new.user_id is not null and new.ended_at is null) execute function app.refuse_sso_guardians();

-- Ends what such accounts have accepted so far. The team can offer access again.
update public.patient_guardians g set ended_at = now(), ended_because = 'team'
  from auth.users u where u.id = g.user_id and u.is_sso and g.ended_at is null;
