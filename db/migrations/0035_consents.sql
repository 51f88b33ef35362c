-- How a patient wants a clinic to contact them, with the ledger of their consents (docs/domain-rules.md rule 32).
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
  -- since when the patient is asked to choose again; null: they have chosen, or were never asked
  asked_anew_at            timestamptz,
  primary key (clinic_id, patient_id),
  constraint contact_preferences_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.contact_preferences is
  'Health data: how a patient wants to be contacted by the clinic. Without a row, the defaults of the columns apply. Changed only by app.record_consent().';
create trigger contact_preferences_are_erased_by_retention before delete on public.contact_preferences
  for each statement execute function app.refuse_unless_erasing();

alter table public.contact_preferences enable row level security;
alter table public.contact_preferences force row level security;
create policy contact_preferences_select_own on public.contact_preferences for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id())
         and (select app.may_use_health_data()));
create policy contact_preferences_select_team on public.contact_preferences for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy contact_preferences_all_system on public.contact_preferences to system using (true) with check (true);
grant select on public.contact_preferences to clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update, delete on public.contact_preferences to system;

create table public.consents (
  id         uuid default gen_random_uuid(),
  clinic_id  uuid not null references public.clinics on delete restrict,
  patient_id uuid not null,
  purpose    text not null constraint consents_purpose_check check (purpose in
               ('email', 'sms_care', 'appointment_reminders', 'marketing', 'terms', 'privacy', 'hipaa_authorization')),
  is_given   boolean not null,
  -- how the patient decided: on a page of Carefold, by a text message such as STOP, by the link in a mail, by reporting a mail as
  -- spam, to the team, or by coming of age
  channel    text not null check (channel in ('web', 'sms', 'email', 'complaint', 'team', 'age')),
  -- names the wording, and the wording itself as the person saw it
  version    text not null constraint consents_version_check check (length(version) between 1 and 60),
  wording    text not null constraint consents_wording_check check (length(wording) between 1 and 4000),
  -- the evidence: whose account, from which network address, in which request; null where it arrived differently
  actor_id   uuid,
  address    text,
  request_id text,
  given_at   timestamptz not null,
  primary key (clinic_id, id),
  constraint consents_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.consents is
  'Health data: the ledger of a patient''s consents, append-only. The newest row of a purpose applies (docs/domain-rules.md rule 32).';
create index consents_patient_idx on public.consents (clinic_id, patient_id, purpose, given_at desc);
create trigger consents_are_append_only before delete or update or truncate on public.consents
  for each statement execute function app.refuse_change('DELETE');

alter table public.consents enable row level security;
alter table public.consents force row level security;
create policy consents_select_own on public.consents for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id())
         and (select app.may_use_health_data()));
create policy consents_select_admin on public.consents for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy consents_select_system on public.consents for select to system using (true);
create policy consents_insert_system on public.consents for insert to system with check (true);
create policy consents_delete_system on public.consents for delete to system using (true);
create policy consents_update_system on public.consents for update to system using (true) with check (true);
grant select (id, clinic_id, patient_id, purpose, is_given, channel, version, wording, given_at)
  on public.consents to clinic_patient, clinic_admin;
grant select, insert, update (patient_id), delete on public.consents to system;

-- Writes one decision of a patient into the ledger, and into the preference that it concerns. Returns whether it changed
-- anything. Actor, address and request come from the transaction's context.
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
          app.current_user_id(), nullif(current_setting('app.address', true), ''),
          nullif(current_setting('app.request_id', true), ''), p_at);
  perform app.write_audit(case when p_is_given then 'consent.given' else 'consent.withdrawn' end, 'patient', p_patient_id::text,
                          jsonb_build_object('purpose', p_purpose, 'channel', p_channel), p_clinic_id, array[p_patient_id], null);
  return true;
end $$;
grant execute on function app.record_consent(uuid, uuid, text, boolean, text, text, text, timestamptz) to system;

-- Whether the caller's number has answered STOP, so that no text message is sent (docs/domain-rules.md rule 32;
-- docs/decisions/0044). Only for the person whose texts the STOP ended: entering another person's number reveals nothing.
-- security definer: no client may read which numbers have answered STOP
create function public.texts_stopped_for_me() returns boolean language plpgsql stable security definer set search_path = '' as $$
declare
  clinic uuid := app.current_clinic_id();
begin
  return exists (
    select 1 from public.patients p
      join public.patient_details d on d.clinic_id = clinic and d.patient_id = p.id
      join app.text_stops s on s.phone = d.phone
     where p.clinic_id = clinic and p.user_id = app.current_user_id()
       and exists (select 1 from public.consents n
                    where n.clinic_id = clinic and n.patient_id = p.id and n.purpose = 'sms_care'
                      and n.channel = 'sms' and not n.is_given));
end $$;
-- ownership needs the right to create in the schema, for this moment only
grant create on schema public to system;
alter function public.texts_stopped_for_me() owner to system;
revoke create on schema public from system;
comment on function public.texts_stopped_for_me() is
  'Whether text messages to the caller''s number at this clinic were ended by STOP.';
grant execute on function public.texts_stopped_for_me() to clinic_patient;

-- When a mail of this clinic to the caller's address came back, because the address does not exist; null: none did
-- (docs/decisions/0219).
-- security definer: no client may read what delivery reports say
create function public.email_gone_for_me() returns timestamptz language plpgsql stable security definer set search_path = '' as $$
declare
  clinic uuid := app.current_clinic_id();
begin
  return (
    select r.reported_at from app.proven_addresses a
      join app.reported_addresses r on r.clinic_id = clinic and r.address = lower(a.address) and r.report = 'no_address'
     where a.user_id = app.current_user_id());
end $$;
grant create on schema public to system;
alter function public.email_gone_for_me() owner to system;
revoke create on schema public from system;
comment on function public.email_gone_for_me() is
  'When an email of this clinic to the caller''s address came back, because the address does not exist; null: none did.';
grant execute on function public.email_gone_for_me() to clinic_patient;

-- Ends the consents to text messages and marketing of a patient who comes of age, and asks again, once (docs/domain-rules.md rule
-- 29). Settings about care and visits stay.
create function app.ask_consents_anew(p_clinic_id uuid, p_patient_id uuid, p_version text, p_wording text, p_at timestamptz)
returns void language plpgsql set search_path = '' as $$
begin
  if exists (select 1 from public.contact_preferences c
              where c.clinic_id = p_clinic_id and c.patient_id = p_patient_id and c.asked_anew_at is not null) then
    return;
  end if;
  perform app.record_consent(p_clinic_id, p_patient_id, 'sms_care', false, 'age', p_version, p_wording, p_at),
          app.record_consent(p_clinic_id, p_patient_id, 'marketing', false, 'age', p_version, p_wording, p_at);
  update public.contact_preferences c set asked_anew_at = p_at, version = c.version + 1, updated_at = p_at
   where c.clinic_id = p_clinic_id and c.patient_id = p_patient_id;
end $$;
grant execute on function app.ask_consents_anew(uuid, uuid, text, text, timestamptz) to system;
