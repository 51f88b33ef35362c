-- 0240_keep_merchant_codes.sql: what kind of merchant Stripe takes a clinic for. Cards of health savings accounts are refused by a
-- merchant without a medical code, which a clinic may change at Stripe at any time (docs/domain-rules.md goal 6).
alter table public.payout_accounts add column merchant_code text
  constraint payout_accounts_merchant_code_check check (merchant_code ~ '^\d{4}$');
comment on column public.payout_accounts.merchant_code is 'ISO 18245, as Stripe last showed it; empty before it was read.';
grant select (merchant_code) on public.payout_accounts to clinic_admin;
