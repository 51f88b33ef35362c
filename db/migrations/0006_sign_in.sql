-- Links and codes that prove a mailbox or a phone, the flows that they or a provider finish (docs/contracts/auth.md 1.10, 3.5),
-- and the limits that slow guessing down, shared by every process (docs/contracts/auth.md 1.9, docs/threats.md T20).
create table auth.flow_states (
  -- for a flow through a provider, also the `state` that the provider returns
  id                     uuid primary key default gen_random_uuid(),
  user_id                uuid references auth.users on delete cascade,
  -- recorded in the session as its method: recovery, magiclink, email/signup ...
  authentication_method  text not null,
  -- PKCE; without a challenge a flow ends in the page's fragment (docs/contracts/auth.md D17), or in the address of a linked
  -- identity
  code_challenge         text,
  code_challenge_method  text check (code_challenge_method in ('s256', 'plain')),
  -- SHA-256 of the code in the redirect; null until the link was used
  auth_code_hash         bytea unique,
  auth_code_issued_at    timestamptz,
  -- an OpenID provider such as Google; null for a flow that ends in a mail's link
  provider               text,
  -- a page of Carefold or of the allow-list, checked before it is stored
  redirect_to            text,
  -- our half of the flow towards the provider: PKCE (RFC 7636) and the nonce its identity token must carry
  provider_verifier      text,
  provider_nonce         text,
  -- when the provider sent the browser back, which it can do once
  returned_at            timestamptz,
  -- the provider's own tokens, readable only with the code in the redirect
  provider_tokens_sealed bytea,
  -- SHA-256 of the invitation link that the flow accepts, as in auth.one_time_tokens
  invite_link_hash       bytea,
  -- the person who adds a sign-in method instead of signing in
  linking_user_id        uuid references auth.users on delete cascade,
  -- when a SAML provider wants the session to end; stored until the browser redeems its code
  session_not_after      timestamptz,
  created_at             timestamptz not null,
  constraint flow_states_challenge_check check (
    (code_challenge is null) = (code_challenge_method is null) and (code_challenge is not null or provider is not null)),
  constraint flow_states_provider_check check (
    provider is null or (redirect_to is not null and provider_verifier is not null and provider_nonce is not null))
);
comment on table auth.flow_states is 'A sign-in started in one browser, which only that browser can finish (RFC 7636).';
create index flow_states_user_idx on auth.flow_states (user_id);
create index flow_states_linking_user_idx on auth.flow_states (linking_user_id);
create index flow_states_created_idx on auth.flow_states (created_at);

alter table auth.flow_states enable row level security;
alter table auth.flow_states force row level security;
create policy flow_states_all_system on auth.flow_states to system using (true) with check (true);
grant select, insert, update, delete on auth.flow_states to system;

create table auth.one_time_tokens (
  id              uuid primary key default gen_random_uuid(),
  user_id         uuid not null references auth.users on delete cascade,
  kind            text not null check (kind in ('confirmation', 'invitation', 'recovery', 'email_change_new',
                                                'email_change_current', 'address_change', 'reauthentication',
                                                'phone_confirmation', 'phone_change')),
  scope           text not null default '',
  -- the mailbox or phone it was sent to: it proves that one and no other
  address         text not null check (address = lower(address)),
  -- SHA-256 of the link's own random token (docs/contracts/auth.md D1)
  link_hash       bytea unique,
  link_expires_at timestamptz,
  code_hash       bytea,
  code_expires_at timestamptz,
  wrong_tries     smallint not null default 0,
  flow_state_id   uuid references auth.flow_states on delete set null,
  created_at      timestamptz not null,
  unique (user_id, kind, scope)
);
comment on table auth.one_time_tokens is 'At most one pending link and code per person and purpose; a new one replaces the old.';
comment on column auth.one_time_tokens.scope is
  'What else the token is bound to: an invitation''s id; identity:ID for the confirmation of a provider identity; sign-in-link for a confirmation requested to sign in; empty otherwise.';
create index one_time_tokens_invitation_idx on auth.one_time_tokens (scope) where kind = 'invitation';
create index one_time_tokens_flow_state_idx on auth.one_time_tokens (flow_state_id);
create index one_time_tokens_created_idx on auth.one_time_tokens (created_at);

