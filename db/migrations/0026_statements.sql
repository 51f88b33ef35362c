-- The monthly statement between a clinic and Carefold (docs/payments.md 8, 9).

create function app.rounded_commission(p_net_cents bigint, p_rate_bps integer) returns bigint
language sql immutable set search_path = '' as $$
  select (greatest(0::bigint, p_net_cents) * p_rate_bps * 2 + 10000) / 20000
$$;
alter function app.rounded_commission(bigint, integer) owner to system;
comment on function app.rounded_commission(bigint, integer) is 'The rate of an amount above zero, rounded half up to the cent.';

create table public.statements (
  id                uuid default gen_random_uuid(),
  clinic_id         uuid not null references public.clinics on delete restrict,
  month             text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  -- zone, currency, policy and rate as they were
  time_zone         text not null,
  currency          text not null check (currency ~ '^[a-z]{3}$'),
  policy            text not null check (policy in ('partnership', 'tier', 'flat_month', 'flat_member')),
  rate_bps          integer not null check (rate_bps between 0 and 10000),
  starts_at         timestamptz not null,
  ends_at           timestamptz not null check (ends_at > starts_at),
  gross_cents       bigint not null,
  refunds_cents     bigint not null,
  -- negative or zero: by how much the refunds of earlier months exceeded their revenue
  carried_in_cents  bigint not null,
  net_cents         bigint not null,
  commission_cents  bigint not null,
  carried_out_cents bigint not null,
  status            text not null check (status in ('closed', 'nothing_owed')),
  closed_at         timestamptz not null,
  fee_cents         bigint,
  members           integer check (members >= 0),
  primary key (clinic_id, id),
  unique (clinic_id, month),
  constraint statements_net_adds_up check (net_cents = gross_cents - refunds_cents + carried_in_cents),
  constraint statements_status_says_what_is_owed check ((status = 'nothing_owed') = (commission_cents = 0)),
  constraint statements_fee_is_flat check (
    (fee_cents is not null) = (policy in ('flat_month', 'flat_member')) and (members is not null) = (policy = 'flat_member')),
  constraint statements_commission_is_half_up check (commission_cents =
    case when policy = 'flat_month' then fee_cents
       when policy = 'flat_member' then fee_cents * members
       when policy = 'partnership' and app.rounded_commission(net_cents, rate_bps) >= 50
       then app.rounded_commission(net_cents, rate_bps) else 0 end),
  -- what earlier months carried waits for the next month under the commission
  constraint statements_carry_is_what_is_not_owed_on check (carried_out_cents =
    case when policy <> 'partnership' then least(net_cents, greatest(0::bigint, carried_in_cents))
       when net_cents > 0 and rate_bps > 0 and app.rounded_commission(net_cents, rate_bps) < 50 then net_cents
       else least(0::bigint, net_cents) end)
);
comment on table public.statements is 'A clinic''s closed month: its revenue and the amount it owes Carefold. Never changed.';
create trigger statements_are_append_only before update or delete or truncate on public.statements
  for each statement execute function app.refuse_change();

alter table public.statements enable row level security;
alter table public.statements force row level security;
create policy statements_select_admin on public.statements for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy statements_select_system on public.statements for select to system using (true);
create policy statements_insert_system on public.statements for insert to system with check (true);
create policy statements_select_permitted on public.statements for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[])
         and (select app.may_use_health_data()));
grant select on public.statements to clinic_staff, clinic_admin;
grant select, insert on public.statements to system;

create table public.statement_lines (
  -- the primary key guarantees that a revenue line is in one statement only
  journal_id   bigint,
  clinic_id    uuid not null references public.clinics on delete restrict,
  statement_id uuid not null,
  -- revenue of the line without tax: positive for a charge, negative for a refund
  amount_cents bigint not null,
  primary key (clinic_id, journal_id),
  constraint statement_lines_journal_fkey foreign key (clinic_id, journal_id)
    references public.journal (clinic_id, id) on delete restrict,
  constraint statement_lines_statement_fkey foreign key (clinic_id, statement_id)
    references public.statements (clinic_id, id) on delete restrict
);
comment on table public.statement_lines is 'The revenue lines of a statement.';
create index statement_lines_statement_idx on public.statement_lines (clinic_id, statement_id);
create trigger statement_lines_are_append_only before update or delete or truncate on public.statement_lines
  for each statement execute function app.refuse_change();

alter table public.statement_lines enable row level security;
alter table public.statement_lines force row level security;
create policy statement_lines_select_admin on public.statement_lines for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy statement_lines_select_system on public.statement_lines for select to system using (true);
create policy statement_lines_insert_system on public.statement_lines for insert to system with check (true);
create policy statement_lines_select_permitted on public.statement_lines for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[])
         and (select app.may_use_health_data()));
grant select on public.statement_lines to clinic_staff, clinic_admin;
grant select, insert on public.statement_lines to system;

-- A flat fee instead of the commission, where the law of a clinic's place forbids a share of its revenue: per month, or per
-- member who pays for a plan (docs/domain-rules.md choice 1, docs/payments.md 9).
create table public.fee_agreements (
  clinic_id  uuid not null references public.clinics on delete restrict,
  -- a month is billed under one policy: from this one on, until the next agreement
  from_month text not null check (from_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  policy     text not null check (policy in ('partnership', 'flat_month', 'flat_member')),
  -- in the clinic's currency; per month, or per member and month
  fee_cents  bigint check (fee_cents between 50 and 1000000),
  agreed_at  timestamptz not null,
  primary key (clinic_id, from_month),
  constraint fee_agreements_fee_is_flat check ((fee_cents is null) = (policy = 'partnership'))
);
comment on table public.fee_agreements is
  'The fee that a clinic pays Carefold from a month on: the commission, or a flat fee. Without a row: the commission.';

alter table public.fee_agreements enable row level security;
alter table public.fee_agreements force row level security;
create policy fee_agreements_select_admin on public.fee_agreements for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy fee_agreements_all_system on public.fee_agreements to system using (true) with check (true);
create policy fee_agreements_select_permitted on public.fee_agreements for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'billing' = any ((select app.current_permission_sets())::text[])
         and (select app.may_use_health_data()));
grant select on public.fee_agreements to clinic_staff, clinic_admin;
grant select, insert, update on public.fee_agreements to system;