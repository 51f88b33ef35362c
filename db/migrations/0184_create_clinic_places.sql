-- 0184_create_clinic_places.sql: the state or province whose law a clinic's memberships are under (docs/domain-rules.md rule 17,
-- docs/decisions/0105). What that law demands is data of the program (domain/plans/place-law.ts).
create table public.clinic_places (
  id         uuid primary key default gen_random_uuid(),
  clinic_id  uuid not null references public.clinics on delete restrict,
  -- ISO 3166-2: US-SD, CA-ON
  place      text not null check (place ~ '^(US|CA)-[A-Z]{2}$'),
  started_at timestamptz not null,
  ended_at   timestamptz check (ended_at >= started_at),
  constraint clinic_places_clinic_id_id_key unique (clinic_id, id)
);
comment on table public.clinic_places is 'Whose law a clinic''s memberships are under. A change is a new row; members keep what the law of an earlier place gave them.';
create unique index clinic_places_current_key on public.clinic_places (clinic_id) where ended_at is null;

alter table public.clinic_places enable row level security;
alter table public.clinic_places force row level security;
-- part of a plan's terms, which everybody may read who may read the plans on sale; earlier places for those who joined under them
create policy clinic_places_select_offered on public.clinic_places for select to anon, authenticated, clinic_patient, clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy clinic_places_all_system on public.clinic_places to system using (true) with check (true);
grant select (id, clinic_id, place, started_at, ended_at)
  on public.clinic_places to anon, authenticated, clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update on public.clinic_places to system;
