-- 0058_keep_deleted_customers.sql: a clinic may delete a patient's customer in its own Stripe dashboard. The patient then
-- gets another one, and what was paid as the first is still theirs (docs/payments.md 4).

alter table public.patient_customers add column gone_at timestamptz;
comment on column public.patient_customers.gone_at is 'When the customer was found deleted at Stripe; joining makes another.';

create table app.former_customers (
  clinic_id       uuid not null references public.clinics on delete restrict,
  patient_id      uuid not null,
  stripe_customer text not null unique,
  replaced_at     timestamptz not null,
  primary key (clinic_id, stripe_customer),
  constraint former_customers_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table app.former_customers is 'Customers that a clinic has deleted at Stripe, of whom there are still payments.';
create index former_customers_patient_idx on app.former_customers (clinic_id, patient_id);

alter table app.former_customers enable row level security;
alter table app.former_customers force row level security;
create policy former_customers_all_system on app.former_customers to system using (true) with check (true);
grant select, insert on app.former_customers to system;
