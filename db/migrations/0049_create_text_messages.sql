-- 0049_create_text_messages.sql: text messages to patients, with consent only and never with content (docs/domain-rules.md
-- rule 31, rule 32; docs/decisions/0044).
alter table app.notices add constraint notices_clinic_key unique (clinic_id, id);

create table app.text_messages (
  id           uuid primary key default gen_random_uuid(),
  clinic_id    uuid not null references public.clinics on delete restrict,
  patient_id   uuid not null,
  -- what it is about: a kind of app.notices
  kind         text not null constraint text_messages_kind_check check (kind in ('patient_message', 'patient_update', 'patient_reminder')),
  notice_id    uuid not null,
  -- E.164
  phone        text not null constraint text_messages_phone_check check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  -- sending: handed over, and not answered yet. withheld: not sent, and why
  status       text not null default 'queued' constraint text_messages_status_check check
                 (status in ('queued', 'sending', 'sent', 'delivered', 'failed', 'withheld')),
  -- a code of ours or of the provider
  reason       text constraint text_messages_reason_check check (length(reason) <= 100),
  provider_id  text constraint text_messages_provider_key unique,
  attempts     integer not null default 0,
  queued_at    timestamptz not null,
  -- not before: the end of the quiet hours, by the product's clock
  send_at      timestamptz not null,
  sending_at   timestamptz,
  sent_at      timestamptz,
  delivered_at timestamptz,
  -- a fact is sent once
  constraint text_messages_notice_key unique (clinic_id, notice_id, patient_id),
  constraint text_messages_notice_fkey foreign key (clinic_id, notice_id)
    references app.notices (clinic_id, id) on delete restrict,
  constraint text_messages_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table app.text_messages is 'Text messages to patients: that there is something, never what. The words are those of the kind.';
create index text_messages_patient_idx on app.text_messages (clinic_id, patient_id, queued_at desc);
create index text_messages_open_idx on app.text_messages (send_at) where status in ('queued', 'sending');

-- Numbers that have answered STOP and not START since. By number: the next patient with it has not agreed either.
create table app.text_stops (
  phone      text primary key constraint text_stops_phone_check check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  stopped_at timestamptz not null
);
comment on table app.text_stops is 'Phone numbers that get no text message, by their own word.';

alter table app.text_messages enable row level security;
alter table app.text_messages force row level security;
alter table app.text_stops enable row level security;
alter table app.text_stops force row level security;
create policy text_messages_all_system on app.text_messages to system using (true) with check (true);
create policy text_stops_all_system on app.text_stops to system using (true) with check (true);
grant select, insert, update on app.text_messages to system;
grant select, insert, update, delete on app.text_stops to system;

-- facts that a patient hears of by mail or text message, as they have chosen: a message, news, a reminder
alter table app.notices drop constraint notices_kind_check;
alter table app.notices add constraint notices_kind_check check (kind in
  ('patient_joined', 'clinic_opened', 'payment_received', 'payment_failed', 'plan_canceled', 'plan_ended',
   'invitation_accepted', 'patient_message', 'patient_update', 'patient_reminder'));

create index patient_details_phone_idx on public.patient_details (phone) where phone is not null;
