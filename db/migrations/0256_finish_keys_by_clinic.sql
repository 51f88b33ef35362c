-- 0256_finish_keys_by_clinic.sql: the last steps (docs/decisions/0144). Of mails that carry a receipt, each month's rows are
-- looked at while others write; then their keys are those of the whole table, which reads nothing again.
do $$
declare
  part text;
begin
  for part in select h.inhrelid::regclass::text from pg_catalog.pg_inherits h
               where h.inhparent = 'app.mails'::regclass loop
    execute format('alter table %s validate constraint mails_receipt_fkey', part);
  end loop;
end $$;
alter table app.mails add constraint mails_receipt_fkey
  foreign key (clinic_id, receipt_id) references public.receipts on delete restrict;

drop function app.carry_clinic_in_next_key();
-- the primary key has its columns now
drop index public.statement_lines_journal_idx;
