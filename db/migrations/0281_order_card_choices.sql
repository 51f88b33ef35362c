-- 0281_order_card_choices.sql: a payment page that is read late does not replace a card that was chosen after it
-- (docs/payments.md 6). Stripe does not say when a card became the default.
alter table public.patient_customers
  add column chosen_method text,
  add column chosen_at timestamptz,
  add constraint patient_customers_choice_is_whole check (num_nulls(chosen_method, chosen_at) in (0, 2));
comment on column public.patient_customers.chosen_method is
  'Stripe''s id (pm_...) of the card that the payer chose last, on a payment page or among the saved cards; for the server only.';
comment on column public.patient_customers.chosen_at is 'When the card was chosen. An earlier choice never replaces a later one.';
