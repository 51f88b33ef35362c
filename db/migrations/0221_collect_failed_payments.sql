-- 0221_collect_failed_payments.sql: what a clinic does about a payment that failed (docs/decisions/0139).

-- the list of them, the longest open first, without the clinic's other invoices
create index invoices_failed_idx on public.invoices (clinic_id, issued_at, id) where status = 'open' and attempt_count > 0;

-- The clinic's last try of the card: which click, and when. Two tabs and two admins charge one after the other (docs/domain-rules.md
-- rule 15). Read by no client.
alter table public.invoices
  add column retry_attempt uuid,
  add column retried_at    timestamptz;
