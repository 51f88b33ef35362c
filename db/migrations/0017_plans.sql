-- A clinic's plans and prices. The policies by which members read a closed plan that they hold are in subscriptions.
create table public.plans (
  id               uuid default gen_random_uuid(),
  clinic_id        uuid not null references public.clinics on delete restrict,
  -- the plan family: a patient has at most one running plan of each kind (docs/domain-rules.md rule 16)
  kind             text not null check (kind in ('wellness', 'uninsured')),
  name             text not null check (length(btrim(name)) between 2 and 80),
  description      text not null default '' check (length(description) <= 600),
  includes         text[] not null default '{}' check (cardinality(includes) <= 12),
  status           text not null default 'draft' check (status in ('draft', 'published', 'closed', 'archived')),
  stripe_product   text,
  published_at     timestamptz,
  closed_at        timestamptz,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  excludes         text[] not null default '{}' check (cardinality(excludes) <= 12),
  -- a child is younger than this on the first day of a period (docs/domain-rules.md rule 13)
  child_age_limit  smallint not null default 18 check (child_age_limit between 1 and 26),
  trial_days       smallint not null default 0 check (trial_days between 0 and 90),
  archived_at      timestamptz,
  -- 0: it cannot be paused
  max_pause_months smallint not null default 0 check (max_pause_months between 0 and 12),
  -- unused: the rest of the period is refunded; none: the member has the plan until the period ends
  leaving_refund   text not null default 'none' check (leaving_refund in ('unused', 'none')),
  primary key (clinic_id, id),
  -- what is on sale must exist at Stripe
  constraint plans_published_is_at_stripe check (status = 'draft' or stripe_product is not null),
  constraint plans_name_is_one_line check (app.is_one_line(name))
);
comment on table public.plans is
  'One membership plan of one clinic. A closed plan takes no new members; those who hold it keep it.';
create index plans_clinic_status_idx on public.plans (clinic_id, status, created_at);

alter table public.plans enable row level security;
alter table public.plans force row level security;
-- The join page: every visitor of the clinic's host sees the plans on sale there.
create policy plans_select_published on public.plans for select to anon, authenticated, clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and status = 'published');
create policy plans_select_team on public.plans for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
-- written only by audited actions (save-plan, publish-plan, close-plan)
create policy plans_all_system on public.plans to system using (true) with check (true);
create policy plans_select_support on public.plans for select to clinic_support
  using (clinic_id = (select app.current_clinic_id()));
grant select (id, clinic_id, kind, name, description, includes, status, published_at, excludes, child_age_limit, trial_days,
  max_pause_months, leaving_refund) on public.plans to anon, authenticated, clinic_patient;
grant select (id, clinic_id, kind, name, description, includes, status, published_at, closed_at, created_at, updated_at,
  excludes, child_age_limit, trial_days, archived_at, max_pause_months, leaving_refund)
  on public.plans to clinic_staff, clinic_admin;
grant select (id, clinic_id, kind, name, status, published_at) on public.plans to clinic_support;
grant select, insert, update on public.plans to system;

-- The terms of a plan. A published plan changes for new members by a new version; a subscription has the version that was agreed
-- to (docs/payments.md 8, docs/domain-rules.md complaint 6).
create table public.plan_versions (
  id               uuid default gen_random_uuid(),
  clinic_id        uuid not null references public.clinics on delete restrict,
  plan_id          uuid not null,
  -- 1 is what was published first
  number           integer not null check (number > 0),
  name             text not null check (length(btrim(name)) between 2 and 80),
  description      text not null default '' check (length(description) <= 600),
  includes         text[] not null default '{}' check (cardinality(includes) <= 12),
  published_at     timestamptz not null,
  -- when a later version replaced it on the join page
  superseded_at    timestamptz check (superseded_at >= published_at),
  excludes         text[] not null default '{}' check (cardinality(excludes) <= 12),
  child_age_limit  smallint not null default 18 check (child_age_limit between 1 and 26),
  trial_days       smallint not null default 0 check (trial_days between 0 and 90),
  max_pause_months smallint not null default 0 check (max_pause_months between 0 and 12),
  leaving_refund   text not null default 'none' check (leaving_refund in ('unused', 'none')),
  -- whether the plan is; set by a trigger
  is_published     boolean not null default false,
  primary key (clinic_id, id),
  unique (clinic_id, plan_id, number),
  unique (clinic_id, plan_id, id),
  constraint plan_versions_plan_fkey foreign key (clinic_id, plan_id)
    references public.plans (clinic_id, id) on delete restrict
);
comment on table public.plan_versions is
  'The terms of a published plan, with its prices. Immutable: a change is a new version, for new members.';
