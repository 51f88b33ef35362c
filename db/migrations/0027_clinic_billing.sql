-- Billing of clinics by Carefold.
create table public.clinic_billing (
  clinic_id            uuid primary key references public.clinics on delete restrict,
  rate_bps             integer not null default 1200 check (rate_bps between 0 and 10000),
  -- the zone in which the running month is counted; follows clinics.time_zone at each month's close
  time_zone            text not null,
  tier                 text not null default 'free' check (tier in ('free', 'starter', 'professional', 'enterprise')),
  stripe_customer      text,
  stripe_subscription  text,
  -- Stripe's terms: active, past_due, canceled, ...
  subscription_status  text,
  current_period_start timestamptz,
  current_period_end   timestamptz,
  cancel_at_period_end boolean not null default false,
  read_no              bigint not null default 0,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now(),
  card_method          text,
  card_brand           text,
  card_last4           text constraint clinic_billing_card_last4_check check (card_last4 ~ '^\d{4}$'),
  card_exp_month       integer,
  card_exp_year        integer,
  card_read_no         bigint not null default 0
);
select app.lead_by('public.clinic_billing', 'billing_customer', 'stripe_customer');
comment on table public.clinic_billing is 'How a clinic pays Carefold: 12 % commission (partnership) or a monthly tier.';

alter table public.clinic_billing enable row level security;
alter table public.clinic_billing force row level security;
create policy clinic_billing_select_admin on public.clinic_billing for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy clinic_billing_all_system on public.clinic_billing to system using (true) with check (true);
create policy clinic_billing_select_permitted on public.clinic_billing for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and (select app.current_permission_sets()) && array['money', 'billing']
         and (select app.may_use_health_data()));
create policy clinic_billing_select_support on public.clinic_billing for select to clinic_support
  using (clinic_id = (select app.current_clinic_id()));
grant select (clinic_id, rate_bps, time_zone, tier, subscription_status, current_period_start, current_period_end,
  cancel_at_period_end, card_brand, card_last4, card_exp_month, card_exp_year)
  on public.clinic_billing to clinic_staff, clinic_admin;
grant select (clinic_id, rate_bps, tier, subscription_status, current_period_end) on public.clinic_billing to clinic_support;
grant select, insert, update on public.clinic_billing to system;

-- After each change of a clinic's zone. Once the clinic has revenue (payments to Carefold are none), a new zone waits for the next
-- month. Role system.
create function app.follow_time_zone(p_clinic_id uuid) returns void language plpgsql set search_path = '' as $$
begin
  -- docs/domain-rules.md rule 4
  update public.clinic_billing b set time_zone = c.time_zone from public.clinics c
   where b.clinic_id = p_clinic_id and c.id = p_clinic_id and b.time_zone <> c.time_zone
     and not exists (select 1 from public.journal j
                      where j.clinic_id = p_clinic_id and j.kind in ('charge', 'refund', 'refund_failed'));
end $$;
grant execute on function app.follow_time_zone(uuid) to system;

-- Carefold's invoices to a clinic, and the card it charges (docs/payments.md 9, docs/decisions/0048).
create table public.clinic_invoices (
  -- Stripe's, in_...
  id                text,
  clinic_id         uuid not null references public.clinics on delete restrict,
  -- other: written by hand in Carefold's own dashboard
  kind              text not null check (kind in ('commission', 'tier', 'other')),
  -- commission: the month it is for. One invoice for each, ever
  statement_id      uuid,
  number            text,
  status            text not null check (status in ('open', 'paid', 'void', 'uncollectible')),
  currency          text not null check (currency ~ '^[a-z]{3}$'),
  total_cents       bigint not null,
  amount_paid_cents bigint not null,
  amount_due_cents  bigint not null,
  refunded_cents    bigint not null default 0,
  period_start      timestamptz not null,
  period_end        timestamptz not null,
  issued_at         timestamptz not null,
  paid_at           timestamptz,
  -- commission without a saved card: to be paid by hand until then
  due_at            timestamptz,
  -- commission: Carefold's own attempts to charge the saved card; tier: Stripe's
  attempt_count     integer not null default 0,
  last_attempt_at   timestamptz,
  next_attempt_at   timestamptz,
  -- the card of the last attempt, Stripe's pm_...: a new card is tried at once
  last_method       text,
  -- since when it is past due: the first attempt that failed, or due_at
  past_due_at       timestamptz,
  -- Stripe's code for the last refusal
  failure_code      text,
  -- when the admins were mailed that new members are stopped
  stopped_mailed_at timestamptz,
  read_no           bigint not null default 0,
  failed_mailed_at  timestamptz,
  primary key (clinic_id, id),
  unique (clinic_id, statement_id),
  constraint clinic_invoices_commission_has_a_statement check ((kind = 'commission') = (statement_id is not null)),
  constraint clinic_invoices_statement_fkey foreign key (clinic_id, statement_id)
    references public.statements (clinic_id, id) on delete restrict
);
comment on table public.clinic_invoices is
  'An invoice of Carefold to a clinic, as Stripe last showed it: commission of a month, or a tier.';
