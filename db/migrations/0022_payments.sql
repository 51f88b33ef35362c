-- Invoices and payments: copies of what Stripe says, keyed by its ids and read again at every event.
create table public.invoices (
  -- Stripe's, in_...
  id                text,
  clinic_id         uuid not null references public.clinics on delete restrict,
  stripe_account    text not null,
  patient_id        uuid not null,
  subscription_id   uuid,
  number            text,
  status            text not null check (status in ('draft', 'open', 'paid', 'void', 'uncollectible')),
  currency          text not null check (currency ~ '^[a-z]{3}$'),
  total_cents       bigint not null,
  tax_cents         bigint not null default 0,
  amount_paid_cents bigint not null default 0,
  amount_due_cents  bigint not null default 0,
  period_start      timestamptz not null,
  period_end        timestamptz not null,
  issued_at         timestamptz not null,
  paid_at           timestamptz,
  next_attempt_at   timestamptz,
  due_at            timestamptz,
  attempt_count     integer not null default 0,
  read_no           bigint not null default 0,
  failure_mailed_at timestamptz,
  retry_attempt     uuid,
  retried_at        timestamptz,
  -- of an invoice made at the desk
  sale_kind         text check (sale_kind in ('wellness', 'uninsured', 'other')),
  sale_tax_cents    bigint check (sale_tax_cents >= 0),
  replaces          text,
  write_off_reason  text check (write_off_reason in ('uncollectible', 'agreed', 'mistake')),
  written_off_at    timestamptz,
  written_off_cents bigint check (written_off_cents >= 0),
  credit_cents      bigint not null default 0,
  -- about when a started bank debit arrives; null while none is processing
  settles_about     timestamptz,
  pay_url           text,
  primary key (clinic_id, id),
  constraint invoices_written_off_check check ((written_off_at is null) = (written_off_cents is null)),
  constraint invoices_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint invoices_subscription_fkey foreign key (clinic_id, subscription_id)
    references public.subscriptions (clinic_id, id) on delete restrict
);
comment on table public.invoices is 'A clinic''s invoice to a patient, as Stripe last showed it.';
comment on column public.invoices.write_off_reason is
  'Why the clinic wrote off the invoice; counts while its status is uncollectible. Null for one marked in Stripe''s dashboard.';
comment on column public.invoices.written_off_at is 'When Stripe closed it as uncollectible; remains if it is paid later.';
comment on column public.invoices.written_off_cents is 'The open amount at that moment.';
comment on column public.invoices.credit_cents is
  'The payer''s credit that reduced the amount due; below zero, what was added to it or moved to the next invoice.';
comment on column public.invoices.due_at is 'Of an invoice that is paid by link; null for one that a card pays.';
comment on column public.invoices.pay_url is
  'Stripe''s page of an open invoice of a plan that is paid by link, for mails to payers without an account.';
comment on column public.invoices.sale_kind is
  'The revenue account of an invoice made at the desk; null for others (docs/decisions/0188).';
comment on column public.invoices.sale_tax_cents is
  'The tax in an invoice that replaces another, which has no tax at Stripe; null where Stripe states it.';
comment on column public.invoices.replaces is 'The invoice whose payment was reversed, and which this one collects again.';
comment on column public.invoices.subscription_id is
  'Null for a one-off charge. A charge without an invoice has a row of its own, with the id of the charge (ch_...).';
create index invoices_clinic_issued_idx on public.invoices (clinic_id, issued_at desc);
create index invoices_patient_idx on public.invoices (clinic_id, patient_id, issued_at desc);
create index invoices_subscription_idx on public.invoices (clinic_id, subscription_id);
-- For reports of a period.
create index invoices_written_off_idx on public.invoices (clinic_id, written_off_at) where written_off_at is not null;
-- For the reminder on the day.
create index invoices_due_idx on public.invoices (due_at) where status = 'open' and due_at is not null;
-- The list of failed payments, the longest open first, without the clinic's other invoices (docs/decisions/0139).
create index invoices_failed_idx on public.invoices (clinic_id, issued_at, id) where status = 'open' and attempt_count > 0;

alter table public.invoices enable row level security;
alter table public.invoices force row level security;
create policy invoices_select_own on public.invoices for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.own_patient_id())
         and (select app.may_use_health_data()));
