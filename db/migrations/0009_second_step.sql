-- Health data and permissions with a second factor (domain/permissions.ts) require it in Postgres (docs/threats.md T18,
-- docs/decisions/0016, docs/decisions/0032). app.enter() decides it once; every client policy on a table marked "Health data:"
-- calls app.may_use_health_data().
create table public.clinic_security (
  clinic_id    uuid primary key references public.clinics on delete restrict,
  requires_mfa boolean not null default true,
  updated_at   timestamptz not null default now()
);
comment on table public.clinic_security is
  'Whether a clinic''s team must sign in with two steps; without a row, it must. Not in clinics, where every column is public.';
create trigger clinic_security_are_erased_by_retention before delete on public.clinic_security
  for each statement execute function app.refuse_unless_erasing();

alter table public.clinic_security enable row level security;
alter table public.clinic_security force row level security;
create policy clinic_security_all_system on public.clinic_security to system using (true) with check (true);
create policy clinic_security_select_support on public.clinic_security for select to clinic_support
  using (clinic_id = (select app.current_clinic_id()));
grant select (clinic_id, requires_mfa) on public.clinic_security to clinic_support;
grant select, insert, update, delete on public.clinic_security to system;

-- As app.may_use_health_data(), for a team member of a given clinic: where a request names no clinic, app.enter() cannot know
-- which one is meant.
-- security definer: clients may not read the auth schema
create function app.team_may_use_health_data(p_clinic_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from auth.session_methods m
                  where m.session_id = app.current_session_id()
                    and m.factor_id is not null)
      or not (exists (select 1 from auth.mfa_factors f
                       where f.user_id = app.current_user_id() and f.status = 'verified')
              or coalesce((select s.requires_mfa from public.clinic_security s where s.clinic_id = p_clinic_id), true));
end $$;
alter function app.team_may_use_health_data(uuid) owner to system;

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
