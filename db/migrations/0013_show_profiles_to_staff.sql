-- 0013_show_profiles_to_staff.sql: names and addresses of the people of a clinic, for its team (seed 2, section 7).

-- Only people who share a clinic in which the caller is active team. Somebody who has not accepted the membership
-- themself (joined with an address that was not proven) is shown as the join form wrote them: a clinic cannot learn a
-- stranger's name by typing their address.
-- security definer (owned by system), because accounts are out of every client's reach
create function public.get_users_by_ids(user_ids uuid[])
returns table (id uuid, email text, raw_user_meta_data jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  if cardinality(user_ids) > 100 then
    raise exception 'At most 100 people can be asked for at a time.' using errcode = '22023';
  end if;
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
comment on function public.get_users_by_ids(uuid[]) is 'Profiles of people who share a clinic that the caller staffs; at most 100.';
-- ownership needs the right to create in the schema, for this moment only
grant create on schema public to system;
alter function public.get_users_by_ids(uuid[]) owner to system;
revoke create on schema public from system;
grant execute on function public.get_users_by_ids(uuid[]) to authenticated, clinic_patient, clinic_staff, clinic_admin;
