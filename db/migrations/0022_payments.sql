-- Invoices and payments: copies of what Stripe says, keyed by its ids and read again at every event.
create table public.invoices (
  -- Stripe's, in_...
  id                text primary key,
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
  attempt_count     integer not null default 0,
  read_no           bigint not null default 0,
  failure_mailed_at timestamptz,
  retry_attempt     uuid,
  retried_at        timestamptz,
  unique (clinic_id, id),
  constraint invoices_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint invoices_subscription_fkey foreign key (clinic_id, subscription_id)
    references public.subscriptions (clinic_id, id) on delete restrict
);
comment on table public.invoices is 'A clinic''s invoice to a patient, as Stripe last showed it.';
comment on column public.invoices.subscription_id is
  'Null for a one-off charge. A charge without an invoice has a row of its own, with the id of the charge (ch_...).';
create index invoices_clinic_issued_idx on public.invoices (clinic_id, issued_at desc);
create index invoices_patient_idx on public.invoices (clinic_id, patient_id, issued_at desc);
create index invoices_subscription_idx on public.invoices (clinic_id, subscription_id);
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
  amount_due_cents, period_start, period_end, issued_at, paid_at, next_attempt_at, attempt_count)
  on public.invoices to authenticated, clinic_patient;
grant select (id, clinic_id, patient_id, subscription_id, number, status, currency, total_cents, tax_cents, amount_paid_cents,
  amount_due_cents, period_start, period_end, issued_at, paid_at, next_attempt_at, attempt_count, failure_mailed_at)
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
  -- Stripe's, ch_...
  id             text primary key,
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
  card_brand     text,
  card_last4     text check (card_last4 ~ '^\d{4}$'),
  charged_at     timestamptz not null,
  read_no        bigint not null default 0,
  unique (clinic_id, id),
  constraint payments_invoice_fkey foreign key (clinic_id, invoice_id)
    references public.invoices (clinic_id, id) on delete restrict,
  constraint payments_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.payments is 'One attempt to charge a card for an invoice, as Stripe last showed it.';
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
  card_last4, charged_at) on public.payments to authenticated, clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update on public.payments to system;

create table public.refunds (
  -- Stripe's, re_...
  id           text primary key,
  clinic_id    uuid not null references public.clinics on delete restrict,
  payment_id   text not null,
  patient_id   uuid not null,
  status       text not null check (status in ('pending', 'requires_action', 'succeeded', 'failed', 'canceled')),
  amount_cents bigint not null check (amount_cents > 0),
  currency     text not null check (currency ~ '^[a-z]{3}$'),
  refunded_at  timestamptz not null,
  read_no      bigint not null default 0,
  unique (clinic_id, id),
  constraint refunds_payment_fkey foreign key (clinic_id, payment_id)
    references public.payments (clinic_id, id) on delete restrict,
  constraint refunds_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.refunds is 'A refund of a payment, as Stripe last showed it. A refund can fail later.';
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
grant select, insert, update on public.refunds to system;

create table public.unassigned_charges (
  id              text primary key,
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
  id             text primary key,
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
  unique (clinic_id, id),
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