-- A patient's paid plan, from the attempt to join to its end.
create table app.checkouts (
  id             uuid default gen_random_uuid(),
  clinic_id      uuid not null references public.clinics on delete restrict,
  -- what is bought: a patient's plan of one kind, or the clinic's own tier
  purpose        text not null check (purpose in ('wellness', 'uninsured', 'tier')),
  -- the patient, or the clinic itself
  subject_id     uuid not null,
  -- the plan_prices.id, or the tier
  choice         text not null,
  -- one click of a person: the same attempt gets the same page
  attempt        text not null,
  stripe_account text,
  stripe_session text,
  state          text not null default 'open' check (state in ('open', 'complete', 'expired')),
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  household      jsonb,
  coupon_id      uuid,
  primary key (clinic_id, id),
  constraint checkouts_stripe_session_key unique (clinic_id, stripe_session),
  constraint checkouts_coupon_fkey foreign key (clinic_id, coupon_id)
    references public.coupons (clinic_id, id) on delete restrict
);
comment on table app.checkouts is 'At most one open Checkout page per buyer and purpose, so that two tabs cannot pay twice.';
create unique index checkouts_open_key on app.checkouts (clinic_id, subject_id, purpose) where state = 'open';
create index checkouts_clinic_idx on app.checkouts (clinic_id, created_at);
create index checkouts_coupon_idx on app.checkouts (clinic_id, coupon_id);
create index checkouts_id_idx on app.checkouts (id);

alter table app.checkouts enable row level security;
alter table app.checkouts force row level security;
create policy checkouts_all_system on app.checkouts to system using (true) with check (true);
grant select, insert, update on app.checkouts to system;

create table public.subscriptions (
  id                   uuid default gen_random_uuid(),
  clinic_id            uuid not null references public.clinics on delete restrict,
  owner_patient_id     uuid not null,
  plan_id              uuid not null,
  price_id             uuid not null,
  stripe_account       text not null,
  stripe_subscription  text not null,
  -- Stripe's terms
  status               text not null check (status in ('incomplete', 'incomplete_expired', 'trialing', 'active',
                                                        'past_due', 'unpaid', 'canceled', 'paused')),
  started_at           timestamptz not null,
  current_period_start timestamptz not null,
  current_period_end   timestamptz not null,
  cancel_at_period_end boolean not null default false,
  -- a change that Stripe does not know yet: true cancel, false resume (cancel-subscription, resume-subscription)
  pending_cancel       boolean,
  ended_at             timestamptz,
  read_no              bigint not null default 0,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now(),
  version_id           uuid not null,
  coupon_id            uuid,
  tax_name             text check (length(tax_name) between 1 and 50),
  tax_rate_ppm         integer check (tax_rate_ppm between 1 and 1000000),
  tax_is_inclusive     boolean,
  cancel_at            timestamptz,
  pending_since        timestamptz,
  pending_end          timestamptz,
  moves_from           timestamptz,
  days_until_due       smallint,
  primary key (clinic_id, id),
  constraint subscriptions_stripe_subscription_key unique (clinic_id, stripe_subscription),
  constraint subscriptions_owner_fkey foreign key (clinic_id, owner_patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint subscriptions_plan_fkey foreign key (clinic_id, plan_id)
    references public.plans (clinic_id, id) on delete restrict,
  constraint subscriptions_version_fkey foreign key (clinic_id, plan_id, version_id)
    references public.plan_versions (clinic_id, plan_id, id) on delete restrict,
  constraint subscriptions_price_fkey foreign key (clinic_id, version_id, price_id)
    references public.plan_prices (clinic_id, version_id, id) on delete restrict,
  constraint subscriptions_coupon_fkey foreign key (clinic_id, coupon_id)
    references public.coupons (clinic_id, id) on delete restrict,
  constraint subscriptions_tax_is_whole check (
    num_nulls(tax_name, tax_rate_ppm, tax_is_inclusive) in (0, 3))
);
comment on table public.subscriptions is 'A patient''s paid plan: a copy of Stripe''s data, never taken from a redirect.';
comment on column public.subscriptions.pending_cancel is
  'A request by the payer or the clinic that Stripe has not confirmed: true ends the plan, false continues it.';
comment on column public.subscriptions.tax_rate_ppm is 'Parts per million: 9.975 % is 99,750.';
comment on column public.subscriptions.cancel_at is
  'Chosen at Stripe, other than the end of a period. cancel_at_period_end is true as well once no further period begins before it.';
comment on column public.subscriptions.pending_since is 'When pending_cancel was requested.';
comment on column public.subscriptions.pending_end is
  'The end of the period in which the plan was to end. Confirmed later than this, it ends at once.';
comment on column public.subscriptions.moves_from is
  'The end of the period at Stripe that is not on the clinic''s day; before it, a job moves the renewal to current_period_end.';
comment on column public.subscriptions.days_until_due is
  'In which its invoices are to be paid by link or at the desk; null: a card or bank account is charged.';
create index subscriptions_clinic_status_idx on public.subscriptions (clinic_id, status, created_at desc);
create index subscriptions_owner_idx on public.subscriptions (clinic_id, owner_patient_id);
create index subscriptions_version_idx on public.subscriptions (clinic_id, plan_id, version_id);
create index subscriptions_price_idx on public.subscriptions (clinic_id, version_id, price_id);
create index subscriptions_coupon_idx on public.subscriptions (clinic_id, coupon_id);
create index subscriptions_period_end_idx on public.subscriptions (current_period_end)
  where status in ('trialing', 'active');
create index subscriptions_moves_from_idx on public.subscriptions (moves_from) where moves_from is not null;
create index subscriptions_id_idx on public.subscriptions (id);
create index subscriptions_pending_idx on public.subscriptions (pending_since) where pending_cancel is not null;

alter table public.subscriptions enable row level security;
alter table public.subscriptions force row level security;
create policy subscriptions_select_own on public.subscriptions for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and owner_patient_id = (select app.own_patient_id())
         and (select app.may_use_health_data()));
