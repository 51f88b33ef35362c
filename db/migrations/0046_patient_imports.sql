-- Imports of patients from another system, from the confirmed dry run to their first sign-in (docs/domain-rules.md goal 10,
-- docs/decisions/0082).
create table app.patient_imports (
  id          uuid default gen_random_uuid(),
  clinic_id   uuid not null references public.clinics on delete restrict,
  -- one click of a person: the same attempt is carried out once
  attempt     text not null,
  started_by  uuid references auth.users on delete set null,
  invites     boolean not null,
  created_at  timestamptz not null,
  finished_at timestamptz,
  primary key (clinic_id, id),
  constraint patient_imports_attempt_key unique (clinic_id, attempt)
);
comment on table app.patient_imports is 'Imports of patients from a file, confirmed after a dry run.';
create index patient_imports_clinic_idx on app.patient_imports (clinic_id, created_at desc);
create index patient_imports_started_by_idx on app.patient_imports (started_by);

alter table app.patient_imports enable row level security;
alter table app.patient_imports force row level security;
create policy patient_imports_all_system on app.patient_imports to system using (true) with check (true);
grant select, insert, update on app.patient_imports to system;

create table app.patient_import_rows (
  clinic_id     uuid not null references public.clinics on delete restrict,
  import_id     uuid not null,
  line          integer not null,
  state         text not null default 'waiting' check (state in ('waiting', 'added', 'skipped')),
  skipped_why   text check (skipped_why in ('here', 'not_allowed', 'refused', 'failed')),
  name          text not null check (length(name) between 1 and 200 and app.is_one_line(name)),
  email         text not null check (email = lower(email)),
  date_of_birth date check (date_of_birth >= '1900-01-01'),
  -- E.164
  phone         text check (phone ~ '^\+[1-9]\d{6,14}$'),
  plan_id       uuid,
  price_id      uuid,
  -- the last day that was paid elsewhere
  paid_until    date,
  membership_id uuid,
  -- when the person joined, and the details became theirs
  taken_up_at   timestamptz,
  primary key (clinic_id, import_id, line),
  constraint patient_import_rows_address_key unique (clinic_id, import_id, email),
  constraint patient_import_rows_import_fkey foreign key (clinic_id, import_id)
    references app.patient_imports (clinic_id, id) on delete restrict,
  constraint patient_import_rows_plan_fkey foreign key (clinic_id, plan_id)
    references public.plans (clinic_id, id) on delete restrict,
  constraint patient_import_rows_price_fkey foreign key (clinic_id, price_id)
    references public.plan_prices (clinic_id, id) on delete restrict,
  -- checked at commit: a membership that is removed or accepted is written again in the same transaction
  constraint patient_import_rows_membership_fkey foreign key (clinic_id, membership_id)
    references public.clinic_memberships (clinic_id, id) deferrable initially deferred,
  constraint patient_import_rows_plan_has_price check ((plan_id is null) = (price_id is null)),
  constraint patient_import_rows_skipped_has_reason check ((state = 'skipped') = (skipped_why is not null))
);
comment on table app.patient_import_rows is
  'The imported data of each patient. No client reads it; birthday and phone are removed once the person has joined.';
create index patient_import_rows_address_idx on app.patient_import_rows (clinic_id, email) where taken_up_at is null;
create index patient_import_rows_plan_idx on app.patient_import_rows (clinic_id, plan_id);
create index patient_import_rows_price_idx on app.patient_import_rows (clinic_id, price_id);
create index patient_import_rows_membership_idx on app.patient_import_rows (clinic_id, membership_id);
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

-- A person who proves an imported address gets its data of the file, by invitation or join page. At commit, when the patient's
-- record exists.
-- security definer: a client's change of the caller's membership fills rows that no client writes
create function app.take_up_import() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  imported app.patient_import_rows;
  own_patient uuid;
begin
  select r.* into imported
    from app.patient_import_rows r
   where r.clinic_id = new.clinic_id and r.email = app.address_in(new.user_id, new.clinic_id) and r.state = 'added'
     and r.taken_up_at is null
   order by r.import_id, r.line limit 1 for update of r;
  if not found then return null; end if;
  select p.id into own_patient from public.patients p where p.clinic_id = new.clinic_id and p.user_id = new.user_id;
  if own_patient is null then return null; end if;

  -- what the patient has written themselves stays
  if imported.phone is not null or imported.date_of_birth is not null then
    insert into public.patient_details (clinic_id, patient_id, phone, date_of_birth, updated_at)
    values (new.clinic_id, own_patient, imported.phone, imported.date_of_birth, new.updated_at)
    on conflict do nothing;
  end if;
  if imported.plan_id is not null then
    insert into public.prepared_plans (clinic_id, patient_id, plan_id, price_id, paid_until, created_at)
    values (new.clinic_id, own_patient, imported.plan_id, imported.price_id, imported.paid_until, new.updated_at)
    on conflict do nothing;
  end if;
  update app.patient_import_rows r set taken_up_at = new.updated_at, phone = null, date_of_birth = null
   where r.clinic_id = imported.clinic_id and r.import_id = imported.import_id and r.line = imported.line;
  -- a person who joined by the join page has one membership
  update public.clinic_memberships m set ended_at = new.updated_at, updated_at = new.updated_at
   where m.clinic_id = new.clinic_id and m.id = imported.membership_id and m.id <> new.id and m.user_id is null
     and m.ended_at is null;
  if found then
    perform app.void_invitations(new.clinic_id, imported.membership_id, null, new.updated_at);
  end if;
  return null;
end $$;
alter function app.take_up_import() owner to system;
create constraint trigger clinic_memberships_take_up_import after insert or update of status, user_id, role
  on public.clinic_memberships deferrable initially deferred for each row
  when (new.status = 'active' and new.role = 'patient' and new.user_id is not null and new.ended_at is null)
  execute function app.take_up_import();
