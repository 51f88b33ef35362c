-- Receipts: one for each payment of a patient to a clinic, numbered per clinic without gaps and never changed (docs/payments.md
-- 10, docs/domain-rules.md complaint 21).
create table public.receipts (
  id                uuid default gen_random_uuid(),
  clinic_id         uuid not null references public.clinics on delete restrict,
  -- within its series: 1, 2, 3, ...
  number            integer not null check (number > 0),
  -- of the payment, in the clinic's zone; null in the series that runs through all years
  series_year       smallint check (series_year between 2000 and 9999),
  -- as printed: R-000042, or 2026-0042 in a year's series
  label             text not null generated always as (case
    when series_year is null then 'R-' || lpad(number::text, greatest(6, length(number::text)), '0')
    else series_year::text || '-' || lpad(number::text, greatest(4, length(number::text)), '0') end) stored,
  payment_id        text not null,
  invoice_id        text not null,
  patient_id        uuid not null,
  issued_at         timestamptz not null,
  -- everything the document shows, as it was when it was issued
  clinic_name       text not null,
  clinic_color      text not null,
  clinic_phone      text,
  clinic_website    text,
  time_zone         text not null,
  patient_name      text not null,
  patient_email     text,
  -- null where the payer is not the patient: then a receipt names no service (docs/domain-rules.md rule 30)
  plan_name         text,
  period_start      timestamptz not null,
  period_end        timestamptz not null,
  invoice_number    text,
  currency          text not null check (currency ~ '^[a-z]{3}$'),
  amount_cents      bigint not null check (amount_cents > 0),
  tax_cents         bigint not null check (tax_cents between 0 and amount_cents),
  paid_at           timestamptz not null,
  card_brand        text,
  card_last4        text,
  clinic_legal_name text,
  clinic_address    text,
  clinic_tax_id     text,
  clinic_npi        text,
  covered_names     text check (length(covered_names) <= 4000),
  tax_name          text,
  tax_rate_ppm      integer,
  method            text not null default 'card',
  reference         text,
  primary key (clinic_id, id),
  constraint receipts_label_key unique (clinic_id, label),
  constraint receipts_payment_key unique (clinic_id, payment_id),
  constraint receipts_payment_fkey foreign key (clinic_id, payment_id)
    references public.payments (clinic_id, id) on delete restrict,
  constraint receipts_invoice_fkey foreign key (clinic_id, invoice_id)
    references public.invoices (clinic_id, id) on delete restrict,
  constraint receipts_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.receipts is
  'A receipt for one payment, with all that its document shows. Never changed. No client reads the names: the server creates the document.';
comment on column public.receipts.covered_names is
  'The people whom the plan covered in the paid time, one per line, as the payer named them; null where that is the payer alone.';
comment on column public.receipts.tax_rate_ppm is 'Of the plan when the receipt was issued; null without tax, or where Stripe computed it otherwise.';
create index receipts_invoice_idx on public.receipts (clinic_id, invoice_id);
create index receipts_patient_idx on public.receipts (clinic_id, patient_id, paid_at desc);
create trigger receipts_are_immutable before delete or update or truncate on public.receipts
  for each statement execute function app.refuse_change('UPDATE');

alter table public.receipts enable row level security;
alter table public.receipts force row level security;
create policy receipts_select_own on public.receipts for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.own_patient_id())
         and (select app.may_use_health_data()));
create policy receipts_select_pending on public.receipts for select to authenticated
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.own_patient_id()));
create policy receipts_select_admin on public.receipts for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy receipts_select_system on public.receipts for select to system using (true);
create policy receipts_insert_system on public.receipts for insert to system with check (true);
create policy receipts_update_system on public.receipts for update to system using (true) with check (true);
create policy receipts_select_permitted on public.receipts for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[])
         and (select app.may_use_health_data()));
grant select (id, clinic_id, number, series_year, label, payment_id, invoice_id, patient_id, issued_at, currency, amount_cents, tax_cents, paid_at)
  on public.receipts to authenticated, clinic_patient, clinic_staff, clinic_admin;
-- for the tax of a period (money-report)
grant select (tax_name, tax_rate_ppm) on public.receipts to clinic_staff, clinic_admin;
grant select, insert, update (patient_id, patient_name, patient_email, plan_name, card_brand, card_last4, covered_names, reference)
  on public.receipts to system;

create table app.receipt_numbers (
  clinic_id   uuid references public.clinics on delete restrict,
  -- 0: the series that runs through all years
  series_year smallint not null default 0,
  last_number integer not null check (last_number >= 0),
  primary key (clinic_id, series_year)
);
comment on table app.receipt_numbers is
  'The last number of each series of a clinic''s receipts. A row, not a sequence: a rolled back receipt must not leave a gap.';

alter table app.receipt_numbers enable row level security;
alter table app.receipt_numbers force row level security;
create policy receipt_numbers_all_system on app.receipt_numbers to system using (true) with check (true);
grant select, insert, update on app.receipt_numbers to system;

