-- Fees for late cancellations and missed visits (docs/decisions/0216, docs/domain-rules.md rule 27).
create table public.visit_fees (
  id                  uuid default gen_random_uuid(),
  clinic_id           uuid not null references public.clinics on delete restrict,
  patient_id          uuid not null,
  appointment_id      uuid not null,
  -- as accepted: the kind of visit with its version, the amounts, the deadline, and the words that were shown
  type                text not null,
  type_version        integer not null,
  late_cancel_cents   integer constraint visit_fees_late_cancel_check check (late_cancel_cents > 0),
  no_show_cents       integer constraint visit_fees_no_show_check check (no_show_cents > 0),
  currency            text not null constraint visit_fees_currency_check check (currency ~ '^[a-z]{3}$'),
  cancel_window_hours integer not null constraint visit_fees_window_check check (cancel_window_hours >= 0),
  terms               text not null constraint visit_fees_terms_check check (length(terms) between 1 and 2000),
  accepted_at         timestamptz not null,
  -- null after the account is deleted
  accepted_by         uuid references auth.users on delete set null,
  -- when the patient canceled late, after reading that the fee may be charged
  late_at             timestamptz,
  -- of the charge: once claimed, a second press continues it
  reason              text constraint visit_fees_reason_check check (reason in ('late_cancel', 'no_show')),
  is_taxed            boolean not null default false,
  claimed_at          timestamptz,
  invoice_id          text,
  charged_at          timestamptz,
  charged_by          uuid references auth.users on delete set null,
  waived_at           timestamptz,
  waived_by           uuid references auth.users on delete set null,
  primary key (clinic_id, id),
  constraint visit_fees_appointment_key unique (clinic_id, appointment_id),
  constraint visit_fees_some_fee check (num_nonnulls(late_cancel_cents, no_show_cents) > 0),
  constraint visit_fees_claim_check check ((claimed_at is null) = (reason is null) and (invoice_id is null or claimed_at is not null)),
  constraint visit_fees_charge_check check (charged_at is null or (invoice_id is not null and waived_at is null)),
  constraint visit_fees_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint visit_fees_appointment_fkey foreign key (clinic_id, appointment_id)
    references public.appointments (clinic_id, id) on delete cascade,
  constraint visit_fees_invoice_fkey foreign key (clinic_id, invoice_id)
    references public.invoices (clinic_id, id) on delete restrict
);
comment on table public.visit_fees is
  'Health data: the fees that a patient accepted for a visit, word for word, and the charge by the desk, at most one a visit.';
create index visit_fees_patient_idx on public.visit_fees (clinic_id, patient_id);
create index visit_fees_invoice_idx on public.visit_fees (clinic_id, invoice_id) where invoice_id is not null;
create index visit_fees_accepted_by_idx on public.visit_fees (accepted_by) where accepted_by is not null;
create index visit_fees_charged_by_idx on public.visit_fees (charged_by) where charged_by is not null;
create index visit_fees_waived_by_idx on public.visit_fees (waived_by) where waived_by is not null;
create function app.announce_visit_fees() returns trigger language plpgsql set search_path = '' as $$
begin
  perform app.announce_to_team(new.clinic_id, 'appointments', new.patient_id);
  return null;
end $$;
create trigger visit_fees_announce after insert or update on public.visit_fees
  for each row execute function app.announce_visit_fees();

alter table public.visit_fees enable row level security;
alter table public.visit_fees force row level security;
-- written only by audited actions
create policy visit_fees_select_team on public.visit_fees for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy visit_fees_select_own on public.visit_fees for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id())
         and (select app.may_use_health_data()));
-- like the visits: with limited access, those that this guardian has booked
create policy visit_fees_select_guardian on public.visit_fees for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id())
         and (patient_id = (select app.ward_in_full()) or accepted_by = (select app.current_user_id()))
         and (select app.may_use_health_data()));
create policy visit_fees_all_system on public.visit_fees to system using (true) with check (true);
grant select on public.visit_fees to clinic_staff, clinic_admin;
grant select (id, clinic_id, patient_id, appointment_id, type, late_cancel_cents, no_show_cents, currency, cancel_window_hours,
  terms, accepted_at, late_at, reason, charged_at, waived_at) on public.visit_fees to clinic_patient, clinic_guardian;
grant select, insert, update, delete on public.visit_fees to system;
