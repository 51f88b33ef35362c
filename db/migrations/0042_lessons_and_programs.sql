-- Health programs: ordered sessions, which patients get one after the other (docs/specification.md B2.13, B3;
-- docs/domain-rules.md rule 43; docs/decisions/0063).
create table public.programs (
  id                   uuid default gen_random_uuid(),
  clinic_id            uuid not null references public.clinics on delete restrict,
  title                text not null check (length(btrim(title)) between 1 and 120 and app.is_one_line(title)),
  description          text not null default '' check (length(description) <= 300),
  category             text not null check (length(btrim(category)) between 2 and 40 and app.is_one_line(category)),
  emoji                text not null check (length(emoji) between 1 and 16),
  -- rolling: each patient's first day is the day they join; fixed: the same day for all, in the clinic's zone
  start                text not null check (start in ('rolling', 'fixed')),
  starts_on            date,
  -- days from one session to the next; 0: all at once
  interval_days        integer not null check (interval_days between 0 and 90),
  -- copied from Carefold's examples, and not changed since
  is_unchecked_example boolean not null default false,
  example_key          text check (length(example_key) <= 80),
  author_id            uuid references auth.users on delete set null,
  changed_by           uuid references auth.users on delete set null,
  version              integer not null default 1 constraint programs_version_check check (version > 0),
  created_at           timestamptz not null,
  updated_at           timestamptz not null,
  deleted_at           timestamptz,
  primary key (clinic_id, id),
  constraint programs_fixed_start check ((start = 'fixed') = (starts_on is not null))
);
comment on table public.programs is 'A health program of one clinic: its sessions are in program_sessions.';
create index programs_list_idx on public.programs (clinic_id, created_at desc);
create index programs_author_idx on public.programs (author_id);
create index programs_changed_by_idx on public.programs (changed_by);

alter table public.programs enable row level security;
alter table public.programs force row level security;
create policy programs_select_team on public.programs for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and deleted_at is null);
create policy programs_all_system on public.programs to system using (true) with check (true);
grant select (id, clinic_id, title, description, category, emoji) on public.programs to clinic_patient;
grant select on public.programs to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.programs to system;

create table public.program_sessions (
  id             uuid default gen_random_uuid(),
  clinic_id      uuid not null references public.clinics on delete restrict,
  program_id     uuid not null,
  -- from 0
  position       integer not null check (position between 0 and 99),
  title          text not null check (length(btrim(title)) between 1 and 120 and app.is_one_line(title)),
  description    text not null default '' check (length(description) <= 300),
  item_id        uuid,
  slides_item_id uuid,
  -- removed from the program; the row stays for patients who have it
  removed_at     timestamptz,
  primary key (clinic_id, id),
  constraint program_sessions_program_fkey foreign key (clinic_id, program_id)
    references public.programs (clinic_id, id) on delete cascade,
  constraint program_sessions_item_fkey foreign key (clinic_id, item_id)
    references public.content_items (clinic_id, id) on delete restrict,
  constraint program_sessions_slides_fkey foreign key (clinic_id, slides_item_id)
    references public.content_items (clinic_id, id) on delete restrict
);
comment on table public.program_sessions is 'The sessions of a program, in their order.';
create index program_sessions_program_idx on public.program_sessions (clinic_id, program_id, position);
create index program_sessions_item_idx on public.program_sessions (clinic_id, item_id);
create index program_sessions_slides_idx on public.program_sessions (clinic_id, slides_item_id);

alter table public.program_sessions enable row level security;
alter table public.program_sessions force row level security;
create policy program_sessions_select_team on public.program_sessions for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and removed_at is null);
create policy program_sessions_all_system on public.program_sessions to system using (true) with check (true);
grant select on public.program_sessions to clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update, delete on public.program_sessions to system;

