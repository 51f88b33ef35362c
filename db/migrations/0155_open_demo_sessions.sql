-- 0155_open_demo_sessions.sql: a visitor looks at a demo clinic in a session that can write nothing (docs/decisions/0086).
alter table auth.sessions add column is_demo boolean not null default false;
comment on column auth.sessions.is_demo is
  'Opened by "See a Demo": every transaction of it is read-only, and its reads are of invented people, so they are not recorded.';

drop function app.enter(uuid, uuid, text, text, text, uuid);
drop function app.resolve_caller(uuid, uuid, text);

-- As in 0015, and whether the session is a demo's.
-- security definer (owned by system), because the login role may read nothing
create function app.resolve_caller(p_user_id uuid, p_session_id uuid, p_subdomain text)
returns table (problem text, role text, email_confirmed boolean, aal text, clinic_id uuid, clinic_subdomain text,
               membership_id uuid, member_role text, is_read_only boolean, patient_id uuid, is_demo boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  person record;
  found_clinic record;
  membership record;
  is_proven boolean := false;
begin
  role := case when p_user_id is null then 'anon' else 'authenticated' end;
  email_confirmed := false;
  is_demo := false;
  if p_user_id is not null then
    select u.email_confirmed_at, u.phone_confirmed_at, u.banned_until, s.id as session_id, s.not_after, s.is_demo,
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
    is_demo := person.is_demo;
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

-- As in 0150; a demo's transaction is read-only from here on, and nothing in it can change that back.
create function app.enter(p_user_id uuid, p_session_id uuid, p_subdomain text, p_request_id text, p_address text,
                          p_guardianship uuid default null)
returns table (problem text, role text, email_confirmed boolean, aal text, clinic_id uuid, clinic_subdomain text,
               membership_id uuid, member_role text, is_read_only boolean, patient_id uuid, guardian_access text,
               is_demo boolean)
language plpgsql as $$
declare
  caller record;
  ward record;
  level text;
begin
  select * into caller from app.resolve_caller(p_user_id, p_session_id, p_subdomain);
  if p_guardianship is not null and caller.role <> 'anon' and caller.clinic_id is not null then
    caller.role := 'clinic_guardian';
    caller.membership_id := null;
    caller.member_role := null;
    caller.is_read_only := null;
    caller.patient_id := null;
    if caller.email_confirmed then
      select g.patient_id, g.access into ward from app.resolve_guardian(p_user_id, caller.clinic_id, p_guardianship) g;
      if found then
        caller.patient_id := ward.patient_id;
        level := ward.access;
      end if;
    end if;
  end if;
  perform set_config('app.user_id', case when caller.problem is null then coalesce(p_user_id::text, '') else '' end, true),
          set_config('app.session_id', coalesce(p_session_id::text, ''), true),
          set_config('app.clinic_id', coalesce(caller.clinic_id::text, ''), true),
          set_config('app.membership_id', coalesce(caller.membership_id::text, ''), true),
          set_config('app.patient_id', coalesce(caller.patient_id::text, ''), true),
          set_config('app.guardian_access', coalesce(level, ''), true),
          set_config('app.acting_for', case when level is null then '' else caller.patient_id::text end, true),
          set_config('app.email_confirmed', caller.email_confirmed::text, true),
          set_config('app.aal', coalesce(caller.aal, ''), true),
          set_config('app.request_id', coalesce(p_request_id, ''), true),
          set_config('app.address', coalesce(p_address, ''), true);
  if caller.is_demo then
    perform set_config('app.is_demo', 'true', true), set_config('transaction_read_only', 'on', true);
  end if;
  -- last, because from here on the transaction has only the role's rights
  perform set_config('role', caller.role, true);
  return query select caller.problem, caller.role, caller.email_confirmed, caller.aal, caller.clinic_id,
    caller.clinic_subdomain, caller.membership_id, caller.member_role, caller.is_read_only, caller.patient_id, level,
    caller.is_demo;
end $$;
grant execute on function app.enter(uuid, uuid, text, text, text, uuid) to carefold_login;

-- Whether this transaction is a demo's, of which no read is recorded.
create function app.is_demo() returns boolean language sql stable set search_path = ''
  return coalesce(current_setting('app.is_demo', true), '') = 'true' and current_setting('transaction_read_only') = 'on';
grant execute on function app.is_demo() to anon, authenticated, clinic_patient, clinic_guardian, clinic_staff, clinic_admin, system;

-- As in 0030, but for a demo's reads: a read-only transaction can record nothing, and whom it meets is invented.
create or replace function app.record_read(p_details jsonb, p_patients uuid[], p_counted bigint, p_purpose text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- counted only for pages so large that not all of their patients may be named
  different integer;
begin
  if app.is_demo() then return; end if;
  if p_patients is null then
    -- a patient who meets nobody has asked about their own record
    if p_counted = 0 and current_setting('role') = 'clinic_patient' then return; end if;
    p_patients := '{}';
    p_details := p_details || case when p_counted is null then '{"failed": true}' else jsonb_build_object('counted', p_counted) end;
  end if;
  if current_setting('role') = 'clinic_patient' then
    -- policies show a patient nobody else's rows; if one ever did, it would be recorded
    p_patients := array_remove(p_patients, app.current_patient_id());
    if cardinality(p_patients) = 0 then return; end if;
  end if;
  if cardinality(p_patients) > 50 then
    p_patients := array(select distinct unnest(p_patients));
    different := cardinality(p_patients);
    p_patients := p_patients[:1000];
  end if;
  -- not by app.write_audit(): every read of health data would pay for the call
  insert into app.audit_log (clinic_id, actor_kind, actor_id, actor_role, acting_for, action, subject_type, purpose,
                             request_id, address, details, patient_ids, patient_count)
  values (current_setting('app.clinic_id')::uuid, 'person', current_setting('app.user_id')::uuid,
          substr(current_setting('role'), length('clinic_') + 1), nullif(current_setting('app.acting_for', true), '')::uuid,
          'record.read', 'patient', p_purpose,
          nullif(current_setting('app.request_id', true), ''), nullif(current_setting('app.address', true), ''),
          p_details, p_patients, coalesce(different, cardinality(p_patients)));
end $$;

-- As in 0150, but for a demo's reads.
create or replace function app.write_audit(p_action text, p_subject_type text, p_subject_id text, p_details jsonb, p_clinic_id uuid,
                                           p_patient_ids uuid[], p_purpose text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if p_action = 'record.read' and app.is_demo() then return; end if;
  if p_action is null or p_action !~ '^[a-z_]+\.[a-z_]+$' then
    raise exception 'an action is named like plan.published, not %', p_action using errcode = 'check_violation';
  end if;
  if p_action like 'auth.%' and p_clinic_id is not null then
    raise exception 'what the auth service does belongs to no clinic: %', p_action using errcode = 'check_violation';
  end if;
  insert into app.audit_log (clinic_id, actor_kind, actor_id, actor_role, acting_for, action, subject_type, subject_id, purpose,
                             request_id, address, details, patient_ids, patient_count)
  values (p_clinic_id,
          case when nullif(current_setting('app.user_id', true), '') is not null then 'person'
               when nullif(current_setting('app.purpose', true), '') is not null then 'system' else 'visitor' end,
          nullif(current_setting('app.user_id', true), '')::uuid,
          case when nullif(current_setting('app.acting_for', true), '') is not null then 'guardian'
               else case current_setting('role') when 'clinic_admin' then 'admin' when 'clinic_staff' then 'staff'
                                                 when 'clinic_patient' then 'patient' end end,
          nullif(current_setting('app.acting_for', true), '')::uuid,
          p_action, p_subject_type, p_subject_id,
          coalesce(p_purpose, nullif(current_setting('app.purpose', true), '')),
          nullif(current_setting('app.request_id', true), ''), nullif(current_setting('app.address', true), ''),
          coalesce(p_details, '{}'), p_patient_ids[:1000], cardinality(p_patient_ids));
end $$;
