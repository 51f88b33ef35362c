-- 0150_create_guardians.sql: people who look after a patient who is under age (docs/domain-rules.md rule 28, rule 29, goal 8;
-- docs/decisions/0080).
--
-- A guardian needs no membership: the row here is their only right, for one patient of one clinic. What they may read depends on
-- the patient's age today, in the clinic's zone, and is found anew at every request: no job has to run for a right to end.
do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'clinic_guardian') then
    create role clinic_guardian nologin noinherit;
  end if;
  grant clinic_guardian to carefold_login;
end $$;
comment on role clinic_guardian is 'Acts for one patient who is under age, and for nobody else: not for themselves either.';
grant usage on schema app, public to clinic_guardian;

-- The ages of a clinic's guardian ladder; without a row, 12 and 18.
create table public.guardian_rules (
  clinic_id    uuid primary key references public.clinics on delete restrict,
  -- from this age on a guardian sees only what they have booked themselves
  limited_from integer not null constraint guardian_rules_limited_check check (limited_from between 0 and 21),
  -- at this age every guardian's access ends
  ends_at      integer not null constraint guardian_rules_ends_check check (ends_at between 14 and 21),
  -- whether the team is asked, when access becomes limited, to invite the young person to a portal of their own
  invites      boolean not null,
  version      integer not null default 1 constraint guardian_rules_version_check check (version > 0),
  updated_at   timestamptz not null,
  constraint guardian_rules_order_check check (limited_from <= ends_at)
);
comment on table public.guardian_rules is 'From which ages guardians of a clinic''s patients see less, and nothing; without a row, 12 and 18.';
alter table public.guardian_rules enable row level security;
alter table public.guardian_rules force row level security;
create policy guardian_rules_select_team on public.guardian_rules for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy guardian_rules_all_system on public.guardian_rules to system using (true) with check (true);
grant select on public.guardian_rules to clinic_staff, clinic_admin;
grant select, insert, update on public.guardian_rules to system;

create table public.patient_guardians (
  id          uuid primary key default gen_random_uuid(),
  clinic_id   uuid not null references public.clinics on delete restrict,
  -- who is looked after
  patient_id  uuid not null,
  -- to whom access was offered; it is theirs once they have proven this address and accepted
  email       text not null constraint patient_guardians_email_check check (email = lower(email)),
  -- how the team calls them
  full_name   text not null constraint patient_guardians_name_check
                check (length(btrim(full_name)) between 1 and 200 and app.is_one_line(full_name)),
  -- empty until accepted, and once the account is deleted
  user_id     uuid references auth.users on delete set null,
  -- the most that the clinic grants; age may make it less
  access      text not null constraint patient_guardians_access_check check (access in ('full', 'limited')),
  -- the last day, where there is one other than the birthday: of a foster placement
  until_on    date,
  -- who agreed, in the team's words
  agreed_by   text not null constraint patient_guardians_agreed_check
                check (length(btrim(agreed_by)) between 1 and 200 and app.is_one_line(agreed_by)),
  added_by    uuid references auth.users on delete set null,
  created_at  timestamptz not null,
  -- the offer is void from then on
  expires_at  timestamptz not null,
  accepted_at timestamptz,
  -- the young person has asked the team to end it
  end_asked_at timestamptz,
  -- since when the ladder's lower step counts, as announced
  limited_at  timestamptz,
  ended_at    timestamptz,
  ended_by    uuid references auth.users on delete set null,
  ended_because text constraint patient_guardians_because_check check (ended_because in ('team', 'guardian', 'age', 'date')),
  constraint patient_guardians_clinic_key unique (clinic_id, id),
  constraint patient_guardians_ended_check check ((ended_at is null) = (ended_because is null)),
  constraint patient_guardians_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.patient_guardians is
  'Health data: who may act for a patient who is under age, since when, until when, and who agreed. Rows are ended, never deleted.';
create unique index patient_guardians_live_key on public.patient_guardians (clinic_id, patient_id, email) where ended_at is null;
create unique index patient_guardians_person_key on public.patient_guardians (clinic_id, patient_id, user_id)
  where ended_at is null and user_id is not null;
create index patient_guardians_user_idx on public.patient_guardians (user_id);
create index patient_guardians_email_idx on public.patient_guardians (email) where accepted_at is null and ended_at is null;
create index patient_guardians_added_by_idx on public.patient_guardians (added_by);
create index patient_guardians_ended_by_idx on public.patient_guardians (ended_by);

-- A change of a guardian's access is a business action, about the patient.
-- security definer (owned by system), because nobody may write the audit trail directly
create function app.record_guardian_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.write_audit(
    case when tg_op = 'INSERT' then 'guardian.added'
         when new.ended_at is not null and old.ended_at is null then 'guardian.ended'
         when new.accepted_at is not null and old.accepted_at is null then 'guardian.accepted'
         when new.limited_at is not null and old.limited_at is null then 'guardian.limited'
         when new.end_asked_at is not null and old.end_asked_at is null then 'guardian.end_asked' else 'guardian.changed' end,
    'guardian', new.id::text,
    jsonb_strip_nulls(jsonb_build_object('guardian', new.user_id, 'access', new.access, 'because', new.ended_because)),
    new.clinic_id, array[new.patient_id], null);
  return null;
end $$;
alter function app.record_guardian_change() owner to system;
create trigger patient_guardians_record_change after insert or update on public.patient_guardians
  for each row execute function app.record_guardian_change();

alter table public.patient_guardians enable row level security;
alter table public.patient_guardians force row level security;
create policy patient_guardians_select_team on public.patient_guardians for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
-- the young person sees who can read what
create policy patient_guardians_select_own on public.patient_guardians for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id()));
create policy patient_guardians_all_system on public.patient_guardians to system using (true) with check (true);
select app.guard_health_data('public.patient_guardians');
grant select on public.patient_guardians to clinic_staff, clinic_admin;
grant select (id, clinic_id, patient_id, full_name, access, until_on, created_at, accepted_at, end_asked_at, ended_at, ended_because)
  on public.patient_guardians to clinic_patient;
