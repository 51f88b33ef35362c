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

-- but for the columns by which it sees that a thread is there, as in 0230
create or replace function app.move_messages(p_clinic uuid, p_from uuid, p_into uuid, p_messages uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  clinic_unread constant uuid[] := app.unread_messages(p_clinic, array[p_from, p_into], 'clinic');
  patient_unread constant uuid[] := app.unread_messages(p_clinic, array[p_from, p_into], 'patient');
begin
  if cardinality(p_messages) = 0 then return; end if;
  insert into public.message_threads (patient_id, clinic_id, last_message_at, assignee_id, closed_at, closed_by)
  select p_into, t.clinic_id, t.last_message_at, t.assignee_id, t.closed_at, t.closed_by
    from public.message_threads t where t.clinic_id = p_clinic and t.patient_id = p_from
  on conflict (clinic_id, patient_id) do nothing;
  update public.messages m set number = m.number + 1000000
   where m.clinic_id = p_clinic and m.patient_id = p_from and m.id = any (p_messages);
  update public.messages m set patient_id = p_into
   where m.clinic_id = p_clinic and m.patient_id = p_from and m.id = any (p_messages);
  perform app.settle_thread(p_clinic, p_into, clinic_unread, patient_unread);
  if exists (select from public.messages m where m.clinic_id = p_clinic and m.patient_id = p_from) then
    perform app.settle_thread(p_clinic, p_from, clinic_unread, patient_unread);
  else
    -- an empty thread would stand in the inbox
    delete from public.message_threads t where t.clinic_id = p_clinic and t.patient_id = p_from;
  end if;
end $$;
