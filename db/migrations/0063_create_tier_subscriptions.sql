-- 0063_create_tier_subscriptions.sql: when a clinic paid for a tier, by Stripe's dates and not by when its events arrived
-- (docs/domain-rules.md choice 1). A month is under the tier policy when a tier runs at its start.
create table public.tier_subscriptions (
  -- Stripe's, sub_...
  id         text primary key,
  clinic_id  uuid not null references public.clinics on delete restrict,
  started_at timestamptz not null,
  ended_at   timestamptz,
  read_no    bigint not null default 0,
  unique (clinic_id, id)
);
comment on table public.tier_subscriptions is 'Each subscription of a clinic to one of Carefold''s tiers: from when until when.';
create index tier_subscriptions_clinic_idx on public.tier_subscriptions (clinic_id, started_at);

alter table public.tier_subscriptions enable row level security;
alter table public.tier_subscriptions force row level security;
create policy tier_subscriptions_select_admin on public.tier_subscriptions for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy tier_subscriptions_all_system on public.tier_subscriptions to system using (true) with check (true);
grant select (id, clinic_id, started_at, ended_at) on public.tier_subscriptions to clinic_admin;
grant select, insert, update on public.tier_subscriptions to system;
select app.guard_health_data('public.tier_subscriptions');

-- What the columns said is said by the subscriptions, for every month.
insert into public.tier_subscriptions (id, clinic_id, started_at, ended_at)
select b.stripe_subscription, b.clinic_id, b.current_period_start,
       case when b.subscription_status = 'canceled' then b.current_period_end end
  from public.clinic_billing b
 where b.stripe_subscription is not null and b.current_period_start is not null
   and b.subscription_status not in ('incomplete', 'incomplete_expired');
alter table public.clinic_billing drop column policy, drop column next_policy, drop column next_policy_month;
