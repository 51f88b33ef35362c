-- 0277_confirm_cancellations.sql: a cancellation counts once Stripe has confirmed it (docs/decisions/0153). Until then its payer
-- sees that it waits, and its clinic is notified.
alter table public.subscriptions
  add column pending_since timestamptz,
  add column pending_end   timestamptz;
comment on column public.subscriptions.pending_cancel is
  'What the payer or the clinic has asked for and Stripe has not confirmed: true ends the plan, false keeps it.';
comment on column public.subscriptions.pending_since is 'When pending_cancel was asked for.';
comment on column public.subscriptions.pending_end is
  'The end of the period in which the plan was to end. Confirmed later than this, it ends at once.';
update public.subscriptions set pending_since = updated_at, pending_end = current_period_end where pending_cancel is not null;
grant select (pending_cancel, pending_since) on public.subscriptions
  to authenticated, clinic_patient, clinic_staff, clinic_admin;
create index subscriptions_pending_idx on public.subscriptions (pending_since) where pending_cancel is not null;

alter table app.notices drop constraint notices_kind_check;
alter table app.notices add constraint notices_kind_check check (kind in
  ('patient_joined', 'clinic_opened', 'payment_received', 'payment_failed', 'refund_given', 'refund_failed', 'card_expiring',
   'plan_canceled', 'plan_ended', 'plan_change', 'plan_change_waits', 'plan_price', 'plan_renewal', 'invitation_accepted',
   'patient_message', 'patient_update', 'patient_reminder', 'visit_patient', 'visit_provider', 'visit_former_provider',
   'guardian_update', 'guardian_soon', 'guardian_changed', 'ward_soon', 'ward_changed'));

alter table public.user_notices drop constraint user_notices_kind_check;
alter table public.user_notices add constraint user_notices_kind_check check (kind in
  ('message_received', 'appointment_booked', 'appointment_moved', 'appointment_canceled', 'patient_joined',
   'invitation_accepted', 'plan_canceled', 'plan_ended', 'plan_change_waits', 'charged_after_end', 'payment_waived',
   'task_assigned', 'daily_summary', 'payment_failed', 'refund_refused', 'refund_failed', 'dispute_opened', 'dispute_lost',
   'dispute_won', 'payouts_blocked', 'commission_failed', 'security_changed', 'records_merged', 'records_parted',
   'record_split', 'record_split_undone', 'sso_domain_missing', 'sso_domain_lost'));
