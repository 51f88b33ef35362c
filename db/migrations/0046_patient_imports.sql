-- Imports of patients from another system (docs/domain-rules.md goal 10, docs/decisions/0082, docs/decisions/0176).
create table app.patient_imports (
  id          uuid default gen_random_uuid(),
  clinic_id   uuid not null references public.clinics on delete restrict,
  -- one click of a person: the same attempt is carried out once
  attempt     text not null,
  started_by  uuid references auth.users on delete set null,
  invites     boolean not null,
  created_at  timestamptz not null,
  finished_at timestamptz,
  undone_at   timestamptz,
  undone_by   uuid references auth.users on delete set null,
  -- the rows that the undo deleted
  removed     integer not null default 0,
  primary key (clinic_id, id),
  constraint patient_imports_attempt_key unique (clinic_id, attempt),
  constraint patient_imports_undone_is_finished check (undone_at is null or finished_at is not null)
);
comment on table app.patient_imports is 'Imports of patients from a file, confirmed after a dry run.';
create index patient_imports_clinic_idx on app.patient_imports (clinic_id, created_at desc);
create index patient_imports_started_by_idx on app.patient_imports (started_by);
create index patient_imports_undone_by_idx on app.patient_imports (undone_by) where undone_by is not null;

alter table app.patient_imports enable row level security;
alter table app.patient_imports force row level security;
create policy patient_imports_all_system on app.patient_imports to system using (true) with check (true);
grant select, insert, update on app.patient_imports to system;

create table app.patient_import_rows (
  clinic_id     uuid not null references public.clinics on delete restrict,
  import_id     uuid not null,
  line          integer not null,
  -- filled: an existing record got what it lacked
  state         text not null default 'waiting' check (state in ('waiting', 'added', 'filled', 'skipped')),
  skipped_why   text check (skipped_why in ('here', 'not_allowed', 'failed')),
  name          text not null check (length(name) between 1 and 200 and app.is_one_line(name)),
  -- until the row is settled
  email         text check (email = lower(email)),
  date_of_birth date check (date_of_birth >= '1900-01-01'),
  -- E.164
  phone         text check (phone ~ '^\+[1-9]\d{6,14}$'),
  plan_id       uuid,
  price_id      uuid,
  -- the last day that was paid elsewhere
  paid_until    date,
  -- of the record that was added, or that gets what it lacks
  patient_id    uuid,
  -- the admin has seen similar patients: this is another person
  is_new_person boolean not null default false,
  -- chosen to get the account of an address that several patients share
  holds_address boolean not null default false,
  invitation    text check (invitation in ('wanted', 'sent', 'refused', 'taken')),
  filled        text[] not null default '{}' check (filled <@ array['email', 'phone', 'date_of_birth', 'plan']),
  settled_at    timestamptz,
  primary key (clinic_id, import_id, line),
  constraint patient_import_rows_import_fkey foreign key (clinic_id, import_id)
    references app.patient_imports (clinic_id, id) on delete restrict,
  constraint patient_import_rows_plan_fkey foreign key (clinic_id, plan_id)
    references public.plans (clinic_id, id) on delete restrict,
  constraint patient_import_rows_price_fkey foreign key (clinic_id, price_id)
    references public.plan_prices (clinic_id, id) on delete restrict,
  constraint patient_import_rows_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint patient_import_rows_plan_has_price check ((plan_id is null) = (price_id is null)),
  constraint patient_import_rows_settled check ((state = 'waiting') = (settled_at is null)),
  constraint patient_import_rows_skipped_has_reason check ((state = 'skipped') = (skipped_why is not null))
);
comment on table app.patient_import_rows is
  'The rows of an import and their records. No client reads it; address, birthday and phone are removed once the row is settled.';
create index patient_import_rows_plan_idx on app.patient_import_rows (clinic_id, plan_id);
create index patient_import_rows_price_idx on app.patient_import_rows (clinic_id, price_id);
create index patient_import_rows_patient_idx on app.patient_import_rows (clinic_id, patient_id);
create trigger patient_import_rows_are_erased_by_retention before delete on app.patient_import_rows
  for each statement execute function app.refuse_unless_erasing();

alter table app.patient_import_rows enable row level security;
alter table app.patient_import_rows force row level security;
create policy patient_import_rows_all_system on app.patient_import_rows to system using (true) with check (true);
grant select, insert, update, delete on app.patient_import_rows to system;

create table public.prepared_plans (
  clinic_id  uuid not null references public.clinics on delete restrict,
  patient_id uuid not null,
  plan_id    uuid not null,
  price_id   uuid not null,
  -- the last day that was paid elsewhere: charges begin after it
  paid_until date,
  created_at timestamptz not null,
  primary key (clinic_id, patient_id),
  constraint prepared_plans_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint prepared_plans_plan_fkey foreign key (clinic_id, plan_id)
    references public.plans (clinic_id, id) on delete restrict,
  constraint prepared_plans_price_fkey foreign key (clinic_id, price_id)
    references public.plan_prices (clinic_id, id) on delete restrict
);
comment on table public.prepared_plans is
  'The plan that an imported patient had in another system, and until when it is paid; they join it themselves.';
