-- 0284_grant_permission_sets.sql: what an owner lets a member of the team do beyond the role
-- (docs/domain-rules.md choice 5, docs/decisions/0156).
alter table public.clinic_memberships add column permission_sets text[] not null default '{}';
comment on column public.clinic_memberships.permission_sets is
  'Granted by the owner to staff: team, billing, settings, money. Admins hold all of them by their role.';
alter table public.clinic_memberships
  add constraint clinic_memberships_permission_sets_known
    check (permission_sets <@ array['team', 'billing', 'settings', 'money']),
  add constraint clinic_memberships_permission_sets_of_staff
    check (permission_sets = '{}' or role in ('staff', 'member'));

-- The sets of the caller's membership; `app.enter` has read them from the row.
create function app.current_permission_sets() returns text[] language sql stable set search_path = ''
  return coalesce(nullif(current_setting('app.permission_sets', true), ''), '{}')::text[];
grant execute on function app.current_permission_sets() to clinic_staff;

drop function app.enter(uuid, uuid, text, text, text, uuid);
drop function app.resolve_caller(uuid, uuid, text);

-- As in 0155, and the membership's permission sets.
-- security definer (owned by system), because the login role may read nothing
create function app.resolve_caller(p_user_id uuid, p_session_id uuid, p_subdomain text)
returns table (problem text, role text, email_confirmed boolean, aal text, clinic_id uuid, clinic_subdomain text,
               membership_id uuid, member_role text, is_read_only boolean, permission_sets text[],
               patient_id uuid, is_demo boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  person record;
  found_clinic record;
  membership record;
  is_proven boolean := false;
begin
  role := case when p_user_id is null then 'anon' else 'authenticated' end;
  email_confirmed := false;
  is_demo := false;
  if p_user_id is not null then
    select u.email_confirmed_at, u.phone_confirmed_at, u.banned_until, s.id as session_id, s.not_after, s.is_demo,
           exists (select from auth.session_methods m
                    where m.session_id = s.id and m.factor_id is not null) as has_second_step
      into person
      from auth.users u left join auth.sessions s on s.id = p_session_id and s.user_id = u.id
     where u.id = p_user_id and u.deleted_at is null;
    problem := case
      when not found then 'user_not_found'
      when person.banned_until > now() then 'user_banned'
      when person.session_id is null then 'session_not_found'
      when person.not_after <= now() then 'session_expired' end;
    if problem is not null then
      role := 'anon';
      return next;
      return;
    end if;
    is_demo := person.is_demo;
    email_confirmed := person.email_confirmed_at is not null;
    is_proven := email_confirmed or person.phone_confirmed_at is not null;
    aal := case when person.has_second_step then 'aal2' else 'aal1' end;
  end if;
  if p_subdomain is not null then
    select c.id, c.subdomain into found_clinic from public.clinics c where c.subdomain = p_subdomain;
    clinic_id := found_clinic.id;
    clinic_subdomain := found_clinic.subdomain;
  end if;
  -- without a proven address a person belongs to no clinic, whatever the rows say (docs/threats.md T31)
  if clinic_id is not null and is_proven then
    select m.id, m.role, m.is_read_only, m.permission_sets into membership from public.clinic_memberships m
     where m.clinic_id = found_clinic.id and m.user_id = p_user_id and m.status = 'active' and m.ended_at is null;
    if found then
      membership_id := membership.id;
      member_role := membership.role;
      is_read_only := membership.is_read_only;
      permission_sets := membership.permission_sets;
      role := case membership.role when 'admin' then 'clinic_admin' when 'patient' then 'clinic_patient' else 'clinic_staff' end;
      select p.id into patient_id from public.patients p where p.clinic_id = found_clinic.id and p.user_id = p_user_id;
    end if;
  end if;
  return next;
end $$;
alter function app.resolve_caller(uuid, uuid, text) owner to system;
grant execute on function app.resolve_caller(uuid, uuid, text) to carefold_login;

-- As in 0155, and the permission sets; a guardian acts without their own.
create function app.enter(p_user_id uuid, p_session_id uuid, p_subdomain text, p_request_id text, p_address text,
                          p_guardianship uuid default null)
returns table (problem text, role text, email_confirmed boolean, aal text, clinic_id uuid, clinic_subdomain text,
               membership_id uuid, member_role text, is_read_only boolean, permission_sets text[],
               patient_id uuid, guardian_access text, is_demo boolean)
language plpgsql as $$
declare
  caller record;
  ward record;
  level text;
begin
  select * into caller from app.resolve_caller(p_user_id, p_session_id, p_subdomain);
  if p_guardianship is not null and caller.role <> 'anon' and caller.clinic_id is not null then
    caller.role := 'clinic_guardian';
    caller.membership_id := null;
    caller.member_role := null;
    caller.is_read_only := null;
    caller.permission_sets := null;
    caller.patient_id := null;
    if caller.email_confirmed then
      select g.patient_id, g.access into ward from app.resolve_guardian(p_user_id, caller.clinic_id, p_guardianship) g;
      if found then
        caller.patient_id := ward.patient_id;
        level := ward.access;
      end if;
    end if;
  end if;
  perform set_config('app.user_id', case when caller.problem is null then coalesce(p_user_id::text, '') else '' end, true),
          set_config('app.session_id', coalesce(p_session_id::text, ''), true),
          set_config('app.clinic_id', coalesce(caller.clinic_id::text, ''), true),
          set_config('app.membership_id', coalesce(caller.membership_id::text, ''), true),
          set_config('app.permission_sets', coalesce(caller.permission_sets::text, ''), true),
          set_config('app.patient_id', coalesce(caller.patient_id::text, ''), true),
          set_config('app.guardian_access', coalesce(level, ''), true),
          set_config('app.acting_for', case when level is null then '' else caller.patient_id::text end, true),
          set_config('app.email_confirmed', caller.email_confirmed::text, true),
          set_config('app.aal', coalesce(caller.aal, ''), true),
          set_config('app.request_id', coalesce(p_request_id, ''), true),
          set_config('app.address', coalesce(p_address, ''), true);
  if caller.is_demo then
    perform set_config('app.is_demo', 'true', true), set_config('transaction_read_only', 'on', true);
  end if;
  -- last, because from here on the transaction has only the role's rights
  perform set_config('role', caller.role, true);
  return query select caller.problem, caller.role, caller.email_confirmed, caller.aal, caller.clinic_id,
    caller.clinic_subdomain, caller.membership_id, caller.member_role, caller.is_read_only,
    caller.permission_sets, caller.patient_id, level,
    caller.is_demo;
end $$;
grant execute on function app.enter(uuid, uuid, text, text, text, uuid) to carefold_login;

-- The money and the billing set: the rows and columns that admins read.
create policy disputes_select_permitted on public.disputes for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[]));
grant select (
  id, clinic_id, payment_id, patient_id, status, reason, amount_cents, currency, opened_at, due_by,
  is_answered, evidence
) on public.disputes to clinic_staff;

