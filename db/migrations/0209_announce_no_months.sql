-- 0209_announce_no_months.sql: partitions are no change of the schema that callers see, so that making and dropping them lets no
-- server read it anew (0027). On the embedded database the news came amid the transaction that made them, and failed.
create or replace function app.announce_schema_change() returns event_trigger
language plpgsql set search_path = '' as $$
begin
  if current_setting('app.changes_months', true) = 'yes' then return; end if;
  notify pgrst, 'reload schema';
end $$;

-- In the body, since only a superuser may give a function a setting that no part of Postgres knows. An error takes it back with the
-- transaction.
create or replace function app.make_months(p_until timestamptz) returns integer
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

create or replace function app.drop_months(p_table text) returns bigint
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
