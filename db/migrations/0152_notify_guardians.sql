-- 0152_notify_guardians.sql: guardians hear that there is something, and both sides before and when access changes
-- (docs/domain-rules.md goal 8). Mails say neither what, nor about whom.
alter table app.notices drop constraint notices_kind_check;
alter table app.notices add constraint notices_kind_check check (kind in
  ('patient_joined', 'clinic_opened', 'payment_received', 'payment_failed', 'card_expiring', 'plan_canceled', 'plan_ended',
   'plan_change', 'plan_price', 'invitation_accepted', 'patient_message', 'patient_update', 'patient_reminder',
   'visit_patient', 'visit_provider', 'visit_former_provider',
   'guardian_update', 'guardian_soon', 'guardian_changed', 'ward_soon', 'ward_changed'));

-- Notifies the guardians of a patient who may see what there is: with full access everybody, and whoever booked a visit.
-- security definer (owned by system), because triggers call it in a client's transaction
create function app.tell_guardians(p_clinic_id uuid, p_patient_id uuid, p_booked_by uuid, p_key text, p_at timestamptz,
                                   p_except uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.write_notice(g.clinic_id, 'guardian_update', g.id::text, g.id || ':' || p_key, p_at)
    from app.live_guardians g
   where g.clinic_id = p_clinic_id and g.patient_id = p_patient_id and g.user_id is distinct from p_except
     and (g.level = 'full' or (g.level = 'limited' and g.user_id = p_booked_by));
end $$;
alter function app.tell_guardians(uuid, uuid, uuid, text, timestamptz, uuid) owner to system;
grant execute on function app.tell_guardians(uuid, uuid, uuid, text, timestamptz, uuid) to system;

-- security definer (owned by system), because a client's write of a visit causes it
create function app.tell_guardians_of_visit() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  booker uuid;
begin
  if new.kind in ('booked', 'requested', 'accepted', 'moved', 'canceled') and new.starts_at > new.changed_at then
    select a.booked_by into booker from public.appointments a where a.clinic_id = new.clinic_id and a.id = new.appointment_id;
    perform app.tell_guardians(new.clinic_id, new.patient_id, booker, 'visit:' || new.id, new.changed_at, new.changed_by);
  end if;
  return null;
end $$;
alter function app.tell_guardians_of_visit() owner to system;
create trigger appointment_changes_tell_guardians after insert on public.appointment_changes
  for each row execute function app.tell_guardians_of_visit();
