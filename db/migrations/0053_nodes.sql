-- Privileges and policies on the nodes of a distributed database (docs/scaling.md 5). Citus carries neither privileges on
-- columns nor those on views to its workers, and has recreated policies in another form without an error.
--
-- A shard is a table of the same schema with a number at the end of its name: public.patients_102008.
create function app.name_without_shard(p_name text) returns text language sql immutable parallel safe
  return regexp_replace(p_name, '_[0-9]{6,}$', '');

-- Lists what protects the data on this node, one fact a line: roles, and privileges on schemas, functions, tables, views and columns,
-- policies and row-level security. A shard counts as its table, so that a shard that differs adds a line.
create function app.protection() returns text language plpgsql stable set search_path = '' as $$
begin
  return (
  with ours as (
    select n.oid, n.nspname::text as name, n.nspacl, n.nspowner from pg_catalog.pg_namespace n
     where n.nspname in ('public', 'app', 'auth')
  ),
  roles as (
    select r.oid, r.rolname::text as name, r.rolsuper, r.rolbypassrls, r.rolinherit from pg_catalog.pg_roles r
     where r.rolname in ('carefold_login', 'anon', 'authenticated', 'clinic_patient', 'clinic_guardian', 'clinic_staff',
                         'clinic_billing_only', 'clinic_admin', 'clinic_support', 'clinic_api_key', 'system')
  ),
  relations as (
    select c.oid, s.name || '.' || app.name_without_shard(c.relname) as name, c.relname::text as own_name, c.relkind, c.relacl,
           c.relowner, c.relrowsecurity, c.relforcerowsecurity
      from pg_catalog.pg_class c join ours s on s.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'S')
  ),
  given as (
    select s.oid, 'schema ' || s.name as subject, null::text as part, s.nspowner as owner,
           coalesce(s.nspacl, pg_catalog.acldefault('n', s.nspowner)) as acl
      from ours s
    union all
    select f.oid, 'function ' || f.oid::regprocedure, null, f.proowner,
           coalesce(f.proacl, pg_catalog.acldefault('f', f.proowner))
      from pg_catalog.pg_proc f join ours s on s.oid = f.pronamespace
    union all
    select r.oid, r.name, null, r.relowner,
           coalesce(r.relacl, pg_catalog.acldefault(case r.relkind when 'S' then 's' else 'r' end::"char", r.relowner))
      from relations r
    union all
    select r.oid, r.name, a.attname, r.relowner, a.attacl
      from relations r join pg_catalog.pg_attribute a on a.attrelid = r.oid and a.attacl is not null and not a.attisdropped
  ),
  facts as (
    select r.oid, 'role ' || r.name as subject,
           concat_ws(' ', case when r.rolsuper then 'superuser' end, case when r.rolbypassrls then 'bypassrls' end,
                     case when r.rolinherit then 'inherit' end) as fact
      from roles r
    union all
    select r.oid, 'role ' || r.name, 'member of ' || g.rolname
      from roles r join pg_catalog.pg_auth_members m on m.member = r.oid join pg_catalog.pg_roles g on g.oid = m.roleid
    union all
    select g.oid, g.subject,
           concat(lower(a.privilege_type), ' (' || g.part || ')', ' to ',
                  case a.grantee when 0 then 'public' else pg_catalog.pg_get_userbyid(a.grantee)::text end,
                  case when a.is_grantable then ' with grant option' end)
      from given g cross join lateral pg_catalog.aclexplode(g.acl) a where a.grantee <> g.owner
    union all
    select f.oid, 'function ' || f.oid::regprocedure,
           concat_ws(' ', case when f.prosecdef then 'as ' || pg_catalog.pg_get_userbyid(f.proowner) else 'as its caller' end,
                     array_to_string(f.proconfig, ' '))
      from pg_catalog.pg_proc f join ours s on s.oid = f.pronamespace
    union all
    select r.oid, r.name, concat('row-level security ', case when r.relrowsecurity then 'on' else 'off' end,
                                 case when r.relforcerowsecurity then ', forced' end)
      from relations r where r.relkind in ('r', 'p')
    union all
    select r.oid, r.name,
           concat_ws(' ', 'policy', p.polname, case when p.polpermissive then 'permissive' else 'restrictive' end, 'for',
                     p.polcmd::text, 'to',
                     (select string_agg(coalesce(w.rolname::text, 'public'), ', ' order by w.rolname)
                        from unnest(p.polroles) as one (role) left join pg_catalog.pg_roles w on w.oid = one.role),
                     'using', replace(pg_catalog.pg_get_expr(p.polqual, p.polrelid), r.own_name || '.', ''),
                     'with check', replace(pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid), r.own_name || '.', ''))
      from relations r join pg_catalog.pg_policy p on p.polrelid = r.oid
  )
  -- the facts of one shard are compared as a whole: a shard without a policy is a second set of facts of its table
  select string_agg(distinct regexp_replace(w.subject || ': ' || one.fact, '\s+', ' ', 'g') || w.twice, E'\n')
    from (select s.subject, s.facts, case when count(*) over (partition by s.subject) > 1 then ' (not on every shard)' else '' end as twice
            from (select f.subject, array_agg(f.fact order by f.fact) as facts from facts f group by f.subject, f.oid) s
           group by s.subject, s.facts) w
         cross join lateral unnest(w.facts) as one (fact));
end $$;
comment on function app.protection() is
  'What protects the data on this node: compared with the coordinator''s by app.check_protection (docs/scaling.md 5).';

