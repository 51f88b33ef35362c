-- 0089_record_reads_as_they_come.sql: what a read of health data pays for its record falls by another third (decision 20).

-- The auth service acts for no clinic, so its part of the trail is found by the index over clinics. An index of its own had to
-- be opened for every row of the trail, and its condition read anew.
drop index app.audit_log_auth_idx;

create or replace function app.write_audit(p_action text, p_subject_type text, p_subject_id text, p_details jsonb, p_clinic_id uuid,
                                           p_patient_ids uuid[], p_purpose text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if p_action is null or p_action !~ '^[a-z_]+\.[a-z_]+$' then
    raise exception 'an action is named like plan.published, not %', p_action using errcode = 'check_violation';
  end if;
  if p_action like 'auth.%' and p_clinic_id is not null then
    raise exception 'what the auth service does belongs to no clinic: %', p_action using errcode = 'check_violation';
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

comment on column app.audit_log.patient_ids is
  'Whom it is about, at most 1,000. Of a read that met somebody at most 50 times each as often as it was met: to tell them apart costs a reader more than to keep them.';
comment on column app.audit_log.patient_count is
  'How many it is about; more than patient_ids names where there are more than 1,000.';

-- As migration 0088 has it, but for what every read paid for: the patients of a small page are kept as they were met, and told
-- apart by whoever reads the trail; the one patient of a read is its subject there as well; details come as they are kept; and
-- whoever reads is a person in a role of a clinic, without whom nothing is recorded, and so nothing read.
--
-- p_details: {"tables": [...]}, what was read.
-- p_patients: the patients' ids, each as often as it was met; null where no row was found.
-- p_counted: how many rows were counted, for where their patients are not known; null: the statement failed on the way, and
-- its complaint tells something of somebody.
-- security definer (owned by system), because nobody may write the table directly
create function app.record_read(p_details jsonb, p_patients uuid[], p_counted bigint, p_purpose text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- of a page so large that not all of its patients may be named
  different integer;
begin
  if p_patients is null then
    if p_counted = 0 then return; end if;
    p_patients := '{}';
    p_details := p_details || case when p_counted is null then '{"failed": true}' else jsonb_build_object('counted', p_counted) end;
  end if;
  if current_setting('role') = 'clinic_patient' then
    -- policies show a patient no other's rows; if one ever did, it would be recorded
    p_patients := array_remove(p_patients, app.current_patient_id());
    if cardinality(p_patients) = 0 then return; end if;
  end if;
  if cardinality(p_patients) > 50 then
    p_patients := array(select distinct unnest(p_patients));
    different := cardinality(p_patients);
    p_patients := p_patients[:1000];
  end if;
  -- as app.write_audit() does, but at once: every read of health data pays for each call
  insert into app.audit_log (clinic_id, actor_kind, actor_id, actor_role, acting_for, action, subject_type, purpose,
                             request_id, address, details, patient_ids, patient_count)
  values (current_setting('app.clinic_id')::uuid, 'person', current_setting('app.user_id')::uuid,
          substr(current_setting('role'), length('clinic_') + 1), nullif(current_setting('app.acting_for', true), '')::uuid,
          'record.read', 'patient', p_purpose,
          nullif(current_setting('app.request_id', true), ''), nullif(current_setting('app.address', true), ''),
          p_details, p_patients, coalesce(different, cardinality(p_patients)));
end $$;
alter function app.record_read(jsonb, uuid[], bigint, text) owner to system;
grant execute on function app.record_read(jsonb, uuid[], bigint, text) to clinic_patient, clinic_staff, clinic_admin;

-- What servers of the version before call, for as long as one of them runs beside this one.
-- security definer (owned by system), as the function it stands for
create or replace function app.record_read(p_tables text[], p_patients uuid[], p_counted bigint, p_purpose text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.record_read(jsonb_build_object('tables', p_tables), p_patients, p_counted, p_purpose);
end $$;
-- and what those before them called
drop function app.record_read(text[], text, bigint, text);

create function app.each_once(p_ids uuid[]) returns uuid[] language sql immutable
return array(select distinct unnest(p_ids));
grant execute on function app.each_once(uuid[]) to clinic_admin;

create or replace view public.audit_log with (security_invoker = true) as
  select a.id, a.clinic_id, a.occurred_at as at, a.actor_kind, a.actor_id, a.actor_role, a.acting_for, a.action, a.subject_type,
         coalesce(a.subject_id, case when a.action = 'record.read' and cardinality(app.each_once(a.patient_ids)) = 1
                                     then a.patient_ids[1]::text end) as subject_id,
         app.each_once(a.patient_ids) as patient_ids,
         -- less those who were met again
         a.patient_count - cardinality(a.patient_ids) + cardinality(app.each_once(a.patient_ids)) as patient_count,
         a.purpose, a.request_id, a.address, a.details
    from app.audit_log a;
