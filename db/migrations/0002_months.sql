-- Tables that only grow are partitioned by month, so that retention drops a month instead of deleting its rows
-- (docs/decisions/0117).
--
-- The partitions are in a schema that no role may use: rows are reached through their table, whose policies and grants apply.
create schema months;

create table app.monthly_tables (
  name        text primary key,
  -- the column of the month
  at_column   text not null,
  -- older rows are all in one partition, `_before`, such as those of an imported clinic
  begins_at   timestamptz not null,
  -- how many whole months to retain; null: retention deletes rows by other rules
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

-- Makes one partition of a table, for rows from p_from until p_to; null is open.
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
  -- rows that arrived before their month was made are in the partition for all others
  if to_regclass(rest) is not null then
    execute format('alter table %s disable trigger user', rest);
    execute format('with moved as (delete from %s where %I >= $1 and %I < $2 returning *) insert into %s select * from moved',
                   rest, at_column, at_column, part) using p_from, p_to;
    execute format('alter table %s enable trigger user', rest);
  end if;
  -- Postgres creates row triggers on a partition, but not statement triggers
  for guard in select t.tgname as name, pg_get_triggerdef(t.oid) as definition from pg_catalog.pg_trigger t
                where t.tgrelid = p_table::regclass and not t.tgisinternal and t.tgtype & 1 = 0 loop
    execute replace(guard.definition, format(' ON %s ', p_table), format(' ON %s ', part));
  end loop;
  execute format('alter table %s attach partition %s %s', p_table, part,
    case when p_suffix = 'other' then 'default'
         else format('for values from (%s) to (%L)', coalesce(quote_literal(p_from), 'minvalue'), p_to) end);
end $$;

-- Makes the partitions that are missing until a day, at most two years ahead.
-- The setting is made in the body: only a superuser may attach a setting unknown to Postgres to a function. An error reverts it
-- with the transaction.
-- security definer (of the tables' owner): only the owner may add partitions
create function app.make_months(p_until timestamptz) returns integer
language plpgsql security definer set search_path = '' set timezone = 'UTC' set lock_timeout = '2s' as $$
declare
  t app.monthly_tables;
  starts_at timestamptz;
  suffix text;
  made integer := 0;
begin
  perform set_config('app.changes_months', 'yes', true);
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
  perform set_config('app.changes_months', '', true);
  return made;
end $$;
grant execute on function app.make_months(timestamptz) to system;

-- The end of the months whose retention is over: the start of a month in UTC.
create function app.months_end(p_table text) returns timestamptz language plpgsql stable set search_path = '' as $$
begin
  return (select date_trunc('month', now() at time zone 'UTC') - make_interval(months => t.keep_months)
          from app.monthly_tables t where t.name = p_table) at time zone 'UTC';
end $$;
grant execute on function app.months_end(text) to system;

-- Drops the months of a table whose retention is over, all of them or none, and older rows with them. Returns their size in
-- bytes, null when none is due.
-- security definer (of the tables' owner): only the owner may drop partitions
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
  perform set_config('app.changes_months', 'yes', true);
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
  perform set_config('app.changes_months', '', true);
  return bytes;
end $$;
grant execute on function app.drop_months(text) to system;

-- Rows whose month had no partition: a job moves them, and the operator is warned if it does not.
-- security definer (of the tables' owner): no other role may read a partition
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

-- For migrations: divides a partitioned table without rows, from this month until three months ahead. p_keep_months: how many
-- months to retain, or null.
create function app.divide_by_month(p_table text, p_at_column text, p_keep_months integer) returns void
language plpgsql set search_path = '' as $$
declare
  this_month constant timestamptz := date_trunc('month', now(), 'UTC');
begin
  insert into app.monthly_tables (name, at_column, begins_at, keep_months)
  values (p_table, p_at_column, this_month, p_keep_months);
  perform app.make_partition(p_table, 'before', null, this_month);
  perform app.make_partition(p_table, 'other', null, null);
  perform app.make_months(now() + interval '3 months');
end $$;
