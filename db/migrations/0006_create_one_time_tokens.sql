-- 0006_create_one_time_tokens.sql: the links and codes that prove a mailbox, and the PKCE flows they may end in.

-- An account made by clinic-join may sign in before its address is confirmed; it then reads no health data and can take
-- no invitation (threats.md T31).
alter table auth.users add column may_sign_in_unconfirmed boolean not null default false;

create table auth.flow_states (
  id                    uuid primary key default gen_random_uuid(),
  user_id               uuid references auth.users on delete cascade,
  -- what the session will say about how it came to be: recovery, magiclink, email/signup ...
  authentication_method text not null,
  code_challenge        text not null,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  -- SHA-256 of the code in the redirect; null until the link was used
  auth_code_hash        bytea unique,
  auth_code_issued_at   timestamptz,
  created_at            timestamptz not null
);
comment on table auth.flow_states is 'A sign-in begun in one browser (RFC 7636), which only that browser can finish.';
create index flow_states_user_idx on auth.flow_states (user_id);
create index flow_states_created_idx on auth.flow_states (created_at);

create table auth.one_time_tokens (
  id              uuid primary key default gen_random_uuid(),
  user_id         uuid not null references auth.users on delete cascade,
  kind            text not null check (kind in ('confirmation', 'invitation', 'recovery', 'email_change_new',
                                                'email_change_current', 'reauthentication')),
  -- the invitation a token belongs to, so that two clinics can invite one person; empty for all other kinds
  scope           text not null default '',
  -- the mailbox it was sent to: it proves that one and no other
  address         text not null check (address = lower(address)),
  -- SHA-256 of the link's own random token (auth-contract.md D1)
  link_hash       bytea unique,
  link_expires_at timestamptz,
  code_hash       bytea,
  code_expires_at timestamptz,
  wrong_tries     smallint not null default 0,
  flow_state_id   uuid references auth.flow_states on delete set null,
  created_at      timestamptz not null,
  unique (user_id, kind, scope)
);
comment on table auth.one_time_tokens is 'One waiting link and code a person and purpose; a new one replaces the old.';
create index one_time_tokens_invitation_idx on auth.one_time_tokens (scope) where kind = 'invitation';
create index one_time_tokens_flow_state_idx on auth.one_time_tokens (flow_state_id);
create index one_time_tokens_created_idx on auth.one_time_tokens (created_at);

alter table auth.flow_states enable row level security;
alter table auth.flow_states force row level security;
alter table auth.one_time_tokens enable row level security;
alter table auth.one_time_tokens force row level security;
create policy flow_states_all_system on auth.flow_states to system using (true) with check (true);
create policy one_time_tokens_all_system on auth.one_time_tokens to system using (true) with check (true);
grant select, insert, update, delete on auth.flow_states, auth.one_time_tokens to system;
