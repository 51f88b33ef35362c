-- 0020_create_clinic_billing.sql: what a clinic pays Carefold.
create table public.clinic_billing (
  clinic_id            uuid primary key references public.clinics on delete restrict,
  -- never two at once (docs/domain-rules.md choice 1)
  policy               text not null default 'partnership' check (policy in ('partnership', 'tier')),
  -- a change waits for the start of a month, so that no month is billed under two policies
  next_policy          text check (next_policy in ('partnership', 'tier')),
  next_policy_month    text check (next_policy_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  rate_bps             integer not null default 1200 check (rate_bps between 0 and 10000),
  -- the zone in which the running month is counted; follows clinics.time_zone at each month's close
  time_zone            text not null,
  tier                 text not null default 'free' check (tier in ('free', 'starter', 'professional', 'enterprise')),
  stripe_customer      text unique,
  stripe_subscription  text unique,
  -- Stripe's words: active, past_due, canceled, ...
  subscription_status  text,
  current_period_start timestamptz,
  current_period_end   timestamptz,
  cancel_at_period_end boolean not null default false,
  read_no              bigint not null default 0,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now(),
  check ((next_policy is null) = (next_policy_month is null))
);
comment on table public.clinic_billing is 'What a clinic pays Carefold: 12 % commission (partnership) or a monthly tier.';

-- Every clinic has its row from the start.
-- security definer (owned by system), because whoever opens a clinic may not write here
create function app.follow_clinic_in_billing() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into public.clinic_billing (clinic_id, time_zone) values (new.id, new.time_zone);
  -- once money has been posted, a new zone waits for the next month's start (docs/domain-rules.md rule 4)
  elsif not exists (select from public.journal j where j.clinic_id = new.id) then
    update public.clinic_billing set time_zone = new.time_zone where clinic_id = new.id;
  end if;
  return null;
end $$;
alter function app.follow_clinic_in_billing() owner to system;
create trigger clinics_have_billing after insert on public.clinics
  for each row execute function app.follow_clinic_in_billing();
create trigger clinics_zone_reaches_billing after update of time_zone on public.clinics
  for each row when (old.time_zone is distinct from new.time_zone) execute function app.follow_clinic_in_billing();

alter table public.clinic_billing enable row level security;
alter table public.clinic_billing force row level security;
create policy clinic_billing_select_admin on public.clinic_billing for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy clinic_billing_all_system on public.clinic_billing to system using (true) with check (true);
grant select (clinic_id, policy, next_policy, next_policy_month, rate_bps, time_zone, tier, subscription_status,
              current_period_start, current_period_end, cancel_at_period_end)
  on public.clinic_billing to clinic_admin;
grant select, insert, update on public.clinic_billing to system;
