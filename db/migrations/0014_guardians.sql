-- Guardians: people who act for a minor patient (docs/domain-rules.md goal 8, docs/decisions/0080). The ages of a clinic's
-- ladder; without a row, 12 and 18.
create table public.guardian_rules (
  clinic_id    uuid primary key references public.clinics on delete restrict,
  -- from this age on a guardian sees only the visits they have booked themselves
  limited_from integer not null constraint guardian_rules_limited_check check (limited_from between 0 and 21),
  -- at this age every guardian's access ends
  ends_at      integer not null constraint guardian_rules_ends_check check (ends_at between 14 and 21),
  -- whether the team is asked, when access becomes limited, to invite the young person to their own portal
  invites      boolean not null,
  version      integer not null default 1 constraint guardian_rules_version_check check (version > 0),
  updated_at   timestamptz not null,
  constraint guardian_rules_order_check check (limited_from <= ends_at)
);
comment on table public.guardian_rules is
  'The ages from which guardians of a clinic''s patients have limited access and then no access; without a row, 12 and 18.';
create trigger guardian_rules_are_erased_by_retention before delete on public.guardian_rules
  for each statement execute function app.refuse_unless_erasing();

alter table public.guardian_rules enable row level security;
alter table public.guardian_rules force row level security;
create policy guardian_rules_select_team on public.guardian_rules for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy guardian_rules_all_system on public.guardian_rules to system using (true) with check (true);
grant select on public.guardian_rules to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.guardian_rules to system;

create table public.patient_guardians (
  id            uuid default gen_random_uuid(),
  clinic_id     uuid not null references public.clinics on delete restrict,
  patient_id    uuid not null,
  -- the address to which access was offered; it takes effect once a person has proven this address and accepted
  email         text not null constraint patient_guardians_email_check check (email = lower(email)),
  full_name     text not null constraint patient_guardians_name_check
                  check (length(btrim(full_name)) between 1 and 200 and app.is_one_line(full_name)),
  -- empty until accepted, and once the account is deleted
  user_id       uuid references auth.users on delete set null,
  -- the most that the clinic grants; age may reduce it
  access        text not null constraint patient_guardians_access_check check (access in ('full', 'limited')),
  -- the last day of access, if it is before the age limit, such as in a foster placement
  until_on      date,
  -- who agreed, in the team's words
  agreed_by     text not null constraint patient_guardians_agreed_check
                  check (length(btrim(agreed_by)) between 1 and 200 and app.is_one_line(agreed_by)),
  added_by      uuid references auth.users on delete set null,
  created_at    timestamptz not null,
  -- the offer is void from then on
  expires_at    timestamptz not null,
  accepted_at   timestamptz,
  end_asked_at  timestamptz,
  -- since when the ladder's limited access applies, as announced
  limited_at    timestamptz,
  ended_at      timestamptz,
  ended_by      uuid references auth.users on delete set null,
  ended_because text constraint patient_guardians_because_check check (ended_because in ('team', 'guardian', 'age', 'date')),
  primary key (clinic_id, id),
  constraint patient_guardians_ended_check check ((ended_at is null) = (ended_because is null)),
  constraint patient_guardians_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.patient_guardians is
  'Health data: who may act for a minor patient, from when until when, and who agreed. Rows are ended, never deleted.';
create unique index patient_guardians_live_key on public.patient_guardians (clinic_id, patient_id, email) where ended_at is null;
create unique index patient_guardians_person_key on public.patient_guardians (clinic_id, patient_id, user_id)
  where ended_at is null and user_id is not null;
create index patient_guardians_user_idx on public.patient_guardians (user_id);
create index patient_guardians_email_idx on public.patient_guardians (email) where accepted_at is null and ended_at is null;
create index patient_guardians_added_by_idx on public.patient_guardians (added_by);
create index patient_guardians_ended_by_idx on public.patient_guardians (ended_by);
create trigger patient_guardians_are_erased_by_retention before delete on public.patient_guardians
  for each statement execute function app.refuse_unless_erasing();

alter table public.patient_guardians enable row level security;
alter table public.patient_guardians force row level security;
create policy patient_guardians_select_team on public.patient_guardians for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
-- the young person sees who can read their record
create policy patient_guardians_select_own on public.patient_guardians for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id())
         and (select app.may_use_health_data()));
create policy patient_guardians_all_system on public.patient_guardians to system using (true) with check (true);
grant select (id, clinic_id, patient_id, full_name, access, until_on, created_at, accepted_at, end_asked_at, ended_at,
  ended_because) on public.patient_guardians to clinic_patient;
grant select on public.patient_guardians to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.patient_guardians to system;

-- A change of a guardian's access is a business action about the patient.
-- security definer: no role may write the audit trail
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

-- Whole years on a calendar day. A person born on February 29 turns a year older on March 1 of a common year: as `ageOn` in
-- domain/plans/household.ts.
create function app.age_on(p_born_on date, p_day date) returns integer language sql immutable
  return (extract(year from p_day) - extract(year from p_born_on))::integer
         - case when (extract(month from p_day), extract(day from p_day)) < (extract(month from p_born_on), extract(day from p_born_on))
                then 1 else 0 end;
grant execute on function app.age_on(date, date) to system;

-- The guardian's right to read: full, limited, or null for nothing. Without a date of birth it is nothing.
create function app.guardian_level(p_access text, p_born_on date, p_day date, p_limited_from integer, p_ends_at integer)
returns text language sql immutable
  return case when p_born_on is null or app.age_on(p_born_on, p_day) >= p_ends_at then null
              when p_access = 'limited' or app.age_on(p_born_on, p_day) >= p_limited_from then 'limited'
              else 'full' end;
grant execute on function app.guardian_level(text, date, date, integer, integer) to system;

-- Every accepted access that has not ended, with what it allows now, in the clinic's zone.
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
comment on view app.live_guardians is
  'Health data: guardians with what their access allows today; level is null once a birthday has ended it.';
grant select on app.live_guardians to system;

-- Resolves a person's live access to its patient and level; no row for a person suspended by the clinic.
create function app.resolve_guardian(p_user_id uuid, p_clinic_id uuid, p_guardianship uuid)
returns table (patient_id uuid, access text)
language plpgsql stable set search_path = '' as $$
begin
  return query
    select g.patient_id, g.level from app.live_guardians g
     where g.id = p_guardianship and g.clinic_id = p_clinic_id and g.user_id = p_user_id and g.level is not null
       and not exists (select 1 from public.clinic_memberships m
                        where m.clinic_id = p_clinic_id and m.user_id = p_user_id and m.ended_at is null
                          and m.suspended_at is not null);
end $$;
grant execute on function app.resolve_guardian(uuid, uuid, uuid) to system;

-- An account of an identity provider cannot be a guardian's: an offer of access belongs to a proven address.
-- security definer: no client reads accounts
create function app.refuse_sso_guardians() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from auth.users u where u.id = new.user_id and u.is_sso) then
    raise exception 'A single sign-on account cannot be a guardian.' using errcode = '42501';
  end if;
  return new;
end $$;
alter function app.refuse_sso_guardians() owner to system;
create trigger patient_guardians_refuse_sso before insert or update of user_id, ended_at on public.patient_guardians
  for each row when (new.user_id is not null and new.ended_at is null) execute function app.refuse_sso_guardians();
