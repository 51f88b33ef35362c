-- 0109_count_saves_of_rooms.sql: rooms are changed in the settings, and one tab must not overwrite another unseen.
alter table public.rooms
  add column version    integer not null default 1 constraint rooms_version_check check (version > 0),
  add column updated_at timestamptz not null default app.now();
