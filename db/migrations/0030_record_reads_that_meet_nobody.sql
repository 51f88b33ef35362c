-- 0030_record_reads_that_meet_nobody.sql: a question about health data is recorded whether or not it meets somebody. "Nobody
-- is called that" is an answer too: with enough such questions an address can be spelled out (docs/decisions/0033).

-- As in 0002, but for the reads that meet nobody: {"counted": 0}.
create or replace function app.record_read(p_details jsonb, p_patients uuid[], p_counted bigint, p_purpose text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- counted only for pages so large that not all of their patients may be named
  different integer;
begin
  if p_patients is null then
    -- a patient who meets nobody has asked about their own record
    if p_counted = 0 and current_setting('role') = 'clinic_patient' then return; end if;
    p_patients := '{}';
    p_details := p_details || case when p_counted is null then '{"failed": true}' else jsonb_build_object('counted', p_counted) end;
  end if;
  if current_setting('role') = 'clinic_patient' then
    -- policies show a patient nobody else's rows; if one ever did, it would be recorded
    p_patients := array_remove(p_patients, app.current_patient_id());
    if cardinality(p_patients) = 0 then return; end if;
  end if;
  if cardinality(p_patients) > 50 then
    p_patients := array(select distinct unnest(p_patients));
    different := cardinality(p_patients);
    p_patients := p_patients[:1000];
  end if;
  -- not by app.write_audit(): every read of health data would pay for the call
  insert into app.audit_log (clinic_id, actor_kind, actor_id, actor_role, acting_for, action, subject_type, purpose,
                             request_id, address, details, patient_ids, patient_count)
  values (current_setting('app.clinic_id')::uuid, 'person', current_setting('app.user_id')::uuid,
          substr(current_setting('role'), length('clinic_') + 1), nullif(current_setting('app.acting_for', true), '')::uuid,
          'record.read', 'patient', p_purpose,
          nullif(current_setting('app.request_id', true), ''), nullif(current_setting('app.address', true), ''),
          p_details, p_patients, coalesce(different, cardinality(p_patients)));
end $$;
