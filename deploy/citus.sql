-- Distributes an empty, migrated database over the nodes of Citus, by clinic. NOT TRIED ON CITUS IN THIS FORM: docs/scaling.md 5.
-- Run it on the coordinator as the schema's owner, a superuser:
--   psql -v ON_ERROR_STOP=1 -f deploy/citus.sql "$DATABASE_OWNER_URL"
--
-- The first part runs once. The second part runs again after each move of a clinic and after each migration.

-- 1. Tables
create extension if not exists citus;
-- triggers run where the clinic's rows are; none reads another clinic's
set citus.enable_unsafe_triggers = on;
select app.distribution_script() \gexec

-- 2. Privileges on columns and views, which Citus does not carry to its nodes, and to no moved shard
do $$
declare
  node record;
begin
  for node in select n.nodeid, n.success, n.result from run_command_on_all_nodes(app.privileges_script()) n loop
    if not node.success then raise exception 'node % has no privileges: %', node.nodeid, node.result; end if;
  end loop;
end $$;

-- The check: fails, and names the differences, if a node is protected otherwise than the coordinator
do $$
declare
  node record;
begin
  for node in select n.nodeid, n.success, n.result from run_command_on_all_nodes('select app.protection()') n loop
    perform app.check_protection(node.nodeid::text, case when node.success then node.result end);
  end loop;
end $$;
