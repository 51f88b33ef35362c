-- 0282_mail_failed_tiers.sql: admins are mailed about a payment that Stripe collects itself, such as a tier's, on the days of a
-- failed commission (docs/payments.md 9).
alter table public.clinic_invoices add column failed_mailed_at timestamptz;
comment on column public.clinic_invoices.failed_mailed_at is
  'When admins were last mailed that Stripe could not collect this invoice; null for commissions, whose attempts are ours.';
comment on column public.clinic_invoices.stopped_mailed_at is
  'When admins were mailed that new members are on hold, or of a tier''s invoice, that the tier has ended.';
