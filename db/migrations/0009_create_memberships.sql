-- 0009_create_memberships.sql: who belongs to a clinic, and which of them its team may see. Clients' changes: 0013.
create table public.clinic_memberships (
  id           uuid primary key default gen_random_uuid(),
  clinic_id    uuid not null references public.clinics on delete restrict,
  -- empty while an invited person has no account yet
  user_id      uuid references auth.users on delete set null,
  role         text not null check (role in ('admin', 'staff', 'member', 'patient')),
  status       text not null default 'pending' check (status in ('active', 'pending', 'invited')),
  is_owner     boolean not null default false,
  is_read_only boolean not null default false,
  -- "Deactivate" shows status invited; this tells a suspension from an invitation (docs/domain-rules.md choice 2)
  suspended_at timestamptz,
  -- when the person accepted the membership themselves; until then the clinic sees only what it or the join form wrote
  accepted_at  timestamptz,
  -- "Remove" ends a membership and keeps its history (docs/domain-rules.md choice 3)
  ended_at     timestamptz,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  unique (clinic_id, id),
  check (not is_owner or role = 'admin'),
  check (not is_read_only or role in ('staff', 'member')),
  check (suspended_at is null or status = 'invited')
);
comment on table public.clinic_memberships is 'Who belongs to a clinic, in which role. A paid plan is a subscription, not a membership.';
create unique index clinic_memberships_person_key on public.clinic_memberships (clinic_id, user_id) where ended_at is null;
create index clinic_memberships_user_idx on public.clinic_memberships (user_id, clinic_id);
create index clinic_memberships_clinic_created_idx on public.clinic_memberships (clinic_id, created_at desc);

alter table public.clinic_memberships enable row level security;
alter table public.clinic_memberships force row level security;
create policy clinic_memberships_select_own on public.clinic_memberships for select
  to authenticated, clinic_patient, clinic_staff, clinic_admin
  using (user_id = (select app.current_user_id()) and ended_at is null);
create policy clinic_memberships_select_team on public.clinic_memberships for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and ended_at is null);
create policy clinic_memberships_all_system on public.clinic_memberships to system using (true) with check (true);
grant select on public.clinic_memberships to authenticated, clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update, delete on public.clinic_memberships to system;

-- A read-only team member sees what staff sees; every table that the team may write has a restrictive policy on this.
-- plpgsql, so that its plan is kept (see app.now)
-- security definer (owned by system), so that it does not depend on what the caller may read
create function app.is_read_only() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select m.is_read_only from public.clinic_memberships m
                    where m.id = nullif(current_setting('app.membership_id', true), '')::uuid), false);
end $$;
alter function app.is_read_only() owner to system;
grant execute on function app.is_read_only() to clinic_staff, clinic_admin, system;

-- Names and addresses of people who share a clinic in which the caller is active team (docs/specification.md B7). Somebody
-- who has not accepted the membership themselves (joined with an unproven address) is shown as the join form wrote them: a
-- clinic cannot learn a stranger's name by typing their address. Patients are shown only to a session that may use their
-- clinic's health data, also where the call names no clinic, and each clinic records that they were.
-- volatile, because it writes that record
-- security definer (owned by system), because accounts are out of every client's reach
create function public.get_users_by_ids(user_ids uuid[])
returns table (id uuid, email text, raw_user_meta_data jsonb)
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- the clinics whose team the caller is in, if the session may use their health data
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
                -- written by the person: a web address, never a script
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
comment on function public.get_users_by_ids(uuid[]) is 'Profiles of people who belong to a clinic whose team the caller is in; at most 100.';
-- ownership needs the right to create in the schema, for this moment only
grant create on schema public to system;
alter function public.get_users_by_ids(uuid[]) owner to system;
revoke create on schema public from system;
grant execute on function public.get_users_by_ids(uuid[]) to authenticated, clinic_patient, clinic_staff, clinic_admin;
