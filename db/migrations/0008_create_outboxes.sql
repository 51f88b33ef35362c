-- 0008_create_outboxes.sql: mails, text messages and calls of hooks, written in the transaction that causes them and
-- delivered by a job (docs/contracts/auth.md 1.9, 7, D8, D14).
create table app.mails (
  id         uuid primary key default gen_random_uuid(),
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
  -- the same for every attempt, so that a second delivery after a crash can be recognized
  message_id text not null unique,
  attempts   integer not null default 0,
  last_error text,
  queued_at  timestamptz not null,
  sent_at    timestamptz
);
comment on table app.mails is 'The outbox: a message is written in the transaction that causes it and sent by a job.';
comment on column app.mails.channel is
  'sms: to_address is a phone number, and text_body is sealed until the message has been sent, so that no code is readable here.';
create index mails_to_idx on app.mails (to_address, queued_at desc);
create index mails_clinic_idx on app.mails (clinic_id);

create table auth.hook_calls (
  id         uuid primary key default gen_random_uuid(),
  hook       text not null check (hook in ('send_email', 'send_sms', 'after_user_created')),
  -- holds codes and links: deleted as soon as the hook has accepted it
  payload    jsonb not null,
  attempts   integer not null default 0,
  last_error text,
  created_at timestamptz not null
);
comment on table auth.hook_calls is 'Hook calls waiting to be delivered; a delivered one is deleted.';
create index hook_calls_created_idx on auth.hook_calls (created_at);

alter table app.mails enable row level security;
alter table app.mails force row level security;
alter table auth.hook_calls enable row level security;
alter table auth.hook_calls force row level security;
create policy mails_all_system on app.mails to system using (true) with check (true);
create policy hook_calls_all_system on auth.hook_calls to system using (true) with check (true);
grant select, insert, update on app.mails to system;
grant select, insert, update, delete on auth.hook_calls to system;