create policy subscriptions_select_pending on public.subscriptions for select to authenticated
  using (clinic_id = (select app.current_clinic_id()) and owner_patient_id = (select app.own_patient_id()));
create policy subscriptions_select_team on public.subscriptions for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy subscriptions_all_system on public.subscriptions to system using (true) with check (true);
grant select (id, clinic_id, owner_patient_id, plan_id, price_id, status, started_at, current_period_start, current_period_end,
  cancel_at_period_end, pending_cancel, ended_at, created_at, version_id, coupon_id, tax_name, tax_rate_ppm, tax_is_inclusive,
  cancel_at, pending_since, days_until_due) on public.subscriptions to authenticated, clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update on public.subscriptions to system;

-- A payer can read the terms of their plan after the plan was closed.
create policy plans_select_held on public.plans for select to authenticated, clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and id = any ((select app.opened_ids())::uuid[]));
create policy plan_versions_select_held on public.plan_versions for select to authenticated, clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and id = any ((select app.opened_ids())::uuid[]));
create policy plan_prices_select_held on public.plan_prices for select to authenticated, clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and version_id = any ((select app.opened_ids())::uuid[]));
create policy coupons_select_held on public.coupons for select to authenticated, clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and id = any ((select app.opened_ids())::uuid[]));

create table public.subscription_members (
  id              uuid default gen_random_uuid(),
  clinic_id       uuid not null references public.clinics on delete restrict,
  subscription_id uuid not null,
  patient_id      uuid not null,
  role            text not null default 'adult' check (role in ('adult', 'child', 'household')),
  from_on         date not null,
  until_on        date,
  born_on         date,
  -- how the payer named them; null for the payer
  named           text check (length(btrim(named)) between 1 and 200 and app.is_one_line(named)),
  primary key (clinic_id, id),
  constraint subscription_members_clinic_id_subscription_id_patient_id_f_key unique (clinic_id, subscription_id, patient_id, from_on),
  constraint subscription_members_subscription_fkey foreign key (clinic_id, subscription_id)
    references public.subscriptions (clinic_id, id) on delete restrict,
  constraint subscription_members_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.subscription_members is 'The people that a subscription covers, from when until when (dates in the clinic''s zone).';
create index subscription_members_patient_idx on public.subscription_members (clinic_id, patient_id);

alter table public.subscription_members enable row level security;
alter table public.subscription_members force row level security;
create policy subscription_members_select_own on public.subscription_members for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.own_patient_id())
         and (select app.may_use_health_data()));
