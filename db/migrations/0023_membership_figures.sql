-- A clinic's monthly revenue from its members, and who came and went (docs/domain-rules.md rule 44): each figure is defined
-- here, once. No client may read these views; one action does.
--
-- A plan that has been paid for, from the first payment until it ended. A household is one plan, its payer's. A plan of which
-- only the free days or the enrollment fee were used counts from the first paid invoice.
create view app.paid_plans with (security_invoker = true) as
select s.clinic_id, s.id as subscription_id, s.owner_patient_id as patient_id, s.status, p.first_paid_at, s.ended_at,
       case when s.ended_at is null then null
            -- the last payment attempt failed
            when p.has_failed then 'payment'
            when l.subscription_id is not null then 'left'
            when s.cancel_at_period_end then 'canceled'
            else 'clinic'
       end as ended_because
  from public.subscriptions s
  -- grouped instead of lateral: the clinic's value reaches each table
  join (select i.clinic_id, i.subscription_id, min(i.paid_at) filter (where i.amount_paid_cents > 0) as first_paid_at,
               bool_or(i.attempt_count > 0 and i.settles_about is null and i.status in ('open', 'uncollectible')) as has_failed
          from public.invoices i
         group by i.clinic_id, i.subscription_id) p on p.clinic_id = s.clinic_id and p.subscription_id = s.id
  left join (select distinct c.clinic_id, c.subscription_id from public.subscription_changes c
              where c.kind = 'leave' and c.state = 'done') l on l.clinic_id = s.clinic_id and l.subscription_id = s.id
 where p.first_paid_at is not null and (s.ended_at is null or s.ended_at > p.first_paid_at);
comment on view app.paid_plans is 'Health data: plans from their first payment until they ended, and why.';
grant select on app.paid_plans to system;

-- When a plan was paused, and until when; null while it is paused.
create view app.plan_pauses with (security_invoker = true) as
select c.clinic_id, c.subscription_id, c.decided_at as paused_at, min(r.decided_at) as resumed_at
  from public.subscription_changes c
  left join public.subscription_changes r
    on r.clinic_id = c.clinic_id and r.subscription_id = c.subscription_id and r.kind in ('resume', 'leave')
   and r.state = 'done' and r.decided_at > c.decided_at
 where c.kind = 'pause' and c.state = 'done'
 group by c.clinic_id, c.subscription_id, c.id, c.decided_at;
comment on view app.plan_pauses is 'Health data: when plans were paused, and until when.';
grant select on app.plan_pauses to system;

-- Monthly recurring revenue of each running plan: the cost of its next period after the coupon's current discount, a year's
-- price divided by twelve. Past due counts; free days, pauses and plans given up as unpaid do not. Without tax on top.
create view app.recurring_revenue with (security_invoker = true) as
select s.clinic_id, s.id as subscription_id, s.status, p.kind, r.currency,
       case r.interval when 'year' then round((d.cents - d.discount_cents) / 12.0)::bigint else d.cents - d.discount_cents end
         as monthly_cents
  from public.subscriptions s
  join public.plans p on p.clinic_id = s.clinic_id and p.id = s.plan_id
  join public.plan_prices r on r.clinic_id = s.clinic_id and r.id = s.price_id
  left join (select i.clinic_id, i.subscription_id, sum(i.quantity * i.unit_cents)::bigint as cents
               from public.subscription_items i
              group by i.clinic_id, i.subscription_id) i on i.clinic_id = s.clinic_id and i.subscription_id = s.id
  left join public.coupons c on c.clinic_id = s.clinic_id and c.id = s.coupon_id
   and (c.duration = 'forever'
        or c.duration = 'repeating'
           and app.now() < (s.started_at at time zone 'UTC' + make_interval(months => c.months)) at time zone 'UTC')
 cross join lateral (
   select x.cents, case when c.id is null then 0
                        when c.percent is not null then (x.cents * c.percent * 2 + 100) / 200
                        else least(x.cents, c.amount_cents) end as discount_cents
     from (select coalesce(i.cents, 0) as cents) x) d
 where s.status in ('active', 'past_due');
comment on view app.recurring_revenue is 'Health data: monthly recurring revenue of each running plan.';
grant select on app.recurring_revenue to system;

-- How many members pay for a plan at an instant: a household is one, a paused plan does not count (docs/domain-rules.md rule
-- 44).
create function app.paying_members(p_clinic_id uuid, p_at timestamptz) returns integer
language plpgsql stable set search_path = '' as $$
begin
  return (
    select count(distinct p.patient_id)::integer from app.paid_plans p
     where p.clinic_id = p_clinic_id and p.first_paid_at < p_at and (p.ended_at is null or p.ended_at >= p_at)
       and not exists (select 1 from app.plan_pauses h
                        where h.clinic_id = p_clinic_id and h.subscription_id = p.subscription_id
                          and h.paused_at < p_at and (h.resumed_at is null or h.resumed_at >= p_at)));
end $$;
alter function app.paying_members(uuid, timestamptz) owner to system;
comment on function app.paying_members(uuid, timestamptz) is
  'The number of members who pay for a plan at an instant, which a flat fee per member is charged for.';

-- How many payers were quiet at the end of a month, for each period that the list of quiet members offers
-- (docs/decisions/0201). Counted once: activity has one time per membership, so the past cannot be counted later.
create table app.quiet_counts (
  clinic_id  uuid not null references public.clinics on delete restrict,
  month      text not null constraint quiet_counts_month_check check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  days       integer not null constraint quiet_counts_days_check check (days > 0),
  members    integer not null constraint quiet_counts_members_check check (members >= 0),
  counted_at timestamptz not null,
  primary key (clinic_id, month, days)
);
comment on table app.quiet_counts is
  'Paying members without contact for some days at the end of each month, by clinic: numbers without a patient. No client reads them; one action does.';
create trigger quiet_counts_are_erased_by_retention before delete on app.quiet_counts
  for each statement execute function app.refuse_unless_erasing();

alter table app.quiet_counts enable row level security;
alter table app.quiet_counts force row level security;
create policy quiet_counts_all_system on app.quiet_counts to system using (true) with check (true);
grant select, insert, delete on app.quiet_counts to system;
