-- Webhooks: a clinic's own programs are notified of changes at addresses that its admins enter (docs/decisions/0214,
-- docs/contracts/webhooks.md). A request has ids, a kind and a time, no names and no content.
create table public.webhook_endpoints (
  id            uuid default gen_random_uuid(),
  clinic_id     uuid not null references public.clinics on delete restrict,
  url           text not null constraint webhook_endpoints_url_check
                  check (length(url) between 1 and 500 and url ~ '^https?://' and app.is_one_line(url)),
  -- domain/webhooks/kinds.ts: the first part of each kind of event
  topics        text[] not null constraint webhook_endpoints_topics_check
                  check (cardinality(topics) between 1 and 5
                         and topics <@ array['person', 'plan', 'payment', 'visit', 'message']),
  -- encrypted: with it, anyone can sign a request as this installation
  secret        bytea not null,
  -- the one before, with which requests are signed too until the receiver has the new one
  former_secret bytea,
  former_until  timestamptz,
  is_enabled    boolean not null default true,
  off_reason    text constraint webhook_endpoints_off_reason_check check (off_reason in ('paused', 'failing', 'gone', 'secret_lost')),
  -- since when no request has succeeded
  failing_since timestamptz,
  -- by the machine's clock: older events are collected, or from before the endpoint was enabled
  reads_from    timestamptz not null default clock_timestamp(),
  created_at    timestamptz not null,
  primary key (clinic_id, id),
  constraint webhook_endpoints_url_key unique (clinic_id, url),
  constraint webhook_endpoints_off_check check (is_enabled = (off_reason is null)),
  constraint webhook_endpoints_former_check check ((former_secret is null) = (former_until is null))
);
comment on table public.webhook_endpoints is
  'An address that a clinic''s admins have entered, to which events are sent (docs/decisions/0214).';
create index webhook_endpoints_enabled_idx on public.webhook_endpoints (clinic_id) where is_enabled;

alter table public.webhook_endpoints enable row level security;
alter table public.webhook_endpoints force row level security;
create policy webhook_endpoints_select_admin on public.webhook_endpoints for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy webhook_endpoints_all_system on public.webhook_endpoints to system using (true) with check (true);
grant select (id, clinic_id, url, topics, former_until, is_enabled, off_reason, failing_since, created_at)
  on public.webhook_endpoints to clinic_admin;
grant select, insert, update, delete on public.webhook_endpoints to system;

create table public.webhook_deliveries (
  id              uuid default gen_random_uuid(),
  clinic_id       uuid not null references public.clinics on delete restrict,
  endpoint_id     uuid not null,
  -- the same for each endpoint and each attempt, so that a receiver can ignore repetitions
  event_id        uuid not null,
  kind            text not null constraint webhook_deliveries_kind_check
                    check (kind ~ '^(test|(person|plan|payment|visit|message)\.[a-z_]{1,30})$'),
  -- ids; not granted to clients, so the log names no patient
  data            jsonb not null,
  -- when it happened, and when it was collected
  occurred_at     timestamptz not null,
  created_at      timestamptz not null,
  status          text not null default 'waiting' constraint webhook_deliveries_status_check
                    check (status in ('waiting', 'delivered', 'failed')),
  attempts        integer not null default 0 constraint webhook_deliveries_attempts_check check (attempts >= 0),
  -- of the next attempt; of one that runs, when it counts as lost
  next_attempt_at timestamptz,
  -- of the last attempt
  attempted_at    timestamptz,
  response_code   integer constraint webhook_deliveries_response_code_check check (response_code between 100 and 599),
  failure         text constraint webhook_deliveries_failure_check
                    check (failure in ('unreachable', 'timeout', 'refused_address', 'redirect', 'response')),
  duration_ms     integer constraint webhook_deliveries_duration_check check (duration_ms >= 0),
  primary key (clinic_id, id),
  constraint webhook_deliveries_event_key unique (clinic_id, endpoint_id, event_id),
  constraint webhook_deliveries_next_check check ((status = 'waiting') = (next_attempt_at is not null)),
  constraint webhook_deliveries_endpoint_fkey foreign key (clinic_id, endpoint_id)
    references public.webhook_endpoints (clinic_id, id) on delete cascade
);
comment on table public.webhook_deliveries is
  'An event for one endpoint, with its last attempt: ids, a kind and times. Deleted after 30 days.';
