-- The members list: one line for each membership, so that it is searched, filtered and sorted by index.
--
-- Name and address of members as their clinic sees them: the account's once the person has accepted the membership, else what
-- the clinic or the join form wrote (docs/threats.md T31). A removed person is shown as the clinic knew them.
create function app.member_names(p_clinic_id uuid, p_membership_ids uuid[])
returns table (membership_id uuid, name text, email text)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select m.id,
         left(case when m.ended_at is null then coalesce(own.name, p.full_name, offer.name)
                   else coalesce(p.full_name, offer.name, own.name) end, 200),
         case when m.ended_at is null then coalesce(u.email, p.email, offer.email) else coalesce(p.email, offer.email) end
    from public.clinic_memberships m
    left join auth.users u on u.id = m.user_id and m.accepted_at is not null
    left join public.patients p on p.clinic_id = p_clinic_id and (p.user_id = m.user_id or p.id = m.patient_id)
    left join lateral (
      select i.name, i.email from public.invitations i
       where i.clinic_id = p_clinic_id and i.membership_id = m.id
       order by (i.accepted_at is null and i.revoked_at is null) desc, i.created_at desc limit 1) offer on true
   cross join lateral (
      select coalesce(nullif(btrim(concat_ws(' ', nullif(btrim(u.user_metadata ->> 'first_name'), ''),
                                             nullif(btrim(u.user_metadata ->> 'last_name'), ''))), ''),
                      nullif(btrim(u.user_metadata ->> 'name'), ''),
                      nullif(btrim(u.user_metadata ->> 'full_name'), '')) as name) own
   where m.clinic_id = p_clinic_id and m.id = any (p_membership_ids);
end $$;
grant execute on function app.member_names(uuid, uuid[]) to system;

-- security definer, here and below: a client's change of a row must update a line that no client
-- can reach
create function app.keep_member_entry() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' or new.ended_at is not null then
    delete from app.member_entries e where e.clinic_id = old.clinic_id and e.membership_id = old.id;
  else
    perform app.refresh_member_entries(new.clinic_id, array[new.id]);
  end if;
  return null;
end $$;
alter function app.keep_member_entry() owner to system;
create trigger clinic_memberships_keep_entry after update or delete on public.clinic_memberships
  for each row execute function app.keep_member_entry();

create function app.add_member_entry() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- a row that is written again after its removal has ended, and gets no line
  perform app.refresh_member_entries(new.clinic_id, array[new.id]);
  return null;
end $$;
alter function app.add_member_entry() owner to system;
create trigger clinic_memberships_add_entry after insert on public.clinic_memberships
  for each row execute function app.add_member_entry();

create function app.keep_entry_of_patient() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.refresh_member_entries(new.clinic_id, array(
    select m.id from public.clinic_memberships m
     where m.clinic_id = new.clinic_id and (m.user_id = new.user_id or m.patient_id = new.id) and m.ended_at is null));
  return null;
end $$;
alter function app.keep_entry_of_patient() owner to system;
create trigger patients_keep_entry after insert or update of user_id, full_name, email on public.patients
  for each row execute function app.keep_entry_of_patient();

create function app.keep_entry_of_details() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.refresh_member_entries(new.clinic_id, array(
    select m.id from public.patients p
      join public.clinic_memberships m on m.clinic_id = new.clinic_id and (m.user_id = p.user_id or m.patient_id = p.id)
     where p.clinic_id = new.clinic_id and p.id = new.patient_id and m.ended_at is null));
  return null;
end $$;
alter function app.keep_entry_of_details() owner to system;
create trigger patient_details_keep_entry after insert or update of phone, date_of_birth on public.patient_details
  for each row execute function app.keep_entry_of_details();

create function app.keep_entry_of_invitation() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.refresh_member_entries(new.clinic_id, array[new.membership_id]);
  return null;
end $$;
alter function app.keep_entry_of_invitation() owner to system;
create trigger invitations_keep_entry after insert or update on public.invitations
  for each row execute function app.keep_entry_of_invitation();

-- The consequences of a change of an account. Every function that writes address, confirmation or names of an account calls it, in
-- the same transaction: accounts are on every node and have no triggers (docs/decisions/0206).
create function app.follow_user(p_user_id uuid, p_was_confirmed boolean) returns void
language plpgsql set search_path = '' as $$
begin
  perform app.refresh_member_entries(m.clinic_id, array[m.id])
     from app.memberships_of(p_user_id) m;
  if not p_was_confirmed and exists (
       select 1 from auth.users u where u.id = p_user_id and u.email_confirmed_at is not null) then
    perform app.queue_waiting_notices(p_user_id);
    perform app.settle_confirmed_person(p_user_id);
  end if;
