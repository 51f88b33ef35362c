-- The outbox: mails and text messages, written in the transaction that causes them and delivered by a job
-- (docs/contracts/auth.md 1.9, 7, D8, D14).
create table app.mails (
  id         uuid not null default gen_random_uuid(),
  -- zeros for Carefold's own
  clinic_id  uuid not null default '00000000-0000-0000-0000-000000000000',
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
  -- for List-Unsubscribe (RFC 8058); emptied with the texts
  unsubscribe_url text constraint mails_unsubscribe_url_check check (length(unsubscribe_url) <= 500 and app.is_one_line(unsubscribe_url)),
  -- reported after the mail server had accepted the mail (docs/decisions/0219)
  report      text constraint mails_report_check check (report in ('no_address', 'refused', 'complaint')),
  reported_at timestamptz,
  constraint mails_reported_check check ((report is null) = (reported_at is null)),
  -- ids are random: unique in a month is unique
  constraint mails_pkey primary key (clinic_id, id, queued_at),
  constraint mails_receipt_fkey foreign key (clinic_id, receipt_id)
    references public.receipts (clinic_id, id) on delete restrict
) partition by range (queued_at);
comment on table app.mails is
  'The outbox: a message is written in the transaction that causes it and sent by a job. Partitioned by month; retained for two years.';
comment on column app.mails.channel is
  'sms: to_address is a phone number, and text_body is sealed until the message has been sent, so that no code is readable here.';
comment on column app.mails.reply_to is 'Where replies to the mail go; null: to the sender, whose mailbox no clinic reads.';
comment on column app.mails.report is
  'no_address: the address does not exist. refused: not delivered for another reason. complaint: its reader reported it as spam.';
comment on column app.mails.calendar is 'The calendar invitation (RFC 5546) attached to the mail.';
create index mails_to_idx on app.mails (to_address, queued_at desc);
create index mails_receipt_idx on app.mails (clinic_id, receipt_id);
-- a delivery report names the mail alone
create index mails_id_idx on app.mails (id);
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

-- Messages of a clinic to many patients (docs/decisions/0209).
create table public.broadcasts (
  id           uuid default gen_random_uuid(),
  clinic_id    uuid not null references public.clinics on delete restrict,
  channel      text not null constraint broadcasts_channel_check check (channel in ('portal', 'mail', 'text')),
  purpose      text not null constraint broadcasts_purpose_check check (purpose in ('care', 'marketing')),
  audience     text not null constraint broadcasts_audience_check check (audience in ('members', 'plan', 'visit', 'provider')),
  -- the plan, kind of visit or provider by its name when it was sent; empty for all members
  audience_name text not null constraint broadcasts_audience_name_check check (length(audience_name) <= 200),
  -- of an email; empty otherwise
  subject      text not null constraint broadcasts_subject_check check (length(subject) <= 120 and app.is_one_line(subject)),
  body         text not null constraint broadcasts_body_check check (length(btrim(body)) between 1 and 4000),
  -- null after the account is deleted
  author_id    uuid references auth.users on delete set null,
  author_name  text not null constraint broadcasts_author_name_check
                 check (length(author_name) between 1 and 200 and app.is_one_line(author_name)),
  -- made by the form, so that repeating the request sends it once
  attempt      uuid not null,
  status       text not null default 'sending' constraint broadcasts_status_check check (status in ('sending', 'stopped', 'sent')),
  created_at   timestamptz not null,
  ended_at     timestamptz,
  primary key (clinic_id, id),
  constraint broadcasts_attempt_key unique (clinic_id, author_id, attempt),
  constraint broadcasts_ended_check check ((status = 'sending') = (ended_at is null))
);
comment on table public.broadcasts is
  'Messages to many patients: the words and the choice of patients, without the patients.';
