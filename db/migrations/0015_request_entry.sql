-- The only way into a transaction (docs/decisions/0002).
--
-- Looks the caller up in rows: a token only claims who is calling. second_step: passed where the session rests on a second
-- factor or nothing requires one. A person who has set up a factor requires it of themselves (missing), and a clinic requires it
-- of its team (missing for the team).
-- security definer: the login role may read nothing
create function app.resolve_caller(p_user_id uuid, p_session_id uuid, p_subdomain text)
returns table (problem text, role text, email_confirmed boolean, aal text, clinic_id uuid, clinic_subdomain text,
               membership_id uuid, member_role text, is_read_only boolean, permission_sets text[],
               patient_id uuid, own_patient_id uuid, is_demo boolean, second_step text, shows_brand boolean)
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
  second_step := 'passed';
  shows_brand := false;
  if p_user_id is not null then
    select u.email_confirmed_at, u.phone_confirmed_at, u.banned_until, s.id as session_id, s.not_after, s.is_demo,
           exists (select 1 from auth.session_methods m
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
    if not person.has_second_step
       and exists (select 1 from auth.mfa_factors f where f.user_id = p_user_id and f.status = 'verified') then
      second_step := 'missing';
    end if;
  end if;
  if p_subdomain is not null then
    select c.id, c.subdomain, exists (select 1 from public.clinic_brands b where b.clinic_id = c.id) as has_brand
      into found_clinic from public.clinics c where c.subdomain = p_subdomain;
    clinic_id := found_clinic.id;
    clinic_subdomain := found_clinic.subdomain;
    if found_clinic.has_brand then shows_brand := app.has_white_labeling(clinic_id); end if;
  end if;
  -- without a proven address a person belongs to no clinic, whatever the rows say (docs/threats.md T31)
  if clinic_id is not null and is_proven then
    select m.id, m.role, m.is_read_only, m.permission_sets into membership from public.clinic_memberships m
     where m.clinic_id = found_clinic.id and m.user_id = p_user_id and m.status = 'active' and m.ended_at is null;
    if found then
      membership_id := membership.id;
      member_role := membership.role;
      is_read_only := membership.is_read_only;
      permission_sets := membership.permission_sets;
      if second_step = 'passed' and not person.has_second_step and membership.role <> 'patient'
         and coalesce((select s.requires_mfa from public.clinic_security s where s.clinic_id = found_clinic.id), true) then
        second_step := 'missing for the team';
      end if;
      role := case membership.role when 'admin' then 'clinic_admin' when 'patient' then 'clinic_patient' else 'clinic_staff' end;
      select p.id into patient_id from public.patients p where p.clinic_id = found_clinic.id and p.user_id = p_user_id;
      if member_role = 'patient' then own_patient_id := patient_id; end if;
    end if;
  end if;
  if clinic_id is not null and role = 'authenticated' then
    select p.id into own_patient_id from public.patients p
      join public.clinic_memberships m on m.clinic_id = p.clinic_id and m.user_id = p.user_id
     where p.clinic_id = found_clinic.id and p.user_id = p_user_id
       and m.role = 'patient' and m.status in ('active', 'pending') and m.ended_at is null;
  end if;
  return next;
end $$;
alter function app.resolve_caller(uuid, uuid, text) owner to system;
grant execute on function app.resolve_caller(uuid, uuid, text) to carefold_login;

-- The ids of app.opened_ids(). A payer's subscriptions open their plans; what a reader is asked to read opens lessons and
-- programs. Null: none of them.
-- security definer: the login role may read nothing
create function app.ids_opened_to(p_clinic_id uuid, p_payer uuid, p_reader uuid) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select distinct x.id from (
      select unnest(array[s.id, s.plan_id, s.version_id, s.coupon_id]) as id
        from public.subscriptions s where s.clinic_id = p_clinic_id and s.owner_patient_id = p_payer
      union all
      select a.version_id from public.lesson_assignments a
       where a.clinic_id = p_clinic_id and a.patient_id = p_reader and a.withdrawn_at is null and a.opens_at <= app.now()
      union all
      select e.program_id from public.program_enrollments e
       where e.clinic_id = p_clinic_id and e.patient_id = p_reader and e.ended_at is null) x
     where x.id is not null);
end $$;
alter function app.ids_opened_to(uuid, uuid, uuid) owner to system;
grant execute on function app.ids_opened_to(uuid, uuid, uuid) to carefold_login;

-- Enters as the server itself, for one named purpose.
create function app.enter_system(p_purpose text, p_request_id text) returns void language plpgsql as $$
begin
  perform set_config('app.purpose', p_purpose, true),
          set_config('app.request_id', coalesce(p_request_id, ''), true);
  perform set_config('role', 'system', true);
end $$;
grant execute on function app.enter_system(text, text) to carefold_login;

-- Enters as a person. With p_guardianship the transaction has the rights of that access and none of the caller's own, so a page
-- about another person can never show the caller's record. A demo's transaction is read-only for good (docs/decisions/0086).
-- Settings end with the transaction: session-level ones would leak through a pool.
create function app.enter(p_user_id uuid, p_session_id uuid, p_subdomain text, p_request_id text, p_address text,
                          p_guardianship uuid default null)
returns table (problem text, role text, email_confirmed boolean, aal text, clinic_id uuid, clinic_subdomain text,
               membership_id uuid, member_role text, is_read_only boolean, permission_sets text[],
               patient_id uuid, guardian_access text, is_demo boolean)
language plpgsql as $$
declare
  caller record;
  ward record;
  level text;
  reader uuid;
  opened uuid[];
