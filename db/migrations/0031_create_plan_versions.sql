-- 0031_create_plan_versions.sql: what a plan said and cost, and from when until when. A published plan is changed for new
-- members by a new version; a subscription keeps the one that was agreed to (docs/payments.md 8, docs/domain-rules.md
-- complaint 6).
create table public.plan_versions (
  id            uuid primary key default gen_random_uuid(),
  clinic_id     uuid not null references public.clinics on delete restrict,
  plan_id       uuid not null,
  -- 1 is what was published first
  number        integer not null check (number > 0),
  name          text not null check (length(btrim(name)) between 2 and 80),
  description   text not null default '' check (length(description) <= 600),
  includes      text[] not null default '{}' check (cardinality(includes) <= 12),
  published_at  timestamptz not null,
  -- when a later version took its place on the join page
  superseded_at timestamptz check (superseded_at >= published_at),
  unique (clinic_id, id),
  unique (clinic_id, plan_id, number),
  unique (clinic_id, plan_id, id),
  constraint plan_versions_plan_fkey foreign key (clinic_id, plan_id)
    references public.plans (clinic_id, id) on delete restrict
);
comment on table public.plan_versions is 'What a published plan said, with its prices. Immutable: a change is a new version, for new members.';
create unique index plan_versions_current_key on public.plan_versions (clinic_id, plan_id) where superseded_at is null;

alter table public.plan_versions enable row level security;
alter table public.plan_versions force row level security;
create policy plan_versions_select_published on public.plan_versions for select to anon, authenticated, clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and superseded_at is null
         and exists (select from public.plans p where p.clinic_id = plan_versions.clinic_id and p.id = plan_versions.plan_id
                     and p.status = 'published'));
create policy plan_versions_select_team on public.plan_versions for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
-- written only by publish-plan and change-plan, so that each change leaves its audit row
create policy plan_versions_all_system on public.plan_versions to system using (true) with check (true);
grant select (id, clinic_id, plan_id, number, name, description, includes, published_at, superseded_at)
  on public.plan_versions to anon, authenticated, clinic_patient, clinic_staff, clinic_admin;
-- immutable: only the end of its sale is added
grant select, insert on public.plan_versions to system;
grant update (superseded_at) on public.plan_versions to system;

-- empty while the plan, or the price, has only been drafted
alter table public.plan_prices add column version_id uuid;
alter table public.subscriptions add column version_id uuid;
create policy plan_versions_select_held on public.plan_versions for select to authenticated, clinic_patient
  using (clinic_id = (select app.current_clinic_id())
         and id = any (array(select s.version_id from public.subscriptions s
                              where s.clinic_id = (select app.current_clinic_id())
                                and s.owner_patient_id = (select app.own_patient_id()))));
grant select (version_id) on public.plan_prices to anon, authenticated, clinic_patient, clinic_staff, clinic_admin;
grant update (version_id) on public.plan_prices to system;
grant select (version_id) on public.subscriptions to authenticated, clinic_patient, clinic_staff, clinic_admin;

-- what was published before this migration has been sold in one version
set local role system;
insert into public.plan_versions (clinic_id, plan_id, number, name, description, includes, published_at)
select p.clinic_id, p.id, 1, p.name, p.description, p.includes, coalesce(p.published_at, p.created_at)
  from public.plans p where p.status <> 'draft';
update public.plan_prices r set version_id = v.id
  from public.plan_versions v
 where v.clinic_id = r.clinic_id and v.plan_id = r.plan_id and (r.is_active or r.stripe_price is not null);
update public.subscriptions s set version_id = r.version_id
  from public.plan_prices r where r.clinic_id = s.clinic_id and r.id = s.price_id;
reset role;

alter table public.plan_prices
  add unique (clinic_id, version_id, id),
  add constraint plan_prices_version_fkey foreign key (clinic_id, plan_id, version_id)
    references public.plan_versions (clinic_id, plan_id, id) on delete restrict,
  -- what can be paid is part of a version
  add constraint plan_prices_at_stripe_has_version check (stripe_price is null or version_id is not null);
create index plan_prices_clinic_version_idx on public.plan_prices (clinic_id, plan_id, version_id);

alter table public.subscriptions
  alter column version_id set not null,
  add constraint subscriptions_version_fkey foreign key (clinic_id, plan_id, version_id)
    references public.plan_versions (clinic_id, plan_id, id) on delete restrict,
  -- the price belongs to the version that was agreed to
  drop constraint subscriptions_price_fkey,
  add constraint subscriptions_price_fkey foreign key (clinic_id, version_id, price_id)
    references public.plan_prices (clinic_id, version_id, id) on delete restrict;
drop index public.subscriptions_plan_idx;
create index subscriptions_version_idx on public.subscriptions (clinic_id, plan_id, version_id);
drop index public.subscriptions_price_idx;
create index subscriptions_price_idx on public.subscriptions (clinic_id, version_id, price_id);

-- A published plan says what its present version says; checked at commit, because publishing writes one after the other.
-- security definer (owned by system), so that it does not depend on what the writer may read
create function app.check_plan_words() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.plans p join public.plan_versions v on v.clinic_id = p.clinic_id and v.plan_id = p.id
                  where p.clinic_id = new.clinic_id and p.id = new.id and v.superseded_at is null
                    and (v.name, v.description, v.includes) = (p.name, p.description, p.includes)) then
    raise exception 'plan % does not say what its present version says', new.id using errcode = '23514';
  end if;
  return null;
end $$;
alter function app.check_plan_words() owner to system;
create constraint trigger plans_check_words after insert or update on public.plans
  deferrable initially deferred for each row when (new.status <> 'draft') execute function app.check_plan_words();

