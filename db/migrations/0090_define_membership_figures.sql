-- 0090_define_membership_figures.sql: what a clinic earns from its members each month, and who came and went
-- (docs/domain-rules.md rule 44): each figure is defined here, once. Out of reach of the data API; read by one action.

-- A plan that somebody has paid for, from the first payment until it ended. A household is one, its payer's. What only the free
-- days or the enrolment fee were used of counts from the first invoice that was paid.
create view app.paid_plans with (security_invoker = true) as
select s.clinic_id, s.id as subscription_id, s.owner_patient_id as patient_id, s.status, p.first_paid_at, s.ended_at,
       case when s.ended_at is null then null
            -- the last payment was tried in vain
            when exists (select from public.invoices i
                          where i.clinic_id = s.clinic_id and i.subscription_id = s.id and i.attempt_count > 0
                            and i.status in ('open', 'uncollectible')) then 'payment'
            when exists (select from public.subscription_changes c
                          where c.clinic_id = s.clinic_id and c.subscription_id = s.id and c.kind = 'leave' and c.state = 'done')
              then 'left'
            when s.cancel_at_period_end then 'canceled'
            -- in the clinic's own Stripe dashboard
            else 'clinic'
       end as ended_because
  from public.subscriptions s
 cross join lateral (
   select min(i.paid_at) as first_paid_at from public.invoices i
    where i.clinic_id = s.clinic_id and i.subscription_id = s.id and i.amount_paid_cents > 0) p
 where p.first_paid_at is not null and (s.ended_at is null or s.ended_at > p.first_paid_at);

-- When a plan was paused, and until when; null while it still is.
create view app.plan_pauses with (security_invoker = true) as
select c.clinic_id, c.subscription_id, c.decided_at as paused_at,
       (select min(r.decided_at) from public.subscription_changes r
         where r.clinic_id = c.clinic_id and r.subscription_id = c.subscription_id and r.kind in ('resume', 'leave')
           and r.state = 'done' and r.decided_at > c.decided_at) as resumed_at
  from public.subscription_changes c
 where c.kind = 'pause' and c.state = 'done';

-- Monthly recurring revenue of each running plan: what its next period costs after the discount that a coupon takes off now,
-- a year's price by twelve. Past due counts; free days, pauses, and what was given up as unpaid do not. Without tax on top.
create view app.recurring_revenue with (security_invoker = true) as
select s.clinic_id, s.id as subscription_id, s.status, p.kind, r.currency,
       case r.interval when 'year' then round((i.cents - d.cents) / 12.0)::bigint else i.cents - d.cents end as monthly_cents
  from public.subscriptions s
  join public.plans p on p.clinic_id = s.clinic_id and p.id = s.plan_id
  join public.plan_prices r on r.clinic_id = s.clinic_id and r.id = s.price_id
 cross join lateral (
   select coalesce(sum(i.quantity * i.unit_cents), 0)::bigint as cents from public.subscription_items i
    where i.clinic_id = s.clinic_id and i.subscription_id = s.id) i
  left join public.coupons c on c.clinic_id = s.clinic_id and c.id = s.coupon_id
   and (c.duration = 'forever'
        or c.duration = 'repeating'
           and app.now() < (s.started_at at time zone 'UTC' + make_interval(months => c.months)) at time zone 'UTC')
 cross join lateral (
   select case when c.id is null then 0
               when c.percent is not null then (i.cents * c.percent * 2 + 100) / 200
               else least(i.cents, c.amount_cents) end as cents) d
 where s.status in ('active', 'past_due');

comment on view app.paid_plans is 'Health data: plans from their first payment until they ended, and why.';
comment on view app.plan_pauses is 'Health data: when plans were paused, and until when.';
comment on view app.recurring_revenue is 'Health data: monthly recurring revenue of each running plan.';
grant select on app.paid_plans, app.plan_pauses, app.recurring_revenue to system;
