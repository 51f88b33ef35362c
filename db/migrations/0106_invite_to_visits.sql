-- 0106_invite_to_visits.sql: patient and provider are mailed an invitation for their calendars with every change of a visit,
-- whoever made it and by whichever way; a reminder knows the visit that it is about (docs/domain-rules.md complaint 19).
alter table app.mails add column calendar text constraint mails_calendar_check check (length(calendar) <= 200000);
comment on column app.mails.calendar is 'An invitation for calendars (RFC 5546) that the mail carries.';

-- A reminder is withdrawn once its visit is at another time, or is not to take place.
alter table app.notices
  add column appointment_id uuid,
  add column visit_starts_at timestamptz,
  add constraint notices_visit_check check ((appointment_id is null) = (visit_starts_at is null)),
  add constraint notices_appointment_fkey foreign key (clinic_id, appointment_id)
    references public.appointments (clinic_id, id) on delete restrict;
create index notices_appointment_idx on app.notices (clinic_id, appointment_id) where appointment_id is not null;

alter table app.notices drop constraint notices_kind_check;
alter table app.notices add constraint notices_kind_check check (kind in
  ('patient_joined', 'clinic_opened', 'payment_received', 'payment_failed', 'card_expiring', 'plan_canceled', 'plan_ended',
   'invitation_accepted', 'patient_message', 'patient_update', 'patient_reminder',
   'visit_patient', 'visit_provider', 'visit_former_provider'));

-- A notice each for the patient, the provider, and who was the provider until now. The visits of a series that change
-- together are one notice.
-- security definer (owned by system), because a client's write of a visit causes it
create function app.notice_visit_change() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  series uuid;
  about text;
begin
  if new.kind not in ('booked', 'requested', 'accepted', 'moved', 'changed', 'reopened', 'canceled')
     or greatest(new.starts_at + make_interval(mins => new.duration_minutes), new.was_starts_at) <= new.changed_at
     -- nothing that a calendar shows
     or (new.kind in ('changed', 'reopened') and new.sequence = (
           select max(c.sequence) from public.appointment_changes c
            where c.clinic_id = new.clinic_id and c.appointment_id = new.appointment_id and c.id <> new.id)) then
    return null;
  end if;
  select a.series_id into series from public.appointments a where a.clinic_id = new.clinic_id and a.id = new.appointment_id;
  about := coalesce('series:' || series || ':' || new.kind || ':' || pg_catalog.pg_current_xact_id(), new.id::text);
  perform app.write_notice(new.clinic_id, 'visit_patient', new.id::text, about, new.changed_at);
  if new.provider_id is not null then
    perform app.write_notice(new.clinic_id, 'visit_provider', new.id::text, about || ':' || new.provider_id, new.changed_at);
  end if;
  if new.was_provider_id is distinct from new.provider_id and new.was_provider_id is not null then
    perform app.write_notice(new.clinic_id, 'visit_former_provider', new.id::text, about || ':' || new.was_provider_id,
                             new.changed_at);
  end if;
  return null;
end $$;
alter function app.notice_visit_change() owner to system;
create trigger appointment_changes_notice after insert on public.appointment_changes
  for each row execute function app.notice_visit_change();
