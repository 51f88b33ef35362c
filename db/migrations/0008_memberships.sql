-- Memberships: who belongs to a clinic, and which people its team may see. The functions below make a client's update and delete
-- safe; its insert is in invitations.
create table public.clinic_memberships (
  id              uuid default gen_random_uuid(),
  clinic_id       uuid not null references public.clinics on delete restrict,
  -- empty while an invited person has no account yet
  user_id         uuid references auth.users on delete set null,
  role            text not null check (role in ('admin', 'staff', 'member', 'patient')),
  status          text not null default 'pending' check (status in ('active', 'pending', 'invited')),
  is_owner        boolean not null default false,
  is_read_only    boolean not null default false,
  -- "Deactivate" shows status invited; this distinguishes a suspension from an invitation (docs/domain-rules.md choice 2)
  suspended_at    timestamptz,
  -- when the person accepted the membership themselves; until then the clinic sees only what the clinic or the join form wrote
  accepted_at     timestamptz,
  -- "Remove" ends a membership and preserves its history (docs/domain-rules.md choice 3)
  ended_at        timestamptz,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  permission_sets text[] not null default '{}',
  -- the Billing role: money and no health data (docs/decisions/0191)
  is_billing_only boolean not null default false,
  -- the record of a patient without an account; the account's record is found by user_id (docs/decisions/0169)
  patient_id      uuid,
  primary key (clinic_id, id),
  constraint clinic_memberships_record_without_account check (patient_id is null or user_id is null),
  constraint clinic_memberships_record_of_patient check (patient_id is null or role = 'patient'),
  check (not is_owner or role = 'admin'),
  check (not is_read_only or role in ('staff', 'member')),
  check (suspended_at is null or status = 'invited'),
  constraint clinic_memberships_permission_sets_known
    check (permission_sets <@ array['team', 'billing', 'settings', 'money']),
  constraint clinic_memberships_permission_sets_of_staff
    check (permission_sets = '{}' or role in ('staff', 'member')),
  constraint clinic_memberships_billing_only
    check (not is_billing_only or role in ('staff', 'member') and permission_sets = '{money}' and not is_read_only)
);
comment on table public.clinic_memberships is
  'Who belongs to a clinic, in which role. A paid plan is a subscription, not a membership.';
comment on column public.clinic_memberships.permission_sets is
  'Granted by the owner to staff: team, billing, settings, money. Admins hold all of them by their role.';
create unique index clinic_memberships_person_key on public.clinic_memberships (clinic_id, user_id) where ended_at is null;
create index clinic_memberships_user_idx on public.clinic_memberships (user_id, clinic_id);
create index clinic_memberships_clinic_created_idx on public.clinic_memberships (clinic_id, created_at desc);
create index clinic_memberships_id_idx on public.clinic_memberships (id);

select app.appear_by('public.clinic_memberships', 'membership', 'user_id', 'ended_at');

-- A person's current memberships, in all clinics.
create function app.memberships_of(p_user_id uuid) returns setof public.clinic_memberships
language plpgsql stable set search_path = '' as $$
declare
  clinics constant uuid[] := app.clinics_with('membership', p_user_id::text);
begin
  return query select m.* from public.clinic_memberships m
    where m.clinic_id = any (clinics) and m.user_id = p_user_id and m.ended_at is null;
end $$;
grant execute on function app.memberships_of(uuid) to system;

alter table public.clinic_memberships enable row level security;
alter table public.clinic_memberships force row level security;
create policy clinic_memberships_select_own on public.clinic_memberships for select
  to authenticated, clinic_patient, clinic_staff, clinic_admin
  using (user_id = (select app.current_user_id()) and ended_at is null);
create policy clinic_memberships_select_team on public.clinic_memberships for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and ended_at is null);
create policy clinic_memberships_all_system on public.clinic_memberships to system using (true) with check (true);
-- members:update. Everyone sees where they belong, so only the changes require the second factor.
create policy clinic_memberships_update_admin on public.clinic_memberships for update to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and ended_at is null and (select app.may_use_health_data()))
  with check (clinic_id = (select app.current_clinic_id()) and ended_at is null and (select app.may_use_health_data()));
create policy clinic_memberships_delete_admin on public.clinic_memberships for delete to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and ended_at is null and (select app.may_use_health_data()));
grant select, insert (clinic_id, user_id, role, status)
  on public.clinic_memberships to authenticated, clinic_patient, clinic_staff;
grant select, insert (clinic_id, user_id, role, status), update (status, updated_at), delete
  on public.clinic_memberships to clinic_admin;
grant select, insert, update, delete on public.clinic_memberships to system;

