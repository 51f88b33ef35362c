-- 0057_find_events_of_an_object.sql: one job processes all events that wait for the same object (docs/payments.md 7).

create index webhook_events_waiting_object_idx on app.webhook_events (object_id) where processed_at is null;
