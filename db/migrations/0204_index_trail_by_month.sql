-- one by one
-- 0204_index_trail_by_month.sql: keys with the month on the audit trail as it is, which becomes a partition in the next
-- migration. Nobody waits for these statements, however large the trail is.
drop index concurrently if exists app.audit_log_month_key;
create unique index concurrently audit_log_month_key on app.audit_log (id, occurred_at);
drop index concurrently if exists app.audit_links_month_key;
create unique index concurrently audit_links_month_key on app.audit_links (chain_id, position, sealed_at);
drop index concurrently if exists app.audit_links_audit_id_month_key;
create unique index concurrently audit_links_audit_id_month_key on app.audit_links (audit_id, sealed_at);
drop index concurrently if exists app.audit_subjects_month_key;
create unique index concurrently audit_subjects_month_key on app.audit_subjects (clinic_id, patient_id, audit_id, occurred_at);
alter table app.audit_log validate constraint is_before;
alter table app.audit_links validate constraint is_before;
alter table app.audit_subjects validate constraint is_before;