create index webhook_deliveries_log_idx on public.webhook_deliveries (clinic_id, endpoint_id, created_at desc, id);
create index webhook_deliveries_due_idx on public.webhook_deliveries (next_attempt_at) where status = 'waiting';
create index webhook_deliveries_waiting_idx on public.webhook_deliveries (clinic_id, endpoint_id, next_attempt_at)
  where status = 'waiting';
create index webhook_deliveries_age_idx on public.webhook_deliveries (created_at);

alter table public.webhook_deliveries enable row level security;
alter table public.webhook_deliveries force row level security;
create policy webhook_deliveries_select_admin on public.webhook_deliveries for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy webhook_deliveries_all_system on public.webhook_deliveries to system using (true) with check (true);
grant select (id, clinic_id, endpoint_id, event_id, kind, occurred_at, created_at, status, attempts, next_attempt_at,
  attempted_at, response_code, failure, duration_ms) on public.webhook_deliveries to clinic_admin;
grant select, insert, update, delete on public.webhook_deliveries to system;

-- The kind of event that an entry of the audit trail is; null for none.
create function app.webhook_kind(p_action text, p_details jsonb) returns text language sql immutable
return case p_action
  when 'patient.created' then 'person.added'
  when 'patient.edited' then 'person.changed'
  when 'patient.address_corrected' then 'person.changed'
  when 'profile.changed' then 'person.changed'
  when 'patient.merged' then 'person.merged'
  when 'membership.left' then 'person.left'
  when 'membership.ended' then 'person.left'
  when 'message.sent' then case when p_details ->> 'from' = 'patient' then 'message.received' else 'message.sent' end
  when 'subscription.status_changed' then
    case when p_details ->> 'to' in ('active', 'trialing')
              and coalesce(p_details ->> 'from', 'incomplete') = 'incomplete' then 'plan.started'
         when p_details ->> 'to' = 'canceled' then 'plan.ended'
         when p_details ->> 'to' not in ('incomplete', 'incomplete_expired') then 'plan.changed' end
  when 'subscription.canceled' then 'plan.changed'
  when 'subscription.resumed' then 'plan.changed'
  when 'subscription.plan_changed' then 'plan.changed'
  when 'subscription.household_changed' then 'plan.changed'
  when 'subscription.paused' then 'plan.changed'
  when 'subscription.unpaused' then 'plan.changed'
  when 'subscription.price_changed' then 'plan.changed'
  when 'subscription.price_stepped' then 'plan.changed'
  else case when p_action in ('appointment.booked', 'appointment.requested', 'appointment.accepted', 'appointment.moved',
                              'appointment.changed', 'appointment.canceled', 'appointment.reopened', 'appointment.confirmed',
                              'appointment.unconfirmed', 'appointment.arrived', 'appointment.started',
                              'appointment.completed', 'appointment.no_show')
            then 'visit.' || split_part(p_action, '.', 2) end
end;
grant execute on function app.webhook_kind(text, jsonb) to system;

-- Writes a delivery for each new event and each enabled endpoint of its topic, from the audit trail and the notices about
-- money. Rows are committed in another order than numbered, so each run reads the last quarter of an hour again; an event has
-- one row per endpoint. Events without a patient are left out, such as a team member who leaves. Returns how many were added.
-- p_now: the product's time, by which notices are dated; the trail has the machine's. Role system.
create function app.collect_webhook_events(p_clinic_id uuid, p_now timestamptz) returns integer
language plpgsql set search_path = '' as $$
declare
  since timestamptz := (select min(e.reads_from) from public.webhook_endpoints e
                         where e.clinic_id = p_clinic_id and e.is_enabled);
  ahead interval := p_now - now();
  added integer;
