-- 0024_create_webhook_inbox.sql: what Stripe told us, before anything is done about it (payments.md section 7).
create table app.webhook_events (
  -- Stripe's, evt_...: the second delivery of an event finds the first
  id           text primary key,
  -- the connected account, or empty for the platform's own
  account      text,
  type         text not null,
  object_id    text,
  -- kept for operators, emptied after 30 days; nothing is ever decided from it
  payload      jsonb,
  occurred_at  timestamptz not null,
  received_at  timestamptz not null,
  attempts     integer not null default 0,
  processed_at timestamptz,
  -- what the last attempt found: ids and codes
  outcome      text,
  error        text
);
comment on table app.webhook_events is 'The inbox: each event once, answered at once, worked by a job that reads the object from Stripe.';
create index webhook_events_waiting_idx on app.webhook_events (received_at) where processed_at is null;
create index webhook_events_received_idx on app.webhook_events (received_at);

alter table app.webhook_events enable row level security;
alter table app.webhook_events force row level security;
create policy webhook_events_all_system on app.webhook_events to system using (true) with check (true);
grant select, insert, update on app.webhook_events to system;
