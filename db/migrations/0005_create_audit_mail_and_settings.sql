-- 0005_create_audit_mail_and_settings.sql: what every business action may leave behind in its own transaction.
create table app.audit_log (
  id           bigint generated always as identity primary key,
  clinic_id    uuid references public.clinics on delete restrict,
  occurred_at  timestamptz not null default clock_timestamp(),
  actor_kind   text not null check (actor_kind in ('person', 'visitor', 'system')),
  actor_id     uuid,
  action       text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  subject_type text,
  subject_id   text,
  purpose      text,
  request_id   text,
  address      text,
  -- ids and codes, never names, addresses or health facts
  details      jsonb not null default '{}'
);
comment on table app.audit_log is 'One row a business action, append-only (domain-rules.md rule 33).';
create index audit_log_clinic_idx on app.audit_log (clinic_id, id);

create function app.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;
create trigger audit_log_is_append_only before update or delete or truncate on app.audit_log
  for each statement execute function app.refuse_change();

-- Actor, request and address come from the transaction's context, so a caller cannot sign for somebody else.
-- security definer, because nobody may write the table directly.
create function app.record_audit(p_action text, p_subject_type text, p_subject_id text, p_details jsonb, p_clinic_id uuid)
returns void language sql security definer set search_path = ''
begin atomic
  insert into app.audit_log (clinic_id, actor_kind, actor_id, action, subject_type, subject_id, purpose, request_id, address, details)
  select coalesce(p_clinic_id, app.current_clinic_id()),
         case when app.current_user_id() is not null then 'person'
              when nullif(current_setting('app.purpose', true), '') is not null then 'system' else 'visitor' end,
         app.current_user_id(), p_action, p_subject_type, p_subject_id,
         nullif(current_setting('app.purpose', true), ''), app.current_request_id(),
         nullif(current_setting('app.address', true), ''), coalesce(p_details, '{}');
end;
alter function app.record_audit(text, text, text, jsonb, uuid) owner to system;
grant execute on function app.record_audit(text, text, text, jsonb, uuid)
  to anon, authenticated, clinic_patient, clinic_staff, clinic_admin, system;

create table app.mails (
  id         uuid primary key default gen_random_uuid(),
  clinic_id  uuid references public.clinics on delete restrict,
  template   text not null,
  to_address text not null check (length(to_address) <= 255),
  subject    text not null,
  -- emptied once a real mail server has taken the mail: they hold one-time links
  text_body  text not null,
  html_body  text not null,
  links      text[] not null default '{}',
  status     text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  -- the same in every try, so that a second delivery after a crash can be recognised
  message_id text not null unique,
  attempts   integer not null default 0,
  last_error text,
  queued_at  timestamptz not null,
  sent_at    timestamptz
);
comment on table app.mails is 'The outbox: a mail is written in the transaction that causes it, and sent by a job.';
create index mails_to_idx on app.mails (to_address, queued_at desc);
create index mails_clinic_idx on app.mails (clinic_id);

create table app.settings (
  name       text primary key,
  value      jsonb not null,
  updated_at timestamptz not null default now()
);
comment on table app.settings is 'A few values of this installation, such as the development clock''s offset.';

alter table app.audit_log enable row level security;
alter table app.audit_log force row level security;
alter table app.mails enable row level security;
alter table app.mails force row level security;
alter table app.settings enable row level security;
alter table app.settings force row level security;
create policy audit_log_insert_system on app.audit_log for insert to system with check (true);
create policy audit_log_select_system on app.audit_log for select to system using (true);
create policy mails_all_system on app.mails to system using (true) with check (true);
create policy settings_all_system on app.settings to system using (true) with check (true);
grant select, insert on app.audit_log to system;
grant select, insert, update on app.mails to system;
grant select, insert, update on app.settings to system;