begin
  select * into caller from app.resolve_caller(p_user_id, p_session_id, p_subdomain);
  if p_guardianship is not null and caller.role <> 'anon' and caller.clinic_id is not null then
    caller.role := 'clinic_guardian';
    caller.membership_id := null;
    caller.member_role := null;
    caller.is_read_only := null;
    caller.permission_sets := null;
    caller.patient_id := null;
    caller.own_patient_id := null;
    if caller.second_step = 'missing for the team' then caller.second_step := 'passed'; end if;
    if caller.email_confirmed then
      select g.patient_id, g.access into ward from app.resolve_guardian(p_user_id, caller.clinic_id, p_guardianship) g;
      if found then
        caller.patient_id := ward.patient_id;
        level := ward.access;
      end if;
    end if;
  end if;
  -- health data: the second step is asked of patients and guardians, not of a person whose membership is pending
  if caller.second_step = 'passed' and (caller.role = 'clinic_patient' or level = 'full') then reader := caller.patient_id; end if;
  if reader is not null or caller.role = 'authenticated' and caller.own_patient_id is not null then
    opened := app.ids_opened_to(caller.clinic_id, caller.own_patient_id, reader);
  end if;
  perform set_config('app.user_id', case when caller.problem is null then coalesce(p_user_id::text, '') else '' end, true),
          set_config('app.session_id', coalesce(p_session_id::text, ''), true),
          set_config('app.clinic_id', coalesce(caller.clinic_id::text, ''), true),
          set_config('app.membership_id', coalesce(caller.membership_id::text, ''), true),
          set_config('app.permission_sets', coalesce(caller.permission_sets::text, ''), true),
          set_config('app.patient_id', coalesce(caller.patient_id::text, ''), true),
          set_config('app.own_patient_id', coalesce(caller.own_patient_id::text, ''), true),
          set_config('app.opened_ids', coalesce(opened::text, ''), true),
          set_config('app.guardian_access', coalesce(level, ''), true),
          set_config('app.acting_for', case when level is null then '' else caller.patient_id::text end, true),
          set_config('app.email_confirmed', caller.email_confirmed::text, true),
          set_config('app.aal', coalesce(caller.aal, ''), true),
          set_config('app.rights', concat_ws(' ', case when caller.second_step = 'passed' then 'health' end,
                                             case when caller.is_read_only then null else 'write' end,
                                             case when caller.shows_brand then 'brand' end), true),
          set_config('app.request_id', coalesce(p_request_id, ''), true),
          set_config('app.address', coalesce(p_address, ''), true);
  if caller.is_demo then
    perform set_config('app.is_demo', 'true', true), set_config('transaction_read_only', 'on', true);
  end if;
  -- last, because from here on the transaction has only the role's rights
  perform set_config('role', caller.role, true);
  return query select caller.problem, caller.role, caller.email_confirmed, caller.aal, caller.clinic_id,
    caller.clinic_subdomain, caller.membership_id, caller.member_role, caller.is_read_only,
    caller.permission_sets, caller.patient_id, level,
    caller.is_demo;
end $$;
grant execute on function app.enter(uuid, uuid, text, text, text, uuid) to carefold_login;

create table app.support_access (
  id         uuid default gen_random_uuid(),
  clinic_id  uuid not null references public.clinics on delete restrict,
  reason     text not null constraint support_access_reason_check check (length(btrim(reason)) between 10 and 500),
  asked_by   uuid references auth.users on delete set null,
  asked_at   timestamptz not null,
  decided_by uuid references auth.users on delete set null,
  decided_at timestamptz,
  -- set by the approval alone
  ends_at    timestamptz,
  ended_by   uuid references auth.users on delete set null,
  ended_at   timestamptz,
  primary key (clinic_id, id),
  constraint support_access_ends_check check (ends_at is null or decided_at is not null),
  constraint support_access_an_hour check (ends_at <= decided_at + interval '60 minutes')
);
comment on table app.support_access is 'The operator''s requests for access to a clinic: the reason, who approved it, and until when.';
create unique index support_access_open_key on app.support_access (clinic_id) where ended_at is null;
create index support_access_asked_idx on app.support_access (clinic_id, asked_at desc);
create index support_access_asked_by_idx on app.support_access (asked_by);
create index support_access_decided_by_idx on app.support_access (decided_by);
create index support_access_ended_by_idx on app.support_access (ended_by);
create index support_access_id_idx on app.support_access (id);

alter table app.support_access enable row level security;
alter table app.support_access force row level security;
create policy support_access_all_system on app.support_access to system using (true) with check (true);
grant select, insert, update on app.support_access to system;

-- The clinic of a support access that is live at p_at, for the person who asked for it and took a second step; null: none.
-- security definer: no client may read accesses
create function app.live_support(p_access uuid, p_at timestamptz) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select s.clinic_id from app.support_access s
     where s.id = p_access and s.asked_by = app.current_user_id() and s.ended_at is null and s.ends_at > p_at
       and exists (select 1 from auth.session_methods m
                    where m.session_id = nullif(current_setting('app.session_id', true), '')::uuid and m.factor_id is not null));
end $$;
alter function app.live_support(uuid, timestamptz) owner to system;
grant execute on function app.live_support(uuid, timestamptz) to authenticated;

-- Continues as support of that clinic, with that role's rights alone, until the transaction ends. Returns null and changes
-- nothing without a live access.
create function app.enter_support(p_access uuid, p_at timestamptz) returns uuid language plpgsql set search_path = '' as $$
declare
  supported uuid := app.live_support(p_access, p_at);
begin
  if supported is not null then
    perform set_config('app.clinic_id', supported::text, true), set_config('app.membership_id', '', true),
            set_config('app.patient_id', '', true), set_config('app.own_patient_id', '', true),
            set_config('app.opened_ids', '', true), set_config('role', 'clinic_support', true);
  end if;
  return supported;
end $$;
grant execute on function app.enter_support(uuid, timestamptz) to authenticated;
