-- 0007_create_auth_limits.sql: what slows guessing down, shared by every process (docs/contracts/auth.md 1.9, docs/threats.md
-- T20).
create table auth.rate_buckets (
  -- `group:address`
  key         text primary key,
  tokens      double precision not null,
  -- whether the last request got its token
  allowed     boolean not null,
  -- the database's clock: two servers may disagree about the time
  refilled_at timestamptz not null
);
comment on table auth.rate_buckets is 'Token buckets: tokens refill over time, up to the burst.';
create index rate_buckets_refilled_idx on auth.rate_buckets (refilled_at);

create table auth.mail_cooldowns (
  kind         text not null check (kind in ('confirmation', 'recovery', 'email_change', 'reauthentication', 'sms')),
  -- SHA-256, because addresses of strangers are stored here too
  address_hash bytea not null,
  sent_at      timestamptz not null,
  primary key (kind, address_hash)
);
comment on table auth.mail_cooldowns is
  'When a mail of a kind was last requested for an address, whether or not anybody has that address (docs/contracts/auth.md D6).';
create index mail_cooldowns_sent_idx on auth.mail_cooldowns (sent_at);

create table auth.sign_in_failures (
  address_hash   bytea primary key,
  failures       integer not null,
  last_failed_at timestamptz not null
);
comment on table auth.sign_in_failures is 'Consecutive wrong passwords for one address, known or not.';
create index sign_in_failures_last_idx on auth.sign_in_failures (last_failed_at);

alter table auth.rate_buckets enable row level security;
alter table auth.rate_buckets force row level security;
alter table auth.mail_cooldowns enable row level security;
alter table auth.mail_cooldowns force row level security;
alter table auth.sign_in_failures enable row level security;
alter table auth.sign_in_failures force row level security;
create policy rate_buckets_all_system on auth.rate_buckets to system using (true) with check (true);
create policy mail_cooldowns_all_system on auth.mail_cooldowns to system using (true) with check (true);
create policy sign_in_failures_all_system on auth.sign_in_failures to system using (true) with check (true);
grant select, insert, update, delete on auth.rate_buckets, auth.mail_cooldowns, auth.sign_in_failures to system;
