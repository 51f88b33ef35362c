-- 0222_find_members_by_plan.sql: the members list is found by plan and by how it is paid (docs/decisions/0139). The line of a
-- member says what they have subscribed to, so that one index answers, whatever else is asked for.
alter table app.member_entries add column subscribed text[] not null default '{}';
comment on column app.member_entries.subscribed is
  'Of the running plans that the member pays for: the plan''s id, the state of its payment, and both with a space between.';
create index member_entries_subscribed_idx on app.member_entries using gin (clinic_id extensions.uuid_ops, subscribed);

-- How the running plans of a patient are paid: paying, past_due or paused, and besides ending where no further period begins or
-- an end was chosen. As domain/memberships/member-list.ts names them.
create function app.member_subscriptions(p_clinic_id uuid, p_user_id uuid) returns text[] language sql stable
begin atomic
  select coalesce(array_agg(distinct word order by word), '{}')
    from public.patients p
    join public.subscriptions s on s.clinic_id = p.clinic_id and s.owner_patient_id = p.id
   cross join lateral (
      select case when s.status in ('trialing', 'active') then 'paying'
                  when s.status in ('past_due', 'unpaid') then 'past_due' else 'paused' end as state
      union all
      select 'ending' where s.cancel_at_period_end or s.cancel_at is not null) paid
   cross join lateral (values (s.plan_id::text), (paid.state), (s.plan_id || ' ' || paid.state)) words (word)
   where p.clinic_id = p_clinic_id and p.user_id = p_user_id
     and s.status in ('trialing', 'active', 'past_due', 'unpaid', 'paused');
end;
grant execute on function app.member_subscriptions(uuid, uuid) to system;

create or replace function app.refresh_member_entries(p_membership_ids uuid[]) returns void
language sql volatile
begin atomic
  insert into app.member_entries as e (clinic_id, membership_id, created_at, role, status, name, email, subscribed)
  select m.clinic_id, m.id, m.created_at, m.role, m.status, n.name, n.email,
         app.member_subscriptions(m.clinic_id, m.user_id)
    from public.clinic_memberships m join app.member_names(p_membership_ids) n on n.membership_id = m.id
   where m.id = any (p_membership_ids) and m.ended_at is null
  on conflict (clinic_id, membership_id) do update
    set created_at = excluded.created_at, role = excluded.role, status = excluded.status,
        name = excluded.name, email = excluded.email, subscribed = excluded.subscribed
    where (e.created_at, e.role, e.status, e.name, e.email, e.subscribed)
      is distinct from (excluded.created_at, excluded.role, excluded.status, excluded.name, excluded.email,
                        excluded.subscribed);
end;

-- security definer (owned by system), because the line is out of reach of whoever changes the subscription
create function app.keep_entry_of_subscription() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.refresh_member_entries(array(
    select m.id from public.clinic_memberships m
      join public.patients p on p.clinic_id = m.clinic_id and p.user_id = m.user_id
     where p.clinic_id = new.clinic_id and p.id in (new.owner_patient_id, old.owner_patient_id) and m.ended_at is null));
  return null;
end $$;
alter function app.keep_entry_of_subscription() owner to system;
create trigger subscriptions_add_entry after insert on public.subscriptions
  for each row execute function app.keep_entry_of_subscription();
create trigger subscriptions_keep_entry after update on public.subscriptions
  for each row when ((old.owner_patient_id, old.plan_id, old.status, old.cancel_at_period_end, old.cancel_at)
    is distinct from (new.owner_patient_id, new.plan_id, new.status, new.cancel_at_period_end, new.cancel_at))
  execute function app.keep_entry_of_subscription();

-- the members who pay already
set local role system;
select app.refresh_member_entries(array(
  select m.id from public.clinic_memberships m
    join public.patients p on p.clinic_id = m.clinic_id and p.user_id = m.user_id
   where m.ended_at is null
     and exists (select from public.subscriptions s where s.clinic_id = p.clinic_id and s.owner_patient_id = p.id)));
reset role;
