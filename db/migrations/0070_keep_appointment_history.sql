-- 0070_keep_appointment_history.sql: moving and canceling are new facts: what a visit was before can always be read
-- (docs/domain-rules.md rule 27).
create table public.appointment_changes (
  id             uuid primary key default gen_random_uuid(),
  clinic_id      uuid not null references public.clinics on delete restrict,
  patient_id     uuid not null,
  appointment_id uuid not null,
  kind           text not null constraint appointment_changes_kind_check check (kind in
                   ('booked', 'requested', 'accepted', 'moved', 'changed', 'arrived', 'started', 'completed', 'no_show', 'reopened',
                    'canceled')),
  changed_at     timestamptz not null,
  -- null: the server, or whose account is gone
  changed_by     uuid references auth.users on delete set null,
  -- as it is since then, and as it was
  starts_at      timestamptz not null,
  duration_minutes integer not null,
  type           text not null,
  provider_id    uuid,
  time_zone      text not null,
  was_starts_at  timestamptz,
  was_provider_id uuid,
  reason         text,
  sequence       integer not null,
  constraint appointment_changes_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint appointment_changes_appointment_fkey foreign key (clinic_id, appointment_id)
    references public.appointments (clinic_id, id) on delete restrict
);
comment on table public.appointment_changes is 'Health data: what happened to a visit, append-only: booked, moved, canceled, and as what.';
create index appointment_changes_appointment_idx on public.appointment_changes (clinic_id, appointment_id, changed_at);
create index appointment_changes_patient_idx on public.appointment_changes (clinic_id, patient_id);
create index appointment_changes_changed_by_idx on public.appointment_changes (changed_by);
create trigger appointment_changes_are_append_only before delete or truncate on public.appointment_changes
  for each statement execute function app.refuse_change();

create or replace function app.record_appointment_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_new constant boolean := tg_op = 'INSERT';
  fact text;
begin
  fact := case when is_new then case when new.status = 'requested' then 'requested' else 'booked' end
               when new.status = 'canceled' and old.status <> 'canceled' then 'canceled'
               when new.status = 'completed' and old.status <> 'completed' then 'completed'
               when new.status = 'no_show' and old.status <> 'no_show' then 'no_show'
               when new.status = 'upcoming' and old.status = 'requested' then 'accepted'
               when new.status = 'upcoming' and old.status <> 'upcoming' then 'reopened'
               when new.starts_at <> old.starts_at then 'moved'
               when new.started_at is not null and old.started_at is null then 'started'
               when new.arrived_at is not null and old.arrived_at is null then 'arrived' else 'changed' end;
  insert into public.appointment_changes (clinic_id, patient_id, appointment_id, kind, changed_at, changed_by, starts_at,
                                          duration_minutes, type, provider_id, time_zone, was_starts_at, was_provider_id, reason,
                                          sequence)
  values (new.clinic_id, new.patient_id, new.id, fact, new.updated_at, app.current_user_id(), new.starts_at,
          new.duration_minutes, new.type, new.provider_id, new.time_zone,
          case when is_new then null else old.starts_at end, case when is_new then null else old.provider_id end,
          new.cancel_reason, new.sequence);
  perform app.write_audit('appointment.' || fact, 'appointment', new.id::text, '{}', new.clinic_id, array[new.patient_id], null);
  -- the team's open pages read the day again
  perform app.announce(new.clinic_id, m.user_id, 'appointments') from public.clinic_memberships m
    where m.clinic_id = new.clinic_id and m.role <> 'patient' and m.status = 'active' and m.ended_at is null
      and m.user_id is not null;
  return null;
end $$;

alter table public.appointment_changes enable row level security;
alter table public.appointment_changes force row level security;
create policy appointment_changes_select_team on public.appointment_changes for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy appointment_changes_all_system on public.appointment_changes to system using (true) with check (true);
select app.guard_health_data('public.appointment_changes');
grant select on public.appointment_changes to clinic_staff, clinic_admin;
grant select, insert on public.appointment_changes to system;
