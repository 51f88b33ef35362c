-- Slides that are shown in a visit (docs/specification.md B2.9; docs/domain-rules.md goal 5, docs/decisions/0064): the lesson's
-- position, and the patient's answers.
create table public.visit_lessons (
  id             uuid default gen_random_uuid(),
  clinic_id      uuid not null references public.clinics on delete restrict,
  appointment_id uuid not null,
  patient_id     uuid not null,
  item_id        uuid not null,
  version_id     uuid not null,
  -- the slide that is shown, from 1
  slide          integer not null default 1 check (slide between 1 and 300),
  started_at     timestamptz,
  ended_at       timestamptz check (ended_at >= started_at),
  -- how the patient answered the questions at the end: domain/visit-lessons/visit-lessons.ts
  answers        jsonb,
  -- null after the account is deleted
  planned_by     uuid references auth.users on delete set null,
  shown_by       uuid references auth.users on delete set null,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  primary key (clinic_id, id),
  constraint visit_lessons_appointment_key unique (clinic_id, appointment_id),
  constraint visit_lessons_ended_was_started check (ended_at is null or started_at is not null),
  constraint visit_lessons_answers_at_end check (answers is null or ended_at is not null),
  constraint visit_lessons_appointment_fkey foreign key (clinic_id, appointment_id)
    references public.appointments (clinic_id, id) on delete cascade,
  constraint visit_lessons_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint visit_lessons_item_fkey foreign key (clinic_id, item_id)
    references public.content_items (clinic_id, id) on delete restrict,
  constraint visit_lessons_version_fkey foreign key (clinic_id, version_id)
    references public.content_versions (clinic_id, id) on delete restrict
);
comment on table public.visit_lessons is
  'Health data: the slides shown in a visit, the current slide, and the patient''s answers.';
create index visit_lessons_patient_idx on public.visit_lessons (clinic_id, patient_id, created_at desc);
create index visit_lessons_item_idx on public.visit_lessons (clinic_id, item_id);
create index visit_lessons_version_idx on public.visit_lessons (clinic_id, version_id);
create index visit_lessons_planned_by_idx on public.visit_lessons (planned_by);
create index visit_lessons_shown_by_idx on public.visit_lessons (shown_by);

alter table public.visit_lessons enable row level security;
alter table public.visit_lessons force row level security;
-- written only by audited actions
create policy visit_lessons_select_team on public.visit_lessons for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy visit_lessons_select_own on public.visit_lessons for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id())
         and (select app.may_use_health_data()));
create policy visit_lessons_all_system on public.visit_lessons to system using (true) with check (true);
-- The team's conclusions from the answers are the team's.
grant select (id, clinic_id, appointment_id, patient_id, item_id, version_id, slide, started_at, ended_at)
  on public.visit_lessons to clinic_patient;
grant select (id, clinic_id, appointment_id, patient_id, item_id, version_id, slide, started_at, ended_at, answers, planned_by,
  shown_by, created_at, updated_at) on public.visit_lessons to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.visit_lessons to system;

-- the windows that show a lesson read it again with each slide
create function app.announce_visit_lesson() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.announce_to_team(new.clinic_id, 'visit-lessons');
  return null;
end $$;
alter function app.announce_visit_lesson() owner to system;
create trigger visit_lessons_announce after insert or update on public.visit_lessons
  for each row execute function app.announce_visit_lesson();