create index broadcasts_newest_idx on public.broadcasts (clinic_id, created_at desc);
create index broadcasts_author_idx on public.broadcasts (author_id);
create index broadcasts_sending_idx on public.broadcasts (clinic_id) where status = 'sending';
create trigger broadcasts_are_erased_by_retention before delete on public.broadcasts
  for each statement execute function app.refuse_unless_erasing();

alter table public.broadcasts enable row level security;
alter table public.broadcasts force row level security;
create policy broadcasts_select_team on public.broadcasts for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy broadcasts_all_system on public.broadcasts to system using (true) with check (true);
grant select (id, clinic_id, channel, purpose, audience, audience_name, subject, body, author_name, status, created_at, ended_at)
  on public.broadcasts to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.broadcasts to system;

-- One row for each patient of the audience: a worker that dies sends to no patient twice, because the row and the message
-- change in one transaction.
create table app.broadcast_recipients (
  clinic_id       uuid not null references public.clinics on delete restrict,
  broadcast_id    uuid not null,
  patient_id      uuid not null,
  -- of the message, mail or text message that it becomes
  id              uuid not null default gen_random_uuid(),
  -- the secret of the link that unsubscribes
  token           uuid not null default gen_random_uuid(),
  -- left: not sent, because it was stopped before. withheld: not sent to this patient, for the reason
  status          text not null constraint broadcast_recipients_status_check check (status in ('waiting', 'sent', 'left', 'withheld')),
  reason          text constraint broadcast_recipients_reason_check
                    check (reason in ('no_reader', 'no_address', 'address_gone', 'no_number', 'no_consent', 'stopped', 'same_number')),
  -- not before: the end of the quiet hours
  send_at         timestamptz not null,
  sent_at         timestamptz,
  unsubscribed_at timestamptz,
  primary key (clinic_id, broadcast_id, patient_id),
  constraint broadcast_recipients_token_key unique (clinic_id, token),
  constraint broadcast_recipients_reason_given check ((status = 'withheld') = (reason is not null)),
  constraint broadcast_recipients_broadcast_fkey foreign key (clinic_id, broadcast_id)
    references public.broadcasts (clinic_id, id) on delete restrict,
  constraint broadcast_recipients_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table app.broadcast_recipients is
  'Health data: the patients of a message to many, and what became of it for each. No client reads it.';
create index broadcast_recipients_waiting_idx on app.broadcast_recipients (clinic_id, broadcast_id, send_at) where status = 'waiting';
create index broadcast_recipients_patient_idx on app.broadcast_recipients (clinic_id, patient_id);
create trigger broadcast_recipients_are_erased_by_retention before delete on app.broadcast_recipients
  for each statement execute function app.refuse_unless_erasing();

alter table app.broadcast_recipients enable row level security;
alter table app.broadcast_recipients force row level security;
create policy broadcast_recipients_all_system on app.broadcast_recipients to system using (true) with check (true);
grant select, insert, update, delete on app.broadcast_recipients to system;

create table app.text_messages (
  id           uuid default gen_random_uuid(),
  clinic_id    uuid not null references public.clinics on delete restrict,
  patient_id   uuid not null,
  kind         text not null
    constraint text_messages_kind_check check (kind in
      ('patient_message', 'patient_update', 'patient_reminder', 'visit_patient', 'broadcast')),
  -- of a notice, or of a message to many with the clinic's words
  notice_id    uuid,
  broadcast_id uuid,
  -- E.164
  phone        text not null constraint text_messages_phone_check check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  -- sending: handed over, and not answered yet. withheld: not sent, and why
  status       text not null default 'queued' constraint text_messages_status_check check
                 (status in ('queued', 'sending', 'sent', 'delivered', 'failed', 'withheld')),
  -- a code of Carefold's or of the provider
  reason       text constraint text_messages_reason_check check (length(reason) <= 100),
  provider_id  text,
  attempts     integer not null default 0,
  queued_at    timestamptz not null,
  -- not before: the end of the quiet hours, by the product's clock
  send_at      timestamptz not null,
  sending_at   timestamptz,
  sent_at      timestamptz,
  delivered_at timestamptz,
  primary key (clinic_id, id),
  constraint text_messages_provider_key unique (clinic_id, provider_id),
  -- a fact is sent once
  constraint text_messages_notice_key unique (clinic_id, notice_id, patient_id),
  constraint text_messages_broadcast_key unique (clinic_id, broadcast_id, patient_id),
  constraint text_messages_source_check check
    ((notice_id is null) <> (broadcast_id is null) and (kind = 'broadcast') = (broadcast_id is not null)),
  constraint text_messages_broadcast_fkey foreign key (clinic_id, broadcast_id)
    references public.broadcasts (clinic_id, id) on delete restrict,
  constraint text_messages_notice_fkey foreign key (clinic_id, notice_id)
    references app.notices (clinic_id, id) on delete restrict,
  constraint text_messages_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table app.text_messages is
  'Text messages to patients, without details: the text depends on the kind alone, or is a clinic''s message to many.';
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
  token      uuid not null default gen_random_uuid(),
  mailed_at  timestamptz not null,
  stopped_at timestamptz,
  primary key (clinic_id, address),
  constraint entered_addresses_token_key unique (clinic_id, token)
);
comment on table app.entered_addresses is
  'Addresses that a clinic entered for patients without an account and has mailed, with the secret that stops these mails.';
create index entered_addresses_age_idx on app.entered_addresses (mailed_at) where stopped_at is null;

alter table app.entered_addresses enable row level security;
alter table app.entered_addresses force row level security;
create policy entered_addresses_all_system on app.entered_addresses to system using (true) with check (true);
grant select, insert, update, delete on app.entered_addresses to system;

-- Addresses of a clinic's mails with a delivery report (docs/decisions/0219). A proof of the address deletes the row.
create table app.reported_addresses (
  clinic_id   uuid not null references public.clinics on delete restrict,
  address     text not null constraint reported_addresses_address_check check (address = lower(address) and length(address) <= 255),
  -- no_address: notices and messages to many are not mailed to it. complaint: shown only; the consents have rows in consents
  report      text not null constraint reported_addresses_report_check check (report in ('no_address', 'complaint')),
  reported_at timestamptz not null,
  primary key (clinic_id, address)
);
comment on table app.reported_addresses is
  'Addresses of a clinic''s mails that do not exist, or whose reader reported a mail as spam.';
create index reported_addresses_age_idx on app.reported_addresses (reported_at);
create index reported_addresses_address_idx on app.reported_addresses (address);

alter table app.reported_addresses enable row level security;
alter table app.reported_addresses force row level security;
create policy reported_addresses_all_system on app.reported_addresses to system using (true) with check (true);
grant select, insert, update, delete on app.reported_addresses to system;

-- Whether a clinic's notices to this address are not mailed, because it does not exist.
create function app.is_address_gone(p_clinic_id uuid, p_address text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select 1 from app.reported_addresses r
                  where r.clinic_id = p_clinic_id and r.address = lower(p_address) and r.report = 'no_address');
end $$;
grant execute on function app.is_address_gone(uuid, text) to system;

-- A person has received a mail at this address: forgets what any clinic's mails reported about it before.
create function app.forget_reports(p_address text) returns void
language plpgsql set search_path = '' as $$
begin
  delete from app.reported_addresses r where r.address = lower(p_address);
end $$;
grant execute on function app.forget_reports(text) to system;

select app.divide_by_month('app.mails', 'queued_at', 24);

-- The facts about a clinic that mails show.
create function app.sender_clinic(p_clinic_id uuid)
returns table (id uuid, name text, color text, subdomain text, time_zone text, phone text, reply_to text,
               logo_id uuid, width integer, height integer)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select c.id, c.name, c.color, c.subdomain, c.time_zone, c.phone, m.reply_to, f.id, f.width, f.height
    from public.clinics c
    left join public.clinic_mail m on m.clinic_id = p_clinic_id
    left join public.files f on f.clinic_id = p_clinic_id and f.kind = 'logo' and f.attached_at is not null
   where c.id = p_clinic_id;
end $$;
grant execute on function app.sender_clinic(uuid) to system;

-- The facts that decide how patients are reached about visits (domain/patients/reach.ts). Former patients are left out.
create function app.reach_facts(p_clinic_id uuid, p_patient_ids uuid[])
returns table (patient_id uuid, user_id uuid, name text, email text, phone text, wants_email boolean, agreed_to_texts boolean,
               wants_reminders boolean, has_guardian boolean, is_email_shared boolean, is_email_stopped boolean,
               is_email_gone boolean, is_phone_stopped boolean)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select p.id, p.user_id, p.full_name, p.email, d.phone, coalesce(r.email_notifications, true),
         coalesce(r.sms_notifications, false), coalesce(r.appointment_reminders, true),
         exists (select 1 from app.live_guardians g
                   join auth.users u on u.id = g.user_id and u.deleted_at is null
                  where g.clinic_id = p_clinic_id and g.patient_id = p.id and g.level = 'full'
                    and not exists (select 1 from public.clinic_memberships s
                                     where s.clinic_id = p_clinic_id and s.user_id = g.user_id and s.ended_at is null
                                       and s.suspended_at is not null)),
         exists (select 1 from public.patients o
                   join public.clinic_memberships om
                     on om.clinic_id = p_clinic_id and om.patient_id = o.id and om.ended_at is null
                  where o.clinic_id = p_clinic_id and o.email = p.email and o.id <> p.id and o.merged_into is null)
           or exists (select 1 from auth.users u
                        join public.clinic_memberships um
                          on um.clinic_id = p_clinic_id and um.user_id = u.id and um.ended_at is null
                       where u.email = p.email),
         exists (select 1 from app.entered_addresses e
                  where e.clinic_id = p_clinic_id and e.address = p.email and e.stopped_at is not null),
         app.is_address_gone(p_clinic_id, coalesce(u.email, p.email)),
         exists (select 1 from app.text_stops s where s.phone = d.phone)
    from public.patients p
    join public.clinic_memberships m on m.clinic_id = p_clinic_id and (m.user_id = p.user_id or m.patient_id = p.id)
     and m.role = 'patient' and m.ended_at is null
     -- a record is reached while its invitation waits
     and (m.status in ('active', 'pending') or m.patient_id is not null and m.suspended_at is null)
    left join auth.users u on u.id = p.user_id
    left join public.patient_details d on d.clinic_id = p_clinic_id and d.patient_id = p.id
    left join public.contact_preferences r on r.clinic_id = p_clinic_id and r.patient_id = p.id
   where p.clinic_id = p_clinic_id and p.id = any (p_patient_ids);
end $$;
grant execute on function app.reach_facts(uuid, uuid[]) to system;

-- Changes of visits, in time or provider, that reached no one, noticed after p_since, unless the visit has changed again or is over at p_at.
create function app.changes_to_call(p_clinic_id uuid, p_since timestamptz, p_at timestamptz)
returns table (id uuid, time_zone text, patient_id uuid, patient_name text, phone text, provider_name text, called_at timestamptz,
               called_by text, about text, sequence integer, starts_at timestamptz, was_starts_at timestamptz,
               was_provider_name text)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select a.id, a.time_zone, a.patient_id, p.full_name, d.phone, v.name, k.called_at,
         coalesce(u.user_metadata ->> 'full_name', u.email), s.about, c.sequence, c.starts_at, c.was_starts_at, w.name
    from app.notices n
    join public.appointment_changes f on f.clinic_id = p_clinic_id and f.id = n.subject_id::uuid
    join public.appointments o on o.clinic_id = p_clinic_id and o.id = f.appointment_id
    join public.appointments a on a.clinic_id = p_clinic_id
     and (a.id = o.id or a.series_id = o.series_id or (n.key like 'visit_patient:batch:%' and a.patient_id = o.patient_id))
    join public.appointment_changes c on c.clinic_id = p_clinic_id and c.appointment_id = a.id and c.kind = f.kind
     and c.changed_at = f.changed_at and (c.id = f.id or a.id <> o.id) and c.sequence = a.sequence
    cross join lateral (select case when c.kind = 'changed' then 'provider' else c.kind end as about) s
    join public.patients p on p.clinic_id = p_clinic_id and p.id = a.patient_id and p.user_id is null
    left join public.patient_details d on d.clinic_id = p_clinic_id and d.patient_id = p.id
    left join public.providers v on v.clinic_id = p_clinic_id and v.id = a.provider_id
    left join public.providers w on w.clinic_id = p_clinic_id and w.id = c.was_provider_id and c.was_provider_id is distinct from a.provider_id
    left join app.text_messages t on t.clinic_id = p_clinic_id and t.notice_id = n.id
    left join app.visit_calls k on k.clinic_id = p_clinic_id and k.appointment_id = a.id and k.about = s.about
     and k.starts_at = c.starts_at and k.sequence = c.sequence
    left join auth.users u on u.id = k.called_by
   where n.clinic_id = p_clinic_id and n.kind = 'visit_patient' and n.noticed_at > p_since
     -- withdrawn: a text message that was not sent because its visit had changed
     and (n.outcome = 'call'
          or (n.outcome = 'text' and t.status in ('failed', 'withheld') and t.reason is distinct from 'withdrawn'))
     and (c.kind in ('moved', 'canceled', 'reopened') or (c.kind = 'changed' and w.id is not null)) and (a.status = 'canceled') = (c.kind = 'canceled')
     and a.status in ('upcoming', 'requested', 'canceled') and greatest(a.starts_at, c.was_starts_at) > p_at
   order by a.starts_at limit 500;
end $$;
grant execute on function app.changes_to_call(uuid, timestamptz, timestamptz) to system;

-- Visits after p_at until a day of patients without an account; lost: their reminder was not sent as a text message. As for
-- reminders by mail, not visits that were booked or moved within a day before them.
create function app.reminders_to_call(p_clinic_id uuid, p_at timestamptz, p_until date)
returns table (id uuid, time_zone text, patient_id uuid, patient_name text, phone text, provider_name text, called_at timestamptz,
               called_by text, starts_at timestamptz, is_lost boolean)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select a.id, a.time_zone, a.patient_id, p.full_name, d.phone, v.name, k.called_at,
         coalesce(u.user_metadata ->> 'full_name', u.email), a.starts_at,
         exists (select 1 from app.notices n join app.text_messages t on t.clinic_id = p_clinic_id and t.notice_id = n.id
                  where n.clinic_id = p_clinic_id and n.appointment_id = a.id and n.visit_starts_at = a.starts_at
                    and t.status in ('failed', 'withheld') and t.reason is distinct from 'withdrawn')
    from public.appointments a
    join public.patients p on p.clinic_id = p_clinic_id and p.id = a.patient_id and p.user_id is null
    left join public.patient_details d on d.clinic_id = p_clinic_id and d.patient_id = p.id
    left join public.providers v on v.clinic_id = p_clinic_id and v.id = a.provider_id
    left join lateral (
      select l.called_at, l.called_by from app.visit_calls l
       where l.clinic_id = p_clinic_id and l.appointment_id = a.id and l.starts_at = a.starts_at
         and l.about in ('reminder', 'moved', 'provider') and (l.about = 'reminder' or l.called_at > p_at - interval '72 hours')
       order by l.called_at desc nulls last limit 1) k on true
    left join auth.users u on u.id = k.called_by
   where a.clinic_id = p_clinic_id and a.status = 'upcoming' and a.arrived_at is null and a.starts_at > p_at and a.date <= p_until
     and (select max(c.changed_at) from public.appointment_changes c
           where c.clinic_id = p_clinic_id and c.appointment_id = a.id and c.kind in ('booked', 'requested', 'moved'))
         < a.starts_at - interval '24 hours'
   order by a.starts_at limit 500;
end $$;
grant execute on function app.reminders_to_call(uuid, timestamptz, date) to system;

-- The facts that decide whether and when these patients get a message to many. Former and merged patients are left out.
create function app.broadcast_facts(p_clinic_id uuid, p_patient_ids uuid[])
returns table (patient_id uuid, name text, has_reader boolean, email text, is_email_gone boolean, phone text,
               is_phone_stopped boolean, wants_email boolean, wants_texts boolean, wants_marketing boolean, state text)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select p.id, p.full_name,
         p.user_id is not null and m.status = 'active'
           or exists (select 1 from app.live_guardians g
                       where g.clinic_id = p_clinic_id and g.patient_id = p.id and g.level = 'full'),
         case when m.status = 'active' then a.address end, app.is_address_gone(p_clinic_id, a.address), d.phone,
         exists (select 1 from app.text_stops s where s.phone = d.phone),
         coalesce(r.email_notifications, true), coalesce(r.sms_notifications, false),
         coalesce(r.marketing_communications, false), d.state
    from public.patients p
    join public.clinic_memberships m on m.clinic_id = p_clinic_id and (m.user_id = p.user_id or m.patient_id = p.id)
     and m.role = 'patient' and m.ended_at is null and m.suspended_at is null
    left join app.proven_addresses a on a.user_id = p.user_id
    left join public.patient_details d on d.clinic_id = p_clinic_id and d.patient_id = p.id
    left join public.contact_preferences r on r.clinic_id = p_clinic_id and r.patient_id = p.id
   where p.clinic_id = p_clinic_id and p.id = any (p_patient_ids) and p.merged_into is null
   order by p.full_name, p.id;
end $$;
grant execute on function app.broadcast_facts(uuid, uuid[]) to system;

-- The results of these messages to many, in counts. Bounced: a mail that was refused, at once or by a later report, or a text
-- message that was not sent; gone: the mails among them whose address does not exist.
create function app.broadcast_results(p_clinic_id uuid, p_broadcast_ids uuid[])
returns table (broadcast_id uuid, waiting integer, sent integer, "left" integer, bounced integer, gone integer,
               complaints integer, unsubscribed integer, reasons jsonb)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select b.id, count(*) filter (where r.status = 'waiting')::integer, count(*) filter (where r.status = 'sent')::integer,
         count(*) filter (where r.status = 'left')::integer,
         count(*) filter (where r.status = 'sent' and case b.channel
           when 'mail' then m.status = 'failed' or m.report in ('no_address', 'refused')
           when 'text' then exists (select 1 from app.text_messages t
                                     where t.clinic_id = p_clinic_id and t.id = r.id and t.status in ('failed', 'withheld'))
           end)::integer,
         count(*) filter (where m.report = 'no_address')::integer, count(*) filter (where m.report = 'complaint')::integer,
         count(*) filter (where r.unsubscribed_at is not null)::integer,
         (select jsonb_object_agg(w.reason, w.patients)
            from (select x.reason, count(*)::integer as patients from app.broadcast_recipients x
                   where x.clinic_id = p_clinic_id and x.broadcast_id = b.id and x.reason is not null group by x.reason) w)
    from public.broadcasts b
    left join app.broadcast_recipients r on r.clinic_id = p_clinic_id and r.broadcast_id = b.id
    -- queued in the transaction that began at sent_at; the bounds leave one or two months to search
    left join app.mails m on b.channel = 'mail' and m.clinic_id = p_clinic_id and m.id = r.id
     and m.queued_at between r.sent_at and r.sent_at + interval '1 hour'
   where b.clinic_id = p_clinic_id and b.id = any (p_broadcast_ids)
   group by b.id, b.channel;
end $$;
grant execute on function app.broadcast_results(uuid, uuid[]) to system;
