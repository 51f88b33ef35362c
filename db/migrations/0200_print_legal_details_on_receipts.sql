-- 0200_print_legal_details_on_receipts.sql: what insurers and tax accounts ask of a receipt, besides the clinic's name: its legal
-- name, address, tax number and NPI (docs/payments.md 10). Receipts that were issued before stay as they are.
create table public.receipt_details (
  clinic_id  uuid primary key references public.clinics on delete restrict,
  legal_name text not null check (length(legal_name) between 1 and 200 and app.is_one_line(legal_name)),
  -- as it is printed, in up to five lines
  address    text check (length(address) between 1 and 400),
  tax_id     text check (length(tax_id) between 1 and 40 and app.is_one_line(tax_id)),
  -- the national provider identifier of the United States
  npi        text check (npi ~ '^[12][0-9]{9}$'),
  version    integer not null default 1,
  updated_at timestamptz not null default now()
);
comment on table public.receipt_details is 'What a clinic''s receipts say of it, from the next one on.';

alter table public.receipt_details enable row level security;
alter table public.receipt_details force row level security;
create policy receipt_details_select_admin on public.receipt_details for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy receipt_details_all_system on public.receipt_details to system using (true) with check (true);
grant select (clinic_id, legal_name, address, tax_id, npi, version) on public.receipt_details to clinic_admin;
grant select, insert, update on public.receipt_details to system;
select app.guard_health_data('public.receipt_details');

alter table public.receipts
  add column clinic_legal_name text,
  add column clinic_address text,
  add column clinic_tax_id text,
  add column clinic_npi text;

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
                               period_end, invoice_number, currency, amount_cents, tax_cents, paid_at, card_brand, card_last4,
                               clinic_legal_name, clinic_address, clinic_tax_id, clinic_npi)
  select p.clinic_id, next_number, p.id, i.id, p.patient_id, p_at, c.name, c.color, c.phone, c.website, c.time_zone,
         who.full_name, who.email, plan.name, i.period_start, i.period_end, i.number, p.currency, p.amount_cents,
         coalesce((select -t.amount_cents from public.journal j
                     join public.postings t on t.clinic_id = j.clinic_id and t.journal_id = j.id
                    where j.clinic_id = p.clinic_id and j.key = 'charge:' || p.id
                      and t.account = 'clinic:' || p.clinic_id || ':tax'), 0),
         p.charged_at, p.card_brand, p.card_last4, d.legal_name, d.address, d.tax_id, d.npi
    from public.payments p
    join public.invoices i on i.clinic_id = p.clinic_id and i.id = p.invoice_id
    left join public.subscriptions s on s.clinic_id = i.clinic_id and s.id = i.subscription_id
    -- as it was called when the patient agreed to it; none for a one-off charge
    left join public.plan_versions plan on plan.clinic_id = s.clinic_id and plan.id = s.version_id
    join public.patients who on who.clinic_id = p.clinic_id and who.id = p.patient_id
    join public.clinics c on c.id = p.clinic_id
    left join public.receipt_details d on d.clinic_id = p.clinic_id
   where p.clinic_id = p_clinic_id and p.id = p_payment_id and p.status = 'succeeded' and p.amount_cents > 0
  returning id into issued;
  if issued is not null then
    update app.receipt_numbers n set last_number = next_number where n.clinic_id = p_clinic_id;
  end if;
  return issued;
end $function$;
