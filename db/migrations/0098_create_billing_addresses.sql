-- 0098_create_billing_addresses.sql: to whom Carefold's invoices to a clinic are written.
create table public.billing_addresses (
  clinic_id   uuid primary key references public.clinics on delete restrict,
  name        text not null check (length(name) between 1 and 200),
  line1       text not null check (length(line1) between 1 and 200),
  line2       text check (length(line2) between 1 and 200),
  city        text not null check (length(city) between 1 and 100),
  state       text not null check (length(state) between 1 and 100),
  postal_code text not null check (length(postal_code) between 1 and 20),
  country     text not null check (country in ('US', 'CA')),
  version     integer not null default 1,
  updated_at  timestamptz not null default now(),
  -- when Stripe was told of this version; null until then
  synced_at   timestamptz,
  constraint billing_addresses_are_lines check (
    app.is_one_line(name) and app.is_one_line(line1) and app.is_one_line(line2) and app.is_one_line(city)
    and app.is_one_line(state) and app.is_one_line(postal_code))
);
comment on table public.billing_addresses is 'A clinic''s legal name and address on Carefold''s invoices to it.';

alter table public.billing_addresses enable row level security;
alter table public.billing_addresses force row level security;
create policy billing_addresses_select_admin on public.billing_addresses for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy billing_addresses_all_system on public.billing_addresses to system using (true) with check (true);
grant select (clinic_id, name, line1, line2, city, state, postal_code, country, version)
  on public.billing_addresses to clinic_admin;
grant select, insert, update on public.billing_addresses to system;
select app.guard_health_data('public.billing_addresses');
