-- 0102_number_events_by_arrival.sql: an event is answered by a read of its object that began after it arrived, whatever caused
-- that read (docs/payments.md 7). Numbers of arrival and of reads are of one sequence.
alter table app.webhook_events add column arrived_no bigint;
alter table app.webhook_events alter column arrived_no set default nextval('app.stripe_reads');
comment on column app.webhook_events.arrived_no is 'Null for events of before this column, which are read in any case.';
