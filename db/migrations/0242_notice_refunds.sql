-- 0242_notice_refunds.sql: a payer hears of money that is given back, or that could not be; admins of what they have to settle.
alter table app.notices drop constraint notices_kind_check;
alter table app.notices add constraint notices_kind_check check (kind in
  ('patient_joined', 'clinic_opened', 'payment_received', 'payment_failed', 'refund_given', 'refund_failed', 'card_expiring',
   'plan_canceled', 'plan_ended', 'plan_change', 'plan_price', 'plan_renewal', 'invitation_accepted', 'patient_message',
   'patient_update', 'patient_reminder', 'visit_patient', 'visit_provider', 'visit_former_provider',
   'guardian_update', 'guardian_soon', 'guardian_changed', 'ward_soon', 'ward_changed'));

alter table public.user_notices drop constraint user_notices_kind_check;
alter table public.user_notices add constraint user_notices_kind_check check (kind in
  ('message_received', 'appointment_booked', 'appointment_moved', 'appointment_canceled', 'patient_joined',
   'invitation_accepted', 'plan_canceled', 'plan_ended', 'task_assigned', 'daily_summary', 'payment_failed', 'refund_refused',
   'refund_failed', 'dispute_opened', 'dispute_lost', 'dispute_won', 'payouts_blocked', 'commission_failed',
   'security_changed', 'records_merged', 'records_parted', 'record_split', 'record_split_undone'));
