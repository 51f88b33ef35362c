-- The outbox: mails and text messages, written in the transaction that causes them and delivered by a job
-- (docs/contracts/auth.md 1.9, 7, D8, D14).
create table app.mails (
  id         uuid not null default gen_random_uuid(),
  clinic_id  uuid references public.clinics on delete restrict,
  channel    text not null default 'mail' check (channel in ('mail', 'sms')),
  template   text not null,
  to_address text not null check (length(to_address) <= 255),
  subject    text not null,
  -- emptied once a real mail server has accepted the mail: they contain one-time links
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
  reply_to   text constraint mails_reply_to_check check (length(reply_to) <= 255 and app.is_one_line(reply_to)),
  -- ids are random: unique in a month is unique
  constraint mails_pkey primary key (id, queued_at),
  constraint mails_message_id_key unique (message_id, queued_at),
  constraint mails_receipt_fkey foreign key (clinic_id, receipt_id)
    references public.receipts (clinic_id, id) on delete restrict
) partition by range (queued_at);
comment on table app.mails is
  'The outbox: a message is written in the transaction that causes it and sent by a job. Partitioned by month; retained for two years.';
comment on column app.mails.channel is
  'sms: to_address is a phone number, and text_body is sealed until the message has been sent, so that no code is readable here.';
comment on column app.mails.reply_to is 'Where replies to the mail go; null: to the sender, whose mailbox no clinic reads.';
comment on column app.mails.calendar is 'The calendar invitation (RFC 5546) attached to the mail.';
create index mails_to_idx on app.mails (to_address, queued_at desc);
create index mails_clinic_idx on app.mails (clinic_id);
create index mails_receipt_idx on app.mails (clinic_id, receipt_id);
create index mails_waiting_idx on app.mails (queued_at) where status <> 'sent';
create trigger mails_are_erased_by_retention before delete on app.mails
  for each statement execute function app.refuse_unless_erasing();

alter table app.mails enable row level security;
alter table app.mails force row level security;
create policy mails_all_system on app.mails to system using (true) with check (true);
grant select, insert, update, delete on app.mails to system;

-- Where replies to a clinic's mails go (docs/decisions/0175).
create table public.clinic_mail (
  clinic_id  uuid primary key references public.clinics on delete restrict,
  -- null: the clinic's mails say where to write instead
  reply_to   text constraint clinic_mail_reply_to_check
               check (length(reply_to) between 3 and 255 and app.is_one_line(reply_to) and reply_to ~ '^[^@[:space:]]+@[^@[:space:]]+$'),
  -- detects concurrent saves
  version    integer not null default 1 constraint clinic_mail_version_check check (version > 0),
  updated_at timestamptz not null
);
comment on table public.clinic_mail is
  'The address that receives replies to a clinic''s mails. Not in clinics, where every column is public.';
create trigger clinic_mail_are_erased_by_retention before delete on public.clinic_mail
  for each statement execute function app.refuse_unless_erasing();

alter table public.clinic_mail enable row level security;
alter table public.clinic_mail force row level security;
create policy clinic_mail_select_team on public.clinic_mail for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy clinic_mail_all_system on public.clinic_mail to system using (true) with check (true);
grant select on public.clinic_mail to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.clinic_mail to system;

create table app.text_messages (
  id           uuid default gen_random_uuid(),
  clinic_id    uuid not null references public.clinics on delete restrict,
  patient_id   uuid not null,
  kind         text not null
    constraint text_messages_kind_check check (kind in ('patient_message', 'patient_update', 'patient_reminder', 'visit_patient')),
  notice_id    uuid not null,
  -- E.164
  phone        text not null constraint text_messages_phone_check check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  -- sending: handed over, and not answered yet. withheld: not sent, and why
  status       text not null default 'queued' constraint text_messages_status_check check
                 (status in ('queued', 'sending', 'sent', 'delivered', 'failed', 'withheld')),
  -- a code of Carefold's or of the provider
  reason       text constraint text_messages_reason_check check (length(reason) <= 100),
  provider_id  text constraint text_messages_provider_key unique,
  attempts     integer not null default 0,
  queued_at    timestamptz not null,
  -- not before: the end of the quiet hours, by the product's clock
  send_at      timestamptz not null,
  sending_at   timestamptz,
  sent_at      timestamptz,
  delivered_at timestamptz,
  primary key (clinic_id, id),
  -- a fact is sent once
  constraint text_messages_notice_key unique (clinic_id, notice_id, patient_id),
  constraint text_messages_notice_fkey foreign key (clinic_id, notice_id)
    references app.notices (clinic_id, id) on delete restrict,
  constraint text_messages_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table app.text_messages is
  'Text messages to patients, without details: the text depends on the kind alone.';
create index text_messages_patient_idx on app.text_messages (clinic_id, patient_id, queued_at desc);
create index text_messages_open_idx on app.text_messages (send_at) where status in ('queued', 'sending');
create index text_messages_id_idx on app.text_messages (id);
create trigger text_messages_are_erased_by_retention before delete on app.text_messages
  for each statement execute function app.refuse_unless_erasing();

alter table app.text_messages enable row level security;
alter table app.text_messages force row level security;
create policy text_messages_all_system on app.text_messages to system using (true) with check (true);
grant select, insert, update, delete on app.text_messages to system;

-- Numbers that have answered STOP and not START since. By number: its next owner has not agreed either.
create table app.text_stops (
  phone      text primary key constraint text_stops_phone_check check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  stopped_at timestamptz not null
);
comment on table app.text_stops is 'Phone numbers that replied STOP, and get no text messages.';

alter table app.text_stops enable row level security;
alter table app.text_stops force row level security;
create policy text_stops_all_system on app.text_stops to system using (true) with check (true);
grant select, insert, update, delete on app.text_stops to system;

-- Addresses that a clinic entered for patients without an account and mails about visits (docs/decisions/0177): with the link by
-- which their readers stop these mails.
create table app.entered_addresses (
  clinic_id  uuid not null references public.clinics on delete restrict,
  address    text not null constraint entered_addresses_address_check check (address = lower(address) and length(address) <= 255),
  -- the secret of the link
  token      uuid not null default gen_random_uuid() constraint entered_addresses_token_key unique,
  mailed_at  timestamptz not null,
  stopped_at timestamptz,
  primary key (clinic_id, address)
);
comment on table app.entered_addresses is
  'Addresses that a clinic entered for patients without an account and has mailed, with the secret that stops these mails.';
create index entered_addresses_age_idx on app.entered_addresses (mailed_at) where stopped_at is null;

alter table app.entered_addresses enable row level security;
alter table app.entered_addresses force row level security;
create policy entered_addresses_all_system on app.entered_addresses to system using (true) with check (true);
grant select, insert, update, delete on app.entered_addresses to system;

select app.divide_by_month('app.mails', 'queued_at', 24);
