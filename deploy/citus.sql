-- Distributes an empty, migrated database over the nodes of Citus, by clinic. NOT TRIED ON CITUS IN THIS FORM: docs/scaling.md 5.
-- Run it on the coordinator as the schema's owner, a superuser:
--   psql -v ON_ERROR_STOP=1 -f deploy/citus.sql "$DATABASE_OWNER_URL"
--
-- The first part runs once. The second part runs again after each move of a clinic and after each migration.
-- Before it: select citus_set_coordinator_host('...'), so that workers reach the tables that remain here.

-- 1. Tables
create extension if not exists citus;
-- triggers run where the clinic's rows are; none reads another clinic's
set citus.enable_unsafe_triggers = on;
select app.distribution_script() \gexec

-- 2. Jobs: a request that enters at the node of its clinic queues them in its transaction. Their tables remain here, and are
-- reached from there.
do $$
declare
  t regclass;
begin
  for t in select c.oid from pg_class c
            where c.relnamespace = 'jobs'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition loop
    if not exists (select from pg_dist_partition p where p.logicalrelid = t) then
      perform citus_add_local_table_to_metadata(t, cascade_via_foreign_keys => true);
    end if;
  end loop;
end $$;

-- For the server with DATABASE_NODES=distributed (docs/decisions/0229). An address leads to its clinic in a reference table. All
-- shards of the clinic are with that of the outbox. Null, the coordinator, also for a node that cannot route statements.
create or replace function app.node_of_clinic(p_clinic text, out host text, out port integer)
language plpgsql stable set search_path = '' as $$
declare
  clinic uuid := coalesce((select c.id from public.clinics c where c.subdomain = p_clinic),
                          case when p_clinic ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_clinic::uuid end);
begin
  if clinic is null then return; end if;
  select n.nodename, n.nodeport into host, port
    from pg_catalog.pg_dist_placement p join pg_catalog.pg_dist_node n on n.groupid = p.groupid
   where p.shardid = pg_catalog.get_shard_id_for_distribution_column('app.outbox', clinic) and p.shardstate = 1
     and n.groupid <> 0 and n.noderole = 'primary' and n.isactive and n.hasmetadata and n.metadatasynced;
end $$;
-- the owner's functions are executable by none by default (db/migrations/0001_roles_and_context.sql), also those of the extension
grant execute on function pg_catalog.get_shard_id_for_distribution_column(regclass, "any") to system;
grant select on pg_catalog.pg_dist_placement, pg_catalog.pg_dist_node to system;

-- nodes need all functions, not only those of policies and triggers: a transaction enters by app.enter
select format('select create_distributed_function(%L)', f.oid::regprocedure)
  from pg_proc f join pg_namespace n on n.oid = f.pronamespace
 where n.nspname in ('public', 'app', 'auth') and f.prokind = 'f'
   and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = f.oid and d.deptype = 'e') \gexec

-- Privileges on columns and views, which Citus does not carry to its nodes, and to no moved shard
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