end $$;
grant execute on function app.follow_user(uuid, boolean) to system;

-- The single characters and pairs of a text, so that searches of one or two letters use an index too; trigrams begin at three.
create function app.short_parts(p_text text) returns text[] language sql immutable strict parallel safe
begin atomic
  select array_agg(distinct substr(p_text, n, size))
    from generate_series(1, char_length(p_text)) n, generate_series(1, 2) size;
end;
grant execute on function app.short_parts(text) to system;

-- Parts by which a search finds a patient, as domain/memberships/search-terms.ts writes it: every four digits in a row of the phone
-- number, and the birthday, whole and in parts. Trigrams of digits are too common for an index.
create function app.number_parts(p_phone text, p_born_on date) returns text[] language plpgsql stable parallel safe as $$
begin
  if p_phone is null and p_born_on is null then return '{}'; end if;
  return array(
    select substr(p_phone, n, 4) from generate_series(2, char_length(p_phone) - 3) n
    union
    select to_char(p_born_on, form) from unnest(array['YYYY-MM-DD', 'YY-MM-DD', '-MM-DD', 'YYYY-MM-', 'YYYY']) form
     where p_born_on is not null);
end $$;
grant execute on function app.number_parts(text, date) to system;

create table app.member_entries (
  clinic_id     uuid not null references public.clinics on delete restrict,
  membership_id uuid not null,
  created_at    timestamptz not null,
  role          text not null,
  status        text not null,
  name          text,
  email         text,
  -- a line break between the two: no search contains one
  search        text not null generated always as (app.fold(coalesce(name, '')) || E'\n' || app.fold(coalesce(email, ''))) stored,
  -- app.number_parts
  numbers       text[] not null default '{}',
  subscribed    text[] not null default '{}',
  primary key (clinic_id, membership_id),
  -- checked at commit: a membership that is removed or accepted is written again in the same transaction
  constraint member_entries_membership_fkey foreign key (clinic_id, membership_id)
    references public.clinic_memberships (clinic_id, id) deferrable initially deferred
);
comment on table app.member_entries is
  'The lines of the members list, maintained by triggers on memberships, patients, their details, invitations and accounts.';
comment on column app.member_entries.subscribed is
  'Of the running plans that the member pays for: the plan''s id, the state of its payment, and both with a space between.';
create index member_entries_list_idx on app.member_entries (clinic_id, created_at, membership_id);
create index member_entries_status_idx on app.member_entries (clinic_id, status, created_at, membership_id);
create index member_entries_search_idx on app.member_entries
  using gin (clinic_id extensions.uuid_ops, search extensions.gin_trgm_ops);
create index member_entries_numbers_idx on app.member_entries
  using gin (clinic_id extensions.uuid_ops, numbers);
create index member_entries_short_idx on app.member_entries
  using gin (clinic_id extensions.uuid_ops, app.short_parts(search));
create index member_entries_subscribed_idx on app.member_entries using gin (clinic_id extensions.uuid_ops, subscribed);

alter table app.member_entries enable row level security;
alter table app.member_entries force row level security;
create policy member_entries_all_system on app.member_entries to system using (true) with check (true);
grant select, insert, update, delete on app.member_entries to system;

-- How the running plans of a patient are paid: paying, past_due or paused, and additionally ending where no further period
-- begins or an end was chosen. As domain/memberships/member-list.ts names them.
create function app.member_subscriptions(p_clinic_id uuid, p_patient_id uuid) returns text[]
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(array_agg(distinct word order by word), '{}')
      from public.subscriptions s
     cross join lateral (
        select case when s.status in ('trialing', 'active') then 'paying'
                    when s.status in ('past_due', 'unpaid') then 'past_due' else 'paused' end as state
        union all
        select 'ending' where s.cancel_at_period_end or s.cancel_at is not null) paid
     cross join lateral (values (s.plan_id::text), (paid.state), (s.plan_id || ' ' || paid.state)) words (word)
     where s.clinic_id = p_clinic_id and s.owner_patient_id = p_patient_id
       and s.status in ('trialing', 'active', 'past_due', 'unpaid', 'paused'));
end $$;
grant execute on function app.member_subscriptions(uuid, uuid) to system;