-- colleagues only: the clinic needs nothing from a patient's profile
create policy profiles_select_team on public.profiles for select to clinic_staff, clinic_admin
  using ((select app.current_clinic_id()) = any (team_of));

-- Names and addresses of people in a clinic in which the caller is active team (docs/specification.md B7). A person who has not
-- accepted the membership is shown as the join form wrote them, so a clinic cannot learn a stranger's name by typing their
-- address. Patients are shown only to a session that may use their clinic's health data, and each clinic records the read.
-- security definer: no client may read accounts
create function public.get_users_by_ids(user_ids uuid[])
returns table (id uuid, email text, raw_user_meta_data jsonb)
language plpgsql security definer set search_path = '' as $$
declare
  -- the clinics whose team the caller is in
  for_team uuid[];
  -- those whose health data the session may use
  for_patients uuid[];
  shown record;
begin
  if cardinality(user_ids) > 100 then
    raise exception 'At most 100 people can be asked for at a time.' using errcode = '22023';
  end if;
  for_team := array(
    select mine.clinic_id from app.memberships_of(app.current_user_id()) mine
     where mine.status = 'active' and mine.role in ('admin', 'staff', 'member') and not mine.is_billing_only);
  for_patients := array(select c.id from unnest(for_team) as c (id) where app.team_may_use_health_data(c.id));
  for shown in
    select theirs.clinic_id, array_agg(distinct p.id) as patient_ids
      from public.clinic_memberships theirs
      join public.patients p on p.clinic_id = any (for_patients) and p.clinic_id = theirs.clinic_id and p.user_id = theirs.user_id
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
    join public.clinic_memberships theirs on theirs.clinic_id = any (for_team) and theirs.user_id = u.id and theirs.ended_at is null
    left join public.patients p on p.clinic_id = any (for_team) and p.clinic_id = theirs.clinic_id and p.user_id = u.id
   where u.id = any (user_ids)
     and (u.id = app.current_user_id() or theirs.role <> 'patient' and p.id is null or theirs.clinic_id = any (for_patients))
   order by u.id, theirs.accepted_at is null;
end $$;
-- Ownership needs the right to create in the schema, for this moment only.
grant create on schema public to system;
alter function public.get_users_by_ids(uuid[]) owner to system;
revoke create on schema public from system;
comment on function public.get_users_by_ids(uuid[]) is
  'Profiles of people who belong to a clinic whose team the caller is in; at most 100.';
grant execute on function public.get_users_by_ids(uuid[]) to authenticated, clinic_patient, clinic_staff, clinic_admin;

-- Update: {status, updated_at} by id. Deactivate (active to invited) suspends; Activate (pending, invited to active).
create function app.change_membership_status() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- a client's clock is not trusted
  new.updated_at := app.now();
  if new.status = old.status then
    return new;
  elsif old.status = 'active' and new.status = 'invited' then
    if old.is_owner then
      raise exception 'The owner cannot be deactivated. Transfer the ownership first.' using errcode = '42501';
    end if;
    new.suspended_at := new.updated_at;
    perform app.void_invitations(old.clinic_id, old.id, old.user_id, new.updated_at);
    perform app.record_audit('membership.suspended', 'membership', old.id::text, '{}', old.clinic_id);
  elsif old.status in ('pending', 'invited') and new.status = 'active' then
    new.suspended_at := null;
    perform app.record_audit('membership.activated', 'membership', old.id::text,
                             jsonb_build_object('from', case when old.suspended_at is null then old.status else 'suspended' end),
                             old.clinic_id);
  else
    raise exception 'A membership cannot change from % to %.', old.status, new.status using errcode = '42501';
  end if;
  return new;
end $$;
alter function app.change_membership_status() owner to system;
create trigger clinic_memberships_change_status before update on public.clinic_memberships
  for each row when (app.is_client()) execute function app.change_membership_status();

-- Delete by id: a real delete for the client, so that it is counted and returned as one,
create function app.check_removal() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if old.is_owner then
    raise exception 'The owner cannot be removed. Transfer the ownership first.' using errcode = '42501';
  end if;
  -- docs/domain-rules.md choice 3
  if exists (select 1 from public.patients p
               join public.subscriptions s on s.clinic_id = p.clinic_id and s.owner_patient_id = p.id
              where p.clinic_id = old.clinic_id and (p.user_id = old.user_id or p.id = old.patient_id) and s.ended_at is null
                and s.status in ('trialing', 'active', 'past_due', 'unpaid', 'paused')
                and not s.cancel_at_period_end and s.pending_cancel is distinct from true) then
    raise exception 'This patient has a running plan. Cancel the plan first.' using errcode = '42501';
  end if;
  return old;