create index prepared_plans_plan_idx on public.prepared_plans (clinic_id, plan_id);
create index prepared_plans_price_idx on public.prepared_plans (clinic_id, price_id);
create trigger prepared_plans_are_erased_by_retention before delete on public.prepared_plans
  for each statement execute function app.refuse_unless_erasing();

alter table public.prepared_plans enable row level security;
alter table public.prepared_plans force row level security;
create policy prepared_plans_select_own on public.prepared_plans for select to authenticated, clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.own_patient_id()));
create policy prepared_plans_all_system on public.prepared_plans to system using (true) with check (true);
grant select (clinic_id, patient_id, plan_id, price_id, paid_until) on public.prepared_plans to authenticated, clinic_patient;
grant select, insert, update, delete on public.prepared_plans to system;

-- The records of an import that were used since: by a visit, a note, a message, a payment, an account, a correction.
create function app.used_since_import(p_clinic_id uuid, p_import_id uuid) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  reference record;
  records uuid[];
  found_here uuid[];
  used uuid[];
begin
  records := array(select r.patient_id from app.patient_import_rows r
                    where r.clinic_id = p_clinic_id and r.import_id = p_import_id and r.state = 'added');
  used := array(
    select r.patient_id
      from app.patient_import_rows r
      join public.patients p on p.clinic_id = p_clinic_id and p.id = r.patient_id
      left join public.patient_details d on d.clinic_id = p_clinic_id and d.patient_id = p.id
     where r.clinic_id = p_clinic_id and r.import_id = p_import_id and r.state = 'added'
       and (p.user_id is not null or p.merged_into is not null or p.updated_at <> r.settled_at or d.updated_at <> r.settled_at
            or not exists (select 1 from public.clinic_memberships m
                            where m.clinic_id = p_clinic_id and m.patient_id = p.id and m.user_id is null
                              and m.ended_at is null and m.suspended_at is null)
            or exists (select 1 from app.patient_merges g where g.clinic_id = p_clinic_id and p.id in (g.patient_id, g.from_patient_id))
            or exists (select 1 from app.dismissed_duplicates n
                        where n.clinic_id = p_clinic_id and p.id in (n.patient_id, n.other_patient_id))
            or exists (select 1 from app.erasures e where e.clinic_id = p_clinic_id and e.patient_id = p.id)));
  for reference in
    select f.table_name, f.column_name from app.patient_references() f
     -- what the import has written
     where f.table_name not in ('public.patient_details', 'public.prepared_plans', 'public.invitations', 'app.patient_import_rows')
  loop
    execute format('select array(select distinct t.%I from %s t where t.clinic_id = $1 and t.%I = any ($2))',
                   reference.column_name, reference.table_name, reference.column_name)
      into found_here using p_clinic_id, records;
    used := used || found_here;
  end loop;
  -- another import has filled the record, or found it
  return used || array(select r.patient_id from app.patient_import_rows r
                        where r.clinic_id = p_clinic_id and r.patient_id = any (records) and r.import_id <> p_import_id);
end $$;
grant execute on function app.used_since_import(uuid, uuid) to system;

-- Deletes the records of a finished import that were not used since, and empties what it filled, unless that was changed since.
-- @returns how many rows were undone
create function app.undo_import(p_clinic_id uuid, p_import_id uuid, p_at timestamptz) returns integer
language plpgsql set search_path = '' as $$
declare
  used uuid[];
  unused uuid[];
  taken_back integer[];