create table public.program_plans (
  -- a separate id: with both references as its key the table would be a junction of clinics and plans for the data API, and an
  -- embed of plans in clinics ambiguous
  id         uuid default gen_random_uuid(),
  clinic_id  uuid not null references public.clinics on delete restrict,
  program_id uuid not null,
  plan_id    uuid not null,
  primary key (clinic_id, id),
  unique (clinic_id, program_id, plan_id),
  constraint program_plans_program_fkey foreign key (clinic_id, program_id)
    references public.programs (clinic_id, id) on delete cascade,
  constraint program_plans_plan_fkey foreign key (clinic_id, plan_id)
    references public.plans (clinic_id, id) on delete restrict
);
comment on table public.program_plans is 'Patients who join one of these plans are enrolled in the program.';
create index program_plans_plan_idx on public.program_plans (clinic_id, plan_id);

alter table public.program_plans enable row level security;
alter table public.program_plans force row level security;
create policy program_plans_select_team on public.program_plans for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy program_plans_all_system on public.program_plans to system using (true) with check (true);
grant select on public.program_plans to clinic_staff, clinic_admin;
grant select, insert, delete on public.program_plans to system;

create table public.program_enrollments (
  id            uuid default gen_random_uuid(),
  clinic_id     uuid not null references public.clinics on delete restrict,
  program_id    uuid not null,
  patient_id    uuid not null,
  source        text not null check (source in ('team', 'plan')),
  starts_on     date not null,
  interval_days integer not null check (interval_days between 0 and 90),
  enrolled_by   uuid references auth.users on delete set null,
  enrolled_at   timestamptz not null,
  ended_at      timestamptz,
  primary key (clinic_id, id),
  constraint program_enrollments_program_fkey foreign key (clinic_id, program_id)
    references public.programs (clinic_id, id) on delete restrict,
  constraint program_enrollments_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.program_enrollments is 'Health data: the programs that a patient is enrolled in, since when, and by whom.';
create unique index program_enrollments_open_key on public.program_enrollments (clinic_id, program_id, patient_id)
  where ended_at is null;
create index program_enrollments_program_idx on public.program_enrollments (clinic_id, program_id, enrolled_at);
create index program_enrollments_patient_idx on public.program_enrollments (clinic_id, patient_id, enrolled_at desc);
create index program_enrollments_enrolled_by_idx on public.program_enrollments (enrolled_by);
create trigger program_enrollments_are_erased_by_retention before delete on public.program_enrollments
  for each statement execute function app.refuse_unless_erasing();

alter table public.program_enrollments enable row level security;
alter table public.program_enrollments force row level security;
-- written only by audited actions
create policy program_enrollments_select_team on public.program_enrollments for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy program_enrollments_select_own on public.program_enrollments for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id()) and ended_at is null
         and (select app.may_use_health_data()));
create policy program_enrollments_all_system on public.program_enrollments to system using (true) with check (true);
grant select (id, clinic_id, program_id, patient_id, source, starts_on, interval_days, enrolled_at, ended_at)
  on public.program_enrollments to clinic_patient;
grant select (id, clinic_id, program_id, patient_id, source, starts_on, interval_days, enrolled_by, enrolled_at, ended_at)
  on public.program_enrollments to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.program_enrollments to system;

create policy programs_select_enrolled on public.programs for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and id = any ((select app.opened_ids())::uuid[]));
create policy program_sessions_select_enrolled on public.program_sessions for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and removed_at is null
         and program_id = any ((select app.opened_ids())::uuid[]));

