-- 0015_create_request_entry.sql: the one way into a transaction (docs/decisions/0002).

-- Looks the caller up in rows: a token only claims who is calling.
-- security definer (owned by system), because the login role may read nothing
create function app.resolve_caller(p_user_id uuid, p_session_id uuid, p_subdomain text)
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
  -- without a proven address a person belongs to no clinic, whatever the rows say (docs/threats.md T31)
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
alter function app.resolve_caller(uuid, uuid, text) owner to system;
grant execute on function app.resolve_caller(uuid, uuid, text) to carefold_login;

-- Enters as a person. Settings end with the transaction: session-level ones would leak through a pool.
create function app.enter(p_user_id uuid, p_session_id uuid, p_subdomain text, p_request_id text, p_address text)
returns table (problem text, role text, email_confirmed boolean, aal text, clinic_id uuid, clinic_subdomain text,
               membership_id uuid, member_role text, is_read_only boolean, patient_id uuid)
language plpgsql as $$
declare
  caller record;
begin
  select * into caller from app.resolve_caller(p_user_id, p_session_id, p_subdomain);
  perform set_config('app.user_id', case when caller.problem is null then coalesce(p_user_id::text, '') else '' end, true),
          set_config('app.session_id', coalesce(p_session_id::text, ''), true),
          set_config('app.clinic_id', coalesce(caller.clinic_id::text, ''), true),
          set_config('app.membership_id', coalesce(caller.membership_id::text, ''), true),
          set_config('app.patient_id', coalesce(caller.patient_id::text, ''), true),
          set_config('app.email_confirmed', caller.email_confirmed::text, true),
          set_config('app.aal', coalesce(caller.aal, ''), true),
          set_config('app.request_id', coalesce(p_request_id, ''), true),
          set_config('app.address', coalesce(p_address, ''), true);
  -- last, because from here on the transaction has only the role's rights
  perform set_config('role', caller.role, true);
  return query select caller.problem, caller.role, caller.email_confirmed, caller.aal, caller.clinic_id,
    caller.clinic_subdomain, caller.membership_id, caller.member_role, caller.is_read_only, caller.patient_id;
end $$;
grant execute on function app.enter(uuid, uuid, text, text, text) to carefold_login;

-- Enters as the server itself, for one named purpose.
create function app.enter_system(p_purpose text, p_request_id text) returns void language plpgsql as $$
begin
  perform set_config('app.purpose', p_purpose, true),
          set_config('app.request_id', coalesce(p_request_id, ''), true);
  perform set_config('role', 'system', true);
end $$;
grant execute on function app.enter_system(text, text) to carefold_login;