-- Fails if another node is protected otherwise than this one, and names what differs.
create function app.check_protection(p_node text, p_protection text) returns void
language plpgsql set search_path = '' as $$
declare
  differences text;
begin
  with here as (select regexp_split_to_table(app.protection(), E'\n') as line),
       there as (select regexp_split_to_table(coalesce(p_protection, ''), E'\n') as line)
  select string_agg(d.line, E'\n' order by d.line) into differences
    from (select 'missing: ' || h.line as line from here h where h.line not in (select t.line from there t)
          union all
          select 'only there: ' || t.line from there t where t.line not in (select h.line from here h)) d;
  if differences is not null then
    raise exception 'node % is not protected as this one', p_node using detail = differences;
  end if;
end $$;

-- A script that gives the privileges on tables, views and columns of this node to another one, its shards included: run it there
-- after tables are distributed and after each move of a clinic. Tables that are not on that node are passed over.
create function app.privileges_script() returns text language plpgsql stable set search_path = '' as $$
begin
  return (
  with relations as (
    select c.oid, n.nspname::text as schema, c.relname::text as name, c.relacl, c.relowner
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'app', 'auth') and c.relkind in ('r', 'p', 'v')
       and c.relname = app.name_without_shard(c.relname)
  ),
  given as (
    select r.schema, r.name, a.grantee, a.is_grantable, lower(a.privilege_type) as verb, null::text as part, r.relowner
      from relations r cross join lateral pg_catalog.aclexplode(r.relacl) a
    union all
    select r.schema, r.name, a.grantee, a.is_grantable, lower(a.privilege_type), quote_ident(c.attname), r.relowner
      from relations r join pg_catalog.pg_attribute c on c.attrelid = r.oid and not c.attisdropped
     cross join lateral pg_catalog.aclexplode(c.attacl) a
  ),
  grants as (
    select g.schema, g.name,
           'grant ' || g.verb || coalesce(' (' || string_agg(g.part, ', ' order by g.part) || ')', '') || ' on %s to '
           || case g.grantee when 0 then 'public' else quote_ident(pg_catalog.pg_get_userbyid(g.grantee)) end
           || case when g.is_grantable then ' with grant option' else '' end as statement
      from given g where g.grantee <> g.relowner
     group by g.schema, g.name, g.verb, g.grantee, g.is_grantable, g.part is null
  ),
  lines as (
    -- roles that lost a privilege lose it there too
    select 0 as rank, r.schema, r.name, 'revoke all on %s from ' || w.names as statement
      from relations r cross join (
        select string_agg(quote_ident(p.rolname), ', ' order by p.rolname) as names from pg_catalog.pg_roles p
         where p.rolname in ('carefold_login', 'anon', 'authenticated', 'clinic_patient', 'clinic_guardian', 'clinic_staff',
                             'clinic_billing_only', 'clinic_admin', 'clinic_support', 'clinic_api_key', 'system')) w
    union all
    select 1, g.schema, g.name, g.statement from grants g
  )
  select E'do $privileges$\ndeclare\n  one record;\nbegin\n  for one in\n    select format(g.statement, c.oid::regclass) as statement'
         || E'\n      from (values\n'
         || string_agg(format('        (%s, %L, %L, %L)', row_number, l.schema, l.name, l.statement), E',\n' order by row_number)
         || E'\n      ) g (number, schema, name, statement)'
         || E'\n      join pg_namespace n on n.nspname = g.schema join pg_class c on c.relnamespace = n.oid and c.relkind in (''r'', ''p'', ''v'')'
         || E'\n       and app.name_without_shard(c.relname) = g.name'
         || E'\n     order by g.number\n  loop\n    execute one.statement;\n  end loop;\nend $privileges$;'
    from (select row_number() over (order by x.rank, x.schema, x.name, x.statement), x.* from lines x) l);
end $$;

-- The statements that distribute an empty database, for deploy/citus.sql: each table after those it references. Tenant tables are
-- distributed by clinic, all together; tables without a clinic are copied to every node. Partitioned ones of these stay here.
create function app.distribution_script() returns setof text language plpgsql stable set search_path = '' as $$
declare
  remaining oid[];
  anchor regclass;
  t record;
  is_stuck boolean := false;
begin
  remaining := array(
    select c.oid from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'app', 'auth') and c.relkind in ('r', 'p'));
  while cardinality(remaining) > 0 loop
    for t in
      select c.oid, c.relkind,
             exists (select 1 from pg_catalog.pg_attribute a
                      where a.attrelid = c.oid and a.attname = 'clinic_id' and not a.attisdropped) as is_tenant
        from pg_catalog.pg_class c
       where c.oid = any (remaining)
         and (is_stuck or not exists (
           select 1 from pg_catalog.pg_constraint k
            where k.contype = 'f' and k.conrelid = c.oid and k.confrelid <> c.oid and k.confrelid = any (remaining)))
       order by c.oid::regclass::text
       limit case when is_stuck then 1 end
    loop
      remaining := array_remove(remaining, t.oid);
      is_stuck := false;
      if t.is_tenant then
        return next format('select create_distributed_table(%L, ''clinic_id'', colocate_with => %L)', t.oid::regclass,
                           coalesce(anchor::text, 'none'));
        anchor := coalesce(anchor, t.oid::regclass);
      elsif t.relkind = 'r' then
        return next format('select create_reference_table(%L)', t.oid::regclass);
      end if;
    end loop;
    -- tables that reference each other: the first of them goes first
    is_stuck := not found;
  end loop;
end $$;
