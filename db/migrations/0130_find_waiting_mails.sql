-- 0130_find_waiting_mails.sql: messages that are not sent are counted for the operator, without reading all that were.
create index mails_waiting_idx on app.mails (queued_at) where status <> 'sent';
