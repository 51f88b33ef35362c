-- 0183_create_clinic_brands.sql: white labeling, a part of the Enterprise tier (docs/decisions/0102). Whether a brand is shown is
-- decided here, at each read: a clinic whose tier has ended looks as before at once, and as its brand again once it has one.
create table public.clinic_brands (
  clinic_id      uuid primary key references public.clinics on delete restrict,
  -- as the clinic chose it; null: one of the eight colors of its profile
  color          text constraint clinic_brands_color_check check (color ~ '^#[0-9A-F]{6}$'),
  -- what pages show of it, readable in either theme (domain/clinics/clinic-brand.ts)
  light          text constraint clinic_brands_light_check check (light ~ '^#[0-9A-F]{6}$'),
  dark           text constraint clinic_brands_dark_check check (dark ~ '^#[0-9A-F]{6}$'),
  -- no page of the clinic's shows Carefold's mark or name
  hides_carefold boolean not null,
  version        integer not null default 1 constraint clinic_brands_version_check check (version > 0),
  updated_at     timestamptz not null,
  constraint clinic_brands_shades_check check ((color is null) = (light is null) and (color is null) = (dark is null))
);
comment on table public.clinic_brands is 'A clinic''s own color, and whether its pages name Carefold; shown while its tier includes white labeling.';

-- Whether the tier in effect includes white labeling; the grace is that of domain/subscriptions/subscriptions.ts.
-- plpgsql, so that its plan is kept (see app.now)
create function app.has_white_labeling(p_clinic_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from public.clinic_billing b
     where b.clinic_id = p_clinic_id and b.tier = 'enterprise' and b.current_period_start is not null
       and (b.subscription_status in ('trialing', 'active')
            or (b.subscription_status = 'past_due' and app.now() < b.current_period_start + interval '385 hours')));
end $$;
grant execute on function app.has_white_labeling(uuid) to system;

-- Whether the brand of this request's clinic is shown.
-- security definer (owned by system), because a visitor may not read what a clinic pays
create function app.shows_brand() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return app.has_white_labeling(app.current_clinic_id());
end $$;
alter function app.shows_brand() owner to system;
grant execute on function app.shows_brand()
  to anon, authenticated, clinic_patient, clinic_guardian, clinic_staff, clinic_admin;

alter table public.clinic_brands enable row level security;
alter table public.clinic_brands force row level security;
create policy clinic_brands_select_served on public.clinic_brands for select
  to anon, authenticated, clinic_patient, clinic_guardian, clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.shows_brand()));
create policy clinic_brands_all_system on public.clinic_brands to system using (true) with check (true);
grant select on public.clinic_brands to anon, authenticated, clinic_patient, clinic_guardian, clinic_staff, clinic_admin;
grant select, insert, update, delete on public.clinic_brands to system;
create trigger clinic_brands_are_erased_by_retention before delete on public.clinic_brands
  for each statement execute function app.refuse_unless_erasing();