comment on column public.clinic_invoices.stopped_mailed_at is
  'When admins were mailed that new members are on hold, or of a tier''s invoice, that the tier has ended.';
comment on column public.clinic_invoices.failed_mailed_at is
  'When admins were last mailed that Stripe could not collect this invoice; null for commissions, whose attempts are ours.';
create index clinic_invoices_issued_idx on public.clinic_invoices (clinic_id, issued_at desc);
create index clinic_invoices_id_idx on public.clinic_invoices (id);
create index clinic_invoices_unpaid_idx on public.clinic_invoices (clinic_id) where status in ('open', 'uncollectible');

alter table public.clinic_invoices enable row level security;
alter table public.clinic_invoices force row level security;
create policy clinic_invoices_select_admin on public.clinic_invoices for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy clinic_invoices_all_system on public.clinic_invoices to system using (true) with check (true);
create policy clinic_invoices_select_permitted on public.clinic_invoices for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'billing' = any ((select app.current_permission_sets())::text[])
         and (select app.may_use_health_data()));
grant select (id, clinic_id, kind, statement_id, number, status, currency, total_cents, amount_paid_cents, amount_due_cents,
  refunded_cents, period_start, period_end, issued_at, paid_at, due_at, attempt_count, last_attempt_at, next_attempt_at,
  past_due_at, failure_code) on public.clinic_invoices to clinic_staff, clinic_admin;
grant select, insert, update on public.clinic_invoices to system;

-- When a clinic paid for a tier, by Stripe's dates and not by when its events arrived (docs/domain-rules.md choice 1). A month
-- is under the tier policy when a tier runs at its start.
create table public.tier_subscriptions (
  -- Stripe's, sub_...
  id         text,
  clinic_id  uuid not null references public.clinics on delete restrict,
  started_at timestamptz not null,
  ended_at   timestamptz,
  read_no    bigint not null default 0,
  primary key (clinic_id, id)
);
comment on table public.tier_subscriptions is 'Each subscription of a clinic to one of Carefold''s tiers: from when until when.';
create index tier_subscriptions_clinic_idx on public.tier_subscriptions (clinic_id, started_at);

alter table public.tier_subscriptions enable row level security;
alter table public.tier_subscriptions force row level security;
create policy tier_subscriptions_select_admin on public.tier_subscriptions for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy tier_subscriptions_all_system on public.tier_subscriptions to system using (true) with check (true);
create policy tier_subscriptions_select_permitted on public.tier_subscriptions for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'billing' = any ((select app.current_permission_sets())::text[])
         and (select app.may_use_health_data()));
grant select (id, clinic_id, started_at, ended_at) on public.tier_subscriptions to clinic_staff, clinic_admin;
grant select, insert, update on public.tier_subscriptions to system;

-- A clinic's tier, with the times when it was paid for: one line each, and at least one.
create function app.tier_facts(p_clinic_id uuid)
returns table (tier text, time_zone text, current_period_start timestamptz, started_at timestamptz, ended_at timestamptz)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select b.tier, b.time_zone, b.current_period_start, s.started_at, s.ended_at
    from public.clinic_billing b
    left join public.tier_subscriptions s on s.clinic_id = p_clinic_id
   where b.clinic_id = p_clinic_id;
end $$;
grant execute on function app.tier_facts(uuid) to system;

-- Until when the tier in effect includes white labeling; null: it does not. The grace period is that of
-- domain/subscriptions/subscriptions.ts.
create function app.white_labeling_until(p_tier text, p_status text, p_period_start timestamptz) returns timestamptz
language sql stable
return case when p_tier = 'enterprise' and p_period_start is not null
            then case when p_status in ('trialing', 'active') then timestamptz '9999-12-31Z'
                      when p_status = 'past_due' then p_period_start + interval '385 hours' end end;
grant execute on function app.white_labeling_until(text, text, timestamptz) to system;

-- plpgsql, so that its plan is cached (see app.now)
create function app.has_white_labeling(p_clinic_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select 1 from public.clinic_billing b
                  where b.clinic_id = p_clinic_id
                    and app.now() < app.white_labeling_until(b.tier, b.subscription_status, b.current_period_start));
end $$;
grant execute on function app.has_white_labeling(uuid) to system;
