-- 0096_book_one_off_charges.sql: what a clinic charges in its own Stripe dashboard counts as well: of a known patient it is
-- booked, and what cannot be told apart is listed for the clinic to assign (docs/payments.md 9).
alter table public.invoices alter column subscription_id drop not null;
comment on column public.invoices.subscription_id is 'Null for a one-off charge. A charge without an invoice has a row of its own, with the id of the charge (ch_...).';

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
  -- whose it is, once somebody has said so; settled without a patient: nobody's
  patient_id      uuid,
  settled_at      timestamptz,
  constraint unassigned_charges_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.unassigned_charges is 'Succeeded charges of a clinic''s account that belong to no known patient, until somebody says whose they are.';
create index unassigned_charges_open_idx on public.unassigned_charges (clinic_id, charged_at) where settled_at is null;
create index unassigned_charges_patient_idx on public.unassigned_charges (clinic_id, patient_id);

alter table public.unassigned_charges enable row level security;
alter table public.unassigned_charges force row level security;
create policy unassigned_charges_select_admin on public.unassigned_charges for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy unassigned_charges_all_system on public.unassigned_charges to system using (true) with check (true);
grant select (id, clinic_id, amount_cents, currency, charged_at, payer_name, payer_email, card_brand, card_last4, patient_id,
  settled_at) on public.unassigned_charges to clinic_admin;
grant select, insert, update on public.unassigned_charges to system;
select app.guard_health_data('public.unassigned_charges');

comment on table app.former_customers is 'Further customers at Stripe who are a patient: deleted ones of whom there are still payments, and those that the clinic has assigned.';

-- one-off charges have receipts too
create or replace function app.issue_receipt(p_clinic_id uuid, p_payment_id text, p_at timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    left join public.subscriptions s on s.clinic_id = i.clinic_id and s.id = i.subscription_id
    -- as it was called when the patient agreed to it; none for a one-off charge
    left join public.plan_versions plan on plan.clinic_id = s.clinic_id and plan.id = s.version_id
    join public.patients who on who.clinic_id = p.clinic_id and who.id = p.patient_id
    join public.clinics c on c.id = p.clinic_id
   where p.clinic_id = p_clinic_id and p.id = p_payment_id and p.status = 'succeeded' and p.amount_cents > 0
  returning id into issued;
  if issued is not null then
    update app.receipt_numbers n set last_number = next_number where n.clinic_id = p_clinic_id;
  end if;
  return issued;
end $function$;
