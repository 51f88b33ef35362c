-- Care plans: the timeline, the themes of counseling and the visits planned with a patient (docs/specification.md B2.4, B3;
-- docs/decisions/0068).
create table public.care_plans (
  clinic_id  uuid not null references public.clinics on delete restrict,
  patient_id uuid not null,
  -- one document, as domain/care-plans/care-plans.ts checks it
  body       jsonb not null constraint care_plans_body_check
               check (jsonb_typeof(body) = 'object' and pg_column_size(body) <= 200000),
  -- null after the account is deleted
  changed_by uuid references auth.users on delete set null,
  version    integer not null default 1 constraint care_plans_version_check check (version > 0),
  updated_at timestamptz not null,
  primary key (clinic_id, patient_id),
  constraint care_plans_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.care_plans is
  'Health data: the timeline, the themes with their scores, and the visits that a clinic plans with a patient. At most one row per patient.';
create index care_plans_changed_by_idx on public.care_plans (changed_by);
create trigger care_plans_are_erased_by_retention before delete on public.care_plans
  for each statement execute function app.refuse_unless_erasing();
create trigger care_plans_record_change after insert or update on public.care_plans
  for each row execute function app.record_patient_change('care_plan.changed');

alter table public.care_plans enable row level security;
alter table public.care_plans force row level security;
create policy care_plans_select_team on public.care_plans for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy care_plans_select_own on public.care_plans for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id())
         and (select app.may_use_health_data()));
create policy care_plans_all_system on public.care_plans to system using (true) with check (true);
create policy care_plans_select_guardian on public.care_plans for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.ward_in_full())
         and (select app.may_use_health_data()));
grant select (clinic_id, patient_id, body, version, updated_at) on public.care_plans to clinic_patient, clinic_guardian;
grant select (clinic_id, patient_id, body, changed_by, version, updated_at) on public.care_plans to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.care_plans to system;

-- A clinic's own templates for care plans, in addition to Carefold's (docs/specification.md B2.4; docs/decisions/0068). About no
-- patient: personal parts are removed before it is stored.
create table public.care_plan_templates (
  id          uuid default gen_random_uuid(),
  clinic_id   uuid not null references public.clinics on delete restrict,
  title       text not null constraint care_plan_templates_title_check
                check (length(btrim(title)) between 1 and 120 and app.is_one_line(title)),
  description text not null default '' constraint care_plan_templates_description_check
                check (length(description) <= 300 and app.is_one_line(description)),
  -- one document, as domain/care-plans/own-templates.ts checks it
  body        jsonb not null constraint care_plan_templates_body_check
                check (jsonb_typeof(body) = 'object' and pg_column_size(body) <= 200000),
  -- null after the account is deleted
  changed_by  uuid references auth.users on delete set null,
  version     integer not null default 1 constraint care_plan_templates_version_check check (version > 0),
  updated_at  timestamptz not null,
  primary key (clinic_id, id)
);
comment on table public.care_plan_templates is 'Care plans without a patient, from which the team starts a patient''s care plan.';
-- titles that differ in case alone are the same to people
create unique index care_plan_templates_title_key on public.care_plan_templates (clinic_id, lower(title));
create index care_plan_templates_changed_by_idx on public.care_plan_templates (changed_by);

alter table public.care_plan_templates enable row level security;
alter table public.care_plan_templates force row level security;
create policy care_plan_templates_select_team on public.care_plan_templates for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy care_plan_templates_all_system on public.care_plan_templates to system using (true) with check (true);
grant select on public.care_plan_templates to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.care_plan_templates to system;