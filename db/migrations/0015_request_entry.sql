-- The only way into a transaction (docs/decisions/0002).

-- The ids of app.opened_ids(). A payer's subscriptions open their plans; what a reader is asked to read opens lessons and
-- programs. Null: none of them.
create function app.ids_opened_to(p_clinic_id uuid, p_payer uuid, p_reader uuid) returns uuid[]
language plpgsql stable set search_path = '' as $$
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
grant execute on function app.ids_opened_to(uuid, uuid, uuid) to system;

-- Why a claimed session is not live.
create function app.session_problem(p_user_id uuid, p_session_id uuid) returns text
language plpgsql stable set search_path = '' as $$
declare
  person record;
begin
  select u.banned_until, s.id as session_id into person
    from auth.users u left join auth.sessions s on s.id = p_session_id and s.user_id = u.id
   where u.id = p_user_id and u.deleted_at is null;
  return case when not found then 'user_not_found' when person.banned_until > now() then 'user_banned'
              when person.session_id is null then 'session_not_found' else 'session_expired' end;
end $$;
grant execute on function app.session_problem(uuid, uuid) to system;

-- The fields of an entered person, and the rights of a guardian's access instead of the person's, so a page about another
-- person can never show the caller's record. The second step that a clinic requires of its team is not asked of a guardian.
create function app.as_guardian(p_entered text[], p_guardianship uuid) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  ward record;
begin
  p_entered[4:6] := '{"","",""}';
  p_entered[7] := replace(split_part(p_entered[7], ' write', 1), 'team', 'health') || ' write';
  p_entered[9] := '';
  p_entered[13:14] := '{"",""}';
  if p_entered[8]::boolean then
    select g.patient_id, g.access into ward
      from app.resolve_guardian(p_entered[1]::uuid, p_entered[3]::uuid, p_guardianship) g;
    p_entered[4] := coalesce(ward.patient_id::text, '');
    p_entered[6] := coalesce(ward.access, '');
  end if;
  return p_entered;
end $$;
grant execute on function app.as_guardian(text[], uuid) to system;

-- Enters as a person: looks the caller up in rows, because a token only claims who is calling, writes the settings of the
-- transaction, and returns the role to switch to. A function that runs as its owner cannot switch; until then the login role may
-- read nothing:
--   select set_config('role', app.enter(...), true)
--
-- Every request pays for each look-up, setting and statement, so this is one look-up of the clinic, one query and one setting,
-- app.caller, whose fields are separated by `|` (docs/decisions/0199). The functions of db/migrations/0001_roles_and_context.sql read
--   1 user, 2 session, 3 clinic, 4 patient, 5 own patient record, 6 a guardian's access, 7 rights, 8 whether the address is
--   confirmed, 9 permission sets, 10 opened ids
-- and the server reads also (server/platform/database/entered-actor.ts)
--   11 problem, 12 subdomain, 13 membership, 14 role of the member
-- 15 is the API key of a program (app.enter_api_key).
-- Rights are words: `health` where nothing requires a second step or the session rests on one (`aal2`), else the reason: `own`
-- for a person who has set up a factor, `team` where the clinic requires it of its team; and `write`.
--
-- With p_guardianship the transaction has the rights of that access. A demo's transaction is read-only for good
-- (docs/decisions/0086). Settings end with the transaction: session-level ones would leak through a pool.
-- stable: a volatile function takes a snapshot for each statement, and this one writes only settings
-- security definer: the login role may read nothing
create function app.enter(p_user_id uuid, p_session_id uuid, p_subdomain text, p_request_id text, p_address text,
                          p_guardianship uuid default null)
returns text language plpgsql stable security definer set search_path = '' as $$
declare
  -- a value, so that the tables of clinics are read on one node
  clinic uuid := (select c.id from public.clinics c where c.subdomain = p_subdomain);
  role text;
  own_patient uuid;
  is_demo boolean;
  caller text;
  others text;
  fields text[];
