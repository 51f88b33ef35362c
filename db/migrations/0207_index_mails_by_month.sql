-- one by one
-- 0207_index_mails_by_month.sql: keys with the month, made beside whoever reads and writes, as in 0204.
drop index concurrently if exists app.mails_month_key;
create unique index concurrently mails_month_key on app.mails (id, queued_at);
drop index concurrently if exists app.mails_message_id_month_key;
create unique index concurrently mails_message_id_month_key on app.mails (message_id, queued_at);
drop index concurrently if exists app.webhook_events_month_key;
create unique index concurrently webhook_events_month_key on app.webhook_events (id, occurred_at);
alter table app.mails validate constraint is_before;
alter table app.webhook_events validate constraint is_before;
