-- 0191_show_chosen_end_of_subscriptions.sql: a subscription may end at a date that somebody chose in the clinic's Stripe dashboard.
alter table public.subscriptions add column cancel_at timestamptz;
comment on column public.subscriptions.cancel_at is
  'Chosen at Stripe, other than the end of a period. cancel_at_period_end is true as well once no further period begins before it.';
grant select (cancel_at) on public.subscriptions to authenticated, clinic_patient, clinic_staff, clinic_admin;