alter table auth.one_time_tokens enable row level security;
alter table auth.one_time_tokens force row level security;
create policy one_time_tokens_all_system on auth.one_time_tokens to system using (true) with check (true);
grant select, insert, update, delete on auth.one_time_tokens to system;

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

alter table auth.rate_buckets enable row level security;
alter table auth.rate_buckets force row level security;
create policy rate_buckets_all_system on auth.rate_buckets to system using (true) with check (true);
grant select, insert, update, delete on auth.rate_buckets to system;

create table auth.mail_cooldowns (
  kind         text not null check (kind in ('confirmation', 'recovery', 'email_change', 'reauthentication', 'sms')),
  -- SHA-256, because addresses of strangers are stored here too
  address_hash bytea not null,
  sent_at      timestamptz not null,
  primary key (kind, address_hash)
);
comment on table auth.mail_cooldowns is
  'When a mail of a kind was last requested for an address, whether or not an account has that address (docs/contracts/auth.md D6).';
create index mail_cooldowns_sent_idx on auth.mail_cooldowns (sent_at);

alter table auth.mail_cooldowns enable row level security;
alter table auth.mail_cooldowns force row level security;
create policy mail_cooldowns_all_system on auth.mail_cooldowns to system using (true) with check (true);
grant select, insert, update, delete on auth.mail_cooldowns to system;

create table auth.sign_in_failures (
  address_hash   bytea primary key,
  failures       integer not null,
  last_failed_at timestamptz not null
);
comment on table auth.sign_in_failures is 'Consecutive wrong passwords for one address, known or not.';
create index sign_in_failures_last_idx on auth.sign_in_failures (last_failed_at);

alter table auth.sign_in_failures enable row level security;
alter table auth.sign_in_failures force row level security;
create policy sign_in_failures_all_system on auth.sign_in_failures to system using (true) with check (true);
grant select, insert, update, delete on auth.sign_in_failures to system;

create table auth.hook_calls (
  id         uuid primary key default gen_random_uuid(),
  hook       text not null check (hook in ('send_email', 'send_sms', 'after_user_created')),
  -- holds codes and links: deleted as soon as the hook has accepted it
  payload    jsonb not null,
  attempts   integer not null default 0,
  last_error text,
  created_at timestamptz not null
);
comment on table auth.hook_calls is 'Hook calls waiting to be delivered; a delivered one is deleted.';
create index hook_calls_created_idx on auth.hook_calls (created_at);

alter table auth.hook_calls enable row level security;
alter table auth.hook_calls force row level security;
create policy hook_calls_all_system on auth.hook_calls to system using (true) with check (true);
grant select, insert, update, delete on auth.hook_calls to system;

create table auth.address_changes (
  id             uuid primary key default gen_random_uuid(),
  user_id        uuid not null references auth.users on delete cascade,
  old_email      text not null check (old_email = lower(old_email)),
  new_email      text not null check (new_email = lower(new_email)),
  -- SHA-256 of the token in the link that objects
  objection_hash bytea not null unique,
  requested_at   timestamptz not null,
  -- from then on, only the proof of the new address can be missing
  effective_at   timestamptz not null,
  proven_at      timestamptz,
  settled_at     timestamptz,
  outcome        text check (outcome in ('done', 'objected', 'canceled', 'replaced', 'mailbox_used', 'taken', 'outdated',
                                         'expired')),
  constraint address_changes_settled_check check ((settled_at is null) = (outcome is null))
);
comment on table auth.address_changes is
  'A change to another address without the old mailbox, which its owner can stop for seven days (docs/decisions/0178). At most one is open per person.';
create unique index address_changes_open_key on auth.address_changes (user_id) where settled_at is null;
create index address_changes_user_idx on auth.address_changes (user_id, requested_at);
create index address_changes_due_idx on auth.address_changes (effective_at) where settled_at is null;

alter table auth.address_changes enable row level security;
alter table auth.address_changes force row level security;
create policy address_changes_all_system on auth.address_changes to system using (true) with check (true);
grant select, insert, update, delete on auth.address_changes to system;