grant select, insert, update on public.patient_guardians to system;

-- Whole years on a calendar day. Who was born on February 29 turns a year older on March 1 of a common year: as `ageOn` in
-- domain/plans/household.ts.
create function app.age_on(p_born_on date, p_day date) returns integer language sql immutable
  return (extract(year from p_day) - extract(year from p_born_on))::integer
         - case when (extract(month from p_day), extract(day from p_day)) < (extract(month from p_born_on), extract(day from p_born_on))
                then 1 else 0 end;
grant execute on function app.age_on(date, date) to system;

-- What a guardian may read: full, limited, or null for nothing. Without a date of birth nobody can say, so it is nothing.
create function app.guardian_level(p_access text, p_born_on date, p_day date, p_limited_from integer, p_ends_at integer)
returns text language sql immutable
  return case when p_born_on is null or app.age_on(p_born_on, p_day) >= p_ends_at then null
              when p_access = 'limited' or app.age_on(p_born_on, p_day) >= p_limited_from then 'limited'
              else 'full' end;
grant execute on function app.guardian_level(text, date, date, integer, integer) to system;

-- Every accepted access that has not been ended, with what it allows now, in the clinic's zone.
create view app.live_guardians with (security_invoker = true) as
  select g.id, g.clinic_id, g.patient_id, g.user_id, g.access as granted, g.until_on, g.limited_at, d.date_of_birth as born_on,
         (app.now() at time zone c.time_zone)::date as today,
         coalesce(r.limited_from, 12) as limited_from, coalesce(r.ends_at, 18) as ends_at, coalesce(r.invites, true) as invites,
         case when g.until_on is null or (app.now() at time zone c.time_zone)::date <= g.until_on
              then app.guardian_level(g.access, d.date_of_birth, (app.now() at time zone c.time_zone)::date,
                                      coalesce(r.limited_from, 12), coalesce(r.ends_at, 18)) end as level
    from public.patient_guardians g
    join public.clinics c on c.id = g.clinic_id
    left join public.guardian_rules r on r.clinic_id = g.clinic_id
    left join public.patient_details d on d.clinic_id = g.clinic_id and d.patient_id = g.patient_id
   where g.accepted_at is not null and g.ended_at is null;
