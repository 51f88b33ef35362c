-- Health data requires a second factor, in Postgres (docs/threats.md T18, docs/decisions/0016). A permission with a second
-- factor (domain/permissions.ts) requires it in Postgres too, by the same rule (docs/decisions/0032).
create table public.clinic_security (
  clinic_id    uuid primary key references public.clinics on delete restrict,
  requires_mfa boolean not null default true,
  updated_at   timestamptz not null default now()
);
comment on table public.clinic_security is
  'How a clinic''s team must sign in; without a row, with two factors. Not in clinics, where every column is public.';
create trigger clinic_security_are_erased_by_retention before delete on public.clinic_security
  for each statement execute function app.refuse_unless_erasing();

alter table public.clinic_security enable row level security;
alter table public.clinic_security force row level security;
create policy clinic_security_all_system on public.clinic_security to system using (true) with check (true);
create policy clinic_security_select_support on public.clinic_security for select to clinic_support
  using (clinic_id = (select app.current_clinic_id()));
grant select (clinic_id, requires_mfa) on public.clinic_security to clinic_support;
grant select, insert, update, delete on public.clinic_security to system;

-- Whether this session may use health data: it rests on a second factor, or nothing requires one. A clinic requires it of its
-- team, and a person who has set up a second factor requires it of themselves.
-- Looked up in rows, never in a claim; app.enter() has checked that the session is this person's.
-- plpgsql, so that its plan is cached (see app.now)
-- security definer (owned by system), because clients may not read the auth schema
create function app.may_use_health_data() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return
    exists (select from auth.session_methods m
             where m.session_id = nullif(current_setting('app.session_id', true), '')::uuid and m.factor_id is not null)
    or not (
      exists (select from auth.mfa_factors f
               where f.user_id = app.current_user_id() and f.status = 'verified')
      or exists (select from public.clinic_memberships m
                  where m.id = nullif(current_setting('app.membership_id', true), '')::uuid and m.role <> 'patient'
                    and coalesce((select s.requires_mfa from public.clinic_security s where s.clinic_id = m.clinic_id), true)));
end $$;
alter function app.may_use_health_data() owner to system;
comment on function app.may_use_health_data() is
  'Whether this session meets the second-step rule: one rule for health data, from which it has its name, and for every permission with a second factor (docs/decisions/0032).';
grant execute on function app.may_use_health_data() to clinic_patient, clinic_guardian, clinic_staff, clinic_admin;

-- members:update. Everyone sees where they belong, so only the changes are guarded.
create policy clinic_memberships_update_second_step on public.clinic_memberships as restrictive for update to clinic_admin
  using ((select app.may_use_health_data())) with check ((select app.may_use_health_data()));
create policy clinic_memberships_delete_second_step on public.clinic_memberships as restrictive for delete to clinic_admin
  using ((select app.may_use_health_data()));

-- The same for a team member of a given clinic: where a request names no clinic, app.may_use_health_data() cannot know which one
-- is meant.
-- security definer (owned by system), because clients may not read the auth schema
create function app.team_may_use_health_data(p_clinic_id uuid) returns boolean
language sql stable security definer set search_path = ''
begin atomic
  select exists (select from auth.session_methods m
                  where m.session_id = nullif(current_setting('app.session_id', true), '')::uuid
                    and m.factor_id is not null)
      or not (exists (select from auth.mfa_factors f
                       where f.user_id = app.current_user_id() and f.status = 'verified')
              or coalesce((select s.requires_mfa from public.clinic_security s where s.clinic_id = p_clinic_id), true));
end;
alter function app.team_may_use_health_data(uuid) owner to system;

-- For migrations: requires the second factor for a table. Restrictive, so that no other policy can bypass it.
create function app.guard_health_data(p_table regclass) returns void language plpgsql as $$
begin
  execute format('create policy %I on %s as restrictive to clinic_patient, clinic_guardian, clinic_staff, clinic_admin
                    using ((select app.may_use_health_data())) with check ((select app.may_use_health_data()))',
                 (select relname from pg_catalog.pg_class where oid = p_table) || '_second_step', p_table);
end $$;
comment on function app.guard_health_data(regclass) is
  'Puts the second step in front of a table. Call in the migration that creates one that is marked "Health data:", or that a permission with a second factor is about, as select app.guard_health_data(''public.visits'').';

select app.guard_health_data('app.audit_log');

-- Without it, the policies alone would answer that there is no such member.
create function app.refuse_without_second_step() returns trigger language plpgsql as $$
begin
  if not app.may_use_health_data() then
    raise exception 'Please sign in with your second step first. You can set it up under Settings, Password.'
      using errcode = '42501', hint = 'second_step_required';
  end if;
  return null;
end $$;
create trigger clinic_memberships_refuse_without_second_step before update or delete on public.clinic_memberships
  for each statement when (app.is_client()) execute function app.refuse_without_second_step();
