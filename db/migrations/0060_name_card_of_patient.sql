-- 0060_name_card_of_patient.sql: which card is charged, so that another one is noticed and tried on what is open.
alter table public.patient_customers add column card_method text;
comment on column public.patient_customers.card_method is 'Stripe''s, pm_...; told to nobody.';
