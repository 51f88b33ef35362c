-- 0206_prepare_months_of_mails.sql: mails and events of Stripe are to be partitioned by month (docs/decisions/0117), as the
-- audit trail is. Their months begin when no row that is there is younger: on a developer's machine the clock may be ahead.
do $$
declare
  newest timestamptz;
begin
  newest := (select max(m.queued_at) from app.mails m);
  insert into app.monthly_tables (name, at_column, begins_at, keep_months)
  values ('app.mails', 'queued_at',
          (date_trunc('month', greatest(app.first_month(newest is null), newest + interval '1 month') at time zone 'UTC'))
            at time zone 'UTC', 24);
  newest := (select max(e.occurred_at) from app.webhook_events e);
  insert into app.monthly_tables (name, at_column, begins_at, keep_months)
  values ('app.webhook_events', 'occurred_at',
          (date_trunc('month', greatest(app.first_month(newest is null), newest + interval '1 month') at time zone 'UTC'))
            at time zone 'UTC', 13);
  execute format('alter table app.mails add constraint is_before check (queued_at < %L) not valid',
                 (select begins_at from app.monthly_tables where name = 'app.mails'));
  execute format('alter table app.webhook_events add constraint is_before check (occurred_at < %L) not valid',
                 (select begins_at from app.monthly_tables where name = 'app.webhook_events'));
end $$;