create unique index plan_versions_current_key on public.plan_versions (clinic_id, plan_id) where superseded_at is null;

alter table public.plan_versions enable row level security;
alter table public.plan_versions force row level security;
create policy plan_versions_select_published on public.plan_versions for select to anon, authenticated, clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and superseded_at is null and is_published);
create policy plan_versions_select_team on public.plan_versions for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
-- written only by publish-plan and change-plan, which are audited
create policy plan_versions_all_system on public.plan_versions to system using (true) with check (true);
-- Immutable, except for its sale.
grant select (id, clinic_id, plan_id, number, name, description, includes, published_at, superseded_at, excludes,
  child_age_limit, trial_days, max_pause_months, leaving_refund, is_published)
  on public.plan_versions to anon, authenticated, clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update (superseded_at, is_published) on public.plan_versions to system;

create table public.plan_prices (
  id           uuid default gen_random_uuid(),
  clinic_id    uuid not null references public.clinics on delete restrict,
  plan_id      uuid not null,
  role         text not null default 'adult' check (role in ('adult', 'child', 'household', 'enrolment')),
  interval     text not null check (interval in ('month', 'year')),
  amount_cents bigint not null check (amount_cents between 50 and 99999999),
  currency     text not null check (currency ~ '^[a-z]{3}$'),
  stripe_price text,
  is_active    boolean not null default true,
  created_at   timestamptz not null default now(),
  version_id   uuid,
  -- whether the plan is; set by a trigger
  is_published boolean not null default false,
  primary key (clinic_id, id),
  constraint plan_prices_plan_fkey foreign key (clinic_id, plan_id)
    references public.plans (clinic_id, id) on delete restrict,
  unique (clinic_id, version_id, id),
  constraint plan_prices_stripe_price_key unique (clinic_id, stripe_price),
  constraint plan_prices_version_fkey foreign key (clinic_id, plan_id, version_id)
    references public.plan_versions (clinic_id, plan_id, id) on delete restrict,
  -- what can be paid is part of a version
  constraint plan_prices_at_stripe_has_version check (stripe_price is null or version_id is not null)
);
comment on table public.plan_prices is
  'A price of a plan. Immutable: a changed amount is a new price, so that agreed prices stay readable.';
comment on column public.plan_prices.role is
  'adult and child: for each of them; household: the most that all together pay; enrolment: once, when joining.';
create index plan_prices_clinic_plan_idx on public.plan_prices (clinic_id, plan_id);
create unique index plan_prices_active_key on public.plan_prices (clinic_id, plan_id, role, interval) where is_active;
create index plan_prices_clinic_version_idx on public.plan_prices (clinic_id, plan_id, version_id);

alter table public.plan_prices enable row level security;
alter table public.plan_prices force row level security;
create policy plan_prices_select_published on public.plan_prices for select to anon, authenticated, clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and is_active and is_published);
create policy plan_prices_select_team on public.plan_prices for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy plan_prices_all_system on public.plan_prices to system using (true) with check (true);
-- Immutable, except for its sale, the Stripe id of an existing price and the currency of drafts.
grant select (id, clinic_id, plan_id, role, interval, amount_cents, currency, is_active, version_id)
  on public.plan_prices to anon, authenticated, clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update (currency, stripe_price, is_active, version_id, is_published) on public.plan_prices to system;

