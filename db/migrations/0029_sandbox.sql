-- The payment sandbox's objects, so that a restart loses nothing (docs/payments.md 2). Empty where a Stripe key is set.
create schema sandbox;
comment on schema sandbox is 'The payment sandbox''s own data. Nothing else in the product reads it.';
grant usage on schema sandbox to system;

create table sandbox.objects (
  -- platform, or acct_...
  account text not null,
  id      text not null,
  object  text not null,
  body    jsonb not null,
  primary key (account, id)
);
comment on table sandbox.objects is 'One Stripe-shaped object of the sandbox.';

alter table sandbox.objects enable row level security;
alter table sandbox.objects force row level security;
create policy objects_all_system on sandbox.objects to system using (true) with check (true);
grant select, insert, update, delete on sandbox.objects to system;