-- Value receipts: what a patient used of their plan in each of its months, what it would have cost by the clinic's own prices,
-- and what was paid for it (docs/domain-rules.md goal 3, docs/decisions/0131).
create table public.value_receipt_settings (
  clinic_id  uuid primary key references public.clinics on delete restrict,
  audience   text not null constraint value_receipt_settings_audience_check check (audience in ('nobody', 'everybody')),
  -- cents by service: {"message": 1500, "lesson": 1000, "visit:checkup": 12000}; a service that is missing is counted, not
  -- priced
  prices     jsonb not null constraint value_receipt_settings_prices_check
               check (jsonb_typeof(prices) = 'object' and pg_column_size(prices) <= 20000),
  -- plan months that end later get a receipt
  started_at timestamptz,
  version    integer not null constraint value_receipt_settings_version_check check (version > 0),
  updated_at timestamptz not null,
  constraint value_receipt_settings_started check ((audience = 'nobody') = (started_at is null))
);
comment on table public.value_receipt_settings is
  'The patients who get value receipts, and the price of each service without a plan. One row per clinic; without a row, no patient gets any.';
create trigger value_receipt_settings_are_erased_by_retention before delete on public.value_receipt_settings
  for each statement execute function app.refuse_unless_erasing();

alter table public.value_receipt_settings enable row level security;
alter table public.value_receipt_settings force row level security;
create policy value_receipt_settings_select_team on public.value_receipt_settings for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy value_receipt_settings_all_system on public.value_receipt_settings to system using (true) with check (true);
grant select on public.value_receipt_settings to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.value_receipt_settings to system;

create table public.value_receipts (
  id              uuid default gen_random_uuid(),
  clinic_id       uuid not null references public.clinics on delete restrict,
  patient_id      uuid not null,
  subscription_id uuid not null,
  span            text not null constraint value_receipts_span_check check (span in ('month', 'year')),
  starts_at       timestamptz not null,
  ends_at         timestamptz not null,
  -- the same in the clinic's zone; the last day is within
  first_on        date not null,
  last_on         date not null,
  plan_name       text not null,
  currency        text not null constraint value_receipts_currency_check check (currency ~ '^[a-z]{3}$'),
  -- [{service, name, count, priceCents}], as domain/value-receipts/value-receipts.ts reads them
  lines           jsonb not null constraint value_receipts_lines_check check (jsonb_typeof(lines) = 'array'),
  value_cents     bigint not null constraint value_receipts_value_check check (value_cents >= 0),
  -- this patient's part of the amount paid for the plan; below zero where an earlier time was credited
  paid_cents      bigint not null,
  people          integer not null constraint value_receipts_people_check check (people > 0),
  -- false for a patient without an account: guardians see no prices (docs/decisions/0080)
  is_shown        boolean not null,
  made_at         timestamptz not null,
  opened_at       timestamptz,
  primary key (clinic_id, id),
  constraint value_receipts_days_check check (starts_at < ends_at and first_on <= last_on),
  constraint value_receipts_opened_check check (opened_at is null or is_shown),
  constraint value_receipts_span_key unique (clinic_id, subscription_id, patient_id, span, starts_at),
  constraint value_receipts_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint value_receipts_subscription_fkey foreign key (clinic_id, subscription_id)
    references public.subscriptions (clinic_id, id) on delete restrict
);
comment on table public.value_receipts is
  'Health data: the services that a patient used in a past period of the plan, at the prices of its end. Never changed, but for when it was opened.';
create index value_receipts_patient_idx on public.value_receipts (clinic_id, patient_id, ends_at desc);
create index value_receipts_clinic_ends_idx on public.value_receipts (clinic_id, ends_at);
create trigger value_receipts_are_erased_by_retention before delete on public.value_receipts
  for each statement execute function app.refuse_unless_erasing();

alter table public.value_receipts enable row level security;
alter table public.value_receipts force row level security;
-- the amount paid is the admins' to see
create policy value_receipts_select_admin on public.value_receipts for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy value_receipts_select_own on public.value_receipts for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id()) and is_shown
         and (select app.may_use_health_data()));
create policy value_receipts_all_system on public.value_receipts to system using (true) with check (true);
grant select (id, clinic_id, patient_id, span, first_on, last_on, plan_name, currency, lines, value_cents, paid_cents, people,
  made_at, opened_at) on public.value_receipts to clinic_patient;
grant select on public.value_receipts to clinic_admin;
grant select, insert, update (patient_id, opened_at), delete on public.value_receipts to system;
