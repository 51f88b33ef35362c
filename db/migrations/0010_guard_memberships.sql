-- 0010_guard_memberships.sql: what a client may do with clinic_memberships, and what stands behind it
-- (threats.md 1.1; domain-rules.md decisions 2, 3, 11 and rules 39, 41).
--
-- The specification's client inserts its own membership, updates a status by id and deletes by id. Column grants, policies
-- and the triggers below make these calls safe; server actions, as role system, take the same steps by the same functions.

-- The product's time: the machine's, moved by the development clock (server/development/clock-route.ts).
-- security definer (owned by system), because clients may not read the settings
create function app.now() returns timestamptz language sql stable security definer set search_path = ''
begin atomic
  select now() + coalesce((select value::text::bigint from app.settings where name = 'clock_offset_ms'), 0)
                 * interval '1 millisecond';
end;
alter function app.now() owner to system;
grant execute on function app.now() to anon, authenticated, clinic_patient, clinic_staff, clinic_admin, system;

create function app.is_client() returns boolean language sql stable
  return current_user in ('anon', 'authenticated', 'clinic_patient', 'clinic_staff', 'clinic_admin');
comment on function app.is_client() is 'Whether the transaction acts for a caller, and not for the server or the owner.';
grant execute on function app.is_client() to anon, authenticated, clinic_patient, clinic_staff, clinic_admin, system;

-- A read-only team member sees what staff sees; every table that the team may write has a restrictive policy on this.
-- security definer (owned by system), so that it does not depend on what the caller may read
create function app.is_read_only() returns boolean language sql stable security definer set search_path = ''
begin atomic
  select coalesce((select m.is_read_only from public.clinic_memberships m
                    where m.id = nullif(current_setting('app.membership_id', true), '')::uuid), false);
end;
alter function app.is_read_only() owner to system;
grant execute on function app.is_read_only() to clinic_staff, clinic_admin, system;

-- Voids the waiting invitations of a membership and of its person's address, with the links in the mails. With
-- p_user_id also the team invitations that this person has sent: nobody shut out comes back through a friend.
create function app.void_invitations(p_clinic_id uuid, p_membership_id uuid, p_user_id uuid, p_at timestamptz)
returns void language sql security definer set search_path = ''
begin atomic
  with voided as (
    update public.invitations i set revoked_at = p_at
     where i.clinic_id = p_clinic_id and i.accepted_at is null and i.revoked_at is null
       and (i.membership_id = p_membership_id
            or i.email = (select u.email from auth.users u where u.id = p_user_id)
            or (i.invited_by = p_user_id and i.role <> 'patient'))
    returning i.id)
  delete from auth.one_time_tokens t
   where t.kind = 'invitation' and t.scope in (select v.id::text from voided v);
end;
alter function app.void_invitations(uuid, uuid, uuid, timestamptz) owner to system;
grant execute on function app.void_invitations(uuid, uuid, uuid, timestamptz) to system;

-- The patient's record in the clinic of a person who has accepted, made or found. Their own name counts, then what the
-- clinic or the join form wrote; but a record that the clinic kept from an earlier membership stays as it is.
create function app.keep_patient_record(p_clinic_id uuid, p_user_id uuid, p_name text, p_at timestamptz)
returns void language sql security definer set search_path = ''
begin atomic
  insert into public.patients as p (clinic_id, user_id, full_name, email, created_at, updated_at)
  select p_clinic_id, u.id,
         left(coalesce(nullif(btrim(u.user_metadata ->> 'full_name'), ''), nullif(btrim(p_name), ''),
                       nullif(split_part(u.email, '@', 1), ''), 'Patient'), 200), u.email, p_at, p_at
    from auth.users u where u.id = p_user_id
  on conflict (clinic_id, user_id) do update
    set full_name = excluded.full_name, email = excluded.email, updated_at = excluded.updated_at
    where not exists (select from public.clinic_memberships m
                       where m.clinic_id = p.clinic_id and m.user_id = p.user_id
                         and m.accepted_at is not null and m.ended_at is not null);
end;
alter function app.keep_patient_record(uuid, uuid, text, timestamptz) owner to system;
grant execute on function app.keep_patient_record(uuid, uuid, text, timestamptz) to system;