create policy invoices_select_pending on public.invoices for select to authenticated
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.own_patient_id()));
create policy invoices_select_admin on public.invoices for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy invoices_all_system on public.invoices to system using (true) with check (true);
create policy invoices_select_permitted on public.invoices for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[])
         and (select app.may_use_health_data()));
grant select (id, clinic_id, patient_id, subscription_id, number, status, currency, total_cents, tax_cents, amount_paid_cents,
  amount_due_cents, period_start, period_end, issued_at, paid_at, next_attempt_at, attempt_count, due_at, settles_about, credit_cents)
  on public.invoices to authenticated, clinic_patient;
grant select (id, clinic_id, patient_id, subscription_id, number, status, currency, total_cents, tax_cents, amount_paid_cents,
  amount_due_cents, period_start, period_end, issued_at, paid_at, next_attempt_at, attempt_count, due_at, failure_mailed_at,
  write_off_reason, written_off_at, written_off_cents, settles_about, credit_cents)
  on public.invoices to clinic_staff, clinic_admin;
grant select, insert, update on public.invoices to system;

create table public.invoice_lines (
  -- Stripe's, il_...
  id           text not null,
  clinic_id    uuid not null references public.clinics on delete restrict,
  invoice_id   text not null,
  description  text not null,
  quantity     integer not null,
  amount_cents bigint not null,
  period_start timestamptz not null,
  period_end   timestamptz not null,
  -- the invoice's; set by a trigger
  patient_id   uuid,
  primary key (clinic_id, invoice_id, id),
  constraint invoice_lines_invoice_fkey foreign key (clinic_id, invoice_id)
    references public.invoices (clinic_id, id) on delete restrict
);
comment on table public.invoice_lines is 'The lines of an invoice. They add up to its total less tax.';

alter table public.invoice_lines enable row level security;
alter table public.invoice_lines force row level security;
create policy invoice_lines_select_own on public.invoice_lines for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.own_patient_id())
         and (select app.may_use_health_data()));
create policy invoice_lines_select_pending on public.invoice_lines for select to authenticated
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.own_patient_id()));
create policy invoice_lines_select_admin on public.invoice_lines for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy invoice_lines_all_system on public.invoice_lines to system using (true) with check (true);
create policy invoice_lines_select_permitted on public.invoice_lines for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[])
         and (select app.may_use_health_data()));
-- Delete: the lines of a draft change until it is final.
grant select on public.invoice_lines to authenticated, clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update (patient_id), delete on public.invoice_lines to system;

-- Copies the patient of an invoice to its lines (docs/decisions/0161).
-- security definer: independent of the caller's rights
create function app.copy_invoice_patient() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'invoices' then
    update public.invoice_lines l set patient_id = new.patient_id where l.clinic_id = new.clinic_id and l.invoice_id = new.id;
    return null;
  end if;
  -- locked, so that a merge at the same time waits and then finds this row
  select i.patient_id into new.patient_id from public.invoices i
   where i.clinic_id = new.clinic_id and i.id = new.invoice_id for share;
  return new;
end $$;
alter function app.copy_invoice_patient() owner to system;
create trigger invoices_copy_patient after update of patient_id on public.invoices
  for each row when (new.patient_id <> old.patient_id) execute function app.copy_invoice_patient();
create trigger invoice_lines_copy_patient before insert on public.invoice_lines
  for each row execute function app.copy_invoice_patient();

