-- 0208_partition_mails.sql: mails and events of Stripe are partitioned by month (docs/decisions/0117). What is there becomes
-- the first partition as it is, as in 0205.
lock table app.mails, app.webhook_events in access exclusive mode;

do $$
declare
  t text;
begin
  drop policy mails_all_system on app.mails;
  drop policy webhook_events_all_system on app.webhook_events;
  foreach t in array array['mails', 'webhook_events'] loop
    execute format('revoke all on app.%I from system', t);
    execute format('alter table app.%I no force row level security', t);
    execute format('alter table app.%I rename to %I', t, t || '_before');
    execute format('alter table app.%I set schema months', t || '_before');
  end loop;
end $$;
alter table months.mails_before drop constraint mails_pkey, drop constraint mails_message_id_key;
alter table months.webhook_events_before drop constraint webhook_events_pkey;
alter table months.mails_before add constraint mails_before_pkey primary key using index mails_month_key;
alter table months.mails_before add constraint mails_before_message_id_key unique using index mails_message_id_month_key;
alter table months.webhook_events_before add constraint webhook_events_before_pkey primary key using index webhook_events_month_key;

create table app.mails (
  id         uuid not null default gen_random_uuid(),
  clinic_id  uuid references public.clinics on delete restrict,
  channel    text not null default 'mail' check (channel in ('mail', 'sms')),
  template   text not null,
  to_address text not null check (length(to_address) <= 255),
  subject    text not null,
  -- emptied once a real mail server has accepted the mail: they hold one-time links
  text_body  text not null,
  html_body  text not null,
  links      text[] not null default '{}',
  status     text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  -- made of the id; the same for every attempt, so that a second delivery after a crash can be recognized
  message_id text not null,
  attempts   integer not null default 0,
  last_error text,
  queued_at  timestamptz not null,
  sent_at    timestamptz,
  receipt_id uuid,
  calendar   text constraint mails_calendar_check check (length(calendar) <= 200000),
  -- ids are random: once in a month is once
  constraint mails_pkey primary key (id, queued_at),
  constraint mails_message_id_key unique (message_id, queued_at),
  constraint mails_receipt_fkey foreign key (clinic_id, receipt_id)
    references public.receipts (clinic_id, id) on delete restrict
) partition by range (queued_at);
comment on table app.mails is
  'The outbox: a message is written in the transaction that causes it and sent by a job. Partitioned by month; kept for two years.';
comment on column app.mails.channel is
  'sms: to_address is a phone number, and text_body is sealed until the message has been sent, so that no code is readable here.';
comment on column app.mails.calendar is 'An invitation for calendars (RFC 5546) that the mail carries.';
create index mails_to_idx on app.mails (to_address, queued_at desc);
create index mails_clinic_idx on app.mails (clinic_id);
create index mails_receipt_idx on app.mails (clinic_id, receipt_id);
create index mails_waiting_idx on app.mails (queued_at) where status <> 'sent';
create trigger mails_are_erased_by_retention before delete on app.mails
  for each statement execute function app.refuse_unless_erasing();

create table app.webhook_events (
  -- Stripe's, evt_...
  id           text not null,
  -- the connected account, or empty for the platform's own
  account      text,
  type         text not null,
  object_id    text,
  -- for operators, emptied after 30 days; nothing is ever decided from it
  payload      jsonb,
  -- Stripe's: the same in every delivery, so that the second finds the first whenever it arrives
  occurred_at  timestamptz not null,
  received_at  timestamptz not null,
  attempts     integer not null default 0,
  processed_at timestamptz,
  -- what the last attempt found: ids and codes
  outcome      text,
  error        text,
  arrived_no   bigint default nextval('app.stripe_reads'),
  constraint webhook_events_pkey primary key (id, occurred_at)
) partition by range (occurred_at);
comment on table app.webhook_events is
  'The inbox: each event is stored once, acknowledged at once and processed by a job that reads the object from Stripe. Partitioned by month; kept for thirteen months.';
comment on column app.webhook_events.arrived_no is 'Null for events of before this column, which are read in any case.';
create index webhook_events_waiting_idx on app.webhook_events (received_at) where processed_at is null;
create index webhook_events_received_idx on app.webhook_events (received_at);
create index webhook_events_waiting_object_idx on app.webhook_events (object_id) where processed_at is null;

alter table app.mails enable row level security;
alter table app.mails force row level security;
alter table app.webhook_events enable row level security;
alter table app.webhook_events force row level security;
create policy mails_all_system on app.mails to system using (true) with check (true);
create policy webhook_events_all_system on app.webhook_events to system using (true) with check (true);
grant select, insert, update, delete on app.mails to system;
grant select, insert, update on app.webhook_events to system;

do $$
declare
  t app.monthly_tables;
  bare text;
begin
  for t in select m.* from app.monthly_tables m where m.name in ('app.mails', 'app.webhook_events') loop
    bare := split_part(t.name, '.', 2);
    execute format('alter table %s attach partition months.%I for values from (minvalue) to (%L)', t.name, bare || '_before', t.begins_at);
    execute format('alter table months.%I drop constraint is_before', bare || '_before');
    perform app.make_partition(t.name, 'other', null, null);
  end loop;
end $$;
select app.make_months(now() + interval '3 months');
