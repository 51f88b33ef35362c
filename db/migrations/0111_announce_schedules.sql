-- 0111_announce_schedules.sql: open calendars of the team show changed hours, time off and holds at once
-- (docs/decisions/0043). What a change of hours opens for the waitlist is computed by the actions, as the difference of the
-- times worked, so the trigger that took every extra hour for new is dropped (docs/decisions/0061).
drop trigger schedule_exceptions_offer_hours on public.schedule_exceptions;
drop function app.offer_extra_hours();

-- security definer (owned by system) because memberships are not readable by every role that writes here
create function app.announce_schedule() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_clinic_id constant uuid := case when tg_op = 'DELETE' then old.clinic_id else new.clinic_id end;
begin
  perform app.announce(v_clinic_id, m.user_id, 'appointments') from public.clinic_memberships m
    where m.clinic_id = v_clinic_id and m.role <> 'patient' and m.status = 'active' and m.ended_at is null
      and m.user_id is not null;
  return null;
end $$;
alter function app.announce_schedule() owner to system;

create trigger schedule_exceptions_announce after insert or update or delete on public.schedule_exceptions
  for each row execute function app.announce_schedule();
create trigger provider_hours_announce after insert or update or delete on public.provider_hours
  for each row execute function app.announce_schedule();
create trigger providers_announce after insert or update on public.providers
  for each row execute function app.announce_schedule();
create trigger appointment_holds_announce after insert or update or delete on app.appointment_holds
  for each row execute function app.announce_schedule();
