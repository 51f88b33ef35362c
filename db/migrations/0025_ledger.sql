-- The ledger: append-only, double-entry (docs/payments.md 8).
create table public.journal (
  id          bigint generated always as identity,
  clinic_id   uuid not null references public.clinics on delete restrict,
  -- charge:ch_..., refund:re_..., commission-owed:<statement>: posting the same fact again changes nothing
  key         text not null,
  kind        text not null check (kind in
    ('charge', 'refund', 'refund_failed', 'dispute_lost', 'payment_reversed', 'commission_owed', 'commission_forgiven', 'platform_fee',
    'platform_fee_forgiven', 'platform_payment', 'platform_refund', 'platform_refund_failed', 'balance_movement',
    'stripe_fee', 'payout', 'payout_returned')),
  occurred_at timestamptz not null,
  currency    text not null check (currency ~ '^[a-z]{3}$'),
  -- the cause of the posting: a Stripe event, a sweep, a month's close
  source      text not null,
  posted_at   timestamptz not null,
  primary key (clinic_id, id),
  constraint journal_key_key unique (clinic_id, key)
);
comment on table public.journal is 'One fact about money, posted once (docs/payments.md 8).';
-- The sweep of Carefold's own account, which names no clinic.
create index journal_platform_idx on public.journal (key) where kind in ('platform_payment', 'platform_refund');
create index journal_clinic_occurred_idx on public.journal (clinic_id, occurred_at);
create trigger journal_is_append_only before update or delete or truncate on public.journal
  for each statement execute function app.refuse_change();

alter table public.journal enable row level security;
alter table public.journal force row level security;
create policy journal_select_admin on public.journal for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy journal_select_system on public.journal for select to system using (true);
create policy journal_insert_system on public.journal for insert to system with check (true);
create policy journal_select_permitted on public.journal for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[])
         and (select app.may_use_health_data()));
grant select (id, clinic_id, key, kind, occurred_at, currency) on public.journal to clinic_staff, clinic_admin;
grant select, insert on public.journal to system;

create table public.postings (
  clinic_id    uuid not null references public.clinics on delete restrict,
  journal_id   bigint not null,
  -- clinic:<id>:stripe, clinic:<id>:revenue:wellness, platform:receivable:<id>, ... Revenue is negative by sign
  account      text not null,
  amount_cents bigint not null check (amount_cents <> 0),
  -- one amount for each account and fact, so an amount cannot be added to a fact later
  primary key (clinic_id, journal_id, account),
  constraint postings_journal_fkey foreign key (clinic_id, journal_id)
    references public.journal (clinic_id, id) on delete restrict
);
comment on table public.postings is
  'The amounts of a fact per account. They sum to zero, which is checked when the transaction commits.';
create index postings_account_idx on public.postings (clinic_id, account);
create trigger postings_are_append_only before update or delete or truncate on public.postings
  for each statement execute function app.refuse_change();

alter table public.postings enable row level security;
alter table public.postings force row level security;
create policy postings_select_admin on public.postings for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy postings_select_system on public.postings for select to system using (true);
create policy postings_insert_system on public.postings for insert to system with check (true);
create policy postings_select_permitted on public.postings for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[])
         and (select app.may_use_health_data()));
grant select on public.postings to clinic_staff, clinic_admin;
grant select, insert on public.postings to system;

-- security definer: before Postgres 18 a deferred trigger runs as the role that commits
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

-- How a clinic names the ledger's accounts in its accounting software; without a row an export uses its default.
create table public.book_accounts (
  clinic_id uuid not null references public.clinics on delete restrict,
  account   text not null check (account in
    ('stripe', 'cash', 'bank', 'revenue:wellness', 'revenue:uninsured', 'revenue:other', 'tax', 'disputes', 'fees', 'other')),
  name      text not null check (length(name) between 1 and 100 and app.is_one_line(name)),
  primary key (clinic_id, account)
);
comment on table public.book_accounts is 'Names of accounts in exported journal entries (docs/decisions/0187).';

alter table public.book_accounts enable row level security;
alter table public.book_accounts force row level security;
create policy book_accounts_select_admin on public.book_accounts for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy book_accounts_all_system on public.book_accounts to system using (true) with check (true);
create policy book_accounts_select_permitted on public.book_accounts for select to clinic_staff
  using (clinic_id = (select app.current_clinic_id()) and 'money' = any ((select app.current_permission_sets())::text[])
         and (select app.may_use_health_data()));
grant select on public.book_accounts to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.book_accounts to system;