create policy subscription_members_select_pending on public.subscription_members for select to authenticated
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.own_patient_id()));
create policy subscription_members_select_team on public.subscription_members for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy subscription_members_all_system on public.subscription_members to system using (true) with check (true);
-- The payer sees the people their subscription covers.
create policy subscription_members_select_payer on public.subscription_members for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and subscription_id = any ((select app.opened_ids())::uuid[])
         and (select app.may_use_health_data()));
create policy subscription_members_select_pending_payer on public.subscription_members for select to authenticated
  using (clinic_id = (select app.current_clinic_id()) and subscription_id = any ((select app.opened_ids())::uuid[]));
grant select (id, clinic_id, subscription_id, patient_id, role, from_on, until_on, named)
  on public.subscription_members to authenticated, clinic_patient;
grant select (id, clinic_id, subscription_id, patient_id, role, from_on, until_on)
  on public.subscription_members to clinic_staff, clinic_admin;
grant select, insert, update on public.subscription_members to system;

-- The billed items of a subscription: one subscription for a household, as items with a quantity (docs/payments.md 10).
create table public.subscription_items (
  id              uuid default gen_random_uuid(),
  clinic_id       uuid not null references public.clinics on delete restrict,
  subscription_id uuid not null,
  price_id        uuid not null,
  -- Stripe's, si_...; one for each price
  stripe_item     text not null,
  role            text not null check (role in ('adult', 'child', 'household')),
  quantity        integer not null check (quantity > 0),
  unit_cents      bigint not null check (unit_cents >= 0),
  primary key (clinic_id, id),
  constraint subscription_items_key unique (clinic_id, subscription_id, price_id),
  constraint subscription_items_subscription_fkey foreign key (clinic_id, subscription_id)
    references public.subscriptions (clinic_id, id) on delete restrict,
  constraint subscription_items_price_fkey foreign key (clinic_id, price_id)
    references public.plan_prices (clinic_id, id) on delete restrict
);
comment on table public.subscription_items is 'The items that a subscription is billed for in each period, as Stripe last showed them.';
create index subscription_items_price_idx on public.subscription_items (clinic_id, price_id);

alter table public.subscription_items enable row level security;
alter table public.subscription_items force row level security;
create policy subscription_items_select_own on public.subscription_items for select to authenticated, clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and subscription_id = any ((select app.opened_ids())::uuid[]));
create policy subscription_items_select_team on public.subscription_items for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy subscription_items_all_system on public.subscription_items to system using (true) with check (true);
grant select (id, clinic_id, subscription_id, price_id, role, quantity, unit_cents)
  on public.subscription_items to authenticated, clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update, delete on public.subscription_items to system;

create table public.plan_agreements (
  id              uuid default gen_random_uuid(),
  clinic_id       uuid not null references public.clinics on delete restrict,
  patient_id      uuid not null,
  plan_id         uuid not null,
  version_id      uuid not null,
  -- the version of Carefold's wording, which the clinic's plan completes
  wording_version text not null check (length(wording_version) between 1 and 60),
  wording         text not null check (length(wording) between 1 and 20000),
  signed_name     text not null check (length(btrim(signed_name)) between 1 and 200 and app.is_one_line(signed_name)),
  signed_at       timestamptz not null,
  -- one click of a person
  attempt         text not null,
  -- the evidence: whose account, in which request
  actor_id        uuid,
  request_id      text,
  primary key (clinic_id, id),
  constraint plan_agreements_attempt_key unique (clinic_id, patient_id, attempt, version_id),
  constraint plan_agreements_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint plan_agreements_version_fkey foreign key (clinic_id, plan_id, version_id)
    references public.plan_versions (clinic_id, plan_id, id) on delete restrict
);
comment on table public.plan_agreements is
  'The agreement of a payer before paying, word for word. Append-only: another version of a plan needs another agreement (docs/domain-rules.md rule 17).';