comment on view app.live_guardians is 'Health data: guardians with what their access allows today; level is null once a birthday has ended it.';
grant select on app.live_guardians to system;

-- For whom a person acts by an access of theirs, and how far. No row for an unknown access, another person's, another clinic's,
-- one that has ended by anybody's hand or by age, and for a person whom the clinic has suspended.
-- plpgsql, so that its plan is kept (see app.now)
-- security definer (owned by system), because the login role may read nothing
create function app.resolve_guardian(p_user_id uuid, p_clinic_id uuid, p_guardianship uuid)
returns table (patient_id uuid, access text)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select g.patient_id, g.level from app.live_guardians g
     where g.id = p_guardianship and g.clinic_id = p_clinic_id and g.user_id = p_user_id and g.level is not null
       and not exists (select from public.clinic_memberships m
                        where m.clinic_id = p_clinic_id and m.user_id = p_user_id and m.ended_at is null
                          and m.suspended_at is not null);
end $$;
alter function app.resolve_guardian(uuid, uuid, uuid) owner to system;
grant execute on function app.resolve_guardian(uuid, uuid, uuid) to carefold_login;

-- Enters as a person; with p_guardianship for the patient whom they look after, by that access alone: own rights at the clinic do
-- not count, and where the access is none, nothing does. So a page about somebody else can never show one's own record.
-- Settings end with the transaction: session-level ones would leak through a pool.
drop function app.enter(uuid, uuid, text, text, text);
create function app.enter(p_user_id uuid, p_session_id uuid, p_subdomain text, p_request_id text, p_address text,
                          p_guardianship uuid default null)
returns table (problem text, role text, email_confirmed boolean, aal text, clinic_id uuid, clinic_subdomain text,
               membership_id uuid, member_role text, is_read_only boolean, patient_id uuid, guardian_access text)
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
  -- last, because from here on the transaction has only the role's rights
  perform set_config('role', caller.role, true);
  return query select caller.problem, caller.role, caller.email_confirmed, caller.aal, caller.clinic_id,
    caller.clinic_subdomain, caller.membership_id, caller.member_role, caller.is_read_only, caller.patient_id, level;
end $$;
grant execute on function app.enter(uuid, uuid, text, text, text, uuid) to carefold_login;

-- The patient whom this request acts for, where the access is full; null for a limited one and for everybody else.
create function app.ward_in_full() returns uuid language sql stable
  return case when current_setting('app.guardian_access', true) = 'full' then app.current_patient_id() end;
grant execute on function app.ward_in_full() to clinic_guardian;
grant execute on function app.current_user_id(), app.current_clinic_id(), app.current_patient_id(), app.current_request_id(),
  app.has_confirmed_email(), app.is_client(), app.now(), app.may_use_health_data(),
  app.record_read(jsonb, uuid[], bigint, text), app.record_audit(text, text, text, jsonb, uuid) to clinic_guardian;

create or replace function app.is_client() returns boolean language sql stable
  return current_user in ('anon', 'authenticated', 'clinic_patient', 'clinic_staff', 'clinic_admin', 'clinic_guardian');

-- A table guarded from now on is guarded for guardians too.
create or replace function app.guard_health_data(p_table regclass) returns void language plpgsql as $$
begin
  execute format('create policy %I on %s as restrictive to clinic_patient, clinic_guardian, clinic_staff, clinic_admin
                    using ((select app.may_use_health_data())) with check ((select app.may_use_health_data()))',
                 (select relname from pg_catalog.pg_class where oid = p_table) || '_second_step', p_table);
end $$;

-- What a guardian does is recorded as theirs, whichever role writes the row.
create or replace function app.write_audit(p_action text, p_subject_type text, p_subject_id text, p_details jsonb, p_clinic_id uuid,
                                           p_patient_ids uuid[], p_purpose text)
returns void language plpgsql security definer set search_path = '' as $$
begin
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
