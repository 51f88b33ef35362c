-- 0050_notify_of_disputes.sql: admins hear of a payment that is disputed, and of what became of it (docs/decisions/0042).
alter table public.user_notices drop constraint user_notices_kind_check;
alter table public.user_notices add constraint user_notices_kind_check check (kind in
  ('message_received', 'appointment_booked', 'appointment_moved', 'appointment_canceled', 'patient_joined',
   'invitation_accepted', 'plan_canceled', 'plan_ended', 'task_assigned', 'daily_summary', 'payment_failed',
   'dispute_opened', 'dispute_lost', 'dispute_won', 'payouts_blocked', 'security_changed'));
