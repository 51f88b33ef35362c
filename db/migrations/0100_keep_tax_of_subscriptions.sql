-- 0100_keep_tax_of_subscriptions.sql: the tax that a running plan is charged, as Stripe has it (docs/payments.md 10).
alter table public.subscriptions
  add column tax_name text check (length(tax_name) between 1 and 50),
  add column tax_rate_ppm integer check (tax_rate_ppm between 1 and 1000000),
  add column tax_is_inclusive boolean,
  add constraint subscriptions_tax_is_whole check (
    num_nulls(tax_name, tax_rate_ppm, tax_is_inclusive) in (0, 3));
comment on column public.subscriptions.tax_rate_ppm is 'Parts per million: 9.975 % is 99,750.';
grant select (tax_name, tax_rate_ppm, tax_is_inclusive)
  on public.subscriptions to authenticated, clinic_patient, clinic_staff, clinic_admin;
