-- 0203_create_months.sql: tables that only grow are partitioned by month, so that retention drops a month instead of deleting
-- its rows (docs/decisions/0117). What they have in common, and what the audit trail needs before it becomes such a table: the
-- next two migrations.

-- The partitions. Nobody may use this schema: rows are reached through their table, whose policies and grants apply.
create schema months;

create table app.monthly_tables (
  name        text primary key,
  -- the column of the month
  at_column   text not null,
  -- older rows are all in one partition, `_before`: what was there when the table was partitioned, and what is imported
  begins_at   timestamptz not null,
  -- whole months that stay; null: rows go by other rules
  keep_months integer check (keep_months > 0)
);
comment on table app.monthly_tables is 'Tables that are partitioned by month, in UTC, and how long a month stays.';
alter table app.monthly_tables enable row level security;
alter table app.monthly_tables force row level security;
create policy monthly_tables_all_system on app.monthly_tables to system using (true) with check (true);
grant select on app.monthly_tables to system;

create table app.dropped_months (
  id         bigint generated always as identity primary key,
  name       text not null,
  -- all rows before it are gone
  ended_at   timestamptz not null,
  bytes      bigint not null,
  dropped_at timestamptz not null default clock_timestamp()
);
comment on table app.dropped_months is 'Which months retention has dropped, append-only.';
create trigger dropped_months_is_append_only before update or delete or truncate on app.dropped_months
  for each statement execute function app.refuse_change();
alter table app.dropped_months enable row level security;
alter table app.dropped_months force row level security;
create policy dropped_months_all_system on app.dropped_months to system using (true) with check (true);
grant select, insert on app.dropped_months to system;

-- The month in which partitions of a table begin that may hold rows already. The rows that are there become one partition
-- without being copied: a check that no row is younger is proved beforehand. It leaves a month for the upgrade, in which old
-- servers go on writing.
create function app.first_month(p_is_empty boolean) returns timestamptz language sql stable
return (date_trunc('month', now() at time zone 'UTC') + case when p_is_empty then interval '0' else interval '2 months' end)
       at time zone 'UTC';

-- One more partition of a table, its rows from p_from until p_to; a null is open.
create function app.make_partition(p_table text, p_suffix text, p_from timestamptz, p_to timestamptz) returns void
language plpgsql set search_path = '' set timezone = 'UTC' as $$
declare
  at_column text := (select t.at_column from app.monthly_tables t where t.name = p_table);
  bare text := split_part(p_table, '.', 2);
  part text := format('months.%I', bare || '_' || p_suffix);
  rest text := format('months.%I', bare || '_other');
  guard record;
begin
  execute format('create table %s (like %s including defaults including constraints including storage)', part, p_table);
  execute format('alter table %s enable row level security', part);
  -- rows that came before their month was made are in the partition for all others
  if to_regclass(rest) is not null then
    execute format('alter table %s disable trigger user', rest);
    execute format('with moved as (delete from %s where %I >= $1 and %I < $2 returning *) insert into %s select * from moved',
                   rest, at_column, at_column, part) using p_from, p_to;
    execute format('alter table %s enable trigger user', rest);
  end if;
  -- row triggers follow by themselves, those of statements do not
  for guard in select t.tgname as name, pg_get_triggerdef(t.oid) as definition from pg_catalog.pg_trigger t
                where t.tgrelid = p_table::regclass and not t.tgisinternal and t.tgtype & 1 = 0 loop
    execute replace(guard.definition, format(' ON %s ', p_table), format(' ON %s ', part));
  end loop;
  execute format('alter table %s attach partition %s %s', p_table, part,
    case when p_suffix = 'other' then 'default'
         else format('for values from (%s) to (%L)', coalesce(quote_literal(p_from), 'minvalue'), p_to) end);
end $$;

-- Makes the partitions that are missing until a day, at most two years ahead.
-- security definer (owned by the owner of the tables), because only they may add partitions
create function app.make_months(p_until timestamptz) returns integer
language plpgsql security definer set search_path = '' set timezone = 'UTC' set lock_timeout = '2s' as $$
declare
  t app.monthly_tables;
  starts_at timestamptz;
  suffix text;
  made integer := 0;
