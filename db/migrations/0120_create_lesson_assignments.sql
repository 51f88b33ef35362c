-- 0120_create_lesson_assignments.sql: what a clinic asks a patient to read or see, and what they have completed
-- (docs/specification.md B2.5, B2.13; docs/domain-rules.md rule 42, rule 43; docs/decisions/0062).
alter table public.content_versions add constraint content_versions_item_id_key unique (clinic_id, item_id, id);

create table public.lesson_assignments (
  id           uuid primary key default gen_random_uuid(),
  clinic_id    uuid not null references public.clinics on delete restrict,
  patient_id   uuid not null,
  item_id      uuid not null,
  -- what was assigned: a later version takes its place only where the team says so
  version_id   uuid not null,
  -- why, in the team's words to the patient
  reason       text not null default '' check (length(reason) <= 300),
  due_on       date,
  -- before it the patient does not see it
  opens_at     timestamptz not null,
  -- empty once the account is deleted
  assigned_by  uuid references auth.users on delete set null,
  assigned_at  timestamptz not null,
  -- when the patient was told that there is something
  told_at      timestamptz,
  completed_at timestamptz,
  -- taken back by the team
  withdrawn_at timestamptz,
  unique (clinic_id, id),
  constraint lesson_assignments_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint lesson_assignments_version_fkey foreign key (clinic_id, item_id, version_id)
    references public.content_versions (clinic_id, item_id, id) on delete restrict
);
comment on table public.lesson_assignments is
  'Health data: what a patient is asked to read, why, and when they completed it. Points at the version that was assigned.';
create unique index lesson_assignments_open_key on public.lesson_assignments (clinic_id, patient_id, item_id)
  where completed_at is null and withdrawn_at is null;
create index lesson_assignments_patient_idx on public.lesson_assignments (clinic_id, patient_id, assigned_at desc);
create index lesson_assignments_version_idx on public.lesson_assignments (clinic_id, item_id, version_id);
create index lesson_assignments_untold_idx on public.lesson_assignments (clinic_id, opens_at)
  where told_at is null and withdrawn_at is null and completed_at is null;
create index lesson_assignments_assigned_by_idx on public.lesson_assignments (assigned_by);

alter table public.lesson_assignments enable row level security;
alter table public.lesson_assignments force row level security;
-- written only by actions, so that each change leaves its audit row
create policy lesson_assignments_select_team on public.lesson_assignments for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy lesson_assignments_select_own on public.lesson_assignments for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id())
         and withdrawn_at is null and opens_at <= (select app.now()));
create policy lesson_assignments_all_system on public.lesson_assignments to system using (true) with check (true);
select app.guard_health_data('public.lesson_assignments');
grant select (id, clinic_id, patient_id, item_id, version_id, reason, due_on, opens_at, assigned_at, completed_at, withdrawn_at)
  on public.lesson_assignments to clinic_patient, clinic_staff, clinic_admin;
grant select (assigned_by, told_at) on public.lesson_assignments to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.lesson_assignments to system;

-- An assigned version stays readable for whom it was assigned to, whatever becomes of the item: withdrawn content disappears
-- for new assignments only. Its files follow by the policy on content_version_files.
create policy content_versions_select_assigned on public.content_versions for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id())
         and exists (select from public.lesson_assignments a
                      where a.clinic_id = content_versions.clinic_id and a.item_id = content_versions.item_id
                        and a.version_id = content_versions.id));

-- Completion is of a version: who reads a corrected one begins anew.
alter table public.content_readings
  add column version_id      uuid,
  -- the farthest place of this version: of an article or a document from 0 to 1, of a video in seconds
  add column farthest        double precision not null default 0 check (farthest between 0 and 86400),
  -- of a video, how much of it was played
  add column watched_seconds double precision not null default 0 check (watched_seconds between 0 and 864000),
  add column completed_at    timestamptz,
  add constraint content_readings_version_fkey foreign key (clinic_id, item_id, version_id)
    references public.content_versions (clinic_id, item_id, id) on delete cascade;
create index content_readings_version_idx on public.content_readings (clinic_id, item_id, version_id);
