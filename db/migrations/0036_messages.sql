-- Messages between a patient and their clinic: one thread per patient and clinic, shared by the clinic's team
-- (docs/decisions/0045).
create table public.message_threads (
  clinic_id       uuid references public.clinics on delete restrict,
  patient_id      uuid,
  -- the newest message; messages are numbered from 1
  last_number     integer not null default 0 constraint message_threads_last_number_check check (last_number >= 0),
  last_from       text constraint message_threads_last_from_check check (last_from in ('patient', 'clinic')),
  last_message_at timestamptz not null,
  -- up to which message each side has read, when, and how many of the other side's are left
  clinic_read     integer not null default 0 constraint message_threads_clinic_read_check check (clinic_read >= 0),
  clinic_read_at  timestamptz,
  clinic_unread   integer not null default 0 constraint message_threads_clinic_unread_check check (clinic_unread >= 0),
  patient_read    integer not null default 0 constraint message_threads_patient_read_check check (patient_read >= 0),
  patient_read_at timestamptz,
  patient_unread  integer not null default 0 constraint message_threads_patient_unread_check check (patient_unread >= 0),
  -- the team member who looks after it; null: none
  assignee_id     uuid references auth.users on delete set null,
  -- null: open
  closed_at       timestamptz,
  closed_by       uuid references auth.users on delete set null,
  primary key (clinic_id, patient_id),
  constraint message_threads_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.message_threads is
  'Health data: the state of a patient''s conversation with the clinic. One per patient; there is none before the first message.';
create index message_threads_open_idx on public.message_threads (clinic_id, last_message_at desc, patient_id)
  where closed_at is null;
create index message_threads_closed_idx on public.message_threads (clinic_id, last_message_at desc, patient_id)
  where closed_at is not null;
create index message_threads_unread_idx on public.message_threads (clinic_id) where clinic_unread > 0;
create index message_threads_assignee_idx on public.message_threads (assignee_id);
create index message_threads_closed_by_idx on public.message_threads (closed_by);
create trigger message_threads_are_erased_by_retention before delete on public.message_threads
  for each statement execute function app.refuse_unless_erasing();

alter table public.message_threads enable row level security;
alter table public.message_threads force row level security;
create policy message_threads_select_own on public.message_threads for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id())
         and (select app.may_use_health_data()));
create policy message_threads_select_team on public.message_threads for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy message_threads_all_system on public.message_threads to system using (true) with check (true);
create policy message_threads_select_guardian on public.message_threads for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.ward_in_full())
         and (select app.may_use_health_data()));
grant select (patient_id, clinic_id, last_number, last_from, last_message_at, clinic_read, clinic_read_at, patient_read,
  patient_unread) on public.message_threads to clinic_patient, clinic_guardian;
grant select on public.message_threads to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.message_threads to system;

create table public.messages (
  id          uuid default gen_random_uuid(),
  clinic_id   uuid not null references public.clinics on delete restrict,
  patient_id  uuid not null,
  number      integer not null constraint messages_number_check check (number > 0),
  from_side   text not null constraint messages_from_side_check check (from_side in ('patient', 'clinic')),
  -- null after the account is deleted
  author_id   uuid references auth.users on delete set null,
  -- the name when they wrote: a patient may not read the team's accounts
  author_name text not null constraint messages_author_name_check
                check (length(author_name) between 1 and 200 and app.is_one_line(author_name)),
  body        text not null constraint messages_body_check check (length(body) <= 4000),
  -- made by the page for each message that is written, so that repeating the request sends it once
  attempt     uuid not null,
  sent_at     timestamptz not null,
  primary key (clinic_id, id),
  constraint messages_number_key unique (clinic_id, patient_id, number),
  constraint messages_attempt_key unique (clinic_id, author_id, attempt),
  constraint messages_thread_fkey foreign key (clinic_id, patient_id)
    references public.message_threads (clinic_id, patient_id) on delete restrict
);
comment on table public.messages is 'Health data: a message between a patient and the clinic. Never changed.';
create index messages_author_idx on public.messages (author_id);
create trigger messages_are_erased_by_retention before delete on public.messages
  for each statement execute function app.refuse_unless_erasing();

alter table public.messages enable row level security;
alter table public.messages force row level security;
create policy messages_select_own on public.messages for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id())
         and (select app.may_use_health_data()));
create policy messages_select_team on public.messages for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy messages_all_system on public.messages to system using (true) with check (true);
create policy messages_select_guardian on public.messages for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.ward_in_full())
         and (select app.may_use_health_data()));
-- Update: a merge of two patients moves messages.
grant select (id, clinic_id, patient_id, number, from_side, author_id, author_name, body, sent_at)
  on public.messages to clinic_patient, clinic_guardian, clinic_staff, clinic_admin;
grant select, insert, update (patient_id, number), delete on public.messages to system;

-- Every write is audited with its patient, whichever role makes it; the text is not.
-- security definer: no role may write the audit trail
create function app.record_message() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.write_audit('message.sent', 'message', new.id::text, jsonb_build_object('from', new.from_side), new.clinic_id,
                          array[new.patient_id], null);
  return null;
end $$;
alter function app.record_message() owner to system;
create trigger messages_record after insert on public.messages for each row execute function app.record_message();