begin
  for t in select m.* from app.monthly_tables m order by m.name for update loop
    starts_at := t.begins_at;
    while starts_at < least(p_until, now() + interval '2 years') loop
      suffix := to_char(starts_at, 'YYYY_MM');
      if to_regclass(format('months.%I', split_part(t.name, '.', 2) || '_' || suffix)) is null then
        perform app.make_partition(t.name, suffix, starts_at, starts_at + interval '1 month');
        made := made + 1;
      end if;
      starts_at := starts_at + interval '1 month';
    end loop;
  end loop;
  return made;
end $$;
grant execute on function app.make_months(timestamptz) to system;

-- Until when a table's months have had their time: the start of a month in UTC.
create function app.months_end(p_table text) returns timestamptz language sql stable
return (select date_trunc('month', now() at time zone 'UTC') - make_interval(months => t.keep_months)
          from app.monthly_tables t where t.name = p_table) at time zone 'UTC';
grant execute on function app.months_end(text) to system;

-- Drops the months of a table that have had their time, all of them or none, and with them what was there before.
-- Returns their size in bytes, null when none is due.
-- security definer (owned by the owner of the tables), because only they may drop partitions
create function app.drop_months(p_table text) returns bigint
language plpgsql security definer set search_path = '' set timezone = 'UTC' set lock_timeout = '2s' as $$
declare
  t app.monthly_tables;
  ends_at timestamptz := app.months_end(p_table);
  bare text := split_part(p_table, '.', 2);
  starts_at timestamptz;
  part text;
  bytes bigint := 0;
begin
  select m.* into strict t from app.monthly_tables m where m.name = p_table for update;
  if ends_at is null or ends_at <= t.begins_at then return null; end if;
  starts_at := t.begins_at;
  part := format('months.%I', bare || '_before');
  loop
    if to_regclass(part) is not null then
      bytes := bytes + pg_total_relation_size(part::regclass);
      execute format('drop table %s', part);
    end if;
    exit when starts_at >= ends_at;
    part := format('months.%I', bare || '_' || to_char(starts_at, 'YYYY_MM'));
    starts_at := starts_at + interval '1 month';
  end loop;
  perform app.make_partition(p_table, 'before', null, ends_at);
  update app.monthly_tables m set begins_at = ends_at where m.name = p_table;
  return bytes;
end $$;
grant execute on function app.drop_months(text) to system;

-- Rows for which nobody had made a month: a job moves them, and the operator hears when it does not.
-- security definer (owned by the owner of the tables), because nobody else may look into a partition
create function app.rows_outside_months() returns table (name text, rows bigint)
language plpgsql security definer set search_path = '' as $$
declare
  t text;
begin
  for t in select m.name from app.monthly_tables m order by 1 loop
    return query execute format('select %L::text, count(*) from months.%I', t, split_part(t, '.', 2) || '_other');
  end loop;
end $$;
grant execute on function app.rows_outside_months() to system;

-- The audit trail, its links and its subjects go together.
do $$
declare
  has_rows boolean;
  begins_at timestamptz;
begin
  select is_called into has_rows from app.audit_log_id_seq;
  begins_at := app.first_month(not has_rows);
  -- rows of before count as of any time: a value that costs no rewriting of the table
  alter table app.audit_links add column occurred_at timestamptz not null default '-infinity';
  alter table app.audit_subjects add column occurred_at timestamptz not null default '-infinity';
  execute format('alter table app.audit_log add constraint is_before check (occurred_at < %L) not valid', begins_at);
  execute format('alter table app.audit_links add constraint is_before check (sealed_at < %L) not valid', begins_at);
  execute format('alter table app.audit_subjects add constraint is_before check (occurred_at < %L) not valid', begins_at);
  -- six years (docs/domain-rules.md rule 33)
  insert into app.monthly_tables (name, at_column, begins_at, keep_months)
  values ('app.audit_log', 'occurred_at', begins_at, 72), ('app.audit_links', 'sealed_at', begins_at, 72),
         ('app.audit_subjects', 'occurred_at', begins_at, 72);
end $$;
