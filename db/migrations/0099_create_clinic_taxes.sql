-- 0099_create_clinic_taxes.sql: the tax that a clinic charges on its plans, such as 13 % HST (docs/payments.md 10).
create table public.clinic_taxes (
  id           uuid primary key default gen_random_uuid(),
  clinic_id    uuid not null references public.clinics on delete restrict,
  name         text not null check (length(name) between 1 and 50 and app.is_one_line(name)),
  -- parts per million: 9.975 % is 99,750
  rate_ppm     integer not null check (rate_ppm between 1 and 500000),
  is_inclusive boolean not null,
  stripe_account text not null,
  stripe_rate  text not null unique,
  started_at   timestamptz not null,
  ended_at     timestamptz,
  constraint clinic_taxes_clinic_id_id_key unique (clinic_id, id)
);
comment on table public.clinic_taxes is 'The tax on what patients pay. A change is a new row; running plans keep the one they were joined under.';
create unique index clinic_taxes_current_key on public.clinic_taxes (clinic_id) where ended_at is null;

alter table public.clinic_taxes enable row level security;
alter table public.clinic_taxes force row level security;
-- part of the price, which everybody may read who may read the plans on sale
create policy clinic_taxes_select_current on public.clinic_taxes for select to anon, authenticated, clinic_patient, clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and ended_at is null);
create policy clinic_taxes_all_system on public.clinic_taxes to system using (true) with check (true);
grant select (id, clinic_id, name, rate_ppm, is_inclusive, started_at)
  on public.clinic_taxes to anon, authenticated, clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update on public.clinic_taxes to system;
