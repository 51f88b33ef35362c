-- 0201_agree_flat_fees.sql: a flat fee instead of the commission, where the law of a clinic's place forbids a share of its
-- revenue: per month, or per member who pays for a plan (docs/domain-rules.md choice 1, docs/payments.md 9).
create table public.fee_agreements (
  clinic_id  uuid not null references public.clinics on delete restrict,
  -- a month is billed under one policy: from this one on, until the next agreement
  from_month text not null check (from_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  policy     text not null check (policy in ('partnership', 'flat_month', 'flat_member')),
  -- in the clinic's currency; per month, or per member and month
  fee_cents  bigint check (fee_cents between 50 and 1000000),
  agreed_at  timestamptz not null,
  primary key (clinic_id, from_month),
  constraint fee_agreements_fee_is_flat check ((fee_cents is null) = (policy = 'partnership'))
);
comment on table public.fee_agreements is 'What a clinic pays Carefold from a month on: the commission, or a flat fee. Without a row: the commission.';

alter table public.fee_agreements enable row level security;
alter table public.fee_agreements force row level security;
create policy fee_agreements_select_admin on public.fee_agreements for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy fee_agreements_all_system on public.fee_agreements to system using (true) with check (true);
grant select on public.fee_agreements to clinic_admin;
grant select, insert, update on public.fee_agreements to system;
select app.guard_health_data('public.fee_agreements');

-- How many members pay for a plan at an instant: a household is one, who is paused is not (docs/domain-rules.md rule 44).
create function app.paying_members(p_clinic_id uuid, p_at timestamptz) returns integer
language sql stable security invoker set search_path = '' as $$
  select count(distinct p.patient_id)::integer from app.paid_plans p
   where p.clinic_id = p_clinic_id and p.first_paid_at < p_at and (p.ended_at is null or p.ended_at >= p_at)
     and not exists (select from app.plan_pauses h
                      where h.clinic_id = p.clinic_id and h.subscription_id = p.subscription_id
                        and h.paused_at < p_at and (h.resumed_at is null or h.resumed_at >= p_at))
$$;
comment on function app.paying_members(uuid, timestamptz) is 'Members who pay for a plan at an instant, whom a flat fee per member counts.';
alter function app.paying_members(uuid, timestamptz) owner to system;
revoke all on function app.paying_members(uuid, timestamptz) from public;
grant execute on function app.paying_members(uuid, timestamptz) to system;

alter table public.statements
  add column fee_cents bigint,
  add column members integer check (members >= 0),
  drop constraint statements_policy_check,
  drop constraint statements_commission_is_half_up,
  drop constraint statements_carry_is_what_is_not_owed_on;
alter table public.statements
  add constraint statements_policy_check check (policy in ('partnership', 'tier', 'flat_month', 'flat_member')),
  add constraint statements_fee_is_flat check (
    (fee_cents is not null) = (policy in ('flat_month', 'flat_member')) and (members is not null) = (policy = 'flat_member')),
  add constraint statements_commission_is_half_up check (commission_cents =
    case when policy = 'flat_month' then fee_cents
         when policy = 'flat_member' then fee_cents * members
         when policy = 'partnership' and app.rounded_commission(net_cents, rate_bps) >= 50
         then app.rounded_commission(net_cents, rate_bps) else 0 end) not valid,
  -- what earlier months carried waits for the next month under the commission
  add constraint statements_carry_is_what_is_not_owed_on check (carried_out_cents =
    case when policy <> 'partnership' then least(net_cents, greatest(0::bigint, carried_in_cents))
         when net_cents > 0 and rate_bps > 0 and app.rounded_commission(net_cents, rate_bps) < 50 then net_cents
         else least(0::bigint, net_cents) end) not valid;