-- Copies whether a plan is published to its versions and prices (docs/decisions/0161).
-- security definer: independent of the caller's rights
create function app.copy_plan_status() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'plans' then
    update public.plan_versions v set is_published = new.status = 'published'
     where v.clinic_id = new.clinic_id and v.plan_id = new.id;
    update public.plan_prices p set is_published = new.status = 'published'
     where p.clinic_id = new.clinic_id and p.plan_id = new.id;
    return null;
  end if;
  -- locked, so that a change of the status at the same time waits and then finds this row
  select p.status = 'published' into new.is_published from public.plans p
   where p.clinic_id = new.clinic_id and p.id = new.plan_id for share;
  -- without a plan the foreign key refuses the row
  new.is_published := coalesce(new.is_published, false);
  return new;
end $$;
alter function app.copy_plan_status() owner to system;
create trigger plans_copy_status after update of status on public.plans
  for each row when ((new.status = 'published') <> (old.status = 'published')) execute function app.copy_plan_status();
create trigger plan_versions_copy_status before insert on public.plan_versions
  for each row execute function app.copy_plan_status();
create trigger plan_prices_copy_status before insert or update of plan_id on public.plan_prices
  for each row execute function app.copy_plan_status();

-- A published plan says what its present version says; checked at commit, because publishing writes one after the other.
-- security definer: independent of the caller's rights
create function app.check_plan_words() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select 1 from public.plans p join public.plan_versions v on v.clinic_id = p.clinic_id and v.plan_id = p.id
                  where p.clinic_id = new.clinic_id and p.id = new.id and v.superseded_at is null
                    and (v.name, v.description, v.includes, v.excludes, v.child_age_limit, v.trial_days, v.max_pause_months,
                         v.leaving_refund)
                      = (p.name, p.description, p.includes, p.excludes, p.child_age_limit, p.trial_days, p.max_pause_months,
                         p.leaving_refund)) then
    raise exception 'plan % does not say what its present version says', new.id using errcode = '23514';
  end if;
  return null;
end $$;
alter function app.check_plan_words() owner to system;
create constraint trigger plans_check_words after insert or update on public.plans
  deferrable initially deferred for each row when (new.status <> 'draft') execute function app.check_plan_words();

