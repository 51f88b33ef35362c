-- White labeling, a part of the Enterprise tier (docs/decisions/0102). When the tier ends, the brand disappears at once, and when
-- the clinic has the tier again, the brand returns.
create table public.clinic_brands (
  clinic_id      uuid primary key references public.clinics on delete restrict,
  -- as the clinic chose it; null: one of the eight colors of its profile
  color          text constraint clinic_brands_color_check check (color ~ '^#[0-9A-F]{6}$'),
  -- what pages show of it, readable in either theme (domain/clinics/clinic-brand.ts)
  light          text constraint clinic_brands_light_check check (light ~ '^#[0-9A-F]{6}$'),
  dark           text constraint clinic_brands_dark_check check (dark ~ '^#[0-9A-F]{6}$'),
  hides_carefold boolean not null,
  version        integer not null default 1 constraint clinic_brands_version_check check (version > 0),
  updated_at     timestamptz not null,
  -- until when the tier includes white labeling, copied from clinic_billing; null: it does not
  shown_until    timestamptz,
  constraint clinic_brands_shades_check check ((color is null) = (light is null) and (color is null) = (dark is null))
);
comment on table public.clinic_brands is
  'A clinic''s own color, and whether its pages name Carefold; shown while its tier includes white labeling.';
create trigger clinic_brands_are_erased_by_retention before delete on public.clinic_brands
  for each statement execute function app.refuse_unless_erasing();

-- Policies read no other table, so the row has its own copy (docs/decisions/0161). The lock makes a change of the tier wait.
create function app.copy_white_labeling() returns trigger language plpgsql set search_path = '' as $$
declare
  billing record := new;
begin
  if tg_table_name = 'clinic_brands' then
    select b.tier, b.subscription_status, b.current_period_start into billing
      from public.clinic_billing b where b.clinic_id = new.clinic_id for share;
    new.shown_until := app.white_labeling_until(billing.tier, billing.subscription_status, billing.current_period_start);
    return new;
  end if;
  update public.clinic_brands r
     set shown_until = app.white_labeling_until(billing.tier, billing.subscription_status, billing.current_period_start)
   where r.clinic_id = new.clinic_id;
  return null;
end $$;
create trigger clinic_brands_copy_white_labeling before insert on public.clinic_brands
  for each row execute function app.copy_white_labeling();
create trigger clinic_billing_copy_white_labeling after insert or update of tier, subscription_status, current_period_start
  on public.clinic_billing for each row execute function app.copy_white_labeling();

alter table public.clinic_brands enable row level security;
alter table public.clinic_brands force row level security;
create policy clinic_brands_select_served on public.clinic_brands for select
  to anon, authenticated, clinic_patient, clinic_guardian, clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and shown_until > (select app.now()));
create policy clinic_brands_all_system on public.clinic_brands to system using (true) with check (true);
grant select on public.clinic_brands to anon, authenticated, clinic_patient, clinic_guardian, clinic_staff, clinic_admin;
grant select, insert, update, delete on public.clinic_brands to system;

-- The state or province whose law a clinic's memberships are under (docs/domain-rules.md rule 17, docs/decisions/0105).
-- domain/plans/place-law.ts has the demands of that law.
create table public.clinic_places (
  id         uuid default gen_random_uuid(),
  clinic_id  uuid not null references public.clinics on delete restrict,
  -- ISO 3166-2: US-SD, CA-ON
  place      text not null check (place ~ '^(US|CA)-[A-Z]{2}$'),
  started_at timestamptz not null,
  ended_at   timestamptz check (ended_at >= started_at),
  primary key (clinic_id, id)
);
comment on table public.clinic_places is
  'The place whose law applies to a clinic''s memberships. A change is a new row; members keep what the law of an earlier place gave them.';
create unique index clinic_places_current_key on public.clinic_places (clinic_id) where ended_at is null;

alter table public.clinic_places enable row level security;
alter table public.clinic_places force row level security;
-- part of a plan's terms, so every reader of the plans on sale may read it; earlier places are for those who joined under them
create policy clinic_places_select_offered on public.clinic_places for select
  to anon, authenticated, clinic_patient, clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy clinic_places_all_system on public.clinic_places to system using (true) with check (true);
grant select (id, clinic_id, place, started_at, ended_at)
  on public.clinic_places to anon, authenticated, clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update on public.clinic_places to system;