begin
  select case when u.id is null then 'anon' when not x.is_member then 'authenticated'
              when m.is_billing_only then 'clinic_billing_only' when m.role = 'admin' then 'clinic_admin'
              when m.role = 'patient' then 'clinic_patient' else 'clinic_staff' end,
         x.own_patient, s.is_demo,
         set_config('app.request_id', coalesce(p_request_id, ''), true)
           || set_config('app.address', coalesce(p_address, ''), true),
         set_config('app.caller', format('%s|%s|%s|%s|%s||%s|%s|%s|||%s|%s|%s',
           u.id, p_session_id, clinic, case when x.is_member and not m.is_billing_only then p.id end, x.own_patient,
           concat_ws(' ',
             case when exists (select 1 from auth.session_methods f where f.session_id = s.id and f.factor_id is not null)
                  then 'health aal2'
                  when exists (select 1 from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') then 'own'
                  when x.is_member and m.role <> 'patient'
                       and coalesce((select f.requires_mfa from public.clinic_security f where f.clinic_id = clinic), true) then 'team'
                  else 'health' end,
             case when x.is_member and m.is_read_only then null else 'write' end),
           u.email_confirmed_at is not null, case when x.is_member then m.permission_sets end,
           case when clinic is not null then p_subdomain end,
           case when x.is_member then m.id end,
           -- no role of the team, so that code which forgets the Billing role refuses it
           case when x.is_member and not m.is_billing_only then m.role end), true)
    into role, own_patient, is_demo, others, caller
    from (select 1) one
    left join (auth.users u join auth.sessions s on s.user_id = u.id)
           on u.id = p_user_id and u.deleted_at is null and coalesce(u.banned_until <= now(), true)
          and s.id = p_session_id and coalesce(s.not_after > now(), true)
    left join public.clinic_memberships m on m.clinic_id = clinic and m.user_id = u.id and m.ended_at is null
    left join public.patients p on p.clinic_id = clinic and p.user_id = m.user_id
   cross join lateral (
     -- without a proven address a person belongs to no clinic, whatever the rows say (docs/threats.md T31)
     select coalesce(m.status = 'active', false) and coalesce(u.email_confirmed_at, u.phone_confirmed_at) is not null as is_member,
            case when m.role = 'patient' and m.status in ('active', 'pending') then p.id end as own_patient) x;
  if role = 'anon' then
    if p_user_id is null then return role; end if;
    fields := string_to_array(caller, '|');
    fields[11] := app.session_problem(p_user_id, p_session_id);
  elsif p_guardianship is not null and split_part(caller, '|', 3) <> '' then
    role := 'clinic_guardian';
    fields := app.as_guardian(string_to_array(caller, '|'), p_guardianship);
    own_patient := null;
  elsif own_patient is not null then
    fields := string_to_array(caller, '|');
  end if;
  if fields is not null then
    -- health data: the second step is asked of patients and guardians, not of a person whose membership is pending
    if role <> 'anon' then
      fields[10] := coalesce(app.ids_opened_to(fields[3]::uuid, own_patient,
        case when fields[7] like '%health%' and (role = 'clinic_patient' or fields[6] = 'full') then nullif(fields[4], '')::uuid end)::text, '');
    end if;
    perform set_config('app.caller', array_to_string(fields, '|'), true);
  end if;
  if is_demo then
    perform set_config('app.is_demo', 'true', true), set_config('transaction_read_only', 'on', true);
  end if;
  return role;
end $$;
alter function app.enter(uuid, uuid, text, text, text, uuid) owner to system;
grant execute on function app.enter(uuid, uuid, text, text, text, uuid) to carefold_login;

-- Enters as the server itself, for one named purpose.
create function app.enter_system(p_purpose text, p_request_id text) returns void language plpgsql as $$
begin
  perform set_config('app.purpose', p_purpose, true),
          set_config('app.request_id', coalesce(p_request_id, ''), true);
  perform set_config('role', 'system', true);
end $$;
grant execute on function app.enter_system(text, text) to carefold_login;

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
                    where m.session_id = app.current_session_id() and m.factor_id is not null));
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
    perform set_config('app.caller', concat_ws('|', app.current_user_id(), app.current_session_id(), supported), true),
            set_config('role', 'clinic_support', true);
  end if;
  return supported;
end $$;
grant execute on function app.enter_support(uuid, timestamptz) to authenticated;
