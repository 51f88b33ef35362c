-- Tells the data API of each change of the schema, so that it reads the catalogue again. Optional: needs a superuser, or
-- on Postgres 16+ where the service allows event triggers. Without it, `notify pgrst, 'reload schema'` says the same.
create or replace function public.announce_schema_change() returns event_trigger
language plpgsql set search_path = '' as $$
begin
  notify pgrst, 'reload schema';
end $$;

drop event trigger if exists data_api_schema_changed;
create event trigger data_api_schema_changed on ddl_command_end
  execute function public.announce_schema_change();

drop event trigger if exists data_api_schema_dropped;
create event trigger data_api_schema_dropped on sql_drop
  execute function public.announce_schema_change();
