-- Everything that the Billing role reads beyond a signed-in user's rights, in one list (docs/decisions/0191). A table that is not
-- named here is closed to it. No policy and no grant lets it write.
create policy patients_select_billing_only on public.patients for select to clinic_billing_only
  using (clinic_id = (select app.current_clinic_id()) and merged_into is null and (select app.may_use_health_data()));
create policy plans_select_billing_only on public.plans for select to clinic_billing_only
  using (clinic_id = (select app.current_clinic_id()));
create policy plan_versions_select_billing_only on public.plan_versions for select to clinic_billing_only
  using (clinic_id = (select app.current_clinic_id()));
create policy subscriptions_select_billing_only on public.subscriptions for select to clinic_billing_only
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy invoices_select_billing_only on public.invoices for select to clinic_billing_only
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy invoice_lines_select_billing_only on public.invoice_lines for select to clinic_billing_only
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy payments_select_billing_only on public.payments for select to clinic_billing_only
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy refunds_select_billing_only on public.refunds for select to clinic_billing_only
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy patient_customers_select_billing_only on public.patient_customers for select to clinic_billing_only
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy credits_select_billing_only on public.credits for select to clinic_billing_only
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy disputes_select_billing_only on public.disputes for select to clinic_billing_only
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy unassigned_charges_select_billing_only on public.unassigned_charges for select to clinic_billing_only
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy receipts_select_billing_only on public.receipts for select to clinic_billing_only
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy payout_accounts_select_billing_only on public.payout_accounts for select to clinic_billing_only
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy payouts_select_billing_only on public.payouts for select to clinic_billing_only
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy balance_movements_select_billing_only on public.balance_movements for select to clinic_billing_only
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy journal_select_billing_only on public.journal for select to clinic_billing_only
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy postings_select_billing_only on public.postings for select to clinic_billing_only
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy book_accounts_select_billing_only on public.book_accounts for select to clinic_billing_only
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy statements_select_billing_only on public.statements for select to clinic_billing_only
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy statement_lines_select_billing_only on public.statement_lines for select to clinic_billing_only
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy clinic_billing_select_billing_only on public.clinic_billing for select to clinic_billing_only
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
-- also of an earlier role: such a notice may be about a visit
create policy user_notices_select_billing_only on public.user_notices for select to clinic_billing_only
  using (clinic_id = (select app.current_clinic_id()) and user_id = (select app.current_user_id()) and channel <> 'none'
         and kind = any ((select app.notices_of_money())::text[]));

grant select (id, clinic_id, full_name, email, merged_into) on public.patients to clinic_billing_only;
grant select (id, clinic_id, kind, name, status) on public.plans to clinic_billing_only;
grant select (id, clinic_id, plan_id, number, name) on public.plan_versions to clinic_billing_only;
grant select (id, clinic_id, owner_patient_id, plan_id, price_id, status, started_at, current_period_start, current_period_end,
  cancel_at_period_end, ended_at, version_id, days_until_due) on public.subscriptions to clinic_billing_only;
grant select (id, clinic_id, patient_id, subscription_id, number, status, currency, total_cents, tax_cents, amount_paid_cents,
  amount_due_cents, period_start, period_end, issued_at, paid_at, next_attempt_at, attempt_count, failure_mailed_at, due_at, write_off_reason,
  written_off_at, written_off_cents, credit_cents)
  on public.invoices to clinic_billing_only;
grant select on public.invoice_lines, public.credits to clinic_billing_only;
grant select (clinic_id, patient_id, credit_cents, unused_credit_cents) on public.patient_customers to clinic_billing_only;
grant select (id, clinic_id, invoice_id, patient_id, status, amount_cents, refunded_cents, currency, failure_code, card_brand,
  card_last4, charged_at, method, reference) on public.payments to clinic_billing_only;
grant select (id, clinic_id, payment_id, patient_id, status, amount_cents, currency, refunded_at, reason)
  on public.refunds to clinic_billing_only;
grant select (id, clinic_id, number, series_year, label, payment_id, invoice_id, patient_id, issued_at, currency, amount_cents,
  tax_cents, paid_at, tax_name, tax_rate_ppm) on public.receipts to clinic_billing_only;
-- without the evidence, which may describe visits
grant select (id, clinic_id, payment_id, patient_id, status, reason, amount_cents, currency, opened_at, due_by, is_answered)
  on public.disputes to clinic_billing_only;
grant select (id, clinic_id, amount_cents, currency, charged_at, payer_name, payer_email, card_brand, card_last4, patient_id,
  settled_at) on public.unassigned_charges to clinic_billing_only;
grant select (clinic_id, details_submitted, charges_enabled, payouts_enabled, requirements_due, requirements_past_due,
  disabled_reason, state, created_at, updated_at, merchant_code, bank_debits, bank_debit_capability) on public.payout_accounts
  to clinic_billing_only;
grant select (id, clinic_id, status, amount_cents, currency, is_automatic, sent_at, arrives_on, statement_text, failure_code,
  is_itemized, payments_count) on public.payouts to clinic_billing_only;
grant select on public.balance_movements to clinic_billing_only;
grant select (id, clinic_id, key, kind, occurred_at, currency) on public.journal to clinic_billing_only;
grant select on public.postings, public.book_accounts, public.statements, public.statement_lines to clinic_billing_only;
grant select (clinic_id, rate_bps, time_zone, tier, subscription_status, current_period_start, current_period_end,
  cancel_at_period_end) on public.clinic_billing to clinic_billing_only;
grant select (id, clinic_id, user_id, event, kind, patient_id, subject_id, figures, channel, noticed_at, read_at)
  on public.user_notices to clinic_billing_only;

grant execute on function app.may_use_health_data(), app.has_fresh_proof(integer), app.is_read_only(),
  app.record_read(jsonb, uuid[], bigint, text) to clinic_billing_only;
