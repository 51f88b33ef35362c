-- 0054_show_audit_trail.sql: who may read the audit trail: a clinic's admins theirs, a patient who looked at their record
-- (domain-rules.md rule 33, goal 9).

create policy audit_log_select_admin on app.audit_log for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
grant select on app.audit_log to clinic_admin;

create view public.audit_log with (security_invoker = true) as
  select a.id, a.clinic_id, a.occurred_at as at, a.actor_kind, a.actor_id, a.actor_role, a.acting_for, a.action,
         a.subject_type, a.subject_id, a.patient_ids, a.patient_count, a.purpose, a.request_id, a.address, a.details
    from app.audit_log a;
comment on view public.audit_log is 'The audit trail of the clinic asked for, for its admins. Rows are never changed; newest first by id.';
grant select on public.audit_log to clinic_admin;

-- Who has read or changed the caller's record, in every clinic that has one. What they did themself is left out.
-- security definer (owned by system), because a patient may not read the trail, nor the names of a clinic's team
create function public.audit_log_for_me()
returns table (id bigint, at timestamptz, clinic_id uuid, clinic_name text, kind text, what text[], by_name text, by_role text,
               purpose text, is_certain boolean)
language sql stable security definer set search_path = ''
begin atomic
  with mine as (
    -- a record is its person's once they have proven their address (threats.md T31)
    select p.clinic_id, p.id
      from public.patients p join auth.users u on u.id = p.user_id
     where p.user_id = app.current_user_id() and (u.email_confirmed_at is not null or u.phone_confirmed_at is not null)
  ), about_me as (
    select s.audit_id, s.patient_id = m.id as is_certain
      from mine m join app.audit_subjects s on s.clinic_id = m.clinic_id
                  and s.patient_id in (m.id, '00000000-0000-0000-0000-000000000000')
    union all
    -- what the sealing job has not reached yet
    select a.id, m.id = any (a.patient_ids)
      from mine m join app.audit_log a on a.clinic_id = m.clinic_id and a.id > app.audit_sealed_to()
     where (m.id = any (a.patient_ids) or a.patient_count > cardinality(a.patient_ids))
       and not exists (select from app.audit_subjects s where s.clinic_id = a.clinic_id and s.audit_id = a.id)
  )
  select a.id, a.occurred_at, a.clinic_id, c.name, case a.action when 'record.read' then 'read' else 'changed' end,
         case a.action when 'record.read' then array(select jsonb_array_elements_text(a.details -> 'tables')) else array[a.action] end,
         coalesce(nullif(btrim(u.user_metadata ->> 'full_name'), ''), nullif(btrim(u.user_metadata ->> 'name'), '')),
         case a.actor_kind when 'person'
              then coalesce(a.actor_role, (select m.role from public.clinic_memberships m
                                            where m.clinic_id = a.clinic_id and m.user_id = a.actor_id
                                            order by m.ended_at is not null, m.created_at desc limit 1)) else a.actor_kind end,
         a.purpose, bool_or(f.is_certain)
    from about_me f join app.audit_log a on a.id = f.audit_id join public.clinics c on c.id = a.clinic_id
    left join auth.users u on u.id = a.actor_id
   where a.actor_id is distinct from app.current_user_id()
   group by a.id, c.name, u.user_metadata
   order by a.id desc;
end;
comment on function public.audit_log_for_me() is 'Who has read or changed the caller''s record, newest first.';

-- Names and addresses of patients are health data as well; as before in migration 0013, and each clinic's are recorded there.
-- volatile, because it writes that record
create or replace function public.get_users_by_ids(user_ids uuid[])
returns table (id uuid, email text, raw_user_meta_data jsonb)
language plpgsql volatile security definer set search_path = '' as $$
declare
  shown record;
begin
  if cardinality(user_ids) > 100 then
    raise exception 'At most 100 people can be asked for at a time.' using errcode = '22023';
  end if;
  for shown in
    select theirs.clinic_id, array_agg(distinct p.id) as patient_ids
      from public.clinic_memberships theirs
      join public.clinic_memberships mine on mine.clinic_id = theirs.clinic_id and mine.user_id = app.current_user_id()
                                         and mine.status = 'active' and mine.ended_at is null
                                         and mine.role in ('admin', 'staff', 'member')
      join public.patients p on p.clinic_id = theirs.clinic_id and p.user_id = theirs.user_id
     where theirs.user_id = any (user_ids) and theirs.ended_at is null and theirs.user_id <> app.current_user_id()
     group by theirs.clinic_id
  loop
    perform app.write_audit('record.read', 'patient',
      case when cardinality(shown.patient_ids) = 1 then shown.patient_ids[1]::text end, '{"tables": ["patients"]}',
      shown.clinic_id, shown.patient_ids, 'profiles');
  end loop;
  return query
  select distinct on (u.id) u.id,
         case when theirs.accepted_at is not null then u.email else p.email end,
         case when theirs.accepted_at is not null
              then jsonb_build_object(
                'first_name', u.user_metadata ->> 'first_name', 'last_name', u.user_metadata ->> 'last_name',
                'name', coalesce(u.user_metadata ->> 'name', u.user_metadata ->> 'full_name'),
                'full_name', u.user_metadata ->> 'full_name',
                -- the person's own words: an address of a picture, and no script
                'avatar_url', substring(u.user_metadata ->> 'avatar_url' from '^https?://.*$'))
              else jsonb_build_object('first_name', null, 'last_name', null, 'name', p.full_name, 'full_name', p.full_name,
                                      'avatar_url', null) end
    from auth.users u
    join public.clinic_memberships theirs on theirs.user_id = u.id and theirs.ended_at is null
    join public.clinic_memberships mine on mine.clinic_id = theirs.clinic_id and mine.user_id = app.current_user_id()
                                       and mine.status = 'active' and mine.ended_at is null
                                       and mine.role in ('admin', 'staff', 'member')
    left join public.patients p on p.clinic_id = theirs.clinic_id and p.user_id = u.id
   where u.id = any (user_ids)
   order by u.id, theirs.accepted_at is null;
end $$;
-- ownership needs the right to create in the schema, for this moment only
grant create on schema public to system;
alter function public.audit_log_for_me() owner to system;
revoke create on schema public from system;
grant execute on function public.audit_log_for_me() to authenticated, clinic_patient, clinic_staff, clinic_admin;
