-- 0041_queue_hook_calls.sql: what an installation's own mail or message sender is to be told, written in the transaction
-- that causes it and delivered by a job (auth-contract.md section 7 and D8).
create table auth.hook_calls (
  id           uuid primary key default gen_random_uuid(),
  hook         text not null check (hook in ('send_email', 'send_sms', 'after_user_created')),
  -- holds codes and links: deleted as soon as the hook has taken it
  payload      jsonb not null,
  attempts     integer not null default 0,
  last_error   text,
  created_at   timestamptz not null
);
comment on table auth.hook_calls is 'Calls of hooks that wait to be delivered; a delivered one is deleted.';
create index hook_calls_created_idx on auth.hook_calls (created_at);

alter table auth.hook_calls enable row level security;
alter table auth.hook_calls force row level security;
create policy hook_calls_all_system on auth.hook_calls to system using (true) with check (true);
grant select, insert, update, delete on auth.hook_calls to system;