begin
  if since is null then return 0; end if;
  with entries as (
    select a.id, a.occurred_at, a.subject_type, a.subject_id, app.webhook_kind(a.action, a.details) as kind, a.details,
           case when a.subject_type = 'patient' then a.subject_id::uuid
                when a.patient_count = 1 then a.patient_ids[1] end as patient_id
      from app.audit_log a
     where a.clinic_id = p_clinic_id and a.occurred_at >= since
       -- the number of the same time (app.number_by_time), because the key begins with it
       and a.id >= floor((extract(epoch from since) - 1767225600) * 1000)::bigint * 8192
       and app.webhook_kind(a.action, a.details) is not null
  ), events as (
    select md5('trail ' || e.id)::uuid as event_id, e.kind, e.occurred_at as at, e.occurred_at + ahead as shown_at,
           coalesce(e.patient_id, s.owner_patient_id, m.patient_id,
             (select p.id from public.patients p
               where p.clinic_id = p_clinic_id
                 and p.user_id = case when e.subject_type = 'user' then e.subject_id::uuid
                                      when m.role = 'patient' then m.user_id end)) as patient_id,
           case e.subject_type when 'appointment' then jsonb_build_object('visitId', e.subject_id)
                               when 'message' then jsonb_build_object('messageId', e.subject_id)
                               when 'subscription' then jsonb_build_object('subscriptionId', e.subject_id)
                               else '{}' end
             || case when e.kind = 'person.merged' then jsonb_build_object('mergedPatientId', e.details ->> 'from')
                     else '{}' end as ids
      from entries e
      left join public.subscriptions s on s.clinic_id = p_clinic_id and e.subject_type = 'subscription'
            and s.id = e.subject_id::uuid
      left join public.clinic_memberships m on m.clinic_id = p_clinic_id and e.subject_type = 'membership'
            and m.id = e.subject_id::uuid
    union all
    select md5('notice ' || n.id)::uuid,
           case n.kind when 'patient_joined' then 'person.joined' when 'payment_received' then 'payment.received'
                       when 'payment_failed' then 'payment.failed' else 'payment.refunded' end,
           n.noticed_at - ahead, n.noticed_at, coalesce(r.patient_id, i.patient_id, f.patient_id, p.id),
           case n.kind when 'payment_received' then jsonb_build_object('receiptId', r.id, 'paymentId', r.payment_id)
                       when 'payment_failed' then jsonb_build_object('invoiceId', i.id)
                       when 'refund_given' then jsonb_build_object('refundId', f.id, 'paymentId', f.payment_id)
                       else '{}' end
      from app.notices n
      left join public.receipts r on r.clinic_id = p_clinic_id and n.kind = 'payment_received' and r.id::text = n.subject_id
      left join public.invoices i on i.clinic_id = p_clinic_id and n.kind = 'payment_failed' and i.id = n.subject_id
      left join public.refunds f on f.clinic_id = p_clinic_id and n.kind = 'refund_given' and f.id = n.subject_id
      left join public.clinic_memberships m on m.clinic_id = p_clinic_id and n.kind = 'patient_joined'
            and m.id::text = n.subject_id
      left join public.patients p on p.clinic_id = p_clinic_id and p.user_id = m.user_id
     where n.clinic_id = p_clinic_id and n.noticed_at >= since + ahead
       and n.kind in ('patient_joined', 'payment_received', 'payment_failed', 'refund_given')
  )
  insert into public.webhook_deliveries (clinic_id, endpoint_id, event_id, kind, data, occurred_at, created_at, next_attempt_at)
  select p_clinic_id, e.id, v.event_id, v.kind, jsonb_build_object('patientId', v.patient_id) || v.ids, v.shown_at, p_now, p_now
    from events v
    join public.webhook_endpoints e on e.clinic_id = p_clinic_id and e.is_enabled and v.at >= e.reads_from
         and split_part(v.kind, '.', 1) = any (e.topics)
   where v.patient_id is not null
   order by v.at
  on conflict (clinic_id, endpoint_id, event_id) do nothing;
  get diagnostics added = row_count;
  update public.webhook_endpoints e set reads_from = greatest(e.reads_from, now() - interval '15 minutes')
   where e.clinic_id = p_clinic_id and e.is_enabled;
  return added;
end $$;
grant execute on function app.collect_webhook_events(uuid, timestamptz) to system;
