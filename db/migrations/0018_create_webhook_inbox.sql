-- 0018_create_webhook_inbox.sql: what Stripe sent us, before anything is done about it, and the order in which answers count
-- (docs/payments.md 7).

-- Each read from Stripe takes a number before it asks. A local copy stores the answer with the highest number, so two workers
-- that finish in the wrong order cannot put an old state over a new one (docs/domain-rules.md rule 20).
create sequence app.stripe_reads;
grant usage on sequence app.stripe_reads to system;

create table app.webhook_events (
  -- Stripe's, evt_...: the second delivery of an event finds the first
  id           text primary key,
  -- the connected account, or empty for the platform's own
  account      text,
  type         text not null,
  object_id    text,
  -- for operators, emptied after 30 days; nothing is ever decided from it
  payload      jsonb,
  occurred_at  timestamptz not null,
  received_at  timestamptz not null,
  attempts     integer not null default 0,
  processed_at timestamptz,
  -- what the last attempt found: ids and codes
  outcome      text,
  error        text
);
comment on table app.webhook_events is 'The inbox: each event is stored once, acknowledged at once and processed by a job that reads the object from Stripe.';
create index webhook_events_waiting_idx on app.webhook_events (received_at) where processed_at is null;
create index webhook_events_received_idx on app.webhook_events (received_at);

alter table app.webhook_events enable row level security;
alter table app.webhook_events force row level security;
create policy webhook_events_all_system on app.webhook_events to system using (true) with check (true);
grant select, insert, update on app.webhook_events to system;
