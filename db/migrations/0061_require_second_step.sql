-- 0061_require_second_step.sql: health data asks for the second step, in Postgres (threats.md T18).

create table public.clinic_security (
  clinic_id    uuid primary key references public.clinics on delete restrict,
  requires_mfa boolean not null default true,
  updated_at   timestamptz not null default now()
);
comment on table public.clinic_security is
  'How a clinic''s team has to sign in; without a row, in two steps. Not in clinics: every column there is public.';
alter table public.clinic_security enable row level security;
alter table public.clinic_security force row level security;
create policy clinic_security_all_system on public.clinic_security to system using (true) with check (true);
grant select, insert, update on public.clinic_security to system;

-- clinics that were here before keep working as they did, until one of their admins switches it on
set local role system;
insert into public.clinic_security (clinic_id, requires_mfa) select id, false from public.clinics;
reset role;

-- Whether this session may touch health data at all: it rests on a second step, or nobody asks for one. A clinic asks its
-- team; and whoever has set a second factor up asks it of themself.
-- Looked up in rows, never in a claim; app.enter has checked that the session is this person's.
-- security definer (owned by system), because clients may not read the auth schema
create function app.may_use_health_data() returns boolean language sql stable security definer set search_path = ''
begin atomic
  select exists (select from auth.session_methods m
                  where m.session_id = nullif(current_setting('app.session_id', true), '')::uuid
                    and m.factor_id is not null)
      or not (exists (select from auth.mfa_factors f
                       where f.user_id = app.current_user_id() and f.status = 'verified')
              or exists (select from public.clinic_memberships m
                          where m.id = nullif(current_setting('app.membership_id', true), '')::uuid and m.role <> 'patient'
                            and coalesce((select s.requires_mfa from public.clinic_security s
                                           where s.clinic_id = m.clinic_id), true)));
end;
alter function app.may_use_health_data() owner to system;
grant execute on function app.may_use_health_data() to clinic_patient, clinic_staff, clinic_admin, system;

-- For migrations: puts the second step in front of a table. Restrictive, so no other policy can open it again.
create function app.guard_health_data(p_table regclass) returns void language plpgsql as $$
begin
  execute format('create policy %I on %s as restrictive to clinic_patient, clinic_staff, clinic_admin
                    using ((select app.may_use_health_data())) with check ((select app.may_use_health_data()))',
                 (select relname from pg_catalog.pg_class where oid = p_table) || '_second_step', p_table);
end $$;
comment on function app.guard_health_data(regclass) is
  'select app.guard_health_data(''public.visits'') in the migration that creates a table marked "Health data:".';

select app.guard_health_data(c.oid) from pg_catalog.pg_class c
 where c.oid = 'public.patients'::regclass
    or (c.relkind in ('r', 'p') and pg_catalog.obj_description(c.oid, 'pg_class') like 'Health data:%');
