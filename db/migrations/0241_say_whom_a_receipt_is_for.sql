-- 0241_say_whom_a_receipt_is_for.sql: a receipt to a payer who is not a patient of the plan names no service (docs/domain-rules.md
-- rule 30), and one for several people says for whom it is, as health savings accounts ask. Receipts issued before stay as they
-- are.
alter table public.receipts add column covered_names text check (length(covered_names) <= 4000);
comment on column public.receipts.covered_names is
  'Whom the plan covered in the time that was paid for, one in a line, as the payer named them; null where that is the payer alone.';
grant update (covered_names) on public.receipts to system;

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
                               clinic_legal_name, clinic_address, clinic_tax_id, clinic_npi, covered_names)
  select p.clinic_id, next_number, p.id, i.id, p.patient_id, p_at, c.name, c.color, c.phone, c.website, c.time_zone,
         who.full_name, who.email, case when cover.has_payer then plan.name end, i.period_start,
         i.period_end, i.number, p.currency, p.amount_cents,
         coalesce((select -t.amount_cents from public.journal j
                     join public.postings t on t.clinic_id = j.clinic_id and t.journal_id = j.id
                    where j.clinic_id = p.clinic_id and j.key = 'charge:' || p.id
                      and t.account = 'clinic:' || p.clinic_id || ':tax'), 0),
         p.charged_at, p.card_brand, p.card_last4, d.legal_name, d.address, d.tax_id, d.npi,
         case when cover.has_others then cover.names end
    from public.payments p
    join public.invoices i on i.clinic_id = p.clinic_id and i.id = p.invoice_id
    join public.clinics c on c.id = p.clinic_id
    left join public.subscriptions s on s.clinic_id = i.clinic_id and s.id = i.subscription_id
    -- as it was called when the patient agreed to it; none for a one-off charge
    left join public.plan_versions plan on plan.clinic_id = s.clinic_id and plan.id = s.version_id
    -- whom the plan covers in the time that was paid for; everybody but the payer as the payer has named them
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
    update app.receipt_numbers n set last_number = next_number where n.clinic_id = p_clinic_id;
  end if;
  return issued;
end $function$;
