-- 0081_tell_stopped_texts.sql: a patient whose number has answered STOP reads on their own page that no text message is sent,
-- whatever they choose there (docs/domain-rules.md rule 32; docs/decisions/0044).

-- Only to whom the STOP ended texts of their own: whoever enters another person's number learns nothing about it.
-- security definer (owned by system), because no client may read which numbers have answered STOP
create function public.texts_stopped_for_me() returns boolean
language sql stable security definer set search_path = ''
begin atomic
  select exists (
    select from public.patients p
      join public.patient_details d on d.clinic_id = p.clinic_id and d.patient_id = p.id
      join app.text_stops s on s.phone = d.phone
     where p.clinic_id = app.current_clinic_id() and p.user_id = app.current_user_id()
       and exists (select from public.consents n
                    where n.clinic_id = p.clinic_id and n.patient_id = p.id and n.purpose = 'sms_care'
                      and n.channel = 'sms' and not n.is_given));
end;
comment on function public.texts_stopped_for_me() is
  'Whether text messages to the caller''s number at this clinic were ended by STOP.';

-- ownership needs the right to create in the schema, for this moment only
grant create on schema public to system;
alter function public.texts_stopped_for_me() owner to system;
revoke create on schema public from system;
grant execute on function public.texts_stopped_for_me() to clinic_patient;