create table public.payments (
  -- Stripe's, ch_... or for a bank account py_...; desk_<invoice> for money that the desk received
  id             text,
  clinic_id      uuid not null references public.clinics on delete restrict,
  stripe_account text not null,
  invoice_id     text not null,
  patient_id     uuid not null,
  status         text not null check (status in ('pending', 'succeeded', 'failed')),
  amount_cents   bigint not null check (amount_cents >= 0),
  refunded_cents bigint not null default 0 check (refunded_cents between 0 and amount_cents),
  currency       text not null check (currency ~ '^[a-z]{3}$'),
  -- Stripe's code for a refusal: card_declined, expired_card, ...
  failure_code   text,
  -- for a bank account us_bank_account or acss_debit
  card_brand     text,
  card_last4     text check (card_last4 ~ '^\d{4}$'),
  charged_at     timestamptz not null,
  method         text not null default 'card' check (method in ('card', 'cash', 'check', 'transfer')),
  reference      text check (length(reference) between 1 and 60 and app.is_one_line(reference)),
  audited_at     timestamptz,
  read_no        bigint not null default 0,
  primary key (clinic_id, id),
  constraint payments_invoice_fkey foreign key (clinic_id, invoice_id)
    references public.invoices (clinic_id, id) on delete restrict,
  constraint payments_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.payments is
  'One attempt to charge a card or bank account for an invoice, as Stripe last showed it, or one payment at the desk (docs/decisions/0188).';
comment on column public.payments.charged_at is 'When it was charged; a succeeded bank debit, when it arrived; at the desk, when the clinic received it.';
comment on column public.payments.reference is 'Of a payment at the desk: the number of the check or transfer.';
comment on column public.payments.audited_at is 'Of a payment at the desk: when the audit trail recorded its entry, so that it does once.';
create index payments_clinic_charged_idx on public.payments (clinic_id, charged_at desc);
create index payments_invoice_idx on public.payments (clinic_id, invoice_id);
create index payments_patient_idx on public.payments (clinic_id, patient_id, charged_at desc);

alter table public.payments enable row level security;
alter table public.payments force row level security;
create policy payments_select_own on public.payments for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.own_patient_id())
         and (select app.may_use_health_data()));
create policy payments_select_pending on public.payments for select to authenticated
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.own_patient_id()));
create policy payments_select_admin on public.payments for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy payments_all_system on public.payments to system using (true) with check (true);
create policy payments_select_permitted on public.payments for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[])
         and (select app.may_use_health_data()));
grant select (id, clinic_id, invoice_id, patient_id, status, amount_cents, refunded_cents, currency, failure_code, card_brand,
  card_last4, charged_at, method, reference) on public.payments to authenticated, clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update on public.payments to system;

create table public.refunds (
  -- Stripe's, re_...; reversal_<payment> for a payment at the desk that was reversed
  id           text,
  clinic_id    uuid not null references public.clinics on delete restrict,
  payment_id   text not null,
  patient_id   uuid not null,
  status       text not null check (status in ('pending', 'requires_action', 'succeeded', 'failed', 'canceled')),
  amount_cents bigint not null check (amount_cents > 0),
  currency     text not null check (currency ~ '^[a-z]{3}$'),
  refunded_at  timestamptz not null,
  reason       text check (reason in ('requested', 'not_provided', 'duplicate', 'mistake', 'goodwill')),
  read_no      bigint not null default 0,
  primary key (clinic_id, id),
  constraint refunds_payment_fkey foreign key (clinic_id, payment_id)
    references public.payments (clinic_id, id) on delete restrict,
  constraint refunds_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.refunds is 'A refund of a payment, as Stripe last showed it. A refund can fail later.';
comment on column public.refunds.reason is
  'Chosen by the team for itself; null without a choice, or for a refund that Carefold or Stripe''s dashboard made.';
create index refunds_clinic_refunded_idx on public.refunds (clinic_id, refunded_at desc);
create index refunds_payment_idx on public.refunds (clinic_id, payment_id);
create index refunds_patient_idx on public.refunds (clinic_id, patient_id);

alter table public.refunds enable row level security;
alter table public.refunds force row level security;
create policy refunds_select_own on public.refunds for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.own_patient_id())
         and (select app.may_use_health_data()));
create policy refunds_select_pending on public.refunds for select to authenticated
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.own_patient_id()));
create policy refunds_select_admin on public.refunds for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy refunds_all_system on public.refunds to system using (true) with check (true);
create policy refunds_select_permitted on public.refunds for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[])
         and (select app.may_use_health_data()));
grant select (id, clinic_id, payment_id, patient_id, status, amount_cents, currency, refunded_at)
  on public.refunds to authenticated, clinic_patient, clinic_staff, clinic_admin;
grant select (reason) on public.refunds to clinic_staff, clinic_admin;
grant select, insert, update on public.refunds to system;

