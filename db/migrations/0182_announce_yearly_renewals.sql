-- 0182_announce_yearly_renewals.sql: who pays by the year hears before the plan renews (docs/domain-rules.md rule 18).
alter table app.notices drop constraint notices_kind_check;
alter table app.notices add constraint notices_kind_check check (kind in
  ('patient_joined', 'clinic_opened', 'payment_received', 'payment_failed', 'card_expiring', 'plan_canceled', 'plan_ended',
   'plan_change', 'plan_price', 'plan_renewal', 'invitation_accepted', 'patient_message', 'patient_update', 'patient_reminder',
   'visit_patient', 'visit_provider', 'visit_former_provider',
   'guardian_update', 'guardian_soon', 'guardian_changed', 'ward_soon', 'ward_changed'));
