-- 0234_notify_of_merges.sql: a clinic's admins hear that two records were made one or parted, and that one was split
-- (docs/decisions/0134).
alter table public.user_notices drop constraint user_notices_kind_check;
alter table public.user_notices add constraint user_notices_kind_check check (kind in (
    'message_received', 'appointment_booked', 'appointment_moved', 'appointment_canceled', 'patient_joined',
    'invitation_accepted', 'plan_canceled', 'plan_ended', 'task_assigned', 'daily_summary', 'payment_failed',
    'dispute_opened', 'dispute_lost', 'dispute_won', 'payouts_blocked', 'commission_failed', 'security_changed',
    'records_merged', 'records_parted', 'record_split', 'record_split_undone'));
