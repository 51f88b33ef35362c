-- 0062_create_clinic_invoices.sql: what Carefold invoices a clinic, and the card it charges (docs/payments.md 9,
-- docs/decisions/0048).
create table public.clinic_invoices (
  -- Stripe's, in_...
  id                text primary key,
  clinic_id         uuid not null references public.clinics on delete restrict,
  -- other: written by hand in Carefold's own dashboard
  kind              text not null check (kind in ('commission', 'tier', 'other')),
  -- commission: the month it is for. One invoice for each, for good
  statement_id      uuid,
  number            text,
  status            text not null check (status in ('open', 'paid', 'void', 'uncollectible')),
  currency          text not null check (currency ~ '^[a-z]{3}$'),
  total_cents       bigint not null,
  amount_paid_cents bigint not null,
  amount_due_cents  bigint not null,
  refunded_cents    bigint not null default 0,
  period_start      timestamptz not null,
  period_end        timestamptz not null,
  issued_at         timestamptz not null,
  paid_at           timestamptz,
  -- commission without a saved card: to be paid by hand until then
  due_at            timestamptz,
  -- commission: Carefold's own attempts to charge the saved card; tier: Stripe's
  attempt_count     integer not null default 0,
  last_attempt_at   timestamptz,
  next_attempt_at   timestamptz,
  -- the card of the last attempt, Stripe's pm_...: another one is tried at once
  last_method       text,
  -- since when it is past due: the first attempt that failed, or due_at
  past_due_at       timestamptz,
  -- Stripe's code for the last refusal
  failure_code      text,
  -- when the admins were mailed that new members are stopped
  stopped_mailed_at timestamptz,
  read_no           bigint not null default 0,
  unique (clinic_id, id),
  unique (clinic_id, statement_id),
  constraint clinic_invoices_commission_has_a_statement check ((kind = 'commission') = (statement_id is not null)),
  constraint clinic_invoices_statement_fkey foreign key (clinic_id, statement_id)
    references public.statements (clinic_id, id) on delete restrict
);
comment on table public.clinic_invoices is 'An invoice of Carefold to a clinic, as Stripe last showed it: commission of a month, or a tier.';
create index clinic_invoices_issued_idx on public.clinic_invoices (clinic_id, issued_at desc);
create index clinic_invoices_unpaid_idx on public.clinic_invoices (clinic_id) where status in ('open', 'uncollectible');

alter table public.clinic_invoices enable row level security;
alter table public.clinic_invoices force row level security;
create policy clinic_invoices_select_admin on public.clinic_invoices for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy clinic_invoices_all_system on public.clinic_invoices to system using (true) with check (true);
grant select (id, clinic_id, kind, statement_id, number, status, currency, total_cents, amount_paid_cents,
              amount_due_cents, refunded_cents, period_start, period_end, issued_at, paid_at, due_at, attempt_count,
              last_attempt_at, next_attempt_at, past_due_at, failure_code)
  on public.clinic_invoices to clinic_admin;
grant select, insert, update on public.clinic_invoices to system;
select app.guard_health_data('public.clinic_invoices');

alter table public.clinic_billing
  -- what Carefold's next charge will use
  add column card_method    text,
  add column card_brand     text,
  add column card_last4     text constraint clinic_billing_card_last4_check check (card_last4 ~ '^\d{4}$'),
  add column card_exp_month integer,
  add column card_exp_year  integer,
  add column card_read_no   bigint not null default 0;
grant select (card_brand, card_last4, card_exp_month, card_exp_year) on public.clinic_billing to clinic_admin;

-- platform_fee: a tier or another invoice of Carefold's that was paid. platform_payment, platform_refund: money on Carefold's
-- own account. commission_forgiven: the invoice of a month was voided
alter table public.journal drop constraint journal_kind_check;
alter table public.journal add constraint journal_kind_check check (kind in
  ('charge', 'refund', 'refund_failed', 'commission_owed', 'commission_forgiven', 'platform_fee', 'platform_payment',
   'platform_refund', 'platform_refund_failed'));

-- What a clinic pays Carefold is no revenue of the clinic: it neither opens its first month nor holds its zone.
create or replace function app.follow_clinic_in_billing() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into public.clinic_billing (clinic_id, time_zone) values (new.id, new.time_zone);
  -- once revenue has been posted, a new zone waits for the next month's start (docs/domain-rules.md rule 4)
  elsif not exists (select from public.journal j
                     where j.clinic_id = new.id and j.kind in ('charge', 'refund', 'refund_failed')) then
    update public.clinic_billing set time_zone = new.time_zone where clinic_id = new.id;
  end if;
  return null;
end $$;