-- A payer's credit for the next invoices (docs/decisions/0192).
create table public.credits (
  -- Stripe's customer balance transaction, cbtxn_...
  id           text not null,
  clinic_id    uuid not null references public.clinics on delete restrict,
  patient_id   uuid not null,
  kind         text not null check (kind in ('given', 'taken_back', 'used', 'returned', 'other')),
  -- above zero for the payer
  amount_cents bigint not null,
  currency     text not null check (currency ~ '^[a-z]{3}$'),
  -- the invoice that used or returned it, in_...
  invoice_id   text,
  reason       text check (reason in ('goodwill', 'correction', 'referral', 'mistake', 'agreed')),
  occurred_at  timestamptz not null,
  -- in Stripe's order
  place        integer not null,
  primary key (clinic_id, id),
  constraint credits_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.credits is
  'Changes of a payer''s credit at the clinic''s Stripe account, as Stripe last showed them. Not part of the ledger.';
comment on column public.credits.reason is 'As the desk chose it; null for changes that were not made here.';
create index credits_patient_idx on public.credits (clinic_id, patient_id, occurred_at desc);
create index credits_clinic_occurred_idx on public.credits (clinic_id, occurred_at);

alter table public.credits enable row level security;
alter table public.credits force row level security;
create policy credits_select_own on public.credits for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.own_patient_id())
         and (select app.may_use_health_data()));
create policy credits_select_pending on public.credits for select to authenticated
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.own_patient_id()));
create policy credits_select_admin on public.credits for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy credits_all_system on public.credits to system using (true) with check (true);
create policy credits_select_permitted on public.credits for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[])
         and (select app.may_use_health_data()));
grant select (id, clinic_id, patient_id, kind, amount_cents, currency, invoice_id, occurred_at, place)
  on public.credits to authenticated, clinic_patient;
grant select on public.credits to clinic_staff, clinic_admin;
grant select, insert, update on public.credits to system;

create table public.unassigned_charges (
  id              text,
  clinic_id       uuid not null references public.clinics on delete restrict,
  stripe_account  text not null,
  stripe_customer text,
  amount_cents    bigint not null,
  currency        text not null,
  charged_at      timestamptz not null,
  payer_name      text,
  payer_email     text,
  card_brand      text,
  card_last4      text,
  found_at        timestamptz not null,
  -- the patient, once the clinic has assigned it; settled without a patient: no patient's
  patient_id      uuid,
  settled_at      timestamptz,
  primary key (clinic_id, id),
  constraint unassigned_charges_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.unassigned_charges is
  'Succeeded charges of a clinic''s account that belong to no known patient, until an admin assigns them.';
create index unassigned_charges_open_idx on public.unassigned_charges (clinic_id, charged_at) where settled_at is null;
create index unassigned_charges_patient_idx on public.unassigned_charges (clinic_id, patient_id);

alter table public.unassigned_charges enable row level security;
alter table public.unassigned_charges force row level security;
create policy unassigned_charges_select_admin on public.unassigned_charges for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy unassigned_charges_all_system on public.unassigned_charges to system using (true) with check (true);
create policy unassigned_charges_select_permitted on public.unassigned_charges for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[])
         and (select app.may_use_health_data()));
grant select (id, clinic_id, amount_cents, currency, charged_at, payer_name, payer_email, card_brand, card_last4, patient_id,
  settled_at) on public.unassigned_charges to clinic_staff, clinic_admin;
grant select, insert, update on public.unassigned_charges to system;

-- Payments that cardholders dispute at their bank. The clinic answers, and losses are booked (docs/payments.md 7, 8).
create table public.disputes (
  -- Stripe's, du_...
  id             text,
  clinic_id      uuid not null references public.clinics on delete restrict,
  stripe_account text not null,
  payment_id     text not null,
  patient_id     uuid not null,
  -- Stripe's terms
  status         text not null check (length(status) between 1 and 50),
  reason         text not null check (length(reason) between 1 and 50),
  amount_cents   bigint not null check (amount_cents >= 0),
  currency       text not null check (currency ~ '^[a-z]{3}$'),
  opened_at      timestamptz not null,
  due_by         timestamptz,
  is_answered    boolean not null,
  evidence       text,
  read_no        bigint not null default 0,
  primary key (clinic_id, id),
  constraint disputes_payment_fkey foreign key (clinic_id, payment_id)
    references public.payments (clinic_id, id) on delete restrict,
  constraint disputes_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.disputes is 'A disputed payment, as Stripe last showed it.';
create index disputes_clinic_opened_idx on public.disputes (clinic_id, opened_at desc);
create index disputes_payment_idx on public.disputes (clinic_id, payment_id);
create index disputes_patient_idx on public.disputes (clinic_id, patient_id);

alter table public.disputes enable row level security;
alter table public.disputes force row level security;
create policy disputes_select_admin on public.disputes for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy disputes_all_system on public.disputes to system using (true) with check (true);
-- The permission sets money and billing: the rows and columns that admins read.
create policy disputes_select_permitted on public.disputes for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[])
         and (select app.may_use_health_data()));