begin
  -- locked before the search: a visit that is being booked is found once it is committed
  perform from public.patients p
    join app.patient_import_rows r on r.clinic_id = p.clinic_id and r.patient_id = p.id
   where p.clinic_id = p_clinic_id and r.import_id = p_import_id order by p.id for update of p;
  perform set_config('app.undoing_import', 'on', true);
  -- once, not for each row
  used := app.used_since_import(p_clinic_id, p_import_id);
  unused := array(select r.patient_id from app.patient_import_rows r
                   where r.clinic_id = p_clinic_id and r.import_id = p_import_id and r.state = 'added'
                     and r.patient_id <> all (used));
  perform app.void_invitations(p_clinic_id, m.id, null, p_at) from public.clinic_memberships m
    where m.clinic_id = p_clinic_id and m.patient_id = any (unused);
  delete from public.invitations i
   where i.clinic_id = p_clinic_id and (i.for_patient_id = any (unused) or i.membership_id in (
     select m.id from public.clinic_memberships m where m.clinic_id = p_clinic_id and m.patient_id = any (unused)));
  delete from public.prepared_plans t where t.clinic_id = p_clinic_id and t.patient_id = any (unused);
  delete from public.patient_details t where t.clinic_id = p_clinic_id and t.patient_id = any (unused);
  delete from public.clinic_memberships t where t.clinic_id = p_clinic_id and t.patient_id = any (unused);

  taken_back := array(
    select r.line from app.patient_import_rows r
      join public.patients p on p.clinic_id = r.clinic_id and p.id = r.patient_id
      left join public.patient_details d on d.clinic_id = p.clinic_id and d.patient_id = p.id
     where r.clinic_id = p_clinic_id and r.import_id = p_import_id and r.state = 'filled'
       and not ('email' = any (r.filled) and p.updated_at <> r.settled_at)
       and not (r.filled && array['phone', 'date_of_birth'] and d.updated_at <> r.settled_at)
       and not ('plan' = any (r.filled) and exists (
         select 1 from public.subscriptions s
          where s.clinic_id = p_clinic_id and s.owner_patient_id = p.id and s.created_at >= r.settled_at)));
  update public.patients p set email = null, updated_at = p_at from app.patient_import_rows r
   where r.clinic_id = p_clinic_id and r.import_id = p_import_id and r.line = any (taken_back) and 'email' = any (r.filled)
     and p.clinic_id = r.clinic_id and p.id = r.patient_id;
  update public.patient_details d
     set phone = case when 'phone' = any (r.filled) then null else d.phone end,
         date_of_birth = case when 'date_of_birth' = any (r.filled) then null else d.date_of_birth end,
         version = d.version + 1, updated_at = p_at
    from app.patient_import_rows r
   where r.clinic_id = p_clinic_id and r.import_id = p_import_id and r.line = any (taken_back)
     and r.filled && array['phone', 'date_of_birth'] and d.clinic_id = r.clinic_id and d.patient_id = r.patient_id;
  delete from public.prepared_plans t using app.patient_import_rows r
   where r.clinic_id = p_clinic_id and r.import_id = p_import_id and r.line = any (taken_back) and 'plan' = any (r.filled)
     and t.clinic_id = r.clinic_id and t.patient_id = r.patient_id;

  delete from app.patient_import_rows r
   where r.clinic_id = p_clinic_id and r.import_id = p_import_id and (r.patient_id = any (unused) or r.line = any (taken_back));
  delete from public.patients t where t.clinic_id = p_clinic_id and t.id = any (unused);
  perform set_config('app.undoing_import', '', true);
  return cardinality(unused) + cardinality(taken_back);
end $$;
grant execute on function app.undo_import(uuid, uuid, timestamptz) to system;

-- The current patients with an address who have no account, were never invited, and whose address has neither an account nor an
-- open invitation at the clinic; shared: another patient has the address, and this one was not chosen to get its account.
-- p_patient_id: only this one; null: all.
create function app.uninvited_records(p_clinic_id uuid, p_patient_id uuid)
returns table (patient_id uuid, membership_id uuid, name text, email text, added_at timestamptz, is_shared boolean)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select p.id, m.id, p.full_name, p.email, m.created_at,
         not exists (select 1 from app.patient_import_rows r
                      where r.clinic_id = p_clinic_id and r.patient_id = p.id and r.holds_address)
           and exists (select 1 from public.patients o
                         join public.clinic_memberships t on t.clinic_id = p_clinic_id and t.patient_id = o.id and t.ended_at is null
                        where o.clinic_id = p_clinic_id and o.email = p.email and o.id <> p.id and o.merged_into is null)
    from public.clinic_memberships m
    join public.patients p on p.clinic_id = p_clinic_id and p.id = m.patient_id and p.merged_into is null and p.user_id is null
   where m.clinic_id = p_clinic_id and m.patient_id = coalesce(p_patient_id, m.patient_id) and m.ended_at is null
     and m.status = 'active' and m.suspended_at is null and p.email is not null
     -- a revoked invitation is the clinic's decision
     and not exists (select 1 from public.invitations i where i.clinic_id = p_clinic_id and i.membership_id = m.id)
     and not exists (select 1 from public.invitations i
                      where i.clinic_id = p_clinic_id and i.email = p.email and i.accepted_at is null and i.revoked_at is null)
     and not exists (select 1 from public.patients o
                      where o.clinic_id = p_clinic_id and o.email = p.email and o.user_id is not null)
     and not exists (select 1 from app.proven_addresses a
                       join public.clinic_memberships t on t.clinic_id = p_clinic_id and t.user_id = a.user_id and t.ended_at is null
                      where a.address = p.email)
   order by m.created_at, m.id;
end $$;
grant execute on function app.uninvited_records(uuid, uuid) to system;
