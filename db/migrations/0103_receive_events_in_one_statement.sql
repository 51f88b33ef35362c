-- 0103_receive_events_in_one_statement.sql: an event of Stripe is stored and its job queued in one statement, so that the answer
-- takes one round trip however many arrive (docs/payments.md 7).

-- Stores an event once and queues the job that processes it, as pg-boss would: one waiting job for all events of an object.
-- An event of no use is stored as ignored. Returns whether a job may be waiting now.
create function app.receive_stripe_event(
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
  on conflict (id) do nothing;
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
grant execute on function app.receive_stripe_event(text, text, text, text, jsonb, timestamptz, timestamptz, boolean, text) to system;
