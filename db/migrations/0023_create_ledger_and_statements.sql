-- 0023_create_ledger_and_statements.sql: an append-only double-entry ledger, and the commission statement of each clinic's
-- month (docs/payments.md 8).
create table public.journal (
  id          bigint generated always as identity primary key,
  clinic_id   uuid not null references public.clinics on delete restrict,
  -- charge:ch_..., refund:re_..., commission-owed:<statement>: posting the same fact again changes nothing
  key         text not null unique,
  kind        text not null check (kind in ('charge', 'refund', 'refund_failed', 'commission_owed')),
  occurred_at timestamptz not null,
  currency    text not null check (currency ~ '^[a-z]{3}$'),
  -- what led to the posting: a Stripe event, a sweep, a month's close
  source      text not null,
  posted_at   timestamptz not null,
  unique (clinic_id, id)
);
comment on table public.journal is 'One fact about money, posted once (docs/payments.md 8).';
create index journal_clinic_occurred_idx on public.journal (clinic_id, occurred_at);

create table public.postings (
  clinic_id    uuid not null references public.clinics on delete restrict,
  journal_id   bigint not null,
  -- clinic:<id>:stripe, clinic:<id>:revenue:wellness, platform:receivable:<id>, ... Revenue is negative by sign
  account      text not null,
  amount_cents bigint not null check (amount_cents <> 0),
  -- one amount for each account and fact, so nothing can be added to a fact later
  primary key (clinic_id, journal_id, account),
  constraint postings_journal_fkey foreign key (clinic_id, journal_id)
    references public.journal (clinic_id, id) on delete restrict
);
comment on table public.postings is 'The amounts of a fact per account. They sum to zero, which is checked when the transaction commits.';
create index postings_account_idx on public.postings (clinic_id, account);

create table public.statements (
  id                uuid primary key default gen_random_uuid(),
  clinic_id         uuid not null references public.clinics on delete restrict,
  month             text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  -- zone, currency, policy and rate as they were
  time_zone         text not null,
  currency          text not null check (currency ~ '^[a-z]{3}$'),
  policy            text not null check (policy in ('partnership', 'tier')),
  rate_bps          integer not null check (rate_bps between 0 and 10000),
  starts_at         timestamptz not null,
  ends_at           timestamptz not null check (ends_at > starts_at),
  gross_cents       bigint not null,
  refunds_cents     bigint not null,
  -- negative or zero: by how much an earlier month refunded more than it took in
  carried_in_cents  bigint not null check (carried_in_cents <= 0),
  net_cents         bigint not null,
  commission_cents  bigint not null,
  carried_out_cents bigint not null,
  status            text not null check (status in ('closed', 'nothing_owed')),
  closed_at         timestamptz not null,
  unique (clinic_id, month),
  unique (clinic_id, id),
  constraint statements_net_adds_up check (net_cents = gross_cents - refunds_cents + carried_in_cents),
  constraint statements_carry_is_the_negative_part check (carried_out_cents = least(0, net_cents)),
  -- rounded half up, once a statement (docs/domain-rules.md rule 2)
  constraint statements_commission_is_half_up check (commission_cents =
    case when policy = 'partnership' then (greatest(0, net_cents) * rate_bps * 2 + 10000) / 20000 else 0 end),
  constraint statements_status_says_what_is_owed check ((status = 'nothing_owed') = (commission_cents = 0))
);
comment on table public.statements is 'A clinic''s closed month: what it took in and what it owes Carefold. Never changed.';

create table public.statement_lines (
  -- the primary key guarantees that a revenue line is in one statement only
  journal_id   bigint primary key,
  clinic_id    uuid not null references public.clinics on delete restrict,
  statement_id uuid not null,
  -- revenue of the line without tax: positive for a charge, negative for a refund
  amount_cents bigint not null,
  constraint statement_lines_journal_fkey foreign key (clinic_id, journal_id)
    references public.journal (clinic_id, id) on delete restrict,
  constraint statement_lines_statement_fkey foreign key (clinic_id, statement_id)
    references public.statements (clinic_id, id) on delete restrict
);
comment on table public.statement_lines is 'The revenue lines of a statement.';
create index statement_lines_statement_idx on public.statement_lines (clinic_id, statement_id);
create index statement_lines_journal_idx on public.statement_lines (clinic_id, journal_id);

-- security definer (owned by system), because on older Postgres a deferred trigger runs as whoever commits
create function app.require_balance() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (select coalesce(sum(p.amount_cents), 0) from public.postings p
       where p.clinic_id = new.clinic_id and p.journal_id = new.journal_id) <> 0 then
    raise exception 'journal % does not balance', new.journal_id;
  end if;
  return null;
end $$;
alter function app.require_balance() owner to system;
create constraint trigger postings_balance after insert on public.postings
  deferrable initially deferred for each row execute function app.require_balance();

create trigger journal_is_append_only before update or delete or truncate on public.journal
  for each statement execute function app.refuse_change();
create trigger postings_are_append_only before update or delete or truncate on public.postings
  for each statement execute function app.refuse_change();
create trigger statements_are_append_only before update or delete or truncate on public.statements
  for each statement execute function app.refuse_change();
create trigger statement_lines_are_append_only before update or delete or truncate on public.statement_lines
  for each statement execute function app.refuse_change();

alter table public.journal enable row level security;
alter table public.journal force row level security;
alter table public.postings enable row level security;
alter table public.postings force row level security;
alter table public.statements enable row level security;
alter table public.statements force row level security;
alter table public.statement_lines enable row level security;
alter table public.statement_lines force row level security;

create policy journal_select_admin on public.journal for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy journal_select_system on public.journal for select to system using (true);
create policy journal_insert_system on public.journal for insert to system with check (true);
grant select (id, clinic_id, key, kind, occurred_at, currency) on public.journal to clinic_admin;
grant select, insert on public.journal to system;

create policy postings_select_admin on public.postings for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy postings_select_system on public.postings for select to system using (true);
create policy postings_insert_system on public.postings for insert to system with check (true);
grant select on public.postings to clinic_admin;
grant select, insert on public.postings to system;

create policy statements_select_admin on public.statements for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy statements_select_system on public.statements for select to system using (true);
create policy statements_insert_system on public.statements for insert to system with check (true);
grant select on public.statements to clinic_admin;
grant select, insert on public.statements to system;

create policy statement_lines_select_admin on public.statement_lines for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy statement_lines_select_system on public.statement_lines for select to system using (true);
create policy statement_lines_insert_system on public.statement_lines for insert to system with check (true);
grant select on public.statement_lines to clinic_admin;
grant select, insert on public.statement_lines to system;
