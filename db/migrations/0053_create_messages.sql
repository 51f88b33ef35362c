-- 0053_create_messages.sql: what a patient and their clinic write to each other: one thread per patient and clinic, shared by
-- the clinic's team (docs/decisions/0045).
create table public.message_threads (
  patient_id       uuid primary key,
  clinic_id        uuid not null references public.clinics on delete restrict,
  -- the newest message; messages are numbered from 1
  last_number      integer not null default 0 constraint message_threads_last_number_check check (last_number >= 0),
  last_from        text constraint message_threads_last_from_check check (last_from in ('patient', 'clinic')),
  last_message_at  timestamptz not null,
  -- up to which message each side has read, when, and how many of the other side's are left
  clinic_read      integer not null default 0 constraint message_threads_clinic_read_check check (clinic_read >= 0),
  clinic_read_at   timestamptz,
  clinic_unread    integer not null default 0 constraint message_threads_clinic_unread_check check (clinic_unread >= 0),
  patient_read     integer not null default 0 constraint message_threads_patient_read_check check (patient_read >= 0),
  patient_read_at  timestamptz,
  patient_unread   integer not null default 0 constraint message_threads_patient_unread_check check (patient_unread >= 0),
  -- who of the team looks after it; null: nobody in particular
  assignee_id      uuid references auth.users on delete set null,
  -- null: open
  closed_at        timestamptz,
  closed_by        uuid references auth.users on delete set null,
  constraint message_threads_clinic_key unique (clinic_id, patient_id),
  constraint message_threads_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.message_threads is
  'Health data: where a patient''s messages with the clinic stand. One per patient; there is none before the first message.';
create index message_threads_open_idx on public.message_threads (clinic_id, last_message_at desc, patient_id)
  where closed_at is null;
create index message_threads_closed_idx on public.message_threads (clinic_id, last_message_at desc, patient_id)
  where closed_at is not null;
create index message_threads_unread_idx on public.message_threads (clinic_id) where clinic_unread > 0;
create index message_threads_assignee_idx on public.message_threads (assignee_id);
create index message_threads_closed_by_idx on public.message_threads (closed_by);

create table public.messages (
  id          uuid primary key default gen_random_uuid(),
  clinic_id   uuid not null references public.clinics on delete restrict,
  patient_id  uuid not null,
  number      integer not null constraint messages_number_check check (number > 0),
  from_side   text not null constraint messages_from_side_check check (from_side in ('patient', 'clinic')),
  -- empty once the account is deleted
  author_id   uuid references auth.users on delete set null,
  -- as they were called when they wrote: a patient may not read the team's accounts
  author_name text not null constraint messages_author_name_check
                check (length(author_name) between 1 and 200 and app.is_one_line(author_name)),
  -- empty where only files are sent
  body        text not null constraint messages_body_check check (length(body) <= 4000),
  -- made by the page for each message that is written, so that repeating the request sends it once
  attempt     uuid not null,
  sent_at     timestamptz not null,
  constraint messages_clinic_key unique (clinic_id, id),
  constraint messages_number_key unique (clinic_id, patient_id, number),
  constraint messages_attempt_key unique (clinic_id, author_id, attempt),
  constraint messages_thread_fkey foreign key (clinic_id, patient_id)
    references public.message_threads (clinic_id, patient_id) on delete restrict
);
comment on table public.messages is 'Health data: what a patient and their clinic write to each other. Never changed.';
create index messages_author_idx on public.messages (author_id);

-- what was sent with a message
alter table public.patient_files
  add column message_id uuid,
  add constraint patient_files_message_fkey foreign key (clinic_id, message_id)
    references public.messages (clinic_id, id) on delete restrict,
  add constraint patient_files_message_check check (message_id is null or kind = 'message_attachment');
create index patient_files_message_idx on public.patient_files (clinic_id, message_id) where message_id is not null;

-- Every write is audited with its patient, whoever makes it. What was written is not.
-- security definer (owned by system), because nobody may write the audit trail directly
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

-- Lets the open pages of a clinic's team read a topic again.
-- security definer (owned by system), because the team's memberships are not a patient's to read
create function app.announce_to_team(p_clinic_id uuid, p_topic text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.announce(p_clinic_id, m.user_id, p_topic) from public.clinic_memberships m
    where m.clinic_id = p_clinic_id and m.user_id is not null and m.role <> 'patient' and m.status = 'active'
      and m.ended_at is null;
end $$;
alter function app.announce_to_team(uuid, text) owner to system;
grant execute on function app.announce_to_team(uuid, text) to system;

-- The open pages of both sides read the thread again: each message and each read mark changes its row.
create function app.announce_thread() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.announce_to_team(new.clinic_id, 'messages');
  perform app.announce(new.clinic_id, p.user_id, 'messages') from public.patients p
    where p.clinic_id = new.clinic_id and p.id = new.patient_id and p.user_id is not null;
  return null;
end $$;
alter function app.announce_thread() owner to system;
create trigger message_threads_announce after insert or update on public.message_threads
  for each row execute function app.announce_thread();

alter table public.message_threads enable row level security;
alter table public.message_threads force row level security;
create policy message_threads_select_own on public.message_threads for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id()));
create policy message_threads_select_team on public.message_threads for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy message_threads_all_system on public.message_threads to system using (true) with check (true);
select app.guard_health_data('public.message_threads');
-- who looks after it, and whether it is closed, is the team's
grant select (patient_id, clinic_id, last_number, last_from, last_message_at, clinic_read, clinic_read_at, patient_read,
              patient_unread)
  on public.message_threads to clinic_patient;
grant select on public.message_threads to clinic_staff, clinic_admin;
grant select, insert, update on public.message_threads to system;

alter table public.messages enable row level security;
alter table public.messages force row level security;
create policy messages_select_own on public.messages for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id()));
create policy messages_select_team on public.messages for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy messages_all_system on public.messages to system using (true) with check (true);
select app.guard_health_data('public.messages');
grant select (id, clinic_id, patient_id, number, from_side, author_id, author_name, body, sent_at)
  on public.messages to clinic_patient, clinic_staff, clinic_admin;
grant select, insert on public.messages to system;
