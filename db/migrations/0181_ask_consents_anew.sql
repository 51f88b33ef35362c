-- 0181_ask_consents_anew.sql: who comes of age is asked for their own consents (docs/domain-rules.md rule 29). What a consent is
-- needed for, and others gave it, ends with the birthday; how the clinic writes about care and visits stays as it is.
alter table public.contact_preferences
  -- since when the patient has been asked to choose anew; null: they have, or never were
  add column asked_anew_at timestamptz;

alter table public.consents drop constraint consents_channel_check;
alter table public.consents add constraint consents_channel_check check (channel in ('web', 'sms', 'email', 'team', 'age'));

-- Ends the consents to text messages and marketing, if there are any, and asks. Whoever is being asked is not asked twice.
create function app.ask_consents_anew(p_clinic_id uuid, p_patient_id uuid, p_version text, p_wording text, p_at timestamptz)
returns void language plpgsql set search_path = '' as $$
begin
  if exists (select from public.contact_preferences c
              where c.clinic_id = p_clinic_id and c.patient_id = p_patient_id and c.asked_anew_at is not null) then
    return;
  end if;
  perform app.record_consent(p_clinic_id, p_patient_id, 'sms_care', false, 'age', p_version, p_wording, p_at),
          app.record_consent(p_clinic_id, p_patient_id, 'marketing', false, 'age', p_version, p_wording, p_at);
  update public.contact_preferences c set asked_anew_at = p_at, version = c.version + 1, updated_at = p_at
   where c.clinic_id = p_clinic_id and c.patient_id = p_patient_id;
end $$;
grant execute on function app.ask_consents_anew(uuid, uuid, text, text, timestamptz) to system;
