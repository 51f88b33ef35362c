-- 0021_create_subscriptions.sql: a patient's paid plan, from the attempt to join to its end.
create table public.patient_customers (
  clinic_id       uuid not null references public.clinics on delete restrict,
  patient_id      uuid not null,
  stripe_account  text not null,
  stripe_customer text not null unique,
  -- the card that will be charged next
  card_brand      text,
  card_last4      text check (card_last4 ~ '^\d{4}$'),
  card_exp_month  smallint check (card_exp_month between 1 and 12),
  card_exp_year   smallint,
  read_no         bigint not null default 0,
  created_at      timestamptz not null default now(),
  primary key (clinic_id, patient_id),
  constraint patient_customers_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.patient_customers is 'A patient as a customer of the clinic''s own Stripe account, with the card shown to them.';

create table app.checkouts (
  id             uuid primary key default gen_random_uuid(),
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
  stripe_session text unique,
  state          text not null default 'open' check (state in ('open', 'complete', 'expired')),
  created_at     timestamptz not null,
  updated_at     timestamptz not null
);
comment on table app.checkouts is 'At most one open Checkout page per buyer and purpose, so that two tabs cannot pay twice.';
create unique index checkouts_open_key on app.checkouts (clinic_id, subject_id, purpose) where state = 'open';
create index checkouts_clinic_idx on app.checkouts (clinic_id, created_at);

create table public.subscriptions (
  id                   uuid primary key default gen_random_uuid(),
  clinic_id            uuid not null references public.clinics on delete restrict,
  owner_patient_id     uuid not null,
  plan_id              uuid not null,
  price_id             uuid not null,
  stripe_account       text not null,
  stripe_subscription  text not null unique,
  -- Stripe's words
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
  unique (clinic_id, id),
  constraint subscriptions_owner_fkey foreign key (clinic_id, owner_patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint subscriptions_plan_fkey foreign key (clinic_id, plan_id)
    references public.plans (clinic_id, id) on delete restrict,
  constraint subscriptions_price_fkey foreign key (clinic_id, price_id)
    references public.plan_prices (clinic_id, id) on delete restrict
);
comment on table public.subscriptions is 'A patient''s paid plan: a copy of what Stripe says, never taken from a redirect.';
create index subscriptions_clinic_status_idx on public.subscriptions (clinic_id, status, created_at desc);
create index subscriptions_owner_idx on public.subscriptions (clinic_id, owner_patient_id);
create index subscriptions_plan_idx on public.subscriptions (clinic_id, plan_id);
create index subscriptions_price_idx on public.subscriptions (clinic_id, price_id);

create table public.subscription_members (
  id              uuid primary key default gen_random_uuid(),
  clinic_id       uuid not null references public.clinics on delete restrict,
  subscription_id uuid not null,
  patient_id      uuid not null,
  role            text not null default 'adult' check (role in ('adult', 'child', 'household')),
  from_on         date not null,
  until_on        date,
  unique (clinic_id, subscription_id, patient_id, from_on),
  constraint subscription_members_subscription_fkey foreign key (clinic_id, subscription_id)
    references public.subscriptions (clinic_id, id) on delete restrict,
  constraint subscription_members_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.subscription_members is 'Whom a subscription covers, from and until when (dates in the clinic''s zone).';
create index subscription_members_patient_idx on public.subscription_members (clinic_id, patient_id);

alter table public.patient_customers enable row level security;
alter table public.patient_customers force row level security;
alter table app.checkouts enable row level security;
alter table app.checkouts force row level security;
alter table public.subscriptions enable row level security;
alter table public.subscriptions force row level security;
alter table public.subscription_members enable row level security;
alter table public.subscription_members force row level security;

create policy patient_customers_select_own on public.patient_customers for select to authenticated, clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.own_patient_id()));
create policy patient_customers_all_system on public.patient_customers to system using (true) with check (true);
grant select (clinic_id, patient_id, card_brand, card_last4, card_exp_month, card_exp_year)
  on public.patient_customers to authenticated, clinic_patient;
grant select, insert, update on public.patient_customers to system;

create policy checkouts_all_system on app.checkouts to system using (true) with check (true);
grant select, insert, update on app.checkouts to system;

create policy subscriptions_select_own on public.subscriptions for select to authenticated, clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and owner_patient_id = (select app.own_patient_id()));
create policy subscriptions_select_team on public.subscriptions for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy subscriptions_all_system on public.subscriptions to system using (true) with check (true);
grant select (id, clinic_id, owner_patient_id, plan_id, price_id, status, started_at, current_period_start,
              current_period_end, cancel_at_period_end, ended_at, created_at)
  on public.subscriptions to authenticated, clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update on public.subscriptions to system;

create policy subscription_members_select_own on public.subscription_members for select to authenticated, clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.own_patient_id()));
create policy subscription_members_select_team on public.subscription_members for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy subscription_members_all_system on public.subscription_members to system using (true) with check (true);
grant select (id, clinic_id, subscription_id, patient_id, role, from_on, until_on)
  on public.subscription_members to authenticated, clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update on public.subscription_members to system;

-- A member keeps reading the plan they hold after it was closed.
create policy plans_select_held on public.plans for select to authenticated, clinic_patient
  using (clinic_id = (select app.current_clinic_id())
         and id = any (array(select s.plan_id from public.subscriptions s
                              where s.clinic_id = (select app.current_clinic_id())
                                and s.owner_patient_id = (select app.own_patient_id()))));
create policy plan_prices_select_held on public.plan_prices for select to authenticated, clinic_patient
  using (clinic_id = (select app.current_clinic_id())
         and id = any (array(select s.price_id from public.subscriptions s
                              where s.clinic_id = (select app.current_clinic_id())
                                and s.owner_patient_id = (select app.own_patient_id()))));
