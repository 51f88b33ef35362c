-- Events from Stripe, and the order in which answers count (docs/payments.md 7).
--
-- Each read from Stripe takes a number first, and a local copy stores the answer with the highest number, so an old state never
-- replaces a newer one (docs/domain-rules.md rule 20). Events take numbers from the same sequence: a read that began later
-- settles them.
create sequence app.stripe_reads;
grant usage on sequence app.stripe_reads to system;

create table app.webhook_events (
  -- Stripe's, evt_...
  id           text not null,
  -- the connected account, or empty for the platform's own
  account      text,
  type         text not null,
  object_id    text,
  -- for operators, emptied after 30 days; no decision reads it
  payload      jsonb,
  -- Stripe's: the same in every delivery, so that the second finds the first whenever it arrives
  occurred_at  timestamptz not null,
  received_at  timestamptz not null,
  attempts     integer not null default 0,
  processed_at timestamptz,
  -- the result of the last attempt: ids and codes
  outcome      text,
  error        text,
  arrived_no   bigint not null default app.number_by_time('app.stripe_reads'),
  constraint webhook_events_pkey primary key (id, occurred_at)
) partition by range (occurred_at);
comment on table app.webhook_events is
  'The inbox: each event is stored once, acknowledged at once and processed by a job that reads the object from Stripe. Partitioned by month; retained for thirteen months.';
create index webhook_events_waiting_idx on app.webhook_events (received_at) where processed_at is null;
create index webhook_events_received_idx on app.webhook_events (received_at);
create index webhook_events_waiting_object_idx on app.webhook_events (object_id) where processed_at is null;

alter table app.webhook_events enable row level security;
alter table app.webhook_events force row level security;
create policy webhook_events_all_system on app.webhook_events to system using (true) with check (true);
grant select, insert, update on app.webhook_events to system;

-- Stores an event once and queues the job that processes it, as pg-boss would: one waiting job for all events of an object. One
-- statement, so that the answer takes one round trip (docs/payments.md 7). An irrelevant event is stored as ignored. Returns
-- whether a job may be waiting now.
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
grant execute on function app.receive_stripe_event(text, text, text, text, jsonb, timestamptz, timestamptz, boolean, text)
  to system;

-- Records the outcome of p_done, ids of events, and takes the waiting events of the object of p_event_id; one that arrived before
-- the object's last read is processed already. In one call, to save round trips. The events are on every node, their objects on
-- the clinic's, so no statement joins the two.
create function app.take_stripe_events(p_event_id text, p_at timestamptz, p_done jsonb, p_outcome text)
returns table (id text, type text, account text, object_id text, processed_at timestamptz, clinic_id uuid, time_zone text,
               disconnected_at timestamptz)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  event record;
  owner uuid;
  clinic record;
  known bigint;
  done text[] := array(select jsonb_array_elements_text(p_done));
begin
  update app.webhook_events e set processed_at = p_at, outcome = p_outcome, error = null where e.id = any (done);
  select e.account, e.object_id into event from app.webhook_events e where e.id = p_event_id;
  owner := app.clinic_of('payout_account', event.account);
  select c.id, c.time_zone, a.disconnected_at into clinic
    from public.payout_accounts a join public.clinics c on c.id = a.clinic_id where a.clinic_id = owner;
  select coalesce(i.read_no, p.read_no, r.read_no, s.read_no, u.read_no, v.read_no, o.read_no,
                  case when x.state = 'complete' then 9223372036854775807 end) into known
    from (select 1) one
    left join public.invoices i on i.clinic_id = owner and i.id = event.object_id
    left join public.payments p on p.clinic_id = owner and p.id = event.object_id
    left join public.refunds r on r.clinic_id = owner and r.id = event.object_id
    left join public.payouts o on o.clinic_id = owner and o.id = event.object_id
    left join public.subscriptions s on s.clinic_id = owner and s.stripe_subscription = event.object_id
    left join public.patient_customers u on u.clinic_id = owner and u.stripe_customer = event.object_id
    left join public.patient_cards k on k.clinic_id = owner and k.stripe_method = event.object_id
    left join public.patient_customers v on v.clinic_id = owner and v.patient_id = k.patient_id
    -- a paid page is complete once all that it bought has been read
    left join app.checkouts x on x.clinic_id = owner and x.stripe_session = event.object_id;
  return query
    with waiting as (
      -- by the index of events by object, however many wait
      select w.id from app.webhook_events w
       where w.object_id = event.object_id and w.processed_at is null and w.account is not distinct from event.account
      union
      select p_event_id)
    update app.webhook_events e
       set attempts = e.attempts + 1,
           processed_at = case when e.arrived_no < known then p_at end,
           outcome = case when e.arrived_no < known then 'read since' else e.outcome end,
           error = case when e.arrived_no < known then null else e.error end
      from waiting
     where e.id = waiting.id and e.processed_at is null and e.id <> all (done)
    returning e.id, e.type, e.account, e.object_id, e.processed_at, clinic.id, clinic.time_zone, clinic.disconnected_at;
end $$;
grant execute on function app.take_stripe_events(text, timestamptz, jsonb, text) to system;

select app.divide_by_month('app.webhook_events', 'occurred_at', 13);
