-- 0216_leave_lengths_open.sql: a video whose length nobody measured takes an unknown time, not a minute: 0 says so
-- (docs/decisions/0050).
alter table public.content_items
  drop constraint content_items_read_minutes_check,
  add constraint content_items_read_minutes_check check (read_minutes between 0 and 1440);
alter table public.content_versions
  drop constraint content_versions_read_minutes_check,
  add constraint content_versions_read_minutes_check check (read_minutes between 0 and 1440);

-- what is published never changes, but for this; no policy lets the owner see rows
grant update (read_minutes) on public.content_versions to system;
set local role system;
update public.content_items set read_minutes = 0 where type = 'video' and body ->> 'durationSeconds' is null;
update public.content_versions set read_minutes = 0 where type = 'video' and body ->> 'durationSeconds' is null;
reset role;
revoke update (read_minutes) on public.content_versions from system;