create table public.lesson_assignments (
  id            uuid default gen_random_uuid(),
  clinic_id     uuid not null references public.clinics on delete restrict,
  patient_id    uuid not null,
  item_id       uuid not null,
  -- the version that was assigned: a later version replaces it only where the team says so
  version_id    uuid not null,
  reason        text not null default '' check (length(reason) <= 300),
  due_on        date,
  -- before it the patient does not see it
  opens_at      timestamptz not null,
  -- null after the account is deleted
  assigned_by   uuid references auth.users on delete set null,
  assigned_at   timestamptz not null,
  notified_at   timestamptz,
  completed_at  timestamptz,
  withdrawn_at  timestamptz,
  enrollment_id uuid,
  session_id    uuid,
  primary key (clinic_id, id),
  constraint lesson_assignments_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint lesson_assignments_version_fkey foreign key (clinic_id, item_id, version_id)
    references public.content_versions (clinic_id, item_id, id) on delete restrict,
  constraint lesson_assignments_enrollment_fkey foreign key (clinic_id, enrollment_id)
    references public.program_enrollments (clinic_id, id) on delete restrict,
  constraint lesson_assignments_session_fkey foreign key (clinic_id, session_id)
    references public.program_sessions (clinic_id, id) on delete restrict,
  constraint lesson_assignments_of_session check ((enrollment_id is null) = (session_id is null))
);
comment on table public.lesson_assignments is
  'Health data: the lessons assigned to a patient, why, and when they were completed. References the assigned version.';
create index lesson_assignments_patient_idx on public.lesson_assignments (clinic_id, patient_id, assigned_at desc);
create index lesson_assignments_version_idx on public.lesson_assignments (clinic_id, item_id, version_id);
create index lesson_assignments_unnotified_idx on public.lesson_assignments (clinic_id, opens_at)
  where notified_at is null and withdrawn_at is null and completed_at is null;
create index lesson_assignments_assigned_by_idx on public.lesson_assignments (assigned_by);
create index lesson_assignments_enrollment_idx on public.lesson_assignments (clinic_id, enrollment_id);
create index lesson_assignments_session_idx on public.lesson_assignments (clinic_id, session_id);
create unique index lesson_assignments_open_key on public.lesson_assignments (clinic_id, patient_id, item_id, session_id)
  nulls not distinct where completed_at is null and withdrawn_at is null;

alter table public.lesson_assignments enable row level security;
alter table public.lesson_assignments force row level security;
-- written only by audited actions
create policy lesson_assignments_select_team on public.lesson_assignments for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy lesson_assignments_select_own on public.lesson_assignments for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id())
         and withdrawn_at is null and opens_at <= (select app.now())
         and (select app.may_use_health_data()));
create policy lesson_assignments_all_system on public.lesson_assignments to system using (true) with check (true);
create policy lesson_assignments_select_guardian on public.lesson_assignments for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.ward_in_full())
         and withdrawn_at is null and opens_at <= (select app.now())
         and (select app.may_use_health_data()));
grant select (id, clinic_id, patient_id, item_id, version_id, reason, due_on, opens_at, assigned_at, completed_at, withdrawn_at,
  enrollment_id, session_id) on public.lesson_assignments to clinic_patient;
grant select (id, clinic_id, patient_id, item_id, version_id, reason, due_on, opens_at, assigned_at, completed_at, withdrawn_at)
  on public.lesson_assignments to clinic_guardian;
grant select (id, clinic_id, patient_id, item_id, version_id, reason, due_on, opens_at, assigned_by, assigned_at, notified_at,
  completed_at, withdrawn_at, enrollment_id, session_id) on public.lesson_assignments to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.lesson_assignments to system;

-- An assigned version stays readable for its patient, also after the item is withdrawn.
create policy content_versions_select_assigned on public.content_versions for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and id = any ((select app.opened_ids())::uuid[]));
-- what was assigned, and no other content of the clinic
create policy content_versions_select_guardian on public.content_versions for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id()) and id = any ((select app.opened_ids())::uuid[]));

-- Enrolls patients, and gives them each session from its day on: the current version of published content. Patients who take
-- part already are left alone. For role system.
create function app.enroll_in_program(p_clinic_id uuid, p_program_id uuid, p_patient_ids uuid[], p_source text, p_by uuid,
                                      p_at timestamptz) returns integer
language plpgsql set search_path = '' as $$
declare
  enrolled_count integer;
