-- 0108_include_types_in_plans.sql: which plans a kind of visit is included in, so that patients read it before they book.
create table public.appointment_type_plans (
  -- an id of its own, as in 0121: plans embed in clinics by one way
  id        uuid primary key default gen_random_uuid(),
  clinic_id uuid not null references public.clinics on delete restrict,
  type_key  text not null,
  plan_id   uuid not null,
  unique (clinic_id, type_key, plan_id),
  constraint appointment_type_plans_type_fkey foreign key (clinic_id, type_key)
    references public.appointment_types (clinic_id, key) on delete cascade,
  constraint appointment_type_plans_plan_fkey foreign key (clinic_id, plan_id)
    references public.plans (clinic_id, id) on delete cascade
);
comment on table public.appointment_type_plans is
  'Plans that include a kind of visit. A kind without rows is part of no plan, and booking says nothing about it.';
create index appointment_type_plans_plan_idx on public.appointment_type_plans (clinic_id, plan_id);

alter table public.appointment_type_plans enable row level security;
alter table public.appointment_type_plans force row level security;
create policy appointment_type_plans_select_team on public.appointment_type_plans for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy appointment_type_plans_all_system on public.appointment_type_plans to system using (true) with check (true);
grant select on public.appointment_type_plans to clinic_staff, clinic_admin;
grant select, insert, delete on public.appointment_type_plans to system;
