-- 0112_announce_own_visits.sql: a patient's open pages show at once what the clinic does with their visits (docs/decisions/0043).
-- security definer (owned by system) because the team may not read a patient's account
create function app.announce_own_visit() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.announce(new.clinic_id, p.user_id, 'appointments') from public.patients p
    where p.clinic_id = new.clinic_id and p.id = new.patient_id and p.user_id is not null;
  return null;
end $$;
alter function app.announce_own_visit() owner to system;
create trigger appointments_announce_own after insert or update on public.appointments
  for each row execute function app.announce_own_visit();
