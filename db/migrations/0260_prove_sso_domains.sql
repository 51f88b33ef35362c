-- 0260_prove_sso_domains.sql: a clinic proves a domain in the DNS before its identity provider speaks for addresses there
-- (docs/decisions/0147).
create table app.sso_domains (
  clinic_id     uuid not null references public.clinics on delete restrict,
  domain        text not null constraint sso_domains_domain_check check (domain = lower(domain) and length(domain) <= 253),
  -- the TXT record must hold it
  token         text not null default replace(gen_random_uuid()::text, '-', '')
                  constraint sso_domains_token_check check (token ~ '^[0-9a-f]{32}$'),
  created_at    timestamptz not null default now(),
  checked_at    timestamptz,
  -- null: the provider does not speak for this domain
  proven_at     timestamptz,
  -- since when the record of a proven domain could not be read
  missing_since timestamptz,
  lost_at       timestamptz,
  constraint sso_domains_pkey primary key (clinic_id, domain),
  constraint sso_domains_lost_check check (proven_at is null or lost_at is null),
  constraint sso_domains_missing_check check (missing_since is null or proven_at is not null)
);
comment on table app.sso_domains is
  'A domain that a clinic''s identity providers name, and whether the clinic has proven it. Follows sso_providers by trigger; no client reads it.';
create unique index sso_domains_proven_key on app.sso_domains (domain) where proven_at is not null;

alter table app.sso_domains enable row level security;
alter table app.sso_domains force row level security;
create policy sso_domains_all_system on app.sso_domains to system using (true) with check (true);
grant select, insert, update, delete on app.sso_domains to system;

-- A domain has a row while one of the clinic's providers names it. A domain that no provider names is released, so that another
-- clinic can prove it; named again, it gets a new token.
-- security definer (owned by system), because an import and the actions write providers by different roles
create function app.follow_sso_domains() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from app.sso_domains d
   where d.clinic_id = new.clinic_id
     and not exists (select from public.sso_providers p
                      where p.clinic_id = d.clinic_id and p.removed_at is null and d.domain = any (p.domains));
  insert into app.sso_domains (clinic_id, domain)
  select new.clinic_id, named from unnest(new.domains) as named where new.removed_at is null
  on conflict do nothing;
  return null;
end $$;
alter function app.follow_sso_domains() owner to system;
create trigger sso_providers_follow_domains after insert or update of domains, removed_at on public.sso_providers
  for each row execute function app.follow_sso_domains();

-- Providers that are there already: their domains wait for the proof.
insert into app.sso_domains (clinic_id, domain)
select distinct p.clinic_id, lower(named) from public.sso_providers p, unnest(p.domains) as named where p.removed_at is null;

alter table public.user_notices drop constraint user_notices_kind_check;
alter table public.user_notices add constraint user_notices_kind_check check (kind in
  ('message_received', 'appointment_booked', 'appointment_moved', 'appointment_canceled', 'patient_joined',
   'invitation_accepted', 'plan_canceled', 'plan_ended', 'task_assigned', 'daily_summary', 'payment_failed', 'refund_refused',
   'refund_failed', 'dispute_opened', 'dispute_lost', 'dispute_won', 'payouts_blocked', 'commission_failed',
   'security_changed', 'sso_domain_missing', 'sso_domain_lost', 'records_merged', 'records_parted', 'record_split',
   'record_split_undone'));
