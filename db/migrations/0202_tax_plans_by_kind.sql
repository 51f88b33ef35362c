-- 0202_tax_plans_by_kind.sql: a membership may be exempt where uninsured services are taxable, as with Ontario's block fees
-- (docs/domain-rules.md rule 8).
alter table public.clinic_taxes
  add column plan_kind text check (plan_kind in ('wellness', 'uninsured'));
comment on column public.clinic_taxes.plan_kind is 'The kind of plans that it is charged on; null: all of them.';
grant select (plan_kind) on public.clinic_taxes to anon, authenticated, clinic_patient, clinic_staff, clinic_admin;
