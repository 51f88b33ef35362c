-- A person's own history: their sign-ins, and who has read or changed their record.
--
-- security definer: a person may not read the trail
create function public.sign_ins_for_me(below_id bigint default null, up_to integer default null)
returns table (id bigint, at timestamptz, was_refused boolean, method text, address text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select a.id, a.occurred_at, a.action = 'auth.login_failed', coalesce(a.details ->> 'method', a.details ->> 'provider'), a.address
    from app.audit_log a
   where a.subject_id = app.current_user_id()::text and a.subject_type = 'user'
     and a.clinic_id = '00000000-0000-0000-0000-000000000000'
     and a.action in ('auth.login', 'auth.login_failed', 'auth.user_signedup', 'auth.invite_accepted')
     and a.id < coalesce(below_id, 9223372036854775807)
   order by a.id desc limit up_to;
end $$;
-- ownership needs the right to create in the schema, for this moment only
grant create on schema public to system;
alter function public.sign_ins_for_me(bigint, integer) owner to system;
revoke create on schema public from system;
comment on function public.sign_ins_for_me(bigint, integer) is 'The caller''s own sign-ins and refused attempts, newest first.';
grant execute on function public.sign_ins_for_me(bigint, integer) to authenticated, clinic_patient, clinic_staff, clinic_admin;

-- Lists who has read or changed the caller's record, in every clinic that has one, except for what they did themselves
-- (docs/domain-rules.md rule 33, goal 9).
-- security definer: a patient may not read the trail, nor the names of a clinic's team
create function public.audit_log_for_me(below_id bigint default null, up_to integer default null)
returns table (id bigint, at timestamptz, clinic_id uuid, clinic_name text, kind text, what text[], by_name text, by_role text,
               purpose text, is_certain boolean)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  clinics constant uuid[] := app.clinics_with('patient', app.current_user_id()::text);
begin
  return query
  select l.*
    -- a record belongs to a person once they have proven their address (docs/threats.md T31)
    from public.patients p join auth.users u on u.id = p.user_id
   cross join lateral app.looks_at(p.clinic_id, p.id, app.current_user_id(), below_id, up_to) l
   where p.clinic_id = any (clinics) and p.user_id = app.current_user_id() and (u.email_confirmed_at is not null or u.phone_confirmed_at is not null)
   order by l.id desc limit up_to;
end $$;
-- ownership needs the right to create in the schema, for this moment only
grant create on schema public to system;
alter function public.audit_log_for_me(bigint, integer) owner to system;
revoke create on schema public from system;
comment on function public.audit_log_for_me(bigint, integer) is 'Who has read or changed the caller''s record, newest first.';
grant execute on function public.audit_log_for_me(bigint, integer) to authenticated, clinic_patient, clinic_staff, clinic_admin;

-- Lists who has read or changed a patient's record, for the patient and for an admin (docs/decisions/0129), including merged
-- records. A page has at most p_up_to rows of each record and of each clinic's long lists, from the end of their index. Ids do
-- not follow months, so each month is read for its newest rows (docs/decisions/0123).
create function app.looks_at(p_clinic_id uuid, p_patient_id uuid, p_except uuid, p_below bigint, p_up_to integer)
returns table (id bigint, at timestamptz, clinic_id uuid, clinic_name text, kind text, what text[], by_name text, by_role text,
               purpose text, is_certain boolean)
language plpgsql stable set search_path = ''
-- without it, Postgres may plan again for each call's arguments, which say nothing about the months
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
  with records as (
    select array_agg(r) as ids from app.records_of(p_clinic_id, p_patient_id) r
  ), about as (
    -- zeros: a list so long that not all of its people are named
    select sealed.*, named.patient_id <> '00000000-0000-0000-0000-000000000000' as is_certain
      from (select unnest(ids) from records union all select '00000000-0000-0000-0000-000000000000'::uuid) as named (patient_id)
     cross join lateral (
       select s.audit_id, a.* from app.audit_subjects s
         -- each in its month; the limit prevents another join order
         left join lateral (
           select a.occurred_at, a.clinic_id, a.action, a.details -> 'tables' as tables, a.actor_kind, a.actor_id, a.actor_role,
                  a.purpose
             from app.audit_log a
            where a.clinic_id = p_clinic_id and a.id = s.audit_id and a.occurred_at = s.occurred_at
            limit 1) a on true
        where s.clinic_id = p_clinic_id and s.patient_id = named.patient_id
          and s.audit_id < coalesce(p_below, 9223372036854775807)
          and (p_except is null or a.actor_id is distinct from p_except)
        order by s.audit_id desc limit p_up_to) as sealed
    union all
    -- rows that are not sealed yet; a row that was sealed meanwhile is found twice and shown once
    select a.id, a.occurred_at, a.clinic_id, a.action, a.details -> 'tables', a.actor_kind, a.actor_id, a.actor_role, a.purpose,
           (select ids from records) && a.patient_ids
      from app.audit_log a
     where a.clinic_id = p_clinic_id and a.id > app.audit_sealed_to()
       and ((select ids from records) && a.patient_ids or a.patient_count > cardinality(a.patient_ids))
       and a.id < coalesce(p_below, 9223372036854775807) and (p_except is null or a.actor_id is distinct from p_except)
  ), page as (
    select distinct on (f.audit_id) f.* from about f order by f.audit_id desc, f.is_certain desc nulls last limit p_up_to
  )
  select f.audit_id, f.occurred_at, f.clinic_id, c.name, case f.action when 'record.read' then 'read' else 'changed' end,
         case f.action when 'record.read' then array(select jsonb_array_elements_text(f.tables)) else array[f.action] end,
         coalesce(nullif(btrim(u.user_metadata ->> 'full_name'), ''), nullif(btrim(u.user_metadata ->> 'name'), '')),
         case f.actor_kind when 'person'
              then coalesce(f.actor_role, (select m.role from public.clinic_memberships m
                                            where m.clinic_id = p_clinic_id and m.user_id = f.actor_id
                                            order by m.ended_at is not null, m.created_at desc limit 1)) else f.actor_kind end,
         f.purpose, f.is_certain
    from page f
    join public.clinics c on c.id = f.clinic_id
    left join auth.users u on u.id = f.actor_id
   order by f.audit_id desc;
end $$;
comment on function app.looks_at(uuid, uuid, uuid, bigint, integer) is
  'Who has read or changed a patient''s record at a clinic, newest first: at most p_up_to looks with a smaller id than p_below. p_except is the user whose own are left out, or null.';
grant execute on function app.looks_at(uuid, uuid, uuid, bigint, integer) to system;

-- The names of what the rows of a record refer to by id, for its file (docs/decisions/0171): people, and providers, rooms, plans,
-- lessons and programs of the clinic; and of its kinds of visits by key. Nothing but names.
create function app.record_names(p_clinic uuid, p_ids uuid[]) returns table (key text, name text)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select u.id::text,
         coalesce(nullif(btrim(u.user_metadata ->> 'full_name'), ''), nullif(btrim(u.user_metadata ->> 'name'), ''))
    from auth.users u where u.id = any (p_ids)
  union all
  select p.id::text, p.name from public.providers p where p.clinic_id = p_clinic and p.id = any (p_ids)
  union all
  select r.id::text, r.name from public.rooms r where r.clinic_id = p_clinic and r.id = any (p_ids)
  union all
  select v.id::text, v.name from public.plan_versions v where v.clinic_id = p_clinic and v.id = any (p_ids)
  union all
  select c.id::text, c.title from public.content_versions c where c.clinic_id = p_clinic and c.id = any (p_ids)
  union all
  select i.id::text, i.title from public.content_items i where i.clinic_id = p_clinic and i.id = any (p_ids)
  union all
  select g.id::text, g.title from public.programs g where g.clinic_id = p_clinic and g.id = any (p_ids)
  union all
  select t.key, t.name from public.appointment_types t where t.clinic_id = p_clinic;
end $$;
grant execute on function app.record_names(uuid, uuid[]) to system;
