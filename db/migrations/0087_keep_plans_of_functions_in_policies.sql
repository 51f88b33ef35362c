-- 0087_keep_plans_of_functions_in_policies.sql: functions that policies, defaults and every read ask keep their plans.
--
-- Until Postgres 18 a function in SQL that cannot be inlined (these run as their owner) is read and planned anew by every
-- statement that calls it; one in plpgsql once a connection. What they answer is unchanged.

create or replace function app.now() returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
begin
  return now() + coalesce((select s.value::text::bigint from app.settings s where s.name = 'clock_offset_ms'), 0)
                 * interval '1 millisecond';
end $$;

create or replace function app.is_read_only() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select m.is_read_only from public.clinic_memberships m
                    where m.id = nullif(current_setting('app.membership_id', true), '')::uuid), false);
end $$;

create or replace function app.may_use_health_data() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return
    exists (select from auth.session_methods m
             where m.session_id = nullif(current_setting('app.session_id', true), '')::uuid and m.factor_id is not null)
    or not (
      exists (select from auth.mfa_factors f
               where f.user_id = app.current_user_id() and f.status = 'verified')
      or exists (select from public.clinic_memberships m
                  where m.id = nullif(current_setting('app.membership_id', true), '')::uuid and m.role <> 'patient'
                    and coalesce((select s.requires_mfa from public.clinic_security s where s.clinic_id = m.clinic_id), true)));
end $$;

create or replace function app.own_patient_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select p.id from public.patients p
            join public.clinic_memberships m on m.clinic_id = p.clinic_id and m.user_id = p.user_id
           where p.clinic_id = app.current_clinic_id() and p.user_id = app.current_user_id()
             and m.role = 'patient' and m.status in ('active', 'pending') and m.ended_at is null);
end $$;

-- As migration 0052 has it, with one statement inside instead of three for what is read most: a page of patients, by the team.
create or replace function app.record_read(p_tables text[], p_patients text, p_counted bigint, p_purpose text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  met uuid[] := coalesce(string_to_array(p_patients, ',')::uuid[], '{}');
  patients uuid[] := '{}';
  one uuid;
  setting text;
begin
  if p_patients is null and p_counted = 0 then return; end if;
  -- each once; a page of many is left to Postgres, which sorts them
  if cardinality(met) <= 50 then
    foreach one in array met loop
      if one <> all (patients) then patients := patients || one; end if;
    end loop;
  else
    patients := array(select distinct unnest(met));
  end if;
  if current_setting('role') = 'clinic_patient' then
    -- policies show a patient no other's rows; if one ever did, it would be recorded
    patients := array_remove(patients, app.current_patient_id());
    if cardinality(patients) = 0 then return; end if;
  end if;
  -- the answer does not wait for the disk where nothing but this row was written (decision 20)
  if pg_current_xact_id_if_assigned() is null then
    setting := set_config('synchronous_commit', 'off', true);
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