create function app.record_thread_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.assignee_id is distinct from old.assignee_id then
    perform app.write_audit('thread.assigned', 'patient', new.patient_id::text,
                            jsonb_build_object('assignee', new.assignee_id), new.clinic_id, array[new.patient_id], null);
  end if;
  if (new.closed_at is null) <> (old.closed_at is null) then
    perform app.write_audit(case when new.closed_at is null then 'thread.reopened' else 'thread.closed' end,
                            'patient', new.patient_id::text, '{}', new.clinic_id, array[new.patient_id], null);
  end if;
  return null;
end $$;
alter function app.record_thread_change() owner to system;
create trigger message_threads_record_change after update on public.message_threads
  for each row execute function app.record_thread_change();

-- The open pages of both sides read the thread again: each message and each read mark changes its row.
create function app.announce_thread() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.announce_to_team(new.clinic_id, 'messages', new.patient_id);
  return null;
end $$;
alter function app.announce_thread() owner to system;
create trigger message_threads_announce after insert or update on public.message_threads
  for each row execute function app.announce_thread();

-- The team's notes between the messages of a thread, for each other (docs/decisions/0203). A table, not a column of messages:
-- patients and guardians have no grant on it, so that no read of messages can return a note.
create table public.message_notes (
  id         uuid default gen_random_uuid(),
  clinic_id  uuid not null references public.clinics on delete restrict,
  -- not the thread: a note may come before the first message
  patient_id uuid not null,
  -- null after the account is deleted
  author_id  uuid references auth.users on delete set null,
  body       text not null constraint message_notes_body_check check (length(btrim(body)) between 1 and 4000),
  -- made by the page for each note that is written, so that repeating the request stores it once
  attempt    uuid not null,
  written_at timestamptz not null,
  -- taken out of the thread; the row stays, because it is part of a record
  removed_at timestamptz,
  primary key (clinic_id, id),
  constraint message_notes_attempt_key unique (clinic_id, author_id, attempt),
  constraint message_notes_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.message_notes is
  'Health data: what the team notes in a patient''s conversation, for the team alone. Its text never changes.';
create index message_notes_patient_idx on public.message_notes (clinic_id, patient_id, written_at, id);
create index message_notes_author_idx on public.message_notes (author_id);
create trigger message_notes_are_erased_by_retention before delete on public.message_notes
  for each statement execute function app.refuse_unless_erasing();

alter table public.message_notes enable row level security;
alter table public.message_notes force row level security;
create policy message_notes_select_team on public.message_notes for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and removed_at is null and (select app.may_use_health_data()));
create policy message_notes_all_system on public.message_notes to system using (true) with check (true);
grant select (id, clinic_id, patient_id, author_id, body, written_at) on public.message_notes to clinic_staff, clinic_admin;
-- Update: removal, and a merge of two patients.
grant select, insert, update (patient_id, removed_at), delete on public.message_notes to system;

create trigger message_notes_record_change after insert or update of removed_at on public.message_notes
  for each row execute function app.record_note_change();

-- The team's open pages alone read the notes again. A page of the patient learns nothing, not even that there is a note.
create function app.announce_message_note() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.announce_to_team(new.clinic_id, 'messages');
  return null;
end $$;
alter function app.announce_message_note() owner to system;
create trigger message_notes_announce after insert or update on public.message_notes
  for each row execute function app.announce_message_note();

-- A clinic's texts for its patients about its replies (docs/domain-rules.md complaint 22).
create table public.message_settings (
  clinic_id    uuid primary key references public.clinics on delete restrict,
  -- how soon the clinic answers; null: it promises nothing
  reply_within text constraint message_settings_reply_within_check
                 check (reply_within in ('same_day', 'one_day', 'two_days', 'three_days', 'one_week')),
  -- shown to patients from one day to another of the clinic's calendar, both included; null: no end on that side
  away_text    text constraint message_settings_away_text_check check (length(btrim(away_text)) between 1 and 500),
  away_from    date,
  away_until   date,
  -- detects concurrent saves
  version      integer not null default 1 constraint message_settings_version_check check (version > 0),
  updated_at   timestamptz not null,
  constraint message_settings_away_check check (away_until >= away_from)
);
comment on table public.message_settings is
  'How soon a clinic promises to answer messages, and the text for patients while it is away. Without a row it promises nothing.';
create trigger message_settings_are_erased_by_retention before delete on public.message_settings
  for each statement execute function app.refuse_unless_erasing();

alter table public.message_settings enable row level security;
alter table public.message_settings force row level security;
create policy message_settings_select_members on public.message_settings for select
  to clinic_patient, clinic_staff, clinic_admin using (clinic_id = (select app.current_clinic_id()));
create policy message_settings_all_system on public.message_settings to system using (true) with check (true);
create policy message_settings_select_support on public.message_settings for select to clinic_support
  using (clinic_id = (select app.current_clinic_id()));
grant select on public.message_settings to clinic_patient, clinic_staff, clinic_admin;
grant select (clinic_id, reply_within, away_from, away_until) on public.message_settings to clinic_support;
grant select, insert, update, delete on public.message_settings to system;

-- Messages that one side of the patients' threads has not read.
create function app.unread_messages(p_clinic uuid, p_patients uuid[], p_reader text) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(array_agg(m.id), '{}')
      from public.messages m
      join public.message_threads t on t.clinic_id = m.clinic_id and t.patient_id = m.patient_id
     where m.clinic_id = p_clinic and m.patient_id = any (p_patients) and m.from_side <> p_reader
       and m.number > case p_reader when 'clinic' then t.clinic_read else t.patient_read end);
end $$;
grant execute on function app.unread_messages(uuid, uuid[], text) to system;
