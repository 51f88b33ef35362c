-- 0257_announce_after_the_commit.sql: announcements no longer make commits wait for each other (docs/decisions/0145).
--
-- A transaction that has used NOTIFY takes a lock of the whole installation before its commit and holds it until the commit is on
-- the disk, so that messages come in the order of commits: with a flush of 1 ms some 800 such commits a second, instead of
-- 12,000. A server that says so at the beginning of a transaction sends its announcements itself, once it is committed. For
-- everybody else, servers of the version before among them, it stays as it was.

-- Reports to a person's open pages, on whichever server, that something has changed. Ids and a topic only: the page reads what it
-- is, with its own rights (server/platform/live).
create or replace function app.announce(p_clinic_id uuid, p_user_id uuid, p_topic text) returns void
language plpgsql set search_path = '' as $$
declare
  message constant text := p_clinic_id || ' ' || p_user_id || ' ' || p_topic;
begin
  if current_setting('app.announces', true) = 'on' then
    -- goes to the client at once, whatever client_min_messages is, and not to the log
    raise info using errcode = 'CF001', message = message;
  else
    perform pg_catalog.pg_notify('carefold_live', message);
  end if;
end $$;
