-- Payouts: where a clinic's money arrives (docs/payments.md 4).
create table public.payout_accounts (
  clinic_id             uuid primary key references public.clinics on delete restrict,
  -- connected account with direct charges; the only column that maps an event to its clinic
  stripe_account        text not null,
  details_submitted     boolean not null default false,
  charges_enabled       boolean not null default false,
  payouts_enabled       boolean not null default false,
  -- Stripe's names of what it still requires, such as individual.verification.document
  requirements_due      text[] not null default '{}',
  requirements_past_due text[] not null default '{}',
  disabled_reason       text,
  disconnected_at       timestamptz,
  -- states, not a flag (docs/domain-rules.md rule 22)
  state                 text not null generated always as (
    case when disconnected_at is not null then 'disconnected'
         when not details_submitted then 'created'
         when charges_enabled and payouts_enabled then 'payouts_enabled'
         when charges_enabled then 'charges_enabled'
         when cardinality(requirements_past_due) > 0 then 'restricted'
         else 'details_submitted' end) stored,
  read_no               bigint not null default 0,
  -- charges and refunds before this instant have been compared with Stripe
  swept_until           timestamptz,
  created_at            timestamptz not null default now(),
  updated_at            timestamptz not null default now(),
  -- bank debits: wanted by the clinic, and Stripe's state of the capability; both together set clinics.bank_debit
  bank_debits           boolean not null default false,
  bank_debit_capability text check (bank_debit_capability in ('active', 'pending', 'inactive')),
  merchant_code         text
    constraint payout_accounts_merchant_code_check check (merchant_code ~ '^\d{4}$')
);
select app.lead_by('public.payout_accounts', 'payout_account', 'stripe_account');
comment on table public.payout_accounts is
  'A clinic''s own Stripe account: the clinic is the merchant, Carefold never holds patients'' money.';
comment on column public.payout_accounts.bank_debits is 'Whether patients may pay by bank account once Stripe allows it.';
comment on column public.payout_accounts.merchant_code is 'ISO 18245, as Stripe last showed it; empty before it was read.';

alter table public.payout_accounts enable row level security;
alter table public.payout_accounts force row level security;
create policy payout_accounts_select_admin on public.payout_accounts for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy payout_accounts_all_system on public.payout_accounts to system using (true) with check (true);
create policy payout_accounts_select_permitted on public.payout_accounts for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[])
         and (select app.may_use_health_data()));
create policy payout_accounts_select_support on public.payout_accounts for select to clinic_support
  using (clinic_id = (select app.current_clinic_id()));
-- Delete: before the first sale, a clinic that chooses another country gives its account up.
grant select (clinic_id, details_submitted, charges_enabled, payouts_enabled, requirements_due, requirements_past_due,
  disabled_reason, state, created_at, updated_at, merchant_code, bank_debits, bank_debit_capability) on public.payout_accounts to clinic_staff, clinic_admin;
grant select (clinic_id, requirements_due, requirements_past_due, disabled_reason, state)
  on public.payout_accounts to clinic_support;
grant select, insert, update, delete on public.payout_accounts to system;