create index plan_agreements_patient_idx on public.plan_agreements (clinic_id, patient_id, signed_at desc);
create index plan_agreements_version_idx on public.plan_agreements (clinic_id, plan_id, version_id);
create trigger plan_agreements_are_append_only before delete or update or truncate on public.plan_agreements
  for each statement execute function app.refuse_change('UPDATE');

alter table public.plan_agreements enable row level security;
alter table public.plan_agreements force row level security;
create policy plan_agreements_select_own on public.plan_agreements for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.own_patient_id())
         and (select app.may_use_health_data()));
create policy plan_agreements_select_pending on public.plan_agreements for select to authenticated
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.own_patient_id()));
create policy plan_agreements_select_admin on public.plan_agreements for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy plan_agreements_select_system on public.plan_agreements for select to system using (true);
create policy plan_agreements_insert_system on public.plan_agreements for insert to system with check (true);
create policy plan_agreements_update_system on public.plan_agreements for update to system using (true) with check (true);
create policy plan_agreements_select_permitted on public.plan_agreements for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[])
         and (select app.may_use_health_data()));
grant select (id, clinic_id, patient_id, plan_id, version_id, wording_version, wording, signed_name, signed_at)
  on public.plan_agreements to authenticated, clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update (patient_id, signed_name, actor_id, request_id) on public.plan_agreements to system;

-- Requested changes of a running subscription, from the click until Stripe has made them. A job finishes a change that was
-- interrupted; what was shown before the click is stored with its outcome.
create table public.subscription_changes (
  id              uuid default gen_random_uuid(),
  clinic_id       uuid not null references public.clinics on delete restrict,
  subscription_id uuid not null,
  kind            text not null check (kind in ('household', 'plan', 'pause', 'resume', 'leave', 'price')),
  -- pending: Stripe has not confirmed it; scheduled: waits for effective_at
  state           text not null check (state in ('pending', 'scheduled', 'done', 'refused', 'undone')),
  -- one click of a person
  attempt         text not null check (length(attempt) between 8 and 64),
  -- the amount that the person saw: charged at once; below zero it is credited or refunded
  quoted_cents    bigint not null,
  quoted_at       timestamptz not null,
  effective_at    timestamptz not null,
  version_id      uuid,
  -- the details of the change, including names and days of birth: for the server alone
  details         jsonb not null default '{}',
  created_at      timestamptz not null,
  decided_at      timestamptz,
  primary key (clinic_id, id),
  constraint subscription_changes_attempt_key unique (clinic_id, subscription_id, attempt),
  constraint subscription_changes_subscription_fkey foreign key (clinic_id, subscription_id)
    references public.subscriptions (clinic_id, id) on delete restrict,
  constraint subscription_changes_version_fkey foreign key (clinic_id, version_id)
    references public.plan_versions (clinic_id, id) on delete restrict
);
comment on table public.subscription_changes is 'Changes of running subscriptions: requested, scheduled, done or refused.';
-- two tabs do not change one subscription at the same time
create unique index subscription_changes_pending_key on public.subscription_changes (clinic_id, subscription_id)
  where state = 'pending';
create unique index subscription_changes_scheduled_key on public.subscription_changes (clinic_id, subscription_id)
  where state = 'scheduled';
create index subscription_changes_version_idx on public.subscription_changes (clinic_id, version_id);
create index subscription_changes_due_idx on public.subscription_changes (effective_at) where state = 'scheduled';
create index subscription_changes_id_idx on public.subscription_changes (id);

alter table public.subscription_changes enable row level security;
alter table public.subscription_changes force row level security;
create policy subscription_changes_select_own on public.subscription_changes for select to authenticated, clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and subscription_id = any ((select app.opened_ids())::uuid[]));
create policy subscription_changes_select_team on public.subscription_changes for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy subscription_changes_all_system on public.subscription_changes to system using (true) with check (true);
grant select (id, clinic_id, subscription_id, kind, state, quoted_cents, effective_at, version_id, created_at, decided_at)
  on public.subscription_changes to authenticated, clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update on public.subscription_changes to system;