-- 0140_notice_plan_changes.sql: payers hear of every change of their plan, and of a price that follows a birthday before it does.
alter table app.notices drop constraint notices_kind_check;
alter table app.notices add constraint notices_kind_check check (kind in
  ('patient_joined', 'clinic_opened', 'payment_received', 'payment_failed', 'card_expiring', 'plan_canceled', 'plan_ended',
   'plan_change', 'plan_price', 'invitation_accepted', 'patient_message', 'patient_update', 'patient_reminder',
   'visit_patient', 'visit_provider', 'visit_former_provider'));
