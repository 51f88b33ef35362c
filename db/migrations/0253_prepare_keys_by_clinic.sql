-- 0253_prepare_keys_by_clinic.sql: primary keys of tenant tables carry the clinic (docs/decisions/0144), step by step: each call
-- takes one table, or one foreign key with its two tables, for milliseconds. The next migration calls it until
-- nothing is left. In 0256 the function goes.
create function app.carry_clinic_in_next_key() returns integer
  language plpgsql set search_path = '' as $$
declare
  t record;
  part record;
begin
  -- 1. a table whose new key stands ready takes it as its primary key
  select n.nspname as schema, c.relname as name into t
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'app')
    join pg_catalog.pg_index x on x.indrelid = c.oid
    join pg_catalog.pg_class i on i.oid = x.indexrelid and i.relname = c.relname || '_by_clinic'
   order by 2 limit 1;
  if found then
    execute format('alter table %I.%I drop constraint %I', t.schema, t.name, t.name || '_pkey');
    execute format('alter table %I.%I add constraint %I primary key using index %I', t.schema, t.name, t.name || '_pkey',
                   t.name || '_by_clinic');
    return 1;
  end if;

  -- 2. a foreign key that leads to the same columns by the key that stands twice now leads to the primary key
  select f.conname as name, child.relkind as kind, f.conrelid::regclass::text as child,
         regexp_replace(pg_catalog.pg_get_constraintdef(f.oid), '(REFERENCES [^(]+)\([^)]*\)', '\1') as definition,
         f.conrelid as child_id
    into t
    from pg_catalog.pg_constraint f
    join pg_catalog.pg_class child on child.oid = f.conrelid
    join pg_catalog.pg_index old on old.indexrelid = f.conindid and not old.indisprimary
    join pg_catalog.pg_index key on key.indrelid = f.confrelid and key.indisprimary and key.indkey = old.indkey
   where f.contype = 'f' and f.conparentid = 0 and not exists (
           -- a partition's, made below, until all of the table's are there
           select from pg_catalog.pg_inherits h where h.inhrelid = f.conrelid)
   order by 3, 1 limit 1;
  if found then
    execute format('alter table %s drop constraint %I', t.child, t.name);
    if t.kind = 'r' then
      execute format('alter table %s add constraint %I %s not valid', t.child, t.name, t.definition);
    else
      for part in select h.inhrelid::regclass::text as name from pg_catalog.pg_inherits h where h.inhparent = t.child_id loop
        execute format('alter table %s add constraint %I %s not valid', part.name, t.name, t.definition);
      end loop;
    end if;
    return 1;
  end if;

  -- 3. the key that stands twice goes
  select n.nspname as schema, c.relname as name, u.conname as key into t
    from pg_catalog.pg_constraint u
    join pg_catalog.pg_index x on x.indexrelid = u.conindid
    join pg_catalog.pg_index p on p.indrelid = u.conrelid and p.indisprimary and p.indkey = x.indkey
    join pg_catalog.pg_class c on c.oid = u.conrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'app')
   where u.contype = 'u' order by 2 limit 1;
  if not found then return 0; end if;
  execute format('alter table %I.%I drop constraint %I', t.schema, t.name, t.key);
  return 1;
end $$;