-- Issues the receipt of a succeeded payment, one-off charges included, and returns its id; null when it has one, or did not
-- succeed. The payment must be booked (docs/payments.md 8): its tax is taken from the ledger.
-- security definer: independent of the caller's rights
create function app.issue_receipt(p_clinic_id uuid, p_payment_id text, p_at timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  series smallint;
  next_number integer;
  issued uuid;
begin
  -- most calls concern a payment that was read again: they must not wait for each other
  if exists (select 1 from public.receipts r where r.clinic_id = p_clinic_id and r.payment_id = p_payment_id) then
    return null;
  end if;
  -- two payments at once wait for each other here, and the second sees the first's number
  select extract(year from p.charged_at at time zone c.time_zone) into series
    from public.payments p
    join public.clinics c on c.id = p.clinic_id
    join public.receipt_details d on d.clinic_id = p.clinic_id
   where p.clinic_id = p_clinic_id and p.id = p_payment_id and d.numbers_by_year;
  insert into app.receipt_numbers (clinic_id, series_year, last_number) values (p_clinic_id, coalesce(series, 0), 0)
    on conflict do nothing;
  select n.last_number + 1 into next_number from app.receipt_numbers n
   where n.clinic_id = p_clinic_id and n.series_year = coalesce(series, 0) for update;
  if exists (select 1 from public.receipts r where r.clinic_id = p_clinic_id and r.payment_id = p_payment_id) then
    return null;
  end if;
  insert into public.receipts (clinic_id, number, series_year, payment_id, invoice_id, patient_id, issued_at, clinic_name, clinic_color,
                               clinic_phone, clinic_website, time_zone, patient_name, patient_email, plan_name, period_start,
                               period_end, invoice_number, currency, amount_cents, tax_cents, paid_at, card_brand, card_last4,
                               clinic_legal_name, clinic_address, clinic_tax_id, clinic_npi, covered_names, tax_name, tax_rate_ppm,
                               method, reference)
  select p.clinic_id, next_number, series, p.id, i.id, p.patient_id, p_at, c.name, c.color, c.phone, c.website, c.time_zone,
         who.full_name, who.email, case when cover.has_payer then plan.name
              -- what was sold at the desk, to the patient who pays
              when i.sale_kind is not null then
                (select left(string_agg(l.description, ', ' order by l.amount_cents desc, l.id), 300) from public.invoice_lines l
                  where l.clinic_id = i.clinic_id and l.invoice_id = i.id) end, i.period_start,
         i.period_end, i.number, p.currency, p.amount_cents,
         coalesce((select -t.amount_cents from public.journal j
                     join public.postings t on t.clinic_id = j.clinic_id and t.journal_id = j.id
                    where j.clinic_id = p.clinic_id and j.key = 'charge:' || p.id
                      and t.account = 'clinic:' || p.clinic_id || ':tax'), 0),
         p.charged_at, p.card_brand, p.card_last4, d.legal_name, d.address, d.tax_id, d.npi,
         case when cover.has_others then cover.names end,
         case when i.tax_cents > 0 then s.tax_name end, case when i.tax_cents > 0 then s.tax_rate_ppm end,
         p.method, p.reference
    from public.payments p
    join public.invoices i on i.clinic_id = p.clinic_id and i.id = p.invoice_id
    join public.clinics c on c.id = p.clinic_id
    left join public.subscriptions s on s.clinic_id = i.clinic_id and s.id = i.subscription_id
    -- the name that the patient agreed to; none for a one-off charge
    left join public.plan_versions plan on plan.clinic_id = s.clinic_id and plan.id = s.version_id
    -- the people the plan covers in the time that was paid for; all but the payer as the payer has named them
    cross join lateral (
      select coalesce(bool_or(m.patient_id = p.patient_id), false) as has_payer,
             coalesce(bool_or(m.patient_id <> p.patient_id), false) as has_others,
             string_agg(distinct case when m.patient_id = p.patient_id then payer.full_name
                                      else coalesce(m.named, someone.full_name) end, e'\n') as names
        from public.subscription_members m
        join public.patients payer on payer.clinic_id = p.clinic_id and payer.id = p.patient_id
        join public.patients someone on someone.clinic_id = m.clinic_id and someone.id = m.patient_id
       where m.clinic_id = s.clinic_id and m.subscription_id = s.id
         and m.from_on <= (i.period_end at time zone c.time_zone)::date
         and (m.until_on is null or m.until_on >= (i.period_start at time zone c.time_zone)::date)) cover
    join public.patients who on who.clinic_id = p.clinic_id and who.id = p.patient_id
    left join public.receipt_details d on d.clinic_id = p.clinic_id
   where p.clinic_id = p_clinic_id and p.id = p_payment_id and p.status = 'succeeded' and p.amount_cents > 0
  returning id into issued;
  if issued is not null then
    update app.receipt_numbers n set last_number = next_number
     where n.clinic_id = p_clinic_id and n.series_year = coalesce(series, 0);
  end if;
  return issued;
end $function$;
alter function app.issue_receipt(uuid, text, timestamptz) owner to system;

-- The details that insurers and tax accountants ask of a receipt, in addition to the clinic's name: legal name, address, tax
-- number and NPI (docs/payments.md 10).
create table public.receipt_details (
  clinic_id  uuid primary key references public.clinics on delete restrict,
  legal_name text not null check (length(legal_name) between 1 and 200 and app.is_one_line(legal_name)),
  address    text check (length(address) between 1 and 400),
  tax_id     text check (length(tax_id) between 1 and 40 and app.is_one_line(tax_id)),
  npi        text check (npi ~ '^[12][0-9]{9}$'),
  -- receipts from then on: 2026-0001, counted per year of payment; receipts issued before retain their numbers
  numbers_by_year boolean not null default false,
  version    integer not null default 1,
  updated_at timestamptz not null default now()
);
comment on table public.receipt_details is 'A clinic''s details on its receipts, from the next one on.';

alter table public.receipt_details enable row level security;
alter table public.receipt_details force row level security;
create policy receipt_details_select_admin on public.receipt_details for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy receipt_details_all_system on public.receipt_details to system using (true) with check (true);
create policy receipt_details_select_permitted on public.receipt_details for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[])
         and (select app.may_use_health_data()));
grant select (clinic_id, legal_name, address, tax_id, npi, numbers_by_year, version) on public.receipt_details to clinic_staff, clinic_admin;
grant select, insert, update on public.receipt_details to system;