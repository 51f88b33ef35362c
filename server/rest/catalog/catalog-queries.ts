/**
 * Object ids are read as text, so that both drivers return the same values; the first parameter is a JSON list of the
 * exposed schemas. No function in the queries may depend on privileges or fail for one object: that would cost the whole
 * schema.
 */

const userSchemas = `n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%'`

export const typesQuery = `
  select t.oid::text as id, n.nspname as schema, t.typname as name, format_type(t.oid, null) as display,
         t.typtype as kind, t.typcategory as category, nullif(t.typarray, 0)::text as array_id,
         nullif(t.typbasetype, 0)::text as base_id, nullif(t.typrelid, 0)::text as table_id
    from pg_type t join pg_namespace n on n.oid = t.typnamespace`

export const tablesQuery = `
  select c.oid::text as id, n.nspname as schema, c.relname as name, c.relkind as kind,
         c.relispartition as is_partition, pg_relation_is_updatable(c.oid, true) as events,
         obj_description(c.oid, 'pg_class') as comment,
         coalesce((
           select json_agg(json_build_object(
                    'number', a.attnum, 'name', a.attname, 'type', a.atttypid::text,
                    'default', case
                      when a.attgenerated <> '' then null
                      when a.attidentity <> '' then (
                        select format('nextval(%L)', format('%I.%I', sn.nspname, s.relname))
                          from pg_depend p join pg_class s on s.oid = p.objid join pg_namespace sn on sn.oid = s.relnamespace
                         where p.refobjid = a.attrelid and p.refobjsubid = a.attnum and p.deptype = 'i'
                           and p.classid = 'pg_class'::regclass and s.relkind = 'S')
                      when d.adbin is null then pg_get_expr(t.typdefaultbin, 0)
                      else pg_get_expr(d.adbin, d.adrelid) end) order by a.attnum)
             from pg_attribute a join pg_type t on t.oid = a.atttypid
                  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
            where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('r', 'v', 'm', 'f', 'p', 'c') and ${userSchemas}`

export const keysQuery = `
  select con.conname as name, con.contype as kind, con.conrelid::text as table_id,
         nullif(con.confrelid, 0)::text as foreign_id, to_json(con.conkey) as columns,
         to_json(con.confkey) as foreign_columns
    from pg_constraint con
   where con.contype in ('p', 'u', 'f') and con.conrelid <> 0 and con.conparentid = 0
   order by con.conname, con.oid`

export const viewsQuery = `
  select c.oid::text as id, r.ev_action::text as definition
    from pg_rewrite r join pg_class c on c.oid = r.ev_class join pg_namespace n on n.oid = c.relnamespace
   where r.rulename = '_RETURN' and c.relkind in ('v', 'm') and ${userSchemas}`

export const routinesQuery = `
  select n.nspname as schema, p.proname as name, p.provolatile = 'v' as volatile, p.proretset as returns_set,
         p.prorows = 1 as one_row, p.prorettype::text as returns_id, p.pronargs as inputs,
         p.pronargdefaults as defaults, to_json(p.proargnames) as names, to_json(p.proargmodes::text[]) as modes,
         to_json(coalesce(p.proallargtypes::text[], string_to_array(p.proargtypes::text, ' '))) as type_ids
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where p.prokind = 'f' and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
     and n.nspname in (select json_array_elements_text($1::text::json))
   order by n.nspname, p.proname, p.oid`
