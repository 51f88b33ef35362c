-- 0042_page_own_history.sql: what a person is shown of the audit trail, page by page: their own sign-ins, past and refused
-- ones too (docs/specification.md B2.6 "View History"), and who looked at their record, until now all of it at a time.
--
-- A page is the newest `up_to` rows below `below_id`; without them, all rows.

-- Only sign-ins, so that other writers of the trail do not pay for it.
create index audit_log_sign_in_idx on app.audit_log (subject_id, id desc)
  where action in ('auth.login', 'auth.login_failed', 'auth.user_signedup', 'auth.invite_accepted') and clinic_id is null;

-- security definer (owned by system), because a person may not read the trail
create function public.sign_ins_for_me(below_id bigint default null, up_to integer default null)
returns table (id bigint, at timestamptz, was_refused boolean, method text, address text)
language sql stable security definer set search_path = ''
begin atomic
  select a.id, a.occurred_at, a.action = 'auth.login_failed', coalesce(a.details ->> 'method', a.details ->> 'provider'), a.address
    from app.audit_log a
   where a.subject_id = app.current_user_id()::text and a.subject_type = 'user' and a.clinic_id is null
     and a.action in ('auth.login', 'auth.login_failed', 'auth.user_signedup', 'auth.invite_accepted')
     and a.id < coalesce(below_id, 9223372036854775807)
   order by a.id desc limit up_to;
end;
comment on function public.sign_ins_for_me(bigint, integer) is 'The caller''s own sign-ins and refused attempts, newest first.';

drop function public.audit_log_for_me();
-- Who has read or changed the caller's record, in every clinic that has one, without what they did themselves
-- (docs/domain-rules.md rule 33, goal 9). A page is made of at most `up_to` rows of each record and of each clinic's long
-- lists, read from the end of their index.
-- security definer (owned by system), because a patient may not read the trail, nor the names of a clinic's team
create function public.audit_log_for_me(below_id bigint default null, up_to integer default null)
returns table (id bigint, at timestamptz, clinic_id uuid, clinic_name text, kind text, what text[], by_name text, by_role text,
               purpose text, is_certain boolean)
language sql stable security definer set search_path = ''
begin atomic
  with mine as (
    -- a record belongs to the person once they have proven their address (docs/threats.md T31)
    select p.clinic_id, p.id
      from public.patients p join auth.users u on u.id = p.user_id
     where p.user_id = app.current_user_id() and (u.email_confirmed_at is not null or u.phone_confirmed_at is not null)
  ), about_me as (
    -- zeros: a list so long that not all of its people are named
    select sealed.audit_id, named.patient_id = m.id as is_certain
      from mine m
     cross join lateral (values (m.id), ('00000000-0000-0000-0000-000000000000'::uuid)) as named (patient_id)
     cross join lateral (
       select s.audit_id from app.audit_subjects s
        where s.clinic_id = m.clinic_id and s.patient_id = named.patient_id
          and s.audit_id < coalesce(below_id, 9223372036854775807)
          and (select a.actor_id from app.audit_log a where a.id = s.audit_id) is distinct from app.current_user_id()
        order by s.audit_id desc limit up_to) as sealed
    union all
    -- what the sealing job has not reached yet
    select a.id, m.id = any (a.patient_ids)
      from mine m join app.audit_log a on a.clinic_id = m.clinic_id and a.id > app.audit_sealed_to()
     where (m.id = any (a.patient_ids) or a.patient_count > cardinality(a.patient_ids))
       and a.id < coalesce(below_id, 9223372036854775807) and a.actor_id is distinct from app.current_user_id()
       and not exists (select from app.audit_subjects s where s.clinic_id = a.clinic_id and s.audit_id = a.id)
  ), page as (
    select f.audit_id, bool_or(f.is_certain) as is_certain
      from about_me f group by f.audit_id order by f.audit_id desc limit up_to
  )
  select a.id, a.occurred_at, a.clinic_id, c.name, case a.action when 'record.read' then 'read' else 'changed' end,
         case a.action when 'record.read' then array(select jsonb_array_elements_text(a.details -> 'tables')) else array[a.action] end,
         coalesce(nullif(btrim(u.user_metadata ->> 'full_name'), ''), nullif(btrim(u.user_metadata ->> 'name'), '')),
         case a.actor_kind when 'person'
              then coalesce(a.actor_role, (select m.role from public.clinic_memberships m
                                            where m.clinic_id = a.clinic_id and m.user_id = a.actor_id
                                            order by m.ended_at is not null, m.created_at desc limit 1)) else a.actor_kind end,
         a.purpose, f.is_certain
    from page f join app.audit_log a on a.id = f.audit_id join public.clinics c on c.id = a.clinic_id
    left join auth.users u on u.id = a.actor_id
   order by a.id desc;
end;
comment on function public.audit_log_for_me(bigint, integer) is 'Who has read or changed the caller''s record, newest first.';

-- ownership needs the right to create in the schema, for this moment only
grant create on schema public to system;
alter function public.sign_ins_for_me(bigint, integer) owner to system;
alter function public.audit_log_for_me(bigint, integer) owner to system;
revoke create on schema public from system;
grant execute on function public.sign_ins_for_me(bigint, integer), public.audit_log_for_me(bigint, integer)
  to authenticated, clinic_patient, clinic_staff, clinic_admin;
