-- 0010_require_two_factor.sql: health data requires the second step, in Postgres (docs/threats.md T18, docs/decisions/0016).
create table public.clinic_security (
  clinic_id    uuid primary key references public.clinics on delete restrict,
  requires_mfa boolean not null default true,
  updated_at   timestamptz not null default now()
);
comment on table public.clinic_security is
  'How a clinic''s team must sign in; without a row, with two factors. Not in clinics, where every column is public.';

alter table public.clinic_security enable row level security;
alter table public.clinic_security force row level security;
create policy clinic_security_all_system on public.clinic_security to system using (true) with check (true);
grant select, insert, update on public.clinic_security to system;

-- Whether this session may use health data at all: it rests on a second step, or nobody requires one. A clinic requires it of
-- its team, and whoever has set up a second factor requires it of themselves.
-- Looked up in rows, never in a claim; app.enter has checked that the session is this person's.
-- plpgsql, so that its plan is kept (see app.now)
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
grant execute on function app.may_use_health_data() to clinic_patient, clinic_staff, clinic_admin, system;

-- The same for a member of the team of a given clinic: where no clinic is requested, app.may_use_health_data() cannot know
-- which one is meant.
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
grant execute on function app.team_may_use_health_data(uuid) to system;

-- For migrations: puts the second step in front of a table. Restrictive, so that no other policy can bypass it.
create function app.guard_health_data(p_table regclass) returns void language plpgsql as $$
begin
  execute format('create policy %I on %s as restrictive to clinic_patient, clinic_staff, clinic_admin
                    using ((select app.may_use_health_data())) with check ((select app.may_use_health_data()))',
                 (select relname from pg_catalog.pg_class where oid = p_table) || '_second_step', p_table);
end $$;
comment on function app.guard_health_data(regclass) is
  'Call in the migration that creates a table marked "Health data:", as select app.guard_health_data(''public.visits'').';
