-- 0013_guard_memberships.sql: what a client may do with clinic_memberships, and what stands behind it
-- (docs/threats.md 1.1; docs/domain-rules.md choice 2, choice 3, choice 11, rule 39, rule 41).
--
-- The specification's client inserts its own membership, updates a status by id and deletes by id. Column grants, policies
-- and the triggers below make these calls safe; server actions, as role system, take the same steps by the same functions.

-- Insert: {user_id, clinic_id, role, status}. Succeeds only by an invitation; everything else is refused with the same error.
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
  -- the specified client always sends member; the role is the invitation's, and any other is refused
  if coalesce(new.role, '') not in ('member', accepted.role) then
    raise exception 'A membership is only given by an invitation.' using errcode = '42501';
  end if;
  -- the caller's insert becomes the pending row, with its id, so that there is one row and RETURNING shows it
  delete from public.clinic_memberships m where m.clinic_id = accepted.clinic_id and m.id = accepted.id;
  return accepted;
end $$;
alter function app.join_by_invitation() owner to system;
create trigger clinic_memberships_join_by_invitation before insert on public.clinic_memberships
  for each row when (app.is_client()) execute function app.join_by_invitation();

-- For the policy: whether the trigger has accepted an invitation. volatile, because it must see what this very statement did.
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

create policy clinic_memberships_insert_invited on public.clinic_memberships for insert
  to authenticated, clinic_patient, clinic_staff, clinic_admin
  with check (user_id = (select app.current_user_id()) and status = 'active' and not is_owner
              and (select app.has_confirmed_email()) and app.has_accepted(clinic_id, id, role));
grant insert (user_id, clinic_id, role, status) on public.clinic_memberships
  to authenticated, clinic_patient, clinic_staff, clinic_admin;

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

create policy clinic_memberships_update_admin on public.clinic_memberships for update to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and ended_at is null)
  with check (clinic_id = (select app.current_clinic_id()) and ended_at is null);
grant update (status, updated_at) on public.clinic_memberships to clinic_admin;

-- Delete by id: a real delete for the client, so that it is counted and returned as one ...
create function app.check_removal() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if old.is_owner then
    raise exception 'The owner cannot be removed. Transfer the ownership first.' using errcode = '42501';
  end if;
  -- docs/domain-rules.md choice 3
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

-- ... but the row stays, ended, so that what happened in a clinic remains readable (docs/domain-rules.md choice 3).
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

create policy clinic_memberships_delete_admin on public.clinic_memberships for delete to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and ended_at is null);
grant delete on public.clinic_memberships to clinic_admin;

-- A clinic keeps at least one admin, whoever makes the change. Two who leave at once wait for each other at the clinic's row.
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
