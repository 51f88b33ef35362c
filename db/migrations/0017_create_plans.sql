-- 0017_create_plans.sql: what a clinic offers, and at what price. Members keep reading the plan they hold after it was
-- closed: those policies come with the subscriptions (0021).
create table public.plans (
  id             uuid primary key default gen_random_uuid(),
  clinic_id      uuid not null references public.clinics on delete restrict,
  -- the plan family: a patient has at most one running plan of each kind (docs/domain-rules.md rule 16)
  kind           text not null check (kind in ('wellness', 'uninsured')),
  name           text not null check (length(btrim(name)) between 2 and 80),
  description    text not null default '' check (length(description) <= 600),
  -- one line for each thing included, in the clinic's order
  includes       text[] not null default '{}' check (cardinality(includes) <= 12),
  status         text not null default 'draft' check (status in ('draft', 'published', 'closed', 'archived')),
  stripe_product text,
  published_at   timestamptz,
  closed_at      timestamptz,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  unique (clinic_id, id),
  -- what is on sale must exist at Stripe
  constraint plans_published_is_at_stripe check (status = 'draft' or stripe_product is not null)
);
comment on table public.plans is 'One membership plan of one clinic. A closed plan takes no new members; those who hold it keep it.';
create index plans_clinic_status_idx on public.plans (clinic_id, status, created_at);

create table public.plan_prices (
  id             uuid primary key default gen_random_uuid(),
  clinic_id      uuid not null references public.clinics on delete restrict,
  plan_id        uuid not null,
  role           text not null default 'adult' check (role in ('adult', 'child', 'household', 'enrolment')),
  interval       text not null check (interval in ('month', 'year')),
  amount_cents   bigint not null check (amount_cents between 50 and 99999999),
  currency       text not null check (currency ~ '^[a-z]{3}$'),
  stripe_price   text unique,
  is_active      boolean not null default true,
  created_at     timestamptz not null default now(),
  unique (clinic_id, id),
  constraint plan_prices_plan_fkey foreign key (clinic_id, plan_id)
    references public.plans (clinic_id, id) on delete restrict
);
comment on table public.plan_prices is
  'What a plan costs. Immutable: a changed amount is a new price, so what somebody agreed to stays readable.';
create index plan_prices_clinic_plan_idx on public.plan_prices (clinic_id, plan_id);
create unique index plan_prices_active_key on public.plan_prices (clinic_id, plan_id, role, interval) where is_active;

alter table public.plans enable row level security;
alter table public.plans force row level security;
alter table public.plan_prices enable row level security;
alter table public.plan_prices force row level security;

-- The join page: whoever visits the clinic's host sees what is on sale there.
create policy plans_select_published on public.plans for select to anon, authenticated, clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and status = 'published');
create policy plans_select_team on public.plans for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
-- written only by actions (save-plan, publish-plan, close-plan), so that each change leaves its audit row
create policy plans_all_system on public.plans to system using (true) with check (true);
grant select (id, clinic_id, kind, name, description, includes, status, published_at)
  on public.plans to anon, authenticated, clinic_patient;
grant select (id, clinic_id, kind, name, description, includes, status, published_at, closed_at, created_at, updated_at)
  on public.plans to clinic_staff, clinic_admin;
grant select, insert, update on public.plans to system;

create policy plan_prices_select_published on public.plan_prices for select to anon, authenticated, clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and is_active
         and exists (select from public.plans p where p.clinic_id = plan_prices.clinic_id and p.id = plan_prices.plan_id
                     and p.status = 'published'));
create policy plan_prices_select_team on public.plan_prices for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy plan_prices_all_system on public.plan_prices to system using (true) with check (true);
grant select (id, clinic_id, plan_id, role, interval, amount_cents, currency, is_active)
  on public.plan_prices to anon, authenticated, clinic_patient, clinic_staff, clinic_admin;
-- immutable: only the Stripe id of an existing price and whether it is offered can change
grant select, insert on public.plan_prices to system;
grant update (stripe_price, is_active) on public.plan_prices to system;
