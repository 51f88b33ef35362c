-- 0158_create_care_plan_templates.sql: what a clinic's team may begin care plans from, beside Carefold's templates
-- (docs/specification.md B2.4; docs/decisions/0068). Of no patient: what belongs to one is left out before it is stored.
create table public.care_plan_templates (
  id          uuid primary key default gen_random_uuid(),
  clinic_id   uuid not null references public.clinics on delete restrict,
  title       text not null constraint care_plan_templates_title_check
                check (length(btrim(title)) between 1 and 120 and app.is_one_line(title)),
  description text not null default '' constraint care_plan_templates_description_check
                check (length(description) <= 300 and app.is_one_line(description)),
  -- one document, as domain/care-plans/own-templates.ts checks it
  body        jsonb not null constraint care_plan_templates_body_check
                check (jsonb_typeof(body) = 'object' and pg_column_size(body) <= 200000),
  -- empty once the account is deleted
  changed_by  uuid references auth.users on delete set null,
  version     integer not null default 1 constraint care_plan_templates_version_check check (version > 0),
  updated_at  timestamptz not null,
  constraint care_plan_templates_clinic_key unique (clinic_id, id)
);
comment on table public.care_plan_templates is 'Care plans without a patient, which the team of a clinic begins others from.';
-- titles that differ in case alone are one to people
create unique index care_plan_templates_title_key on public.care_plan_templates (clinic_id, lower(title));
create index care_plan_templates_changed_by_idx on public.care_plan_templates (changed_by);

alter table public.care_plan_templates enable row level security;
alter table public.care_plan_templates force row level security;
create policy care_plan_templates_select_team on public.care_plan_templates for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy care_plan_templates_all_system on public.care_plan_templates to system using (true) with check (true);
grant select on public.care_plan_templates to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.care_plan_templates to system;
