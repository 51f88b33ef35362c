-- 0097_carry_small_commissions.sql: Stripe charges nothing below $0.50. A month whose commission is smaller owes nothing, and
-- its net revenue is carried into the next (docs/payments.md 9). Months closed before stay as they are.
alter table public.statements drop constraint statements_carried_in_cents_check;
alter table public.statements drop constraint statements_carry_is_the_negative_part;
alter table public.statements drop constraint statements_commission_is_half_up;

create function app.rounded_commission(p_net_cents bigint, p_rate_bps integer) returns bigint
language sql immutable set search_path = '' as $$
  select (greatest(0::bigint, p_net_cents) * p_rate_bps * 2 + 10000) / 20000
$$;
comment on function app.rounded_commission(bigint, integer) is 'The rate of what is above zero, rounded half up to the cent.';
alter function app.rounded_commission(bigint, integer) owner to system;
revoke all on function app.rounded_commission(bigint, integer) from public;
grant execute on function app.rounded_commission(bigint, integer) to system;

alter table public.statements add constraint statements_commission_is_half_up check (commission_cents =
  case when policy = 'partnership' and app.rounded_commission(net_cents, rate_bps) >= 50
       then app.rounded_commission(net_cents, rate_bps) else 0 end) not valid;
alter table public.statements add constraint statements_carry_is_what_is_not_owed_on check (carried_out_cents =
  case when policy = 'tier' then least(net_cents, greatest(0::bigint, carried_in_cents))
       when net_cents > 0 and rate_bps > 0 and app.rounded_commission(net_cents, rate_bps) < 50 then net_cents
       else least(0::bigint, net_cents) end) not valid;

-- in-app notices of a commission that was not paid
alter table public.user_notices drop constraint user_notices_kind_check;
alter table public.user_notices add constraint user_notices_kind_check check (kind in
  ('message_received', 'appointment_booked', 'appointment_moved', 'appointment_canceled', 'patient_joined',
   'invitation_accepted', 'plan_canceled', 'plan_ended', 'task_assigned', 'daily_summary', 'payment_failed',
   'dispute_opened', 'dispute_lost', 'dispute_won', 'payouts_blocked', 'commission_failed', 'security_changed'));
