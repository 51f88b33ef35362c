-- 0052_record_reads.sql: an audit row names whose record it is about, and a read leaves one too
-- (domain-rules.md rule 33, goal 9; docs/decisions/0020-reads-are-recorded-by-the-statement-that-reads.md).

alter table app.audit_log
  -- no key to clinics: its check would lock the clinic's row at each read, and a clinic is never deleted
  drop constraint audit_log_clinic_id_fkey,
  -- admin, staff or patient, as the actor stood at that moment; null where the server acted
  add column actor_role text check (actor_role in ('admin', 'staff', 'patient')),
  -- the person for whom the actor acts: a guardian's child; null: for themself
  add column acting_for uuid,
  -- whose record it is about: the first 1000 of them, and how many there were
  add column patient_ids uuid[] not null default '{}',
  add column patient_count integer not null default 0 check (patient_count >= 0);
comment on table app.audit_log is 'One row a business action and one a read of health data, append-only (domain-rules.md rule 33).';
-- One row. Actor, role, request and address come from the transaction's context, so that nobody signs for somebody else.
-- security definer (owned by system), because nobody may write the table directly
create function app.write_audit(p_action text, p_subject_type text, p_subject_id text, p_details jsonb, p_clinic_id uuid,
                                p_patient_ids uuid[], p_purpose text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  insert into app.audit_log (clinic_id, actor_kind, actor_id, actor_role, acting_for, action, subject_type, subject_id, purpose,
                             request_id, address, details, patient_ids, patient_count)
  values (p_clinic_id,
          case when nullif(current_setting('app.user_id', true), '') is not null then 'person'
               when nullif(current_setting('app.purpose', true), '') is not null then 'system' else 'visitor' end,
          nullif(current_setting('app.user_id', true), '')::uuid,
          case current_setting('role') when 'clinic_admin' then 'admin' when 'clinic_staff' then 'staff'
                                       when 'clinic_patient' then 'patient' end,
          nullif(current_setting('app.acting_for', true), '')::uuid,
          p_action, p_subject_type, p_subject_id,
          coalesce(p_purpose, nullif(current_setting('app.purpose', true), '')),
          nullif(current_setting('app.request_id', true), ''), nullif(current_setting('app.address', true), ''),
          coalesce(p_details, '{}'), p_patient_ids[:1000], cardinality(p_patient_ids));
end $$;
alter function app.write_audit(text, text, text, jsonb, uuid, uuid[], text) owner to system;
grant execute on function app.write_audit(text, text, text, jsonb, uuid, uuid[], text) to system;

create or replace function app.record_audit(p_action text, p_subject_type text, p_subject_id text, p_details jsonb, p_clinic_id uuid)
returns void language sql security definer set search_path = ''
begin atomic
  select app.write_audit(p_action, p_subject_type, p_subject_id, p_details, coalesce(p_clinic_id, app.current_clinic_id()), '{}', null);
end;

-- Records what a statement has read of patients' health data, from within that statement: what cannot be recorded is not
-- answered. A patient's reads of their own record leave no row; a team member who is a patient too acts as the team here.
--
-- p_patients: the patients' ids, each as often as it was met, separated by commas; null where no row was found.
-- p_counted: how many rows were counted, for where their patients are not known; null: the statement failed on the way, and
-- its complaint tells something of somebody.
-- security definer (owned by system), because nobody may write the table directly
create function app.record_read(p_tables text[], p_patients text, p_counted bigint, p_purpose text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  patients uuid[] := coalesce(string_to_array(p_patients, ',')::uuid[], '{}');
begin
  if p_patients is null and p_counted = 0 then return; end if;
  if cardinality(patients) > 1 then
    patients := array(select distinct unnest(patients));
  end if;
  if current_setting('role') = 'clinic_patient' then
    -- policies show a patient no other's rows; if one ever did, it would be recorded
    patients := array_remove(patients, app.current_patient_id());
    if cardinality(patients) = 0 then return; end if;
  end if;
  -- the answer does not wait for the disk where nothing but this row was written (decision 20)
  if pg_current_xact_id_if_assigned() is null then
    perform set_config('synchronous_commit', 'off', true);
  end if;
  -- as app.write_audit() does, but at once: every read of health data pays for each call
  insert into app.audit_log (clinic_id, actor_kind, actor_id, actor_role, acting_for, action, subject_type, subject_id, purpose,
                             request_id, address, details, patient_ids, patient_count)
  values (nullif(current_setting('app.clinic_id', true), '')::uuid,
          case when nullif(current_setting('app.user_id', true), '') is not null then 'person' else 'system' end,
          nullif(current_setting('app.user_id', true), '')::uuid,
          case current_setting('role') when 'clinic_admin' then 'admin' when 'clinic_staff' then 'staff'
                                       when 'clinic_patient' then 'patient' end,
          nullif(current_setting('app.acting_for', true), '')::uuid,
          'record.read', 'patient', case when cardinality(patients) = 1 then patients[1]::text end, p_purpose,
          nullif(current_setting('app.request_id', true), ''), nullif(current_setting('app.address', true), ''),
          case when p_patients is not null then jsonb_build_object('tables', p_tables)
               when p_counted is null then jsonb_build_object('tables', p_tables, 'failed', true)
               else jsonb_build_object('tables', p_tables, 'counted', p_counted) end,
          patients[:1000], cardinality(patients));
end $$;
alter function app.record_read(text[], text, bigint, text) owner to system;
grant execute on function app.record_read(text[], text, bigint, text) to clinic_patient, clinic_staff, clinic_admin, system;

-- A write of an appointment is a business action, by whatever way it comes.
-- security definer (owned by system), because nobody may write the audit trail directly
create function app.record_appointment_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.write_audit(
    case when tg_op = 'INSERT' then 'appointment.booked'
         when new.status = 'completed' and old.status <> 'completed' then 'appointment.completed'
         when new.starts_at <> old.starts_at then 'appointment.moved' else 'appointment.changed' end,
    'appointment', new.id::text, '{}', new.clinic_id, array[new.patient_id], null);
  return null;
end $$;
alter function app.record_appointment_change() owner to system;
create trigger appointments_record_change after insert or update on public.appointments
  for each row execute function app.record_appointment_change();
