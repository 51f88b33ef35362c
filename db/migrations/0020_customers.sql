-- Patients as customers at Stripe.
create table public.patient_customers (
  clinic_id       uuid not null references public.clinics on delete restrict,
  patient_id      uuid not null,
  stripe_account  text not null,
  stripe_customer text not null,
  card_brand      text,
  card_last4      text check (card_last4 ~ '^\d{4}$'),
  card_exp_month  smallint check (card_exp_month between 1 and 12),
  card_exp_year   smallint,
  read_no         bigint not null default 0,
  created_at      timestamptz not null default now(),
  gone_at         timestamptz,
  card_method     text,
  chosen_method   text,
  chosen_at       timestamptz,
  credit_cents        bigint not null default 0,
  unused_credit_cents bigint not null default 0 check (unused_credit_cents >= 0),
  credit_changes      integer not null default 0,
  primary key (clinic_id, patient_id),
  constraint patient_customers_stripe_customer_key unique (clinic_id, stripe_customer),
  constraint patient_customers_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint patient_customers_choice_is_whole check (num_nulls(chosen_method, chosen_at) in (0, 2))
);
comment on table public.patient_customers is
  'A patient as a customer of the clinic''s own Stripe account, with the card shown to them.';
comment on column public.patient_customers.gone_at is 'When the customer was found deleted at Stripe; joining makes another.';
comment on column public.patient_customers.card_method is 'Stripe''s id, pm_...; no client reads it.';
comment on column public.patient_customers.chosen_method is
  'Stripe''s id (pm_...) of the card that the payer chose last, on a payment page or among the saved cards; for the server only.';
comment on column public.patient_customers.chosen_at is 'When the card was chosen. An earlier choice never replaces a later one.';

comment on column public.patient_customers.credit_cents is
  'Reduces the next invoices, as Stripe last showed it; below zero it is added to them.';
comment on column public.patient_customers.unused_credit_cents is
  'The part of the credit that the clinic gave and can take back (docs/decisions/0192).';
comment on column public.patient_customers.credit_changes is
  'How many changes of the credit were read from Stripe; a shorter list is older.';

alter table public.patient_customers enable row level security;
alter table public.patient_customers force row level security;
create policy patient_customers_select_own on public.patient_customers for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.own_patient_id())
         and (select app.may_use_health_data()));
create policy patient_customers_select_pending on public.patient_customers for select to authenticated
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.own_patient_id()));
create policy patient_customers_all_system on public.patient_customers to system using (true) with check (true);
create policy patient_customers_select_admin on public.patient_customers for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy patient_customers_select_permitted on public.patient_customers for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[])
         and (select app.may_use_health_data()));
grant select (clinic_id, patient_id, card_brand, card_last4, card_exp_month, card_exp_year, credit_cents)
  on public.patient_customers to authenticated, clinic_patient;
-- the card: to which a fee may be charged (docs/decisions/0216)
grant select (clinic_id, patient_id, credit_cents, unused_credit_cents, card_brand, card_last4)
  on public.patient_customers to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.patient_customers to system;

create table app.former_customers (
  clinic_id       uuid not null references public.clinics on delete restrict,
  patient_id      uuid not null,
  stripe_customer text not null,
  replaced_at     timestamptz not null,
  primary key (clinic_id, stripe_customer),
  constraint former_customers_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table app.former_customers is
  'Further customers at Stripe who are a patient: deleted ones of whom there are still payments, and those that the clinic has assigned.';
create index former_customers_patient_idx on app.former_customers (clinic_id, patient_id);

alter table app.former_customers enable row level security;
alter table app.former_customers force row level security;
create policy former_customers_all_system on app.former_customers to system using (true) with check (true);
grant select, insert, update (patient_id) on app.former_customers to system;

create table public.patient_cards (
  id            uuid default gen_random_uuid(),
  clinic_id     uuid not null references public.clinics on delete restrict,
  patient_id    uuid not null,
  stripe_method text not null,
  brand         text not null,
  last4         text not null check (last4 ~ '^\d{4}$'),
  -- null for a bank account
  exp_month     smallint check (exp_month between 1 and 12),
  exp_year      smallint,
  is_default    boolean not null default false,
  added_at      timestamptz not null default now(),
  primary key (clinic_id, id),
  constraint patient_cards_expiry_is_whole check (num_nulls(exp_month, exp_year) in (0, 2)),
  constraint patient_cards_method_key unique (clinic_id, stripe_method),
  constraint patient_cards_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on column public.patient_cards.brand is 'Of the card; for a bank account us_bank_account or acss_debit.';
comment on table public.patient_cards is 'The cards and bank accounts of a patient at the clinic''s own Stripe account, as last read from there.';
comment on column public.patient_cards.stripe_method is 'Stripe''s id, pm_...; no client reads it.';
create index patient_cards_patient_idx on public.patient_cards (clinic_id, patient_id);
create index patient_cards_expiry_idx on public.patient_cards (exp_year, exp_month) where is_default;

alter table public.patient_cards enable row level security;
alter table public.patient_cards force row level security;
create policy patient_cards_select_own on public.patient_cards for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.own_patient_id())
         and (select app.may_use_health_data()));
create policy patient_cards_select_pending on public.patient_cards for select to authenticated
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.own_patient_id()));
create policy patient_cards_all_system on public.patient_cards to system using (true) with check (true);
grant select (id, clinic_id, patient_id, brand, last4, exp_month, exp_year, is_default, added_at)
  on public.patient_cards to authenticated, clinic_patient;
grant select, insert, update, delete on public.patient_cards to system;

-- The addresses on Carefold's invoices to clinics.
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
  synced_at   timestamptz,
  constraint billing_addresses_are_lines check (
    app.is_one_line(name) and app.is_one_line(line1) and app.is_one_line(line2) and app.is_one_line(city)
    and app.is_one_line(state) and app.is_one_line(postal_code))
);
comment on table public.billing_addresses is 'A clinic''s legal name and address on Carefold''s invoices to it.';

alter table public.billing_addresses enable row level security;
alter table public.billing_addresses force row level security;
create policy billing_addresses_select_admin on public.billing_addresses for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy billing_addresses_all_system on public.billing_addresses to system using (true) with check (true);
create policy billing_addresses_select_permitted on public.billing_addresses for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'billing' = any ((select app.current_permission_sets())::text[])
         and (select app.may_use_health_data()));
grant select (clinic_id, name, line1, line2, city, state, postal_code, country, version)
  on public.billing_addresses to clinic_staff, clinic_admin;
grant select, insert, update on public.billing_addresses to system;