-- 0209_announce_no_months.sql: partitions are no change of the schema that callers see, so that making and dropping them lets no
-- server read it anew (0027). On the embedded database the news came amid the transaction that made them, and failed.
create or replace function app.announce_schema_change() returns event_trigger
language plpgsql set search_path = '' as $$
begin
  if current_setting('app.changes_months', true) = 'yes' then return; end if;
  notify pgrst, 'reload schema';
end $$;
alter function app.make_months(timestamptz) set app.changes_months = 'yes';
alter function app.drop_months(text) set app.changes_months = 'yes';
