-- 0002_create_users_and_sessions.sql: people who can sign in, how they prove it, and where they are signed in.
-- Reached only by the auth service (role system); columns follow auth-contract.md 1.12 and section 4.
create table auth.users (
  id                   uuid primary key default gen_random_uuid(),
  aud                  text not null default 'authenticated',
  role                 text not null default 'authenticated',
  -- stored lower-cased, so that equality can use the index
  email                text check (email = lower(email) and length(email) <= 255),
  email_confirmed_at   timestamptz,
  phone                text,
  phone_confirmed_at   timestamptz,
  password_hash        text,
  is_sso               boolean not null default false,
  is_anonymous         boolean not null default false,
  -- written by the server only
  app_metadata         jsonb not null default '{}',
  -- writable by the person: for the screen, never for a decision
  user_metadata        jsonb not null default '{}',
  new_email            text check (new_email = lower(new_email)),
  new_phone            text,
  -- 1 when one side of a secure e-mail change has confirmed
  email_change_half    smallint not null default 0,
  invited_at           timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at     timestamptz,
  email_change_sent_at timestamptz,
  phone_change_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  last_sign_in_at      timestamptz,
  banned_until         timestamptz,
  deleted_at           timestamptz,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now()
);
comment on table auth.users is 'One sign-in. A person may have none; a patient record is not a sign-in.';
create unique index users_email_key on auth.users (email, aud) where not is_sso and email is not null;
create unique index users_phone_key on auth.users (phone) where phone is not null;
create index users_created_idx on auth.users (created_at);

create table auth.identities (
  id              uuid primary key default gen_random_uuid(),
  user_id         uuid not null references auth.users on delete cascade,
  provider        text not null,
  -- the provider's subject; the user's own id for email and phone
  provider_id     text not null,
  identity_data   jsonb not null default '{}',
  email           text generated always as (lower(identity_data ->> 'email')) stored,
  last_sign_in_at timestamptz,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  unique (provider, provider_id)
);
comment on table auth.identities is 'One way in which a person proves who they are.';
create index identities_user_idx on auth.identities (user_id);
create index identities_email_idx on auth.identities (email);

create table auth.sessions (
  id              uuid primary key default gen_random_uuid(),
  user_id         uuid not null references auth.users on delete cascade,
  aal             text not null default 'aal1' check (aal in ('aal1', 'aal2', 'aal3')),
  -- refresh tokens are not stored: a token is this counter, signed with this key (auth-contract.md section 4)
  refresh_key     bytea not null,
  refresh_counter bigint not null default 0,
  refreshed_at    timestamptz,
  not_after       timestamptz,
  user_agent      text,
  ip              inet,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now()
);
comment on table auth.sessions is 'One signed-in device. Deleting the row ends it everywhere with the next request.';
create index sessions_user_idx on auth.sessions (user_id, created_at);

create table auth.session_methods (
  session_id uuid not null references auth.sessions on delete cascade,
  method     text not null,
  provider   text,
  used_at    timestamptz not null,
  primary key (session_id, method)
);
comment on table auth.session_methods is 'The amr claim: which proofs a session rests on, one row a method.';

alter table auth.users enable row level security;
alter table auth.users force row level security;
alter table auth.identities enable row level security;
alter table auth.identities force row level security;
alter table auth.sessions enable row level security;
alter table auth.sessions force row level security;
alter table auth.session_methods enable row level security;
alter table auth.session_methods force row level security;
create policy users_all_system on auth.users to system using (true) with check (true);
create policy identities_all_system on auth.identities to system using (true) with check (true);
create policy sessions_all_system on auth.sessions to system using (true) with check (true);
create policy session_methods_all_system on auth.session_methods to system using (true) with check (true);
grant select, insert, update, delete on auth.users, auth.identities, auth.sessions, auth.session_methods to system;
