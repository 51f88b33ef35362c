-- 0002_create_audit_log.sql: one row for every business action and every read of health data by somebody else
-- (docs/domain-rules.md rule 33, goal 9; docs/decisions/0020).
--
-- The table has no check constraints and no foreign keys: every recorded read would pay for them, and a foreign key to
-- clinics would lock the clinic's row at each read. Only app.write_audit() and app.record_read() write it, and they check the
-- values.
create table app.audit_log (
  id            bigint generated always as identity primary key,
  -- null for what belongs to no clinic, such as sign-ins
  clinic_id     uuid,
  occurred_at   timestamptz not null default clock_timestamp(),
  -- person, visitor or system
  actor_kind    text not null,
  actor_id      uuid,
  -- admin, staff or patient, as the actor stood at that moment; null where the server acted
  actor_role    text,
  -- the person for whom the actor acts, such as a guardian's child; null: for themselves
  acting_for    uuid,
  action        text not null,
  subject_type  text,
  subject_id    text,
  -- whose record it is about
  patient_ids   uuid[] not null default '{}',
  patient_count integer not null default 0,
  purpose       text,
  request_id    text,
  address       text,
  -- ids and codes, never names, addresses or health facts
  details       jsonb not null default '{}'
);
comment on table app.audit_log is
  'One row per business action and per read of health data, append-only (docs/domain-rules.md rule 33). Written only by app.write_audit() and app.record_read(), which check the values.';
comment on column app.audit_log.patient_ids is
  'Whom it is about, at most 1,000. A read of up to 50 rows repeats a patient for each row: de-duplicating costs the reader more than storing them.';
comment on column app.audit_log.patient_count is
  'How many it is about; larger than patient_ids when there are more than 1,000.';
create index audit_log_clinic_idx on app.audit_log (clinic_id, id);

create function app.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;
create trigger audit_log_is_append_only before update or delete or truncate on app.audit_log
  for each statement execute function app.refuse_change();

alter table app.audit_log enable row level security;
alter table app.audit_log force row level security;
create policy audit_log_select_admin on app.audit_log for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy audit_log_insert_system on app.audit_log for insert to system with check (true);
create policy audit_log_select_system on app.audit_log for select to system using (true);
grant select on app.audit_log to clinic_admin;
grant select, insert on app.audit_log to system;

-- Writes one row. Actor, role, request and address come from the transaction's context, so nobody can write in another's
-- name.
-- security definer (owned by system), because nobody may write the table directly
create function app.write_audit(p_action text, p_subject_type text, p_subject_id text, p_details jsonb, p_clinic_id uuid,
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
alter function app.write_audit(text, text, text, jsonb, uuid, uuid[], text) owner to system;
grant execute on function app.write_audit(text, text, text, jsonb, uuid, uuid[], text) to system;

-- Writes the row of a business action, for the current clinic unless another is given.
-- security definer (owned by system), because nobody may write the table directly
create function app.record_audit(p_action text, p_subject_type text, p_subject_id text, p_details jsonb, p_clinic_id uuid)
returns void language sql security definer set search_path = ''
begin atomic
  select app.write_audit(p_action, p_subject_type, p_subject_id, p_details, coalesce(p_clinic_id, app.current_clinic_id()), '{}', null);
end;
alter function app.record_audit(text, text, text, jsonb, uuid) owner to system;
grant execute on function app.record_audit(text, text, text, jsonb, uuid)
  to anon, authenticated, clinic_patient, clinic_staff, clinic_admin, system;

-- Records what a statement has read of patients' health data, from within that statement: what cannot be recorded is not
-- returned. A patient's reads of their own record leave no row; a team member who is also a patient counts as the team.
-- Every read pays for every step here, so the patients of a small page are stored with repetitions, and whoever reads the
-- trail de-duplicates them. Works only for a person in one of a clinic's roles.
--
-- p_details: {"tables": [...]}, what was read.
-- p_patients: the patient id of each row; null when no row was found.
-- p_counted: how many rows were counted without knowing their patients; null: the statement failed, and its error message
-- may reveal something about somebody.
-- security definer (owned by system), because nobody may write the table directly
create function app.record_read(p_details jsonb, p_patients uuid[], p_counted bigint, p_purpose text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- counted only for pages so large that not all of their patients may be named
  different integer;
begin
  if p_patients is null then
    if p_counted = 0 then return; end if;
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
alter function app.record_read(jsonb, uuid[], bigint, text) owner to system;
grant execute on function app.record_read(jsonb, uuid[], bigint, text) to clinic_patient, clinic_staff, clinic_admin;

create function app.each_once(p_ids uuid[]) returns uuid[] language sql immutable
return array(select distinct unnest(p_ids));
grant execute on function app.each_once(uuid[]) to clinic_admin;

create view public.audit_log with (security_invoker = true) as
  select a.id, a.clinic_id, a.occurred_at as at, a.actor_kind, a.actor_id, a.actor_role, a.acting_for, a.action, a.subject_type,
         coalesce(a.subject_id, case when a.action = 'record.read' and cardinality(app.each_once(a.patient_ids)) = 1
                                     then a.patient_ids[1]::text end) as subject_id,
         app.each_once(a.patient_ids) as patient_ids,
         -- without the repetitions
         a.patient_count - cardinality(a.patient_ids) + cardinality(app.each_once(a.patient_ids)) as patient_count,
         a.purpose, a.request_id, a.address, a.details
    from app.audit_log a;
comment on view public.audit_log is 'The audit trail of the requested clinic, for its admins. Rows never change; order by id descending for the newest first.';
grant select on public.audit_log to clinic_admin;