-- Makes a person's pending join active. Called once they have proven their address and want to belong: by confirming it
-- (migration 0012) or by activate-membership. Returns the membership, or null.
create function app.activate_join(p_clinic_id uuid, p_user_id uuid, p_at timestamptz)
returns public.clinic_memberships language plpgsql security definer set search_path = '' as $$
declare
  joined public.clinic_memberships;
begin
  update public.clinic_memberships m set status = 'active', accepted_at = p_at, updated_at = p_at
   where m.clinic_id = p_clinic_id and m.user_id = p_user_id and m.role = 'patient' and m.status = 'pending'
     and m.ended_at is null
     and exists (select from auth.users u where u.id = p_user_id and u.email_confirmed_at is not null)
  returning * into joined;
  if not found then return null; end if;
  perform app.keep_patient_record(p_clinic_id, p_user_id, null, p_at);
  perform app.record_audit('membership.activated', 'membership', joined.id::text, '{"from": "pending"}', p_clinic_id);
  return joined;
end $$;
alter function app.activate_join(uuid, uuid, timestamptz) owner to system;
grant execute on function app.activate_join(uuid, uuid, timestamptz) to system;

-- Takes up the live invitation of a clinic to a person's confirmed address: single use, the role is the invitation's.
-- Returns the membership as it now stands, or null: no invitation, expired, revoked, used, address not confirmed,
-- or a suspended person, whom only the clinic can bring back. Used by the insert below and by activate-membership.
create function app.accept_invitation(p_clinic_id uuid, p_user_id uuid, p_at timestamptz)
returns public.clinic_memberships language plpgsql security definer set search_path = '' as $$
declare
  address text;
  own public.clinic_memberships;
  offer public.invitations;
  accepted public.clinic_memberships;
begin
  select u.email into address from auth.users u
   where u.id = p_user_id and u.email_confirmed_at is not null and u.deleted_at is null;
  -- memberships are locked before invitations, as Deactivate and Remove do; of two who accept at once the second waits
  -- here, and then finds the invitation used
  perform from public.clinic_memberships m
    where m.clinic_id = p_clinic_id and m.ended_at is null
      and (m.user_id = p_user_id or m.id in (select i.membership_id from public.invitations i
                                              where i.clinic_id = p_clinic_id and i.email = address
                                                and i.accepted_at is null and i.revoked_at is null))
    order by m.id for update;
  select * into offer from public.invitations i
   where i.clinic_id = p_clinic_id and i.email = address and i.accepted_at is null and i.revoked_at is null
     and i.expires_at > p_at
     for update;
  if not found then return null; end if;
  select * into own from public.clinic_memberships m
   where m.clinic_id = p_clinic_id and m.user_id = p_user_id and m.ended_at is null;
  if own.suspended_at is not null or (own.status = 'active' and own.role <> 'patient') then return null; end if;

  -- somebody who has joined by the join page and is invited as well keeps one membership
  update public.clinic_memberships m set ended_at = p_at, updated_at = p_at
   where m.clinic_id = p_clinic_id and m.id = offer.membership_id and own.id is not null and m.id <> own.id;
  update public.invitations i
     set accepted_at = p_at, accepted_by = p_user_id, membership_id = coalesce(own.id, offer.membership_id)
   where i.clinic_id = p_clinic_id and i.id = offer.id;
  update public.clinic_memberships m
     set user_id = p_user_id, role = offer.role, status = 'active', accepted_at = p_at, updated_at = p_at
   where m.clinic_id = p_clinic_id and m.id = coalesce(own.id, offer.membership_id) and m.ended_at is null
  returning * into strict accepted;
  if offer.role = 'patient' then
    perform app.keep_patient_record(p_clinic_id, p_user_id, offer.name, p_at);
  end if;
  perform app.record_audit('invitation.accepted', 'membership', accepted.id::text,
                           jsonb_build_object('invitation', offer.id, 'role', offer.role), p_clinic_id);
  return accepted;
end $$;
alter function app.accept_invitation(uuid, uuid, timestamptz) owner to system;
grant execute on function app.accept_invitation(uuid, uuid, timestamptz) to system;

