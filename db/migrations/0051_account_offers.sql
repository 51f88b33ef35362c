-- Connecting a clinic's record to another account of its patient, whose old mailbox is lost (docs/decisions/0171).
create table app.account_offers (
  id           uuid default gen_random_uuid(),
  clinic_id    uuid not null references public.clinics on delete restrict,
  patient_id   uuid not null,
  -- of the new account, as the clinic typed it
  email        text not null constraint account_offers_email_check check (email = lower(email) and length(email) <= 254),
  -- the account that has the record; an offer is void once the record has another
  from_user_id uuid references auth.users on delete set null,
  offered_by   uuid references auth.users on delete set null,
  offered_at   timestamptz not null,
  expires_at   timestamptz not null,
  accepted_at  timestamptz,
  accepted_by  uuid references auth.users on delete set null,
  withdrawn_at timestamptz,
  primary key (clinic_id, id),
  constraint account_offers_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint account_offers_one_end check (accepted_at is null or withdrawn_at is null)
);
comment on table app.account_offers is
  'Health data: offers to connect a patient''s record to another account; void after 72 hours, once used or withdrawn.';
create unique index account_offers_open_key on app.account_offers (clinic_id, patient_id)
  where accepted_at is null and withdrawn_at is null;
create index account_offers_patient_idx on app.account_offers (clinic_id, patient_id);
create index account_offers_email_idx on app.account_offers (clinic_id, email) where accepted_at is null and withdrawn_at is null;
create index account_offers_from_user_idx on app.account_offers (from_user_id) where from_user_id is not null;
create index account_offers_offered_by_idx on app.account_offers (offered_by) where offered_by is not null;
create index account_offers_accepted_by_idx on app.account_offers (accepted_by) where accepted_by is not null;
create trigger account_offers_are_erased_by_retention before delete on app.account_offers
  for each statement execute function app.refuse_unless_erasing();

alter table app.account_offers enable row level security;
alter table app.account_offers force row level security;
create policy account_offers_all_system on app.account_offers to system using (true) with check (true);
grant select, insert, update, delete on app.account_offers to system;

-- Whether the record belongs to the account of a current patient: not of a suspended one, a removed one or one of the team.
create function app.has_patient_account(p_clinic uuid, p_patient uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select 1 from public.patients p
      join public.clinic_memberships m on m.clinic_id = p.clinic_id and m.user_id = p.user_id and m.ended_at is null
     where p.clinic_id = p_clinic and p.id = p_patient and p.merged_into is null
       and m.role = 'patient' and m.suspended_at is null);
end $$;
grant execute on function app.has_patient_account(uuid, uuid) to system;

-- Offers a record to the account with an address; replaces an earlier offer. The clinic is locked.
-- @returns the offer's id, or the problem: not_connectable, own_address, guardian_address, or account_has_record. The last is
-- about this clinic's own members alone: the answer does not reveal whether another account exists.
create function app.offer_account(p_clinic uuid, p_patient uuid, p_email text, p_by uuid, p_at timestamptz, p_until timestamptz)
returns table (offer_id uuid, problem text) language plpgsql set search_path = '' as $$
#variable_conflict use_column
begin
  problem := case
    when not app.has_patient_account(p_clinic, p_patient) then 'not_connectable'
    when exists (select 1 from public.patients p join auth.users u on u.id = p.user_id
                  where p.clinic_id = p_clinic and p.id = p_patient and u.email = p_email) then 'own_address'
    when exists (select 1 from public.patient_guardians g
                  where g.clinic_id = p_clinic and g.patient_id = p_patient and g.email = p_email and g.ended_at is null)
      then 'guardian_address'
    when exists (select 1 from app.proven_addresses a
                  where a.address = p_email
                    and (exists (select 1 from public.patients p where p.clinic_id = p_clinic and p.user_id = a.user_id)
                         or exists (select 1 from public.clinic_memberships m
                                     where m.clinic_id = p_clinic and m.user_id = a.user_id and m.ended_at is null)))
      then 'account_has_record' end;
  if problem is null then
    update app.account_offers o set withdrawn_at = p_at
     where o.clinic_id = p_clinic and o.patient_id = p_patient and o.accepted_at is null and o.withdrawn_at is null;
    insert into app.account_offers (clinic_id, patient_id, email, from_user_id, offered_by, offered_at, expires_at)
    select p_clinic, p_patient, p_email, p.user_id, p_by, p_at, p_until
      from public.patients p where p.clinic_id = p_clinic and p.id = p_patient
    returning id into offer_id;
  end if;
  return next;
