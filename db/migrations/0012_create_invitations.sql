-- 0012_create_invitations.sql: how somebody comes to belong to a clinic, and how such an offer is accepted or voided
-- (docs/threats.md T7, docs/domain-rules.md choice 11).
create table public.invitations (
  id            uuid primary key default gen_random_uuid(),
  clinic_id     uuid not null references public.clinics on delete restrict,
  membership_id uuid not null,
  email         text not null check (email = lower(email)),
  name          text check (length(name) <= 200),
  role          text not null check (role in ('admin', 'staff', 'member', 'patient')),
  invited_by    uuid references auth.users on delete set null,
  -- SHA-256 of a random 192-bit token, which is only in the mail
  token_hash    bytea not null unique,
  expires_at    timestamptz not null,
  accepted_at   timestamptz,
  accepted_by   uuid references auth.users on delete set null,
  revoked_at    timestamptz,
  created_at    timestamptz not null default now(),
  unique (clinic_id, id),
  -- checked at commit: a membership that is removed or accepted is put back in the same transaction (0013)
  constraint invitations_membership_fkey foreign key (clinic_id, membership_id)
    references public.clinic_memberships (clinic_id, id) deferrable initially deferred
);
comment on table public.invitations is 'An offer of a role to one address: single use, 72 hours, never above the inviter.';
-- a new invitation voids the old one
create unique index invitations_live_key on public.invitations (clinic_id, email)
  where accepted_at is null and revoked_at is null;
create index invitations_clinic_created_idx on public.invitations (clinic_id, created_at desc);
create index invitations_membership_idx on public.invitations (clinic_id, membership_id);
create index invitations_invited_by_idx on public.invitations (invited_by);
create index invitations_accepted_by_idx on public.invitations (accepted_by);

alter table public.invitations enable row level security;
alter table public.invitations force row level security;
create policy invitations_select_team on public.invitations for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy invitations_all_system on public.invitations to system using (true) with check (true);
grant select (id, clinic_id, membership_id, email, name, role, invited_by, expires_at, accepted_at, accepted_by, revoked_at, created_at)
  on public.invitations to clinic_staff, clinic_admin;
grant select, insert, update on public.invitations to system;

-- Voids the pending invitations of a membership and of its person's address, with the links in the mails. With p_user_id also
-- the team invitations that this person has sent: nobody who was suspended or removed comes back through a friend.
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

-- Accepts the live invitation of a clinic to a person's confirmed address: single use, the role is the invitation's. Returns
-- the membership as it now stands, or null: no invitation, expired, revoked, used, address not confirmed, or a suspended
-- person, whom only the clinic can bring back. Called by a client's insert (0013) and by activate-membership.
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

  -- somebody who joined by the join page and was invited too keeps one membership
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
    perform app.upsert_patient_record(p_clinic_id, p_user_id, offer.name, p_at);
  end if;
  perform app.record_audit('invitation.accepted', 'membership', accepted.id::text,
                           jsonb_build_object('invitation', offer.id, 'role', offer.role), p_clinic_id);
  return accepted;
end $$;
alter function app.accept_invitation(uuid, uuid, timestamptz) owner to system;
grant execute on function app.accept_invitation(uuid, uuid, timestamptz) to system;
