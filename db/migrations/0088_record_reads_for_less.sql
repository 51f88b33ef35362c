-- 0088_record_reads_for_less.sql: what a read of health data pays for its record falls by about a quarter (decision 20).
--
-- Postgres reads a table's checks anew for every statement that inserts, which costs more than the row. Whoever writes the
-- trail is one of two functions, so they see to it instead: what they write of actors are constants, and an action's form
-- app.write_audit() checks.
alter table app.audit_log
  drop constraint audit_log_action_check,
  drop constraint audit_log_actor_kind_check,
  drop constraint audit_log_actor_role_check,
  drop constraint audit_log_patient_count_check;
comment on table app.audit_log is
  'One row a business action and one a read of health data, append-only (domain-rules.md rule 33). Written by app.write_audit() and app.record_read() alone, which see to it that a row is whole.';

create or replace function app.write_audit(p_action text, p_subject_type text, p_subject_id text, p_details jsonb, p_clinic_id uuid,
                                           p_patient_ids uuid[], p_purpose text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if p_action is null or p_action !~ '^[a-z_]+\.[a-z_]+$' then
    raise exception 'an action is named like plan.published, not %', p_action using errcode = 'check_violation';
  end if;
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

-- As migration 0087 has it, but that ids come as ids, for to write them as text and read them again cost as much as to sift
-- them; and that the transaction's entry says whether its commit waits for the disk, which costs less than to ask here.
--
-- p_patients: the patients' ids, each as often as it was met; null where no row was found.
-- p_counted: how many rows were counted, for where their patients are not known; null: the statement failed on the way, and
-- its complaint tells something of somebody.
-- security definer (owned by system), because nobody may write the table directly
create function app.record_read(p_tables text[], p_patients uuid[], p_counted bigint, p_purpose text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  patients uuid[] := '{}';
  one uuid;
begin
  if p_patients is null and p_counted = 0 then return; end if;
  -- each once; a page of many is left to Postgres, which sorts them
  if cardinality(p_patients) <= 50 then
    foreach one in array p_patients loop
      if one <> all (patients) then patients := patients || one; end if;
    end loop;
  else
    patients := array(select distinct unnest(p_patients));
  end if;
  if current_setting('role') = 'clinic_patient' then
    -- policies show a patient no other's rows; if one ever did, it would be recorded
    patients := array_remove(patients, app.current_patient_id());
    if cardinality(patients) = 0 then return; end if;
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
alter function app.record_read(text[], uuid[], bigint, text) owner to system;
grant execute on function app.record_read(text[], uuid[], bigint, text) to clinic_patient, clinic_staff, clinic_admin, system;

-- What servers of the version before call, for as long as one of them runs beside this one.
-- security definer (owned by system), as the function it stands for
create or replace function app.record_read(p_tables text[], p_patients text, p_counted bigint, p_purpose text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.record_read(p_tables, string_to_array(p_patients, ',')::uuid[], p_counted, p_purpose);
end $$;
