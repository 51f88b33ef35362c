-- 0040_remember_devices.sql: from where a person has signed in before, so that a sign-in from elsewhere can be told them.
create table auth.known_devices (
  user_id       uuid not null references auth.users on delete cascade,
  -- SHA-256 of browser, system and network: enough to recognise, nothing to read
  fingerprint   bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at  timestamptz not null,
  primary key (user_id, fingerprint)
);
comment on table auth.known_devices is
  'A kind of browser on a network from which a person has signed in; forgotten half a year after the last time.';
create index known_devices_last_seen_idx on auth.known_devices (last_seen_at);

alter table auth.known_devices enable row level security;
alter table auth.known_devices force row level security;
create policy known_devices_all_system on auth.known_devices to system using (true) with check (true);
grant select, insert, update, delete on auth.known_devices to system;

-- GET /admin/audit reads the sign-in part of the trail from its end
create index audit_log_auth_idx on app.audit_log (id) where action like 'auth.%';