create function app.refresh_member_entries(p_clinic_id uuid, p_membership_ids uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  insert into app.member_entries as e
    (clinic_id, membership_id, created_at, role, status, name, email, numbers, subscribed)
  select m.clinic_id, m.id, m.created_at, m.role, m.status, n.name, n.email,
         app.number_parts(d.phone, d.date_of_birth),
         app.member_subscriptions(p_clinic_id, p.id)
    from public.clinic_memberships m
    join app.member_names(p_clinic_id, p_membership_ids) n on n.membership_id = m.id
    left join public.patients p on p.clinic_id = p_clinic_id and (p.user_id = m.user_id or p.id = m.patient_id)
    left join public.patient_details d on d.clinic_id = p_clinic_id and d.patient_id = p.id
   where m.clinic_id = p_clinic_id and m.id = any (p_membership_ids) and m.ended_at is null
  on conflict (clinic_id, membership_id) do update
    set created_at = excluded.created_at, role = excluded.role, status = excluded.status,
        name = excluded.name, email = excluded.email, numbers = excluded.numbers, subscribed = excluded.subscribed
    where (e.created_at, e.role, e.status, e.name, e.email, e.numbers, e.subscribed)
      is distinct from (excluded.created_at, excluded.role, excluded.status, excluded.name, excluded.email,
                        excluded.numbers, excluded.subscribed);
end $$;
grant execute on function app.refresh_member_entries(uuid, uuid[]) to system;

-- security definer: the role that changes the subscription may not reach the line
create function app.keep_entry_of_subscription() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.refresh_member_entries(new.clinic_id, array(
    select m.id from public.clinic_memberships m
      join public.patients p on p.clinic_id = new.clinic_id and (p.user_id = m.user_id or p.id = m.patient_id)
     where m.clinic_id = new.clinic_id and p.id in (new.owner_patient_id, old.owner_patient_id) and m.ended_at is null));
  return null;
end $$;
alter function app.keep_entry_of_subscription() owner to system;
create trigger subscriptions_add_entry after insert on public.subscriptions
  for each row execute function app.keep_entry_of_subscription();
create trigger subscriptions_keep_entry after update on public.subscriptions
  for each row when ((old.owner_patient_id, old.plan_id, old.status, old.cancel_at_period_end, old.cancel_at)
    is distinct from (new.owner_patient_id, new.plan_id, new.status, new.cancel_at_period_end, new.cancel_at))
  execute function app.keep_entry_of_subscription();

-- People of a clinic by the ids of memberships or of patients' records, without removed ones.
create function app.people_of(p_clinic_id uuid, p_ids uuid[])
returns table (id uuid, user_id uuid, patient_id uuid, name text, email text, role text)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select e.membership_id, m.user_id, p.id, e.name, e.email, e.role
    from app.member_entries e
    join public.clinic_memberships m on m.clinic_id = p_clinic_id and m.id = e.membership_id
    left join public.patients p on p.clinic_id = p_clinic_id and (p.user_id = m.user_id or p.id = m.patient_id)
   where e.clinic_id = p_clinic_id
     and e.membership_id in (
       select unnest(p_ids)
       union
       select m.id from public.patients p
         join public.clinic_memberships m on m.clinic_id = p_clinic_id and (m.user_id = p.user_id or m.patient_id = p.id)
        where p.clinic_id = p_clinic_id and p.id = any (p_ids));
end $$;
grant execute on function app.people_of(uuid, uuid[]) to system;

-- The records of patients who are members.
create function app.patients_of_members(p_clinic_id uuid, p_membership_ids uuid[])
returns table (membership_id uuid, id uuid, name text, email text)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select m.id, p.id, p.full_name, p.email
    from public.clinic_memberships m
    join public.patients p on p.clinic_id = p_clinic_id and (p.user_id = m.user_id or p.id = m.patient_id)
   where m.clinic_id = p_clinic_id and m.id = any (p_membership_ids);
end $$;
grant execute on function app.patients_of_members(uuid, uuid[]) to system;

-- Patients who have left, with what app.member_entries has of members, by which they are searched.
create function app.former_patients(p_clinic_id uuid)
returns table (id uuid, name text, email text, search text, numbers text[])
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select p.id, p.full_name, p.email, app.fold(p.full_name) || E'\n' || app.fold(coalesce(p.email, '')),
         app.number_parts(d.phone, d.date_of_birth)
    from public.patients p
    left join public.patient_details d on d.clinic_id = p_clinic_id and d.patient_id = p.id
   where p.clinic_id = p_clinic_id
     and not exists (select 1 from public.clinic_memberships m
                      where m.clinic_id = p_clinic_id and m.user_id = p.user_id and m.role = 'patient' and m.ended_at is null)
     and not exists (select 1 from public.clinic_memberships m
                      where m.clinic_id = p_clinic_id and m.patient_id = p.id and m.ended_at is null);
end $$;
grant execute on function app.former_patients(uuid) to system;
