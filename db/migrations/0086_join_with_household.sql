-- 0086_join_with_household.sql: one subscription for a household, as items with a quantity (docs/payments.md 10); whom it
-- covers; and what the payer agreed to (docs/domain-rules.md rules 17 and 28).
create table public.subscription_items (
  id              uuid primary key default gen_random_uuid(),
  clinic_id       uuid not null references public.clinics on delete restrict,
  subscription_id uuid not null,
  price_id        uuid not null,
  -- Stripe's, si_...; one for each price
  stripe_item     text not null,
  role            text not null check (role in ('adult', 'child', 'household')),
  quantity        integer not null check (quantity > 0),
  unit_cents      bigint not null check (unit_cents >= 0),
  constraint subscription_items_key unique (clinic_id, subscription_id, price_id),
  constraint subscription_items_subscription_fkey foreign key (clinic_id, subscription_id)
    references public.subscriptions (clinic_id, id) on delete restrict,
  constraint subscription_items_price_fkey foreign key (clinic_id, price_id)
    references public.plan_prices (clinic_id, id) on delete restrict
);
comment on table public.subscription_items is 'What a subscription is billed for in each period, as Stripe last showed it.';
create index subscription_items_price_idx on public.subscription_items (clinic_id, price_id);

create table public.plan_agreements (
  id          uuid primary key default gen_random_uuid(),
  clinic_id   uuid not null references public.clinics on delete restrict,
  patient_id  uuid not null,
  plan_id     uuid not null,
  version_id  uuid not null,
  -- of our wording, which the clinic's plan fills
  wording_version text not null check (length(wording_version) between 1 and 60),
  wording     text not null check (length(wording) between 1 and 20000),
  signed_name text not null check (length(btrim(signed_name)) between 1 and 200 and app.is_one_line(signed_name)),
  signed_at   timestamptz not null,
  -- one click of a person
  attempt     text not null,
  -- the proof: whose account, in which request
  actor_id    uuid,
  request_id  text,
  constraint plan_agreements_attempt_key unique (clinic_id, patient_id, attempt, version_id),
  constraint plan_agreements_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint plan_agreements_version_fkey foreign key (clinic_id, plan_id, version_id)
    references public.plan_versions (clinic_id, plan_id, id) on delete restrict
);
comment on table public.plan_agreements is
  'What a payer agreed to before paying, word for word. Append-only: another version of a plan asks again (docs/domain-rules.md rule 17).';
create index plan_agreements_patient_idx on public.plan_agreements (clinic_id, patient_id, signed_at desc);
create index plan_agreements_version_idx on public.plan_agreements (clinic_id, plan_id, version_id);
create trigger plan_agreements_are_append_only before update or delete or truncate on public.plan_agreements
  for each statement execute function app.refuse_change();

-- whom the payer wants to cover; names and days of birth, out of reach of every client, until the plan is paid
alter table app.checkouts add column household jsonb;
-- what decides between the price for adults and for children, as it was agreed; null: an adult
alter table public.subscription_members
  add column born_on date,
  -- what the payer called them; null for the payer
  add column named   text check (length(btrim(named)) between 1 and 200 and app.is_one_line(named));

alter table public.subscription_items enable row level security;
alter table public.subscription_items force row level security;
alter table public.plan_agreements enable row level security;
alter table public.plan_agreements force row level security;

create policy subscription_items_select_own on public.subscription_items for select to authenticated, clinic_patient
  using (clinic_id = (select app.current_clinic_id())
         and exists (select from public.subscriptions s where s.clinic_id = subscription_items.clinic_id
                      and s.id = subscription_items.subscription_id));
create policy subscription_items_select_team on public.subscription_items for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy subscription_items_all_system on public.subscription_items to system using (true) with check (true);
grant select (id, clinic_id, subscription_id, price_id, role, quantity, unit_cents)
  on public.subscription_items to authenticated, clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update, delete on public.subscription_items to system;

create policy plan_agreements_select_own on public.plan_agreements for select to authenticated, clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.own_patient_id()));
create policy plan_agreements_select_admin on public.plan_agreements for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy plan_agreements_select_system on public.plan_agreements for select to system using (true);
create policy plan_agreements_insert_system on public.plan_agreements for insert to system with check (true);
select app.guard_health_data('public.plan_agreements');
grant select (id, clinic_id, patient_id, plan_id, version_id, wording_version, wording, signed_name, signed_at)
  on public.plan_agreements to authenticated, clinic_patient, clinic_admin;
grant select, insert on public.plan_agreements to system;

-- The payer sees whom their subscription covers.
create policy subscription_members_select_payer on public.subscription_members for select to authenticated, clinic_patient
  using (clinic_id = (select app.current_clinic_id())
         and exists (select from public.subscriptions s where s.clinic_id = subscription_members.clinic_id
                      and s.id = subscription_members.subscription_id
                      and s.owner_patient_id = (select app.own_patient_id())));
grant select (named) on public.subscription_members to authenticated, clinic_patient;

-- what was sold before covers one adult; the next read at Stripe replaces these rows
set local role system;
insert into public.subscription_items (clinic_id, subscription_id, price_id, stripe_item, role, quantity, unit_cents)
select s.clinic_id, s.id, s.price_id, 'before-0086', 'adult', 1, r.amount_cents
  from public.subscriptions s join public.plan_prices r on r.clinic_id = s.clinic_id and r.id = s.price_id;
reset role;