-- Insert: {user_id, clinic_id, role, status}. Succeeds only by an invitation; everything else is refused alike.
create function app.join_by_invitation() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  accepted public.clinic_memberships;
begin
  if new.user_id is distinct from app.current_user_id() or new.status is distinct from 'active' then
    raise exception 'A membership is only given by an invitation.' using errcode = '42501';
  end if;
  accepted := app.accept_invitation(new.clinic_id, new.user_id, app.now());
  if accepted.id is null then
    if exists (select from public.clinic_memberships m where m.clinic_id = new.clinic_id and m.user_id = new.user_id
                and m.status = 'active' and m.ended_at is null) then
      raise exception 'duplicate key value violates unique constraint "clinic_memberships_person_key"'
        using errcode = '23505', constraint = 'clinic_memberships_person_key';
    end if;
    raise exception 'A membership is only given by an invitation.' using errcode = '42501';
  end if;
  -- the specification's client always says member; the role is the invitation's, and asking for another is refused
  if coalesce(new.role, '') not in ('member', accepted.role) then
    raise exception 'A membership is only given by an invitation.' using errcode = '42501';
  end if;
  -- the waiting row is put into the caller's insert, with its id, so that there is one row and RETURNING shows it
  delete from public.clinic_memberships m where m.clinic_id = accepted.clinic_id and m.id = accepted.id;
  return accepted;
end $$;
alter function app.join_by_invitation() owner to system;
create trigger clinic_memberships_join_by_invitation before insert on public.clinic_memberships
  for each row when (app.is_client()) execute function app.join_by_invitation();

-- What the trigger has done, asked once more by the policy. volatile, because it must see this very statement's work.
create function app.has_accepted(p_clinic_id uuid, p_membership_id uuid, p_role text) returns boolean
language sql volatile security definer set search_path = ''
begin atomic
  select exists (select from public.invitations i
                  where i.clinic_id = p_clinic_id and i.membership_id = p_membership_id and i.role = p_role
                    and i.accepted_by = app.current_user_id() and i.accepted_at is not null);
end;
alter function app.has_accepted(uuid, uuid, text) owner to system;
grant execute on function app.has_accepted(uuid, uuid, text)
  to authenticated, clinic_patient, clinic_staff, clinic_admin, system;

-- Update: {status, updated_at} by id. Deactivate (active to invited) suspends; Activate (pending, invited to active).
create function app.change_membership_status() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- a client's clock is not believed
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

-- A clinic keeps at least one admin, whoever asks. Two who leave at once take turns at the clinic's row.
create function app.keep_an_admin() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.clinics c where c.id = old.clinic_id for no key update;
  if not exists (select from public.clinic_memberships m
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

-- Delete by id: a real delete for the client, so that it is counted and returned as one ...
create function app.check_removal() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if old.is_owner then
    raise exception 'The owner cannot be removed. Transfer the ownership first.' using errcode = '42501';
  end if;
  -- subscriptions come with migration 0022; domain-rules.md decision 3
  if exists (select from public.patients p
               join public.subscriptions s on s.clinic_id = p.clinic_id and s.owner_patient_id = p.id
              where p.clinic_id = old.clinic_id and p.user_id = old.user_id and s.ended_at is null
                and s.status in ('trialing', 'active', 'past_due', 'unpaid', 'paused')
                and not s.cancel_at_period_end and s.pending_cancel is distinct from true) then
    raise exception 'This patient has a running plan. Cancel the plan first.' using errcode = '42501';
  end if;
  return old;
end $$;
alter function app.check_removal() owner to system;
create trigger clinic_memberships_check_removal before delete on public.clinic_memberships
  for each row when (app.is_client()) execute function app.check_removal();

-- ... and the row is kept, ended: what happened in a clinic stays readable (domain-rules.md decision 3).
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

create policy clinic_memberships_insert_invited on public.clinic_memberships for insert
  to authenticated, clinic_patient, clinic_staff, clinic_admin
  with check (user_id = (select app.current_user_id()) and status = 'active' and not is_owner
              and (select app.has_confirmed_email()) and app.has_accepted(clinic_id, id, role));
create policy clinic_memberships_update_admin on public.clinic_memberships for update to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and ended_at is null)
  with check (clinic_id = (select app.current_clinic_id()) and ended_at is null);
create policy clinic_memberships_delete_admin on public.clinic_memberships for delete to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and ended_at is null);
grant insert (user_id, clinic_id, role, status) on public.clinic_memberships
  to authenticated, clinic_patient, clinic_staff, clinic_admin;
grant update (status, updated_at) on public.clinic_memberships to clinic_admin;
grant delete on public.clinic_memberships to clinic_admin;