-- Finds a clinic by its whole address or, if it has a plan on sale, by part of its name. At most 8, so that the list of clinics
-- cannot be read from it.
-- security definer: independent of the caller's rights
create function app.find_clinics(p_text text)
returns table (name text, subdomain text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  typed text := lower(btrim(p_text));
  found_count integer := 0;
  clinic record;
begin
  for clinic in
    select c.id, c.name, c.subdomain
      from public.clinics c
     where c.subdomain = typed
        -- the typed text is not a pattern
        or length(typed) >= 3 and position(typed in lower(c.name)) > 0
     order by c.subdomain = typed desc, c.name, c.subdomain
  loop
    -- clinic by clinic: plans are on the clinic's node
    continue when clinic.subdomain is distinct from typed
              and not exists (select 1 from public.plans p where p.clinic_id = clinic.id and p.status = 'published');
    name := clinic.name;
    subdomain := clinic.subdomain;
    return next;
    found_count := found_count + 1;
    exit when found_count = 8;
  end loop;
end $$;
alter function app.find_clinics(text) owner to system;

-- A clinic chooses its currency at set-up. It is fixed once a price exists at Stripe or money has moved (docs/payments.md 10).
-- Every change of a clinic's currency. Role system.
create function app.choose_currency(p_clinic_id uuid, p_currency text) returns void language plpgsql set search_path = '' as $$
begin
  if exists (select 1 from public.plan_prices p where p.clinic_id = p_clinic_id and p.stripe_price is not null)
     or exists (select 1 from public.journal j where j.clinic_id = p_clinic_id) then
    raise exception 'the currency of clinic % is fixed', p_clinic_id using errcode = 'restrict_violation';
  end if;
  update public.clinics c set currency = p_currency where c.id = p_clinic_id;
end $$;
grant execute on function app.choose_currency(uuid, text) to system;

-- Codes with which a clinic makes a plan cheaper (docs/payments.md 10). Immutable, except that a code can be switched off: the
-- terms that a member joined with stay readable.
create table public.coupons (
  id           uuid default gen_random_uuid(),
  clinic_id    uuid not null references public.clinics on delete restrict,
  code         text not null check (code ~ '^[A-Z0-9][A-Z0-9-]{2,19}$'),
  percent      smallint check (percent between 1 and 100),
  amount_cents bigint check (amount_cents between 50 and 1000000),
  currency     text not null check (currency ~ '^[a-z]{3}$'),
  duration     text not null check (duration in ('once', 'repeating', 'forever')),
  months       smallint check (months between 1 and 24),
  plan_id      uuid,
  max_uses     integer check (max_uses between 1 and 10000),
  -- the last day on which a patient can join with it, in the clinic's zone
  last_on      date,
  closed_at    timestamptz,
  created_at   timestamptz not null,
  primary key (clinic_id, id),
  -- a code that was switched off stays taken: the terms of its members contain it
  constraint coupons_code_key unique (clinic_id, code),
  constraint coupons_one_discount check ((percent is null) <> (amount_cents is null)),
  constraint coupons_repeating_has_months check ((duration = 'repeating') = (months is not null)),
  constraint coupons_plan_fkey foreign key (clinic_id, plan_id)
    references public.plans (clinic_id, id) on delete restrict
);
comment on table public.coupons is
  'A code for a discount on the charges of a plan. Patients enter it; only those who joined with it read it.';
create index coupons_plan_idx on public.coupons (clinic_id, plan_id);

alter table public.coupons enable row level security;
alter table public.coupons force row level security;
create policy coupons_select_team on public.coupons for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy coupons_all_system on public.coupons to system using (true) with check (true);
grant select (id, clinic_id, code, percent, amount_cents, currency, duration, months)
  on public.coupons to authenticated, clinic_patient;
grant select (id, clinic_id, code, percent, amount_cents, currency, duration, months, plan_id, max_uses, last_on, closed_at,
  created_at) on public.coupons to clinic_staff, clinic_admin;
grant select, insert, update (closed_at) on public.coupons to system;

-- The tax that a clinic charges on its plans, such as 13 % HST (docs/payments.md 10).
create table public.clinic_taxes (
  id             uuid default gen_random_uuid(),
  clinic_id      uuid not null references public.clinics on delete restrict,
  name           text not null check (length(name) between 1 and 50 and app.is_one_line(name)),
  -- parts per million: 9.975 % is 99,750
  rate_ppm       integer not null check (rate_ppm between 1 and 500000),
  is_inclusive   boolean not null,
  stripe_account text not null,
  stripe_rate    text not null,
  started_at     timestamptz not null,
  ended_at       timestamptz,
  plan_kind      text check (plan_kind in ('wellness', 'uninsured')),
  primary key (clinic_id, id),
  constraint clinic_taxes_stripe_rate_key unique (clinic_id, stripe_rate)
);
comment on table public.clinic_taxes is
  'The tax on patients'' payments. A change is a new row; running plans keep the one they were joined under.';
comment on column public.clinic_taxes.plan_kind is 'The kind of plans that it is charged on; null: all of them.';
create unique index clinic_taxes_current_key on public.clinic_taxes (clinic_id) where ended_at is null;

alter table public.clinic_taxes enable row level security;
alter table public.clinic_taxes force row level security;
-- part of the price, so every reader of the plans on sale may read it
create policy clinic_taxes_select_current on public.clinic_taxes for select
  to anon, authenticated, clinic_patient, clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and ended_at is null);
create policy clinic_taxes_all_system on public.clinic_taxes to system using (true) with check (true);
grant select (id, clinic_id, name, rate_ppm, is_inclusive, started_at, plan_kind)
  on public.clinic_taxes to anon, authenticated, clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update on public.clinic_taxes to system;