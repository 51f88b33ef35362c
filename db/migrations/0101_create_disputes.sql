-- 0101_create_disputes.sql: payments that cardholders dispute at their bank. The clinic answers, and what is lost is booked
-- (docs/payments.md 7, 8).
create table public.disputes (
  -- Stripe's, du_...
  id             text primary key,
  clinic_id      uuid not null references public.clinics on delete restrict,
  stripe_account text not null,
  payment_id     text not null,
  patient_id     uuid not null,
  -- Stripe's words
  status         text not null check (length(status) between 1 and 50),
  reason         text not null check (length(reason) between 1 and 50),
  amount_cents   bigint not null check (amount_cents >= 0),
  currency       text not null check (currency ~ '^[a-z]{3}$'),
  opened_at      timestamptz not null,
  -- until when the bank takes evidence
  due_by         timestamptz,
  is_answered    boolean not null,
  -- what the clinic has written for the bank, as Stripe keeps it
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
  using (clinic_id = (select app.current_clinic_id()));
create policy disputes_all_system on public.disputes to system using (true) with check (true);
grant select (id, clinic_id, payment_id, patient_id, status, reason, amount_cents, currency, opened_at, due_by, is_answered,
  evidence) on public.disputes to clinic_admin;
grant select, insert, update on public.disputes to system;
select app.guard_health_data('public.disputes');

alter table public.journal drop constraint journal_kind_check;
alter table public.journal add constraint journal_kind_check check (kind in
  ('charge', 'refund', 'refund_failed', 'dispute_lost', 'commission_owed', 'commission_forgiven', 'platform_fee',
   'platform_payment', 'platform_refund', 'platform_refund_failed'));
