-- 0117_share_libraries.sql: a clinic lets another one copy what it teaches (docs/decisions/0050). Nothing of one clinic is read
-- by the other's people directly: an action lists and copies what is published.
create table public.content_library_shares (
  -- whose library
  clinic_id      uuid not null references public.clinics on delete restrict,
  with_clinic_id uuid not null references public.clinics on delete restrict,
  -- empty once the account is deleted
  shared_by      uuid references auth.users on delete set null,
  created_at     timestamptz not null,
  primary key (clinic_id, with_clinic_id),
  constraint content_library_shares_another check (clinic_id <> with_clinic_id)
);
comment on table public.content_library_shares is
  'Which other clinics may copy what a clinic has published. Read and written by actions alone (server/features/content/share-library.ts).';
create index content_library_shares_with_idx on public.content_library_shares (with_clinic_id);
create index content_library_shares_by_idx on public.content_library_shares (shared_by);

alter table public.content_library_shares enable row level security;
alter table public.content_library_shares force row level security;
create policy content_library_shares_select_team on public.content_library_shares for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy content_library_shares_all_system on public.content_library_shares to system using (true) with check (true);
grant select (clinic_id, with_clinic_id, created_at) on public.content_library_shares to clinic_staff, clinic_admin;
grant select, insert, delete on public.content_library_shares to system;
