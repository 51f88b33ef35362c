-- Invitations: how people come to belong to a clinic, and how an invitation is accepted or voided (docs/threats.md T7,
-- docs/domain-rules.md choice 11).
create table public.invitations (
  id             uuid default gen_random_uuid(),
  clinic_id      uuid not null references public.clinics on delete restrict,
  membership_id  uuid not null,
  email          text not null check (email = lower(email)),
  name           text check (length(name) <= 200),
  role           text not null check (role in ('admin', 'staff', 'member', 'patient')),
  invited_by     uuid references auth.users on delete set null,
  -- SHA-256 of a random 192-bit token, which is only in the mail
  token_hash     bytea not null,
  expires_at     timestamptz not null,
  accepted_at    timestamptz,
  accepted_by    uuid references auth.users on delete set null,
  revoked_at     timestamptz,
  created_at     timestamptz not null default now(),
  for_patient_id uuid,
  primary key (clinic_id, id),
  constraint invitations_token_hash_key unique (clinic_id, token_hash),
  -- checked at commit: a membership that is removed or accepted is written again in the same transaction
  constraint invitations_membership_fkey foreign key (clinic_id, membership_id)
    references public.clinic_memberships (clinic_id, id) deferrable initially deferred,
  constraint invitations_name_is_one_line check (app.is_one_line(name)),
  constraint invitations_for_patient_check check (for_patient_id is null or role = 'patient'),
  constraint invitations_for_patient_fkey foreign key (clinic_id, for_patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.invitations is
  'Health data: an offer of a role to one address, single use, 72 hours, never above the inviter. Whom a clinic invites as a patient says something about their health; a row stands for the invited person, who has no record yet.';
-- a new invitation voids the old one
create unique index invitations_live_key on public.invitations (clinic_id, email)
  where accepted_at is null and revoked_at is null;
select app.appear_by('public.invitations', 'invitation', 'email', 'accepted_at', 'revoked_at');
create index invitations_clinic_created_idx on public.invitations (clinic_id, created_at desc);
create index invitations_membership_idx on public.invitations (clinic_id, membership_id);
create index invitations_invited_by_idx on public.invitations (invited_by);
create index invitations_accepted_by_idx on public.invitations (accepted_by);
create index invitations_for_patient_idx on public.invitations (clinic_id, for_patient_id) where for_patient_id is not null;
create trigger invitations_are_erased_by_retention before delete on public.invitations
  for each statement execute function app.refuse_unless_erasing();

alter table public.invitations enable row level security;
alter table public.invitations force row level security;
create policy invitations_select_team on public.invitations for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy invitations_all_system on public.invitations to system using (true) with check (true);
grant select (id, clinic_id, membership_id, email, name, role, invited_by, expires_at, accepted_at, accepted_by, revoked_at,
  created_at, for_patient_id) on public.invitations to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.invitations to system;

-- Voids the pending invitations of a membership and of its person's address, with the links in the mails. With p_user_id also
-- the team invitations that this person has sent, so that a suspended or removed person cannot come back through a friend.
create function app.void_invitations(p_clinic_id uuid, p_membership_id uuid, p_user_id uuid, p_at timestamptz)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  with voided as (
    update public.invitations i set revoked_at = p_at
     where i.clinic_id = p_clinic_id and i.accepted_at is null and i.revoked_at is null
       and (i.membership_id = p_membership_id
            or i.email = (select u.email from auth.users u where u.id = p_user_id)
            or (i.invited_by = p_user_id and i.role <> 'patient'))
    returning i.id)
  delete from auth.one_time_tokens t
   where t.kind = 'invitation' and t.scope in (select v.id::text from voided v);
end $$;
alter function app.void_invitations(uuid, uuid, uuid, timestamptz) owner to system;

-- Accepts the live invitation of a clinic to a person's confirmed address: single use, with the invitation's role, read-only and
-- billing mark (docs/specification.md B2.12, docs/domain-rules.md choice 5). An invitation to a patient's record gives that record to
-- the person, or merges it into the person's earlier one (docs/domain-rules.md rule 28, rule 29, docs/decisions/0169). Returns null without a live invitation, with an unconfirmed address, and
-- for a suspended person. Called by a client's insert (below) and by activate-membership.
create function app.accept_invitation(p_clinic_id uuid, p_user_id uuid, p_at timestamptz)
returns public.clinic_memberships language plpgsql security definer set search_path = '' as $$
declare
  address text;
  own public.clinic_memberships;
  offer public.invitations;
  accepted public.clinic_memberships;
  offered public.clinic_memberships;
  is_for_team boolean;
  earlier_record uuid;
  stays_apart boolean := false;
begin
  address := app.address_in(p_user_id, p_clinic_id);
  -- memberships are locked before invitations, as Deactivate and Remove do; when two accept at once, the second waits here
  -- and then finds the invitation used
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

  select * into offered from public.clinic_memberships m where m.clinic_id = p_clinic_id and m.id = offer.membership_id;
  is_for_team := offer.role in ('staff', 'member');
  select p.id into earlier_record from public.patients p
   where p.clinic_id = p_clinic_id and p.user_id = p_user_id and offer.for_patient_id is not null;
  if found then
    update public.clinic_memberships m set patient_id = null
     where m.clinic_id = p_clinic_id and m.id = offer.membership_id and own.id is null;
    stays_apart := not app.take_in_record(p_clinic_id, offer.for_patient_id, earlier_record, p_at);
  end if;
  -- a person who joined by the join page and was also invited has one membership, unless the invited record stays apart
  update public.clinic_memberships m
     set ended_at = case when stays_apart then m.ended_at else p_at end, status = case when stays_apart then 'active' else m.status end,
         updated_at = p_at
   where m.clinic_id = p_clinic_id and m.id = offer.membership_id and own.id is not null and m.id <> own.id and m.ended_at is null;
  update public.invitations i
     set accepted_at = p_at, accepted_by = p_user_id, membership_id = coalesce(own.id, offer.membership_id)
   where i.clinic_id = p_clinic_id and i.id = offer.id;
  update public.clinic_memberships m
     set user_id = p_user_id, role = offer.role, is_read_only = is_for_team and offered.is_read_only,
         is_billing_only = is_for_team and offered.is_billing_only,
         permission_sets = case when is_for_team then offered.permission_sets else '{}' end,
         status = 'active', accepted_at = p_at, patient_id = null, updated_at = p_at
   where m.clinic_id = p_clinic_id and m.id = coalesce(own.id, offer.membership_id) and m.ended_at is null
  returning * into strict accepted;
  if stays_apart and own.id is null then
    insert into public.clinic_memberships (clinic_id, role, status, patient_id, created_at, updated_at)
    values (p_clinic_id, 'patient', 'active', offer.for_patient_id, p_at, p_at);
  end if;
  if offer.role = 'patient' then
    -- the clinic's existing record becomes the person's, unless the record has an account or the person another record
    update public.patients p set user_id = p_user_id, email = address, updated_at = p_at
     where p.clinic_id = p_clinic_id and p.id = offer.for_patient_id and p.user_id is null
       and not exists (select 1 from public.patients o where o.clinic_id = p_clinic_id and o.user_id = p_user_id);
    perform app.upsert_patient_record(p_clinic_id, p_user_id, offer.name, p_at);
  end if;
  perform app.record_audit('invitation.accepted', 'membership', accepted.id::text,
                           jsonb_build_object('invitation', offer.id, 'role', offer.role), p_clinic_id);
  return accepted;
end $$;
alter function app.accept_invitation(uuid, uuid, timestamptz) owner to system;

-- Merges a record without an account into the record that its person has already, when the names and birthdays agree and nothing
-- prevents it (server/features/patient-merges/compare-records.ts): a family may share the address. The merge can be undone.
-- @returns whether it was merged, or is not there to be merged
create function app.take_in_record(p_clinic_id uuid, p_from uuid, p_into uuid, p_at timestamptz) returns boolean
language plpgsql set search_path = '' as $$
begin
  if not exists (select 1 from public.patients p where p.clinic_id = p_clinic_id and p.id = p_from and p.id <> p_into
                    and p.user_id is null and p.merged_into is null) then return true; end if;
  if not exists (select 1 from public.patients f
                   join public.patients i on i.clinic_id = f.clinic_id and i.id = p_into and app.name_key(i.full_name) = app.name_key(f.full_name)
                   left join public.patient_details fd on fd.clinic_id = f.clinic_id and fd.patient_id = f.id
                   left join public.patient_details di on di.clinic_id = i.clinic_id and di.patient_id = i.id
                  where f.clinic_id = p_clinic_id and f.id = p_from and coalesce(fd.date_of_birth = di.date_of_birth, true))
     or exists (select 1 from public.subscriptions s where s.clinic_id = p_clinic_id and s.owner_patient_id = p_from and s.ended_at is null)
     or exists (select 1 from public.subscription_members m where m.clinic_id = p_clinic_id and m.patient_id = p_from and m.until_on is null)
     or exists (select 1 from public.appointments a
                  join public.appointments b on b.clinic_id = a.clinic_id and b.patient_id = p_from
                   and b.status in ('requested', 'upcoming', 'completed') and b.starts_at < a.ends_at and a.starts_at < b.ends_at
                 where a.clinic_id = p_clinic_id and a.patient_id = p_into and a.status in ('requested', 'upcoming', 'completed'))
     or exists (select 1 from public.patient_guardians g join public.patients p on p.clinic_id = g.clinic_id and p.user_id = g.user_id
                 where g.clinic_id = p_clinic_id and g.patient_id = p_from and p.id = p_into and g.ended_at is null)
     or exists (select 1 from app.legal_holds h
                 where h.clinic_id = p_clinic_id and h.patient_id in (p_from, p_into) and h.released_at is null)
     or exists (select 1 from app.erasures e where e.clinic_id = p_clinic_id and e.patient_id in (p_from, p_into))
  then return false; end if;
  perform app.merge_patients(p_clinic_id, p_from, p_into, p.full_name, p.email, p.user_id, '{}', null, p_at)
     from public.patients p where p.clinic_id = p_clinic_id and p.id = p_into;
  return true;
end $$;
grant execute on function app.take_in_record(uuid, uuid, uuid, timestamptz) to system;

-- The specification's client inserts its own membership, updates a status by id and deletes by id (docs/threats.md 1.1;
-- docs/domain-rules.md choice 2, choice 3, choice 11, rule 39, rule 41). Column grants, policies, this trigger and those in
-- memberships make these calls safe; server actions use the same functions.

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
    if exists (select 1 from public.clinic_memberships m where m.clinic_id = new.clinic_id and m.user_id = new.user_id
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
  -- the client's insert becomes the pending row, with its id, so that there is one row and RETURNING shows it
  delete from public.clinic_memberships m where m.clinic_id = accepted.clinic_id and m.id = accepted.id;
  return accepted;
end $$;
alter function app.join_by_invitation() owner to system;
create trigger clinic_memberships_join_by_invitation before insert on public.clinic_memberships
  for each row when (app.is_client()) execute function app.join_by_invitation();

-- Only the trigger sets accepted_at: no client may insert this column.
create policy clinic_memberships_insert_invited on public.clinic_memberships for insert
  to authenticated, clinic_patient, clinic_staff, clinic_admin
  with check (user_id = (select app.current_user_id()) and status = 'active' and not is_owner
              and accepted_at is not null
              and (select app.has_confirmed_email()));