begin
  with enrolled as (
    insert into public.program_enrollments (clinic_id, program_id, patient_id, source, starts_on, interval_days, enrolled_by,
                                            enrolled_at)
    select p.clinic_id, p.id, patient, p_source, coalesce(p.starts_on, (p_at at time zone c.time_zone)::date), p.interval_days,
           p_by, p_at
      from public.programs p join public.clinics c on c.id = p.clinic_id
     cross join (select distinct unnest(p_patient_ids) as patient) people
     where p.clinic_id = p_clinic_id and p.id = p_program_id and p.deleted_at is null
    on conflict (clinic_id, program_id, patient_id) where ended_at is null do nothing
    returning id, clinic_id, program_id, patient_id, starts_on, interval_days
  ), recorded as (
    select e.id, app.write_audit('program.enrolled', 'program', e.program_id::text, '{}', e.clinic_id, array[e.patient_id], null)
      from enrolled e
  ), given as (
    insert into public.lesson_assignments (clinic_id, patient_id, item_id, version_id, opens_at, assigned_by, assigned_at,
                                           enrollment_id, session_id)
    select e.clinic_id, e.patient_id, v.item_id, v.id,
           (e.starts_on + s.number * e.interval_days)::timestamp at time zone c.time_zone, p_by, p_at, e.id, s.id
      from enrolled e
      join public.clinics c on c.id = e.clinic_id
      join (select o.id, o.clinic_id, o.program_id, o.item_id, o.slides_item_id,
                   (row_number() over (partition by o.program_id order by o.position) - 1)::integer as number
              from public.program_sessions o
             where o.clinic_id = p_clinic_id and o.program_id = p_program_id and o.removed_at is null) s
        on s.clinic_id = e.clinic_id and s.program_id = e.program_id
      join public.content_items i on i.clinic_id = p_clinic_id and i.id in (s.item_id, s.slides_item_id)
                                 and i.status = 'published' and i.deleted_at is null
      join public.content_versions v on v.clinic_id = p_clinic_id and v.item_id = i.id and v.superseded_at is null
    on conflict (clinic_id, patient_id, item_id, session_id) where completed_at is null and withdrawn_at is null do nothing
    returning id
  )
  select (select count(*) from recorded)::integer + 0 * (select count(*) from given)::integer into enrolled_count;
  return enrolled_count;
end $$;
grant execute on function app.enroll_in_program(uuid, uuid, uuid[], text, uuid, timestamptz) to system;

-- Patients covered by a running subscription take part in the programs of its plan: when it starts to run, and when it covers
-- another patient. A program that the team has ended for a patient stays ended while their plan runs (docs/decisions/0063).
-- security definer: the sync that writes these rows does not know of programs
create function app.enroll_by_plan() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  found record;
begin
  for found in
    select p.program_id, array_agg(distinct m.patient_id) as patient_ids
      from public.subscriptions s
      join public.program_plans p on p.clinic_id = s.clinic_id and p.plan_id = s.plan_id
      join public.subscription_members m on m.clinic_id = s.clinic_id and m.subscription_id = s.id
     where s.clinic_id = new.clinic_id
       and s.id = case tg_table_name when 'subscriptions' then (to_jsonb(new) ->> 'id')::uuid
                                     else (to_jsonb(new) ->> 'subscription_id')::uuid end
       and s.status in ('trialing', 'active', 'past_due') and m.until_on is null
       and not exists (select 1 from public.program_enrollments e
                        where e.clinic_id = s.clinic_id and e.program_id = p.program_id and e.patient_id = m.patient_id
                          and e.ended_at >= s.started_at)
     group by p.program_id
  loop
    perform app.enroll_in_program(new.clinic_id, found.program_id, found.patient_ids, 'plan', null, app.now());
  end loop;
  return null;
end $$;
alter function app.enroll_by_plan() owner to system;
create trigger subscriptions_enroll after update of status, plan_id on public.subscriptions
  for each row when (new.status is distinct from old.status or new.plan_id is distinct from old.plan_id)
  execute function app.enroll_by_plan();
create trigger subscription_members_enroll after insert on public.subscription_members
  for each row execute function app.enroll_by_plan();
