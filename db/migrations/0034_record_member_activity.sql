-- 0034_record_member_activity.sql: when a member last used their clinic (docs/specification.md B3, "lastActive").
-- A narrow table of its own, updated at most once an hour: a row of clinic_memberships has triggers and many indexes.
create table public.membership_activity (
  clinic_id      uuid not null,
  membership_id  uuid not null,
  last_active_at timestamptz not null,
  primary key (clinic_id, membership_id),
  -- checked at commit: a membership that is accepted is put back in the same transaction (0013)
  constraint membership_activity_membership_fkey foreign key (clinic_id, membership_id)
    references public.clinic_memberships (clinic_id, id) deferrable initially deferred
);
comment on table public.membership_activity is 'The last request of each member in a clinic, at most an hour old.';

alter table public.membership_activity enable row level security;
alter table public.membership_activity force row level security;
create policy membership_activity_select_team on public.membership_activity for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy membership_activity_all_system on public.membership_activity to system using (true) with check (true);
grant select (clinic_id, membership_id, last_active_at) on public.membership_activity to clinic_staff, clinic_admin;
grant select, insert, update on public.membership_activity to system;

-- Records that a person has just used a clinic. Nothing for strangers, and nothing again within the hour.
create function app.record_activity(p_user_id uuid, p_subdomain text, p_at timestamptz) returns void
language sql volatile security definer set search_path = ''
begin atomic
  insert into public.membership_activity as a (clinic_id, membership_id, last_active_at)
  select m.clinic_id, m.id, p_at
    from public.clinics c
    join public.clinic_memberships m on m.clinic_id = c.id and m.user_id = p_user_id
   where c.subdomain = p_subdomain and m.status = 'active' and m.ended_at is null
  on conflict (clinic_id, membership_id) do update set last_active_at = excluded.last_active_at
   where a.last_active_at <= excluded.last_active_at - interval '1 hour';
end;
alter function app.record_activity(uuid, text, timestamptz) owner to system;
grant execute on function app.record_activity(uuid, text, timestamptz) to system;
