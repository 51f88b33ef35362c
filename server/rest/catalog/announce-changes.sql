-- Notifies the data API of every schema change, so that it reloads its schema cache. Optional: needs a superuser, or
-- Postgres 16+ on services that allow event triggers. Without it, run `notify pgrst, 'reload schema'`.
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
