-- 0027_announce_schema_changes.sql: the data API is notified of every change of the schema and reads the catalog again
-- (docs/contracts/data-api.md 10).
create function app.announce_schema_change() returns event_trigger
language plpgsql set search_path = '' as $$
begin
  notify pgrst, 'reload schema';
end $$;

-- Only a superuser may create event triggers (on some services, also the owner). Elsewhere `npm run migrate` announces what
-- it has applied, and `notify pgrst, 'reload schema'` does the same by hand.
do $$
begin
  create event trigger data_api_schema_changed on ddl_command_end execute function app.announce_schema_change();
  create event trigger data_api_schema_dropped on sql_drop execute function app.announce_schema_change();
exception when insufficient_privilege then
  raise notice 'not allowed to create event triggers: schema changes are announced by migrations only';
end $$;
