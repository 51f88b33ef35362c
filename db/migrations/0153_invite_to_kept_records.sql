-- 0153_invite_to_kept_records.sql: somebody whose record the clinic keeps without a sign-in, such as a child of a household, is
-- invited to that record: accepting gives it to them (docs/domain-rules.md rule 28, rule 29).
alter table public.invitations
  add column for_patient_id uuid,
  add constraint invitations_for_patient_check check (for_patient_id is null or role = 'patient'),
  add constraint invitations_for_patient_fkey foreign key (clinic_id, for_patient_id)
    references public.patients (clinic_id, id) on delete restrict;
create index invitations_for_patient_idx on public.invitations (clinic_id, for_patient_id) where for_patient_id is not null;
grant select (for_patient_id) on public.invitations to clinic_staff, clinic_admin;

create or replace function app.accept_invitation(p_clinic_id uuid, p_user_id uuid, p_at timestamptz)
returns public.clinic_memberships language plpgsql security definer set search_path = '' as $$
declare
  address text;
  own public.clinic_memberships;
  offer public.invitations;
  accepted public.clinic_memberships;
  offered_read_only boolean;
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

  offered_read_only := offer.role in ('staff', 'member') and (select m.is_read_only from public.clinic_memberships m
                         where m.clinic_id = p_clinic_id and m.id = offer.membership_id);
  -- somebody who joined by the join page and was invited too keeps one membership
  update public.clinic_memberships m set ended_at = p_at, updated_at = p_at
   where m.clinic_id = p_clinic_id and m.id = offer.membership_id and own.id is not null and m.id <> own.id;
  update public.invitations i
     set accepted_at = p_at, accepted_by = p_user_id, membership_id = coalesce(own.id, offer.membership_id)
   where i.clinic_id = p_clinic_id and i.id = offer.id;
  update public.clinic_memberships m
     set user_id = p_user_id, role = offer.role, is_read_only = offered_read_only, status = 'active', accepted_at = p_at,
         updated_at = p_at
   where m.clinic_id = p_clinic_id and m.id = coalesce(own.id, offer.membership_id) and m.ended_at is null
  returning * into strict accepted;
  if offer.role = 'patient' then
    -- a record that the clinic keeps already becomes theirs, unless it is somebody's, or they have another one
    update public.patients p set user_id = p_user_id, email = address, updated_at = p_at
     where p.clinic_id = p_clinic_id and p.id = offer.for_patient_id and p.user_id is null
       and not exists (select from public.patients o where o.clinic_id = p_clinic_id and o.user_id = p_user_id);
    perform app.upsert_patient_record(p_clinic_id, p_user_id, offer.name, p_at);
  end if;
  perform app.record_audit('invitation.accepted', 'membership', accepted.id::text,
                           jsonb_build_object('invitation', offer.id, 'role', offer.role), p_clinic_id);
  return accepted;
end $$;
