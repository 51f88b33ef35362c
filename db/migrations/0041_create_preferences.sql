-- 0041_create_preferences.sql: how a patient wants to hear from a clinic, with the ledger of their consents
-- (docs/domain-rules.md rule 32), and how a person of the team hears of what happens (docs/specification.md B2.12, B3).
create table public.contact_preferences (
  clinic_id                uuid not null references public.clinics on delete restrict,
  patient_id               uuid not null,
  email_notifications      boolean not null default true,
  sms_notifications        boolean not null default false,
  appointment_reminders    boolean not null default true,
  marketing_communications boolean not null default false,
  -- counts the changes, so that one tab does not overwrite another unseen
  version                  integer not null default 1 constraint contact_preferences_version_check check (version > 0),
  updated_at               timestamptz not null,
  primary key (clinic_id, patient_id),
  constraint contact_preferences_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.contact_preferences is
  'Health data: how a patient wants to hear from the clinic. Without a row the defaults of the columns hold. Changed only by app.record_consent().';

create table public.consents (
  id         uuid primary key default gen_random_uuid(),
  clinic_id  uuid not null references public.clinics on delete restrict,
  patient_id uuid not null,
  purpose    text not null constraint consents_purpose_check check (purpose in
               ('email', 'sms_care', 'appointment_reminders', 'marketing', 'terms', 'privacy', 'hipaa_authorization')),
  is_given   boolean not null,
  -- how it was said: on a page of ours, by a text message such as STOP, by the link in a mail, or to the team
  channel    text not null constraint consents_channel_check check (channel in ('web', 'sms', 'email', 'team')),
  -- names the wording, and the wording itself as the person saw it
  version    text not null constraint consents_version_check check (length(version) between 1 and 60),
  wording    text not null constraint consents_wording_check check (length(wording) between 1 and 4000),
  -- the proof: whose account, from which network address, in which request; null where it came by another way
  actor_id   uuid,
  address    text,
  request_id text,
  given_at   timestamptz not null,
  constraint consents_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.consents is
  'Health data: the ledger of a patient''s consents, append-only. The newest row of a purpose holds (docs/domain-rules.md rule 32).';
create index consents_patient_idx on public.consents (clinic_id, patient_id, purpose, given_at desc);
create trigger consents_are_append_only before update or delete or truncate on public.consents
  for each statement execute function app.refuse_change();

create table public.notice_preferences (
  clinic_id           uuid not null references public.clinics on delete restrict,
  user_id             uuid not null references auth.users on delete cascade,
  patient_messages    text not null default 'in_app' constraint notice_preferences_patient_messages_check
                        check (patient_messages in ('none', 'in_app', 'email')),
  appointment_updates text not null default 'in_app' constraint notice_preferences_appointment_updates_check
                        check (appointment_updates in ('none', 'in_app', 'email')),
  system_alerts       text not null default 'in_app' constraint notice_preferences_system_alerts_check
                        check (system_alerts in ('none', 'in_app', 'email')),
  task_assignments    text not null default 'in_app' constraint notice_preferences_task_assignments_check
                        check (task_assignments in ('none', 'in_app', 'email')),
  daily_summary       text not null default 'email' constraint notice_preferences_daily_summary_check
                        check (daily_summary in ('none', 'in_app', 'email')),
  important_alerts    text not null default 'email' constraint notice_preferences_important_alerts_check
                        check (important_alerts in ('none', 'in_app', 'email')),
  version             integer not null default 1 constraint notice_preferences_version_check check (version > 0),
  updated_at          timestamptz not null,
  primary key (clinic_id, user_id)
);
comment on table public.notice_preferences is
  'How a person of a clinic''s team hears of each event. Without a row the defaults of the columns hold: app.notice_channel() knows them.';
create index notice_preferences_user_idx on public.notice_preferences (user_id);

-- How a person is to hear of an event at a clinic: none, in_app or email.
create function app.notice_channel(p_clinic_id uuid, p_user_id uuid, p_event text) returns text
language sql stable set search_path = ''
begin atomic
  select coalesce(
    (select case p_event when 'patient_messages' then n.patient_messages when 'appointment_updates' then n.appointment_updates
                         when 'system_alerts' then n.system_alerts when 'task_assignments' then n.task_assignments
                         when 'daily_summary' then n.daily_summary when 'important_alerts' then n.important_alerts end
       from public.notice_preferences n where n.clinic_id = p_clinic_id and n.user_id = p_user_id),
    case when p_event in ('daily_summary', 'important_alerts') then 'email' else 'in_app' end);
end;
grant execute on function app.notice_channel(uuid, uuid, text) to system;

-- Writes one decision of a patient into the ledger, and into the preference that it is about, if it changes anything.
-- Whether it did. Who decided, from where and in which request comes from the transaction's context.
create function app.record_consent(p_clinic_id uuid, p_patient_id uuid, p_purpose text, p_is_given boolean, p_channel text,
                                   p_version text, p_wording text, p_at timestamptz) returns boolean
language plpgsql set search_path = '' as $$
declare
  chosen public.contact_preferences;
  present boolean;
begin
  insert into public.contact_preferences (clinic_id, patient_id, version, updated_at)
    values (p_clinic_id, p_patient_id, 1, p_at) on conflict do nothing;
  select c.* into strict chosen from public.contact_preferences c
   where c.clinic_id = p_clinic_id and c.patient_id = p_patient_id for update;
  present := case p_purpose when 'email' then chosen.email_notifications when 'sms_care' then chosen.sms_notifications
                            when 'appointment_reminders' then chosen.appointment_reminders
                            when 'marketing' then chosen.marketing_communications
                            else (select n.is_given from public.consents n
                                   where n.clinic_id = p_clinic_id and n.patient_id = p_patient_id and n.purpose = p_purpose
                                   order by n.given_at desc limit 1) end;
  if present is not distinct from p_is_given then return false; end if;
  update public.contact_preferences c
     set email_notifications = case p_purpose when 'email' then p_is_given else c.email_notifications end,
         sms_notifications = case p_purpose when 'sms_care' then p_is_given else c.sms_notifications end,
         appointment_reminders = case p_purpose when 'appointment_reminders' then p_is_given else c.appointment_reminders end,
         marketing_communications = case p_purpose when 'marketing' then p_is_given else c.marketing_communications end,
         version = c.version + 1, updated_at = p_at
   where c.clinic_id = p_clinic_id and c.patient_id = p_patient_id;
  insert into public.consents (clinic_id, patient_id, purpose, is_given, channel, version, wording, actor_id, address,
                               request_id, given_at)
  values (p_clinic_id, p_patient_id, p_purpose, p_is_given, p_channel, p_version, p_wording,
          nullif(current_setting('app.user_id', true), '')::uuid, nullif(current_setting('app.address', true), ''),
          nullif(current_setting('app.request_id', true), ''), p_at);
  perform app.write_audit(case when p_is_given then 'consent.given' else 'consent.withdrawn' end, 'patient', p_patient_id::text,
                          jsonb_build_object('purpose', p_purpose, 'channel', p_channel), p_clinic_id, array[p_patient_id], null);
  return true;
end $$;
grant execute on function app.record_consent(uuid, uuid, text, boolean, text, text, text, timestamptz) to system;

alter table public.contact_preferences enable row level security;
alter table public.contact_preferences force row level security;
create policy contact_preferences_select_own on public.contact_preferences for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id()));
create policy contact_preferences_select_team on public.contact_preferences for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy contact_preferences_all_system on public.contact_preferences to system using (true) with check (true);
select app.guard_health_data('public.contact_preferences');
grant select on public.contact_preferences to clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update on public.contact_preferences to system;

alter table public.consents enable row level security;
alter table public.consents force row level security;
create policy consents_select_own on public.consents for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id()));
create policy consents_select_admin on public.consents for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy consents_select_system on public.consents for select to system using (true);
create policy consents_insert_system on public.consents for insert to system with check (true);
select app.guard_health_data('public.consents');
grant select (id, clinic_id, patient_id, purpose, is_given, channel, version, wording, given_at)
  on public.consents to clinic_patient, clinic_admin;
grant select, insert on public.consents to system;

alter table public.notice_preferences enable row level security;
alter table public.notice_preferences force row level security;
create policy notice_preferences_select_own on public.notice_preferences for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and user_id = (select app.current_user_id()));
create policy notice_preferences_all_system on public.notice_preferences to system using (true) with check (true);
grant select on public.notice_preferences to clinic_staff, clinic_admin;
grant select, insert, update on public.notice_preferences to system;