grant select (id, clinic_id, payment_id, patient_id, status, reason, amount_cents, currency, opened_at, due_by, is_answered,
  evidence) on public.disputes to clinic_staff, clinic_admin;
grant select, insert, update on public.disputes to system;

-- Money that reaches the clinic's bank (docs/payments.md 8). A payout that fails returns to the balance and is part of a later one.
create table public.payouts (
  -- Stripe's, po_...
  id               text,
  clinic_id        uuid not null references public.clinics on delete restrict,
  status           text not null check (status in ('pending', 'in_transit', 'paid', 'failed', 'canceled')),
  -- negative where Stripe debits the bank
  amount_cents     bigint not null,
  currency         text not null check (currency ~ '^[a-z]{3}$'),
  is_automatic     boolean not null,
  sent_at          timestamptz not null,
  arrives_on       date not null,
  -- the line on the bank's statement, if the clinic chose one
  statement_text   text check (length(statement_text) <= 200),
  -- Stripe's code for the bank's refusal: account_closed, no_account, ...
  failure_code     text check (length(failure_code) <= 100),
  -- whether the movements with this payout add up to its amount
  is_itemized      boolean not null default false,
  payments_count   integer not null default 0,
  read_no          bigint not null default 0,
  primary key (clinic_id, id)
);
comment on table public.payouts is 'A transfer from a clinic''s Stripe balance to its bank, as Stripe last showed it.';
comment on column public.payouts.is_automatic is 'False for a payout made by hand, of which Stripe names no payments.';
create index payouts_clinic_sent_idx on public.payouts (clinic_id, sent_at desc);

alter table public.payouts enable row level security;
alter table public.payouts force row level security;
create policy payouts_select_admin on public.payouts for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy payouts_all_system on public.payouts to system using (true) with check (true);
create policy payouts_select_permitted on public.payouts for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[])
         and (select app.may_use_health_data()));
grant select (id, clinic_id, status, amount_cents, currency, is_automatic, sent_at, arrives_on, statement_text, failure_code,
  is_itemized, payments_count) on public.payouts to clinic_staff, clinic_admin;
grant select, insert, update on public.payouts to system;

create table public.balance_movements (
  -- Stripe's balance transaction, txn_...
  id           text,
  clinic_id    uuid not null references public.clinics on delete restrict,
  kind         text not null check (kind in
    ('charge', 'refund', 'refund_failed', 'dispute', 'dispute_returned', 'fee', 'payout', 'payout_returned', 'other')),
  gross_cents  bigint not null,
  fee_cents    bigint not null,
  net_cents    bigint not null,
  currency     text not null check (currency ~ '^[a-z]{3}$'),
  occurred_at  timestamptz not null,
  available_at timestamptz not null,
  -- Stripe's id of the charge, refund, dispute or payout that moved the money
  source_id    text,
  -- the payment that was charged, refunded or disputed, once it is known here
  payment_id   text,
  -- the payout that contains the movement
  payout_id    text,
  primary key (clinic_id, id),
  constraint balance_movements_net_check check (net_cents = gross_cents - fee_cents),
  constraint balance_movements_payment_fkey foreign key (clinic_id, payment_id)
    references public.payments (clinic_id, id) on delete restrict,
  constraint balance_movements_payout_fkey foreign key (clinic_id, payout_id)
    references public.payouts (clinic_id, id) on delete restrict
);
comment on table public.balance_movements is
  'A change of a clinic''s Stripe balance. The amounts and the fee never change (docs/payments.md 8).';
create index balance_movements_payout_idx on public.balance_movements (clinic_id, payout_id, occurred_at desc);
create index balance_movements_payment_idx on public.balance_movements (clinic_id, payment_id);
create index balance_movements_unpaid_idx on public.balance_movements (clinic_id, available_at) where payout_id is null;

alter table public.balance_movements enable row level security;
alter table public.balance_movements force row level security;
create policy balance_movements_select_admin on public.balance_movements for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy balance_movements_all_system on public.balance_movements to system using (true) with check (true);
create policy balance_movements_select_permitted on public.balance_movements for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[])
         and (select app.may_use_health_data()));
grant select on public.balance_movements to clinic_staff, clinic_admin;
grant select, insert, update (payment_id, payout_id) on public.balance_movements to system;
