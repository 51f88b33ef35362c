-- 0028_require_second_factor_by_permission.sql: what a permission with a second factor is about (domain/permissions.ts) is
-- held in Postgres too, by the rule of health data (docs/threats.md T18, docs/decisions/0032).
comment on function app.may_use_health_data() is
  'Whether this session meets the second-step rule: one rule for health data, from which it has its name, and for every permission with a second factor (docs/decisions/0032).';

comment on function app.guard_health_data(regclass) is
  'Puts the second step in front of a table. Call in the migration that creates one that is marked "Health data:", or that a permission with a second factor is about, as select app.guard_health_data(''public.visits'').';

-- money:read, and a patient's own payments
select app.guard_health_data('public.patient_customers');
select app.guard_health_data('public.subscriptions');
select app.guard_health_data('public.subscription_members');
select app.guard_health_data('public.invoices');
select app.guard_health_data('public.invoice_lines');
select app.guard_health_data('public.payments');
select app.guard_health_data('public.refunds');
select app.guard_health_data('public.journal');
select app.guard_health_data('public.postings');
select app.guard_health_data('public.statements');
select app.guard_health_data('public.statement_lines');
-- billing:write, payouts:write, security:write, audit:read
select app.guard_health_data('public.clinic_billing');
select app.guard_health_data('public.payout_accounts');
select app.guard_health_data('public.sso_providers');
select app.guard_health_data('app.audit_log');

-- members:update. Everybody sees where they belong, so only the changes are guarded.
create policy clinic_memberships_update_second_step on public.clinic_memberships as restrictive for update to clinic_admin
  using ((select app.may_use_health_data())) with check ((select app.may_use_health_data()));
create policy clinic_memberships_delete_second_step on public.clinic_memberships as restrictive for delete to clinic_admin
  using ((select app.may_use_health_data()));

-- The policies alone would answer that there is no such member.
create function app.refuse_without_second_step() returns trigger language plpgsql as $$
begin
  if not app.may_use_health_data() then
    raise exception 'Please sign in with your second step first. You can set it up under Settings, Password.'
      using errcode = '42501', hint = 'second_step_required';
  end if;
  return null;
end $$;
create trigger clinic_memberships_refuse_without_second_step before update or delete on public.clinic_memberships
  for each statement when (app.is_client()) execute function app.refuse_without_second_step();
