-- 0095_create_patient_cards.sql: every card that a patient has saved with a clinic, the one that is charged among them.
create table public.patient_cards (
  id            uuid primary key default gen_random_uuid(),
  clinic_id     uuid not null references public.clinics on delete restrict,
  patient_id    uuid not null,
  stripe_method text not null,
  brand         text not null,
  last4         text not null check (last4 ~ '^\d{4}$'),
  exp_month     smallint not null check (exp_month between 1 and 12),
  exp_year      smallint not null,
  is_default    boolean not null default false,
  added_at      timestamptz not null default now(),
  constraint patient_cards_method_key unique (clinic_id, stripe_method),
  constraint patient_cards_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.patient_cards is 'The cards of a patient at the clinic''s own Stripe account, as last read from there.';
comment on column public.patient_cards.stripe_method is 'Stripe''s, pm_...; told to nobody.';
create index patient_cards_patient_idx on public.patient_cards (clinic_id, patient_id);
create index patient_cards_expiry_idx on public.patient_cards (exp_year, exp_month) where is_default;

alter table public.patient_cards enable row level security;
alter table public.patient_cards force row level security;
create policy patient_cards_select_own on public.patient_cards for select to authenticated, clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.own_patient_id()));
create policy patient_cards_all_system on public.patient_cards to system using (true) with check (true);
grant select (id, clinic_id, patient_id, brand, last4, exp_month, exp_year, is_default, added_at)
  on public.patient_cards to authenticated, clinic_patient;
grant select, insert, update, delete on public.patient_cards to system;
select app.guard_health_data('public.patient_cards');

-- those known so far; the rest arrive with the next read of their customer
insert into public.patient_cards (clinic_id, patient_id, stripe_method, brand, last4, exp_month, exp_year, is_default)
select clinic_id, patient_id, card_method, card_brand, card_last4, card_exp_month, card_exp_year, true
  from public.patient_customers
 where card_method is not null and card_brand is not null and card_last4 is not null
   and card_exp_month is not null and card_exp_year is not null;

-- a card that will expire is a fact of which its owner hears once
alter table app.notices drop constraint notices_kind_check;
alter table app.notices add constraint notices_kind_check check (kind in
  ('patient_joined', 'clinic_opened', 'payment_received', 'payment_failed', 'card_expiring', 'plan_canceled', 'plan_ended',
   'invitation_accepted', 'patient_message', 'patient_update', 'patient_reminder'));
