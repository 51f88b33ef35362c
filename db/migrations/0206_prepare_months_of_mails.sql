-- 0206_prepare_months_of_mails.sql: mails and events of Stripe are to be partitioned by month (docs/decisions/0117), as the
-- audit trail is. Their months begin when no row that is there is younger: on a developer's machine the clock may be ahead.
do $$
declare
  newest timestamptz;
begin
  newest := (select max(m.queued_at) from app.mails m);
  insert into app.monthly_tables (name, at_column, begins_at, keep_months)
  values ('app.mails', 'queued_at',
          (date_trunc('month', greatest(app.first_month(newest is null), newest + interval '1 month') at time zone 'UTC'))
            at time zone 'UTC', 24);
  newest := (select max(e.occurred_at) from app.webhook_events e);
  insert into app.monthly_tables (name, at_column, begins_at, keep_months)
  values ('app.webhook_events', 'occurred_at',
          (date_trunc('month', greatest(app.first_month(newest is null), newest + interval '1 month') at time zone 'UTC'))
            at time zone 'UTC', 13);
  execute format('alter table app.mails add constraint is_before check (queued_at < %L) not valid',
                 (select begins_at from app.monthly_tables where name = 'app.mails'));
  execute format('alter table app.webhook_events add constraint is_before check (occurred_at < %L) not valid',
                 (select begins_at from app.monthly_tables where name = 'app.webhook_events'));
end $$;

-- As in 0103, without naming the key, which is another one from the swap on: a statement that waits for it meets the new table.
-- Stores an event once and queues the job that processes it, as pg-boss would: one waiting job for all events of an object.
-- An event of no use is stored as ignored. Returns whether a job may be waiting now.
create or replace function app.receive_stripe_event(
  p_id text, p_account text, p_type text, p_object_id text, p_payload jsonb, p_occurred_at timestamptz, p_received_at timestamptz,
  p_is_of_no_use boolean, p_queue text
) returns boolean language plpgsql set search_path = '' as $$
declare
  object text := coalesce(p_account, 'platform') || ' ' || coalesce(p_object_id, p_id);
  q record;
begin
  insert into app.webhook_events (id, account, type, object_id, payload, occurred_at, received_at, processed_at, outcome)
  values (p_id, p_account, p_type, p_object_id, p_payload, p_occurred_at, p_received_at,
          case when p_is_of_no_use then p_received_at end, case when p_is_of_no_use then 'ignored' end)
  on conflict do nothing;
  if not found or p_is_of_no_use then return false; end if;
  -- a record, because pg-boss makes its tables after the migrations
  select * into q from jobs.queue where name = p_queue;
  -- Stripe sends it again
  if not found then raise exception 'there is no queue %', p_queue; end if;
  insert into jobs.job (name, data, singleton_key, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
                        deletion_seconds, keep_until, policy, dead_letter)
  values (q.name, jsonb_build_object('eventId', p_id, 'object', object), object,
          q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.expire_seconds, q.deletion_seconds,
          now() + q.retention_seconds * interval '1 second', q.policy, q.dead_letter)
  on conflict do nothing;
  return true;
end $$;