end $$;
alter function app.check_removal() owner to system;
create trigger clinic_memberships_check_removal before delete on public.clinic_memberships
  for each row when (app.is_client()) execute function app.check_removal();

-- but the row stays, ended, so that the history of a clinic remains readable (docs/domain-rules.md choice 3).
create function app.keep_removed_membership() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  old.ended_at := app.now();
  old.updated_at := old.ended_at;
  insert into public.clinic_memberships select old.*;
  perform app.void_invitations(old.clinic_id, old.id, old.user_id, old.ended_at);
  perform app.record_audit('membership.ended', 'membership', old.id::text, jsonb_build_object('role', old.role), old.clinic_id);
  return null;
end $$;
alter function app.keep_removed_membership() owner to system;
create trigger clinic_memberships_keep_removed after delete on public.clinic_memberships
  for each row when (app.is_client()) execute function app.keep_removed_membership();

-- A clinic has at least one admin. Two admins who leave at once wait for each other at the clinic's row.
create function app.keep_an_admin() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.clinics c where c.id = old.clinic_id for no key update;
  if not exists (select 1 from public.clinic_memberships m
                  where m.clinic_id = old.clinic_id and m.id <> old.id and m.role = 'admin' and m.status = 'active'
                    and m.ended_at is null and m.user_id is not null) then
    raise exception 'A clinic keeps at least one admin.' using errcode = '42501';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
alter function app.keep_an_admin() owner to system;
create trigger clinic_memberships_keep_an_admin before update on public.clinic_memberships
  for each row when (old.role = 'admin' and old.status = 'active' and old.ended_at is null and old.user_id is not null
                     and (new.role <> 'admin' or new.status <> 'active' or new.ended_at is not null))
  execute function app.keep_an_admin();
create trigger clinic_memberships_keep_an_admin_at_delete before delete on public.clinic_memberships
  for each row when (app.is_client() and old.role = 'admin' and old.status = 'active' and old.user_id is not null)
  execute function app.keep_an_admin();

-- When a member last used their clinic (docs/specification.md B3, "lastActive").
-- A separate narrow table, updated at most once an hour: a row of clinic_memberships has triggers and many indexes.
create table public.membership_activity (
  clinic_id      uuid not null,
  membership_id  uuid not null,
  last_active_at timestamptz not null,
  primary key (clinic_id, membership_id),
  -- checked at commit: a membership that is accepted is written again in the same transaction
  constraint membership_activity_membership_fkey foreign key (clinic_id, membership_id)
    references public.clinic_memberships (clinic_id, id) deferrable initially deferred
);
comment on table public.membership_activity is 'The last request of each member in a clinic, at most an hour old.';
create trigger membership_activity_are_erased_by_retention before delete on public.membership_activity
  for each statement execute function app.refuse_unless_erasing();

alter table public.membership_activity enable row level security;
alter table public.membership_activity force row level security;
create policy membership_activity_select_team on public.membership_activity for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy membership_activity_all_system on public.membership_activity to system using (true) with check (true);
grant select (clinic_id, membership_id, last_active_at) on public.membership_activity to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.membership_activity to system;

-- Records that a person has just used a clinic. Does nothing for strangers, and nothing again within the hour.
create function app.record_activity(p_user_id uuid, p_subdomain text, p_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  clinic uuid := (select c.id from public.clinics c where c.subdomain = p_subdomain);
begin
  insert into public.membership_activity as a (clinic_id, membership_id, last_active_at)
  select m.clinic_id, m.id, p_at
    from public.clinic_memberships m
   where m.clinic_id = clinic and m.user_id = p_user_id and m.status = 'active' and m.ended_at is null
  on conflict (clinic_id, membership_id) do update set last_active_at = excluded.last_active_at
   where a.last_active_at <= excluded.last_active_at - interval '1 hour';
end $$;
alter function app.record_activity(uuid, text, timestamptz) owner to system;

-- Makes the open pages of a clinic's team, and of a patient, read a topic again; none is about money alone.
-- security definer: a patient may not read the team's memberships, nor the team a patient's account
create function app.announce_to_team(p_clinic_id uuid, p_topic text, p_patient_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.announce_to_all(p_clinic_id, array_agg(r.user_id), p_topic)
     from (select m.user_id from public.clinic_memberships m
            where m.clinic_id = p_clinic_id and m.user_id is not null and m.role <> 'patient' and not m.is_billing_only
              and m.status = 'active' and m.ended_at is null
           union all
           select p.user_id from public.patients p
            where p.clinic_id = p_clinic_id and p.id = p_patient_id and p.user_id is not null) r;
end $$;
alter function app.announce_to_team(uuid, text, uuid) owner to system;
