-- 0036_create_receipts.sql: a receipt for each payment of a patient to a clinic, numbered per clinic without gaps and never
-- changed (docs/payments.md 10, docs/domain-rules.md complaint 21).
create table public.receipts (
  id             uuid primary key default gen_random_uuid(),
  clinic_id      uuid not null references public.clinics on delete restrict,
  -- the clinic's own series: 1, 2, 3, ...
  number         integer not null check (number > 0),
  payment_id     text not null,
  invoice_id     text not null,
  patient_id     uuid not null,
  issued_at      timestamptz not null,
  -- everything the document shows, as it was when it was issued
  clinic_name    text not null,
  clinic_color   text not null,
  clinic_phone   text,
  clinic_website text,
  time_zone      text not null,
  patient_name   text not null,
  patient_email  text,
  -- null where the payer is not the patient: then a receipt names no service (docs/domain-rules.md rule 30)
  plan_name      text,
  period_start   timestamptz not null,
  period_end     timestamptz not null,
  invoice_number text,
  currency       text not null check (currency ~ '^[a-z]{3}$'),
  amount_cents   bigint not null check (amount_cents > 0),
  -- included in the amount
  tax_cents      bigint not null check (tax_cents between 0 and amount_cents),
  paid_at        timestamptz not null,
  card_brand     text,
  card_last4     text,
  unique (clinic_id, id),
  constraint receipts_number_key unique (clinic_id, number),
  constraint receipts_payment_key unique (clinic_id, payment_id),
  constraint receipts_payment_fkey foreign key (clinic_id, payment_id)
    references public.payments (clinic_id, id) on delete restrict,
  constraint receipts_invoice_fkey foreign key (clinic_id, invoice_id)
    references public.invoices (clinic_id, id) on delete restrict,
  constraint receipts_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.receipts is
  'A receipt for one payment, with all that its document shows. Never changed. Names are out of every client''s reach: the document is made by the server.';
create index receipts_invoice_idx on public.receipts (clinic_id, invoice_id);
create index receipts_patient_idx on public.receipts (clinic_id, patient_id, paid_at desc);
create trigger receipts_are_immutable before update or delete or truncate on public.receipts
  for each statement execute function app.refuse_change();

create table app.receipt_numbers (
  clinic_id   uuid primary key references public.clinics on delete restrict,
  last_number integer not null check (last_number >= 0)
);
comment on table app.receipt_numbers is
  'The last number of each clinic''s receipts. A row, not a sequence: a rolled back receipt must not leave a gap.';

alter table public.receipts enable row level security;
alter table public.receipts force row level security;
alter table app.receipt_numbers enable row level security;
alter table app.receipt_numbers force row level security;

create policy receipts_select_own on public.receipts for select to authenticated, clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.own_patient_id()));
create policy receipts_select_admin on public.receipts for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy receipts_select_system on public.receipts for select to system using (true);
create policy receipts_insert_system on public.receipts for insert to system with check (true);
select app.guard_health_data('public.receipts');
grant select (id, clinic_id, number, payment_id, invoice_id, patient_id, issued_at, currency, amount_cents, tax_cents, paid_at)
  on public.receipts to authenticated, clinic_patient, clinic_admin;
grant select, insert on public.receipts to system;
create policy receipt_numbers_all_system on app.receipt_numbers to system using (true) with check (true);
grant select, insert, update on app.receipt_numbers to system;

-- Issues the receipt of a succeeded payment and returns its id; null when it has one, or did not succeed. The payment must be
-- booked (docs/payments.md 8): its tax is taken from the ledger.
-- security definer (owned by system), so that the backfill below runs with the server's rights
create function app.issue_receipt(p_clinic_id uuid, p_payment_id text, p_at timestamptz) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  next_number integer;
  issued uuid;
begin
  -- most calls are about a payment that was read again: they must not wait for each other
  if exists (select from public.receipts r where r.clinic_id = p_clinic_id and r.payment_id = p_payment_id) then
    return null;
  end if;
  -- two payments at once wait for each other here, and the second sees the first's number
  insert into app.receipt_numbers (clinic_id, last_number) values (p_clinic_id, 0) on conflict do nothing;
  select n.last_number + 1 into next_number from app.receipt_numbers n where n.clinic_id = p_clinic_id for update;
  if exists (select from public.receipts r where r.clinic_id = p_clinic_id and r.payment_id = p_payment_id) then
    return null;
  end if;
  insert into public.receipts (clinic_id, number, payment_id, invoice_id, patient_id, issued_at, clinic_name, clinic_color,
                               clinic_phone, clinic_website, time_zone, patient_name, patient_email, plan_name, period_start,
                               period_end, invoice_number, currency, amount_cents, tax_cents, paid_at, card_brand, card_last4)
  select p.clinic_id, next_number, p.id, i.id, p.patient_id, p_at, c.name, c.color, c.phone, c.website, c.time_zone,
         who.full_name, who.email, plan.name, i.period_start, i.period_end, i.number, p.currency, p.amount_cents,
         coalesce((select -t.amount_cents from public.journal j
                     join public.postings t on t.clinic_id = j.clinic_id and t.journal_id = j.id
                    where j.clinic_id = p.clinic_id and j.key = 'charge:' || p.id
                      and t.account = 'clinic:' || p.clinic_id || ':tax'), 0),
         p.charged_at, p.card_brand, p.card_last4
    from public.payments p
    join public.invoices i on i.clinic_id = p.clinic_id and i.id = p.invoice_id
    join public.subscriptions s on s.clinic_id = i.clinic_id and s.id = i.subscription_id
    -- as it was called when the patient agreed to it
    join public.plan_versions plan on plan.clinic_id = s.clinic_id and plan.id = s.version_id
    join public.patients who on who.clinic_id = p.clinic_id and who.id = p.patient_id
    join public.clinics c on c.id = p.clinic_id
   where p.clinic_id = p_clinic_id and p.id = p_payment_id and p.status = 'succeeded' and p.amount_cents > 0
  returning id into issued;
  if issued is not null then
    update app.receipt_numbers n set last_number = next_number where n.clinic_id = p_clinic_id;
  end if;
  return issued;
end $$;
alter function app.issue_receipt(uuid, text, timestamptz) owner to system;
grant execute on function app.issue_receipt(uuid, text, timestamptz) to system;

-- Payments of an earlier version get theirs now, oldest first, without a mail.
create function app.issue_missing_receipts() returns void language plpgsql security definer set search_path = '' as $$
declare
  paid record;
begin
  for paid in select p.clinic_id, p.id, p.charged_at from public.payments p where p.status = 'succeeded'
               order by p.clinic_id, p.charged_at, p.id
  loop
    perform app.issue_receipt(paid.clinic_id, paid.id, now());
  end loop;
end $$;
alter function app.issue_missing_receipts() owner to system;
select app.issue_missing_receipts();
drop function app.issue_missing_receipts();

-- A mail may carry a receipt: the document is made when it is sent, so the outbox holds only the id.
alter table app.mails add column receipt_id uuid;
alter table app.mails add constraint mails_receipt_fkey foreign key (clinic_id, receipt_id)
  references public.receipts (clinic_id, id) on delete restrict;
create index mails_receipt_idx on app.mails (clinic_id, receipt_id);

-- When the patient was last mailed about a failed attempt, for the clinic's list of invoices.
alter table public.invoices add column failure_mailed_at timestamptz;
grant select (failure_mailed_at) on public.invoices to clinic_admin;
