-- 0075_ask_second_step_for_profiles.sql: names and addresses of a clinic's patients ask for the second step as the patients
-- table does (migration 0061), also where the call names no clinic.

-- Whether a member of a clinic's team may touch its health data in this session; without a clinic asked for,
-- app.may_use_health_data() cannot know which one is meant.
-- security definer (owned by system), because clients may not read the auth schema
create function app.team_may_use_health_data(p_clinic_id uuid) returns boolean
language sql stable security definer set search_path = ''
begin atomic
  select exists (select from auth.session_methods m
                  where m.session_id = nullif(current_setting('app.session_id', true), '')::uuid
                    and m.factor_id is not null)
      or not (exists (select from auth.mfa_factors f
                       where f.user_id = app.current_user_id() and f.status = 'verified')
              or coalesce((select s.requires_mfa from public.clinic_security s where s.clinic_id = p_clinic_id), true));
end;
alter function app.team_may_use_health_data(uuid) owner to system;
grant execute on function app.team_may_use_health_data(uuid) to system;

create or replace function public.get_users_by_ids(user_ids uuid[])
returns table (id uuid, email text, raw_user_meta_data jsonb)
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- the clinics whose team the caller belongs to, with the patients' among them only where the session is strong enough
  for_patients uuid[];
  shown record;
begin
  if cardinality(user_ids) > 100 then
    raise exception 'At most 100 people can be asked for at a time.' using errcode = '22023';
  end if;
  for_patients := array(
    select mine.clinic_id from public.clinic_memberships mine
     where mine.user_id = app.current_user_id() and mine.status = 'active' and mine.ended_at is null
       and mine.role in ('admin', 'staff', 'member') and app.team_may_use_health_data(mine.clinic_id));
  for shown in
    select theirs.clinic_id, array_agg(distinct p.id) as patient_ids
      from public.clinic_memberships theirs
      join public.patients p on p.clinic_id = theirs.clinic_id and p.user_id = theirs.user_id
     where theirs.clinic_id = any (for_patients) and theirs.user_id = any (user_ids) and theirs.ended_at is null
       and theirs.user_id <> app.current_user_id()
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
     and (u.id = app.current_user_id() or theirs.role <> 'patient' and p.id is null or theirs.clinic_id = any (for_patients))
   order by u.id, theirs.accepted_at is null;
end $$;
