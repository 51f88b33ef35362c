-- The node of a distributed database that has a clinic's rows, by its address or id; null for the coordinator and for an unknown
-- clinic (docs/decisions/0229). The server calls it only with DATABASE_NODES=distributed. deploy/citus.sql replaces it.
create function app.node_of_clinic(p_clinic text, out host text, out port integer)
language plpgsql stable set search_path = '' as $$
begin
  raise exception 'the database is not distributed: run deploy/citus.sql' using errcode = 'feature_not_supported';
end $$;
grant execute on function app.node_of_clinic(text) to system;
