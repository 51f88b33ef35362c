-- 0087_create_coupons.sql: codes with which a clinic makes a plan cheaper (docs/payments.md 10). Immutable but for being
-- switched off: what somebody joined with stays readable.
create table public.coupons (
  id           uuid primary key default gen_random_uuid(),
  clinic_id    uuid not null references public.clinics on delete restrict,
  code         text not null check (code ~ '^[A-Z0-9][A-Z0-9-]{2,19}$'),
  percent      smallint check (percent between 1 and 100),
  amount_cents bigint check (amount_cents between 50 and 1000000),
  currency     text not null check (currency ~ '^[a-z]{3}$'),
  duration     text not null check (duration in ('once', 'repeating', 'forever')),
  months       smallint check (months between 1 and 24),
  -- the only plan it is for
  plan_id      uuid,
  max_uses     integer check (max_uses between 1 and 10000),
  -- the last day on which somebody can join with it, in the clinic's zone
  last_on      date,
  closed_at    timestamptz,
  created_at   timestamptz not null,
  unique (clinic_id, id),
  -- a code that was switched off stays taken: it stands in the terms of those who joined with it
  constraint coupons_code_key unique (clinic_id, code),
  constraint coupons_one_discount check ((percent is null) <> (amount_cents is null)),
  constraint coupons_repeating_has_months check ((duration = 'repeating') = (months is not null)),
  constraint coupons_plan_fkey foreign key (clinic_id, plan_id)
    references public.plans (clinic_id, id) on delete restrict
);
comment on table public.coupons is 'A code for a discount on the charges of a plan. Patients type it; only those who joined with it read it.';
create index coupons_plan_idx on public.coupons (clinic_id, plan_id);

alter table app.checkouts
  add column coupon_id uuid,
  add constraint checkouts_coupon_fkey foreign key (clinic_id, coupon_id)
    references public.coupons (clinic_id, id) on delete restrict;
create index checkouts_coupon_idx on app.checkouts (clinic_id, coupon_id);
-- what a subscription was joined with
alter table public.subscriptions
  add column coupon_id uuid,
  add constraint subscriptions_coupon_fkey foreign key (clinic_id, coupon_id)
    references public.coupons (clinic_id, id) on delete restrict;
create index subscriptions_coupon_idx on public.subscriptions (clinic_id, coupon_id);
grant select (coupon_id) on public.subscriptions to authenticated, clinic_patient, clinic_staff, clinic_admin;

alter table public.coupons enable row level security;
alter table public.coupons force row level security;
create policy coupons_select_held on public.coupons for select to authenticated, clinic_patient
  using (clinic_id = (select app.current_clinic_id())
         and id = any (array(select s.coupon_id from public.subscriptions s
                              where s.clinic_id = (select app.current_clinic_id())
                                and s.owner_patient_id = (select app.own_patient_id()))));
create policy coupons_select_team on public.coupons for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy coupons_all_system on public.coupons to system using (true) with check (true);
grant select (id, clinic_id, code, percent, amount_cents, currency, duration, months)
  on public.coupons to authenticated, clinic_patient;
grant select (id, clinic_id, code, percent, amount_cents, currency, duration, months, plan_id, max_uses, last_on, closed_at,
              created_at)
  on public.coupons to clinic_staff, clinic_admin;
grant select, insert on public.coupons to system;
grant update (closed_at) on public.coupons to system;