create policy invoice_lines_select_permitted on public.invoice_lines for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[]));
grant select on public.invoice_lines to clinic_staff;

create policy invoices_select_permitted on public.invoices for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[]));
grant select (
  id, clinic_id, patient_id, subscription_id, number, status, currency, total_cents, tax_cents,
  amount_paid_cents, amount_due_cents, period_start, period_end, issued_at, paid_at, next_attempt_at,
  attempt_count, failure_mailed_at
) on public.invoices to clinic_staff;

create policy journal_select_permitted on public.journal for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[]));
grant select (id, clinic_id, key, kind, occurred_at, currency) on public.journal to clinic_staff;

create policy payments_select_permitted on public.payments for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[]));
grant select (
  id, clinic_id, invoice_id, patient_id, status, amount_cents, refunded_cents, currency, failure_code,
  card_brand, card_last4, charged_at
) on public.payments to clinic_staff;

create policy payout_accounts_select_permitted on public.payout_accounts for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[]));
grant select (
  clinic_id, details_submitted, charges_enabled, payouts_enabled, requirements_due, requirements_past_due,
  disabled_reason, state, created_at, updated_at, merchant_code
) on public.payout_accounts to clinic_staff;

create policy plan_agreements_select_permitted on public.plan_agreements for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[]));
grant select (
  id, clinic_id, patient_id, plan_id, version_id, wording_version, wording, signed_name, signed_at
) on public.plan_agreements to clinic_staff;

create policy postings_select_permitted on public.postings for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[]));
grant select on public.postings to clinic_staff;

create policy receipt_details_select_permitted on public.receipt_details for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[]));
grant select (clinic_id, legal_name, address, tax_id, npi, version) on public.receipt_details to clinic_staff;

create policy receipts_select_permitted on public.receipts for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[]));
grant select (
  id, clinic_id, number, payment_id, invoice_id, patient_id, issued_at, currency, amount_cents, tax_cents,
  paid_at
) on public.receipts to clinic_staff;

create policy refunds_select_permitted on public.refunds for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[]));
grant select (
  id, clinic_id, payment_id, patient_id, status, amount_cents, currency, refunded_at
) on public.refunds to clinic_staff;

create policy statement_lines_select_permitted on public.statement_lines for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[]));
grant select on public.statement_lines to clinic_staff;

create policy statements_select_permitted on public.statements for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[]));
grant select on public.statements to clinic_staff;

create policy unassigned_charges_select_permitted on public.unassigned_charges for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[]));
grant select (
  id, clinic_id, amount_cents, currency, charged_at, payer_name, payer_email, card_brand, card_last4,
  patient_id, settled_at
) on public.unassigned_charges to clinic_staff;

create policy billing_addresses_select_permitted on public.billing_addresses for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'billing' = any ((select app.current_permission_sets())::text[]));
grant select (
  clinic_id, name, line1, line2, city, state, postal_code, country, version
) on public.billing_addresses to clinic_staff;

create policy clinic_invoices_select_permitted on public.clinic_invoices for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'billing' = any ((select app.current_permission_sets())::text[]));
grant select (
  id, clinic_id, kind, statement_id, number, status, currency, total_cents, amount_paid_cents,
  amount_due_cents, refunded_cents, period_start, period_end, issued_at, paid_at, due_at, attempt_count,
  last_attempt_at, next_attempt_at, past_due_at, failure_code
) on public.clinic_invoices to clinic_staff;

create policy fee_agreements_select_permitted on public.fee_agreements for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'billing' = any ((select app.current_permission_sets())::text[]));
grant select on public.fee_agreements to clinic_staff;

create policy tier_subscriptions_select_permitted on public.tier_subscriptions for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'billing' = any ((select app.current_permission_sets())::text[]));
grant select (id, clinic_id, started_at, ended_at) on public.tier_subscriptions to clinic_staff;

create policy clinic_billing_select_permitted on public.clinic_billing for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and (select app.current_permission_sets()) && array['money', 'billing']);
grant select (
  clinic_id, rate_bps, time_zone, tier, subscription_status, current_period_start, current_period_end,
  cancel_at_period_end, card_brand, card_last4, card_exp_month, card_exp_year
) on public.clinic_billing to clinic_staff;
