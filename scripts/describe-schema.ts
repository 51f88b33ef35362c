import type { PGlite } from '@electric-sql/pglite'

const schemas = `('public', 'app', 'auth', 'sandbox')`

/**
 * The schema as one readable text, from the catalog: what a migration did, for a review to see.
 *
 * For reading and comparing, not for restoring: `db/migrations` builds a database.
 */
export async function describeSchema(pglite: PGlite): Promise<string> {
  const parts = [
    '-- Generated from the migrations by `npm run schema`. Do not edit.',
    await section(pglite, functionsSql),
    await section(pglite, tablesSql),
  ]
  return `${parts.join('\n\n')}\n`
}

async function section(pglite: PGlite, sql: string): Promise<string> {
  const { rows } = await pglite.query<{ text: string }>(sql)
  return rows.map((row) => row.text).join('\n\n')
}

const grantees = (acl: string) => `(
  select string_agg(line, E'\\n' order by line) from (
    select format('grant %s to %s;', privileges, string_agg(grantee, ', ' order by grantee)) as line
      from (select coalesce(r.rolname, 'public') as grantee, string_agg(lower(a.privilege_type), ', ' order by a.privilege_type) as privileges
            from aclexplode(${acl}) a left join pg_roles r on r.oid = a.grantee
           where a.grantee is distinct from a.grantor group by 1) g
     group by privileges) lines)`

const functionsSql = `
  select concat_ws(E'\\n', rtrim(pg_get_functiondef(p.oid)) || ';', '-- owner ' || o.rolname, ${grantees('p.proacl')}) as text
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_roles o on o.oid = p.proowner
    left join pg_depend d on d.objid = p.oid and d.deptype = 'e'
   where n.nspname in ${schemas} and d.objid is null and p.prokind in ('f', 'p')
   order by n.nspname, p.proname, p.oid::regprocedure::text`

const columnsSql = `(
  select string_agg(format('  %s %s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
           case when a.attnotnull then ' not null' else '' end,
           case when a.attidentity <> '' then ' generated as identity' when a.attgenerated <> '' then ' generated always as ' else case when d.adbin is not null then ' default ' else '' end end,
           coalesce(pg_get_expr(d.adbin, d.adrelid), '')), E',\\n' order by a.attnum)
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)`

const tablesSql = `
  select concat_ws(E'\\n',
    format('%s %I.%I (', case c.relkind when 'v' then 'view' else 'table' end, n.nspname, c.relname), ${columnsSql}, ');',
    'partition by ' || pg_get_partkeydef(c.oid) || ';',
    '-- ' || obj_description(c.oid, 'pg_class'),
    case c.relkind when 'v' then pg_get_viewdef(c.oid) end,
    (select string_agg(format('constraint %s %s;', conname, pg_get_constraintdef(oid)), E'\\n' order by contype, conname)
       from pg_constraint where conrelid = c.oid and contype <> 'n'),
    (select string_agg(pg_get_indexdef(i.indexrelid) || ';', E'\\n' order by ic.relname)
       from pg_index i join pg_class ic on ic.oid = i.indexrelid
      where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid)),
    (select string_agg(pg_get_triggerdef(oid) || ';', E'\\n' order by tgname) from pg_trigger where tgrelid = c.oid and not tgisinternal),
    case when c.relkind <> 'v' then format('row level security: %s, forced: %s', c.relrowsecurity, c.relforcerowsecurity) end,
    (select string_agg(format('policy %s %s%s to %s%s%s;', p.policyname, lower(p.cmd), case when p.permissive = 'RESTRICTIVE' then ' restrictive' else '' end,
              array_to_string(p.roles, ', '), ' using (' || p.qual || ')', ' with check (' || p.with_check || ')'), E'\\n' order by p.policyname)
       from pg_policies p where p.schemaname = n.nspname and p.tablename = c.relname),
    ${grantees('c.relacl')},
    (select string_agg(format('grant %s (%s) to %s;', privilege, columns, grantee), E'\\n' order by grantee, privilege)
       from (select r.rolname as grantee, lower(x.privilege_type) as privilege, string_agg(a.attname, ', ' order by a.attnum) as columns
               from pg_attribute a, aclexplode(a.attacl) x join pg_roles r on r.oid = x.grantee
              where a.attrelid = c.oid and a.attnum > 0 group by 1, 2) g)) as text
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname in ${schemas} and c.relkind in ('r', 'v', 'p')
   order by n.nspname, c.relname`