end $$;
grant execute on function app.offer_account(uuid, uuid, text, uuid, timestamptz, timestamptz) to system;

-- The open offers of a clinic to the address that a person has proven.
create function app.open_account_offers(p_clinic uuid, p_user uuid, p_at timestamptz) returns setof uuid
language plpgsql stable set search_path = '' as $$
begin
  return query
  select o.id from app.account_offers o
    join app.proven_addresses a on a.user_id = p_user and a.address = o.email
    join public.patients p on p.clinic_id = o.clinic_id and p.id = o.patient_id and p.user_id = o.from_user_id
   where o.clinic_id = p_clinic and o.accepted_at is null and o.withdrawn_at is null and o.expires_at > p_at
     and app.has_patient_account(o.clinic_id, o.patient_id)
     -- a guardian of the patient does not become that patient
     and not exists (select 1 from public.patient_guardians g
                      where g.clinic_id = o.clinic_id and g.patient_id = o.patient_id and g.user_id = p_user and g.ended_at is null)
   order by o.offered_at desc;
end $$;
grant execute on function app.open_account_offers(uuid, uuid, timestamptz) to system;

-- Gives a record and its membership to the account that accepts the offer. Everything else refers to the record and moves along:
-- visits, plans, messages, files. The old account loses this clinic, with what it may do here as a guardian, and nothing else.
-- The clinic is locked.
-- @returns the record and the address of the old account, or the problem: not_found or account_has_record
create function app.accept_account_offer(p_clinic uuid, p_offer uuid, p_user uuid, p_at timestamptz)
returns table (patient_id uuid, old_email text, problem text) language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  offer app.account_offers;
  membership uuid;
begin
  if p_offer not in (select o from app.open_account_offers(p_clinic, p_user, p_at) o) then
    problem := 'not_found';
  elsif exists (select 1 from public.patients p where p.clinic_id = p_clinic and p.user_id = p_user)
     or exists (select 1 from public.clinic_memberships m where m.clinic_id = p_clinic and m.user_id = p_user and m.ended_at is null) then
    problem := 'account_has_record';
  else
    update app.account_offers o set accepted_at = p_at, accepted_by = p_user
     where o.clinic_id = p_clinic and o.id = p_offer returning * into strict offer;
    select m.id into strict membership from public.clinic_memberships m
     where m.clinic_id = p_clinic and m.user_id = offer.from_user_id and m.ended_at is null for update;
    perform app.void_invitations(p_clinic, membership, offer.from_user_id, p_at);
    update public.clinic_memberships m
       set user_id = p_user, status = 'active', accepted_at = p_at, updated_at = p_at
     where m.clinic_id = p_clinic and m.id = membership;
    update public.patients p set user_id = p_user, email = offer.email, updated_at = p_at
     where p.clinic_id = p_clinic and p.id = offer.patient_id;
    update public.patient_guardians g set ended_at = p_at, ended_because = 'team'
     where g.clinic_id = p_clinic and g.user_id = offer.from_user_id and g.ended_at is null;
    patient_id := offer.patient_id;
    select u.email into old_email from auth.users u where u.id = offer.from_user_id;
  end if;
  return next;
end $$;
grant execute on function app.accept_account_offer(uuid, uuid, uuid, timestamptz) to system;
