-- 0178_close_clinics.sql: clinics that close: thirty days in which it can be undone, then erased (docs/decisions/0095).
create table app.clinic_closings (
  clinic_id     uuid not null references public.clinics on delete restrict,
  asked_at      timestamptz not null,
  asked_by      uuid references auth.users on delete set null,
  -- the plans that the closing ends: an undo lets them go on
  subscriptions uuid[] not null default '{}',
  withdrawn_at  timestamptz,
  erased_at     timestamptz,
  primary key (clinic_id, asked_at),
  constraint clinic_closings_end_once check (withdrawn_at is null or erased_at is null)
);
comment on table app.clinic_closings is 'When an admin asked to close a clinic, took it back, and when it was erased.';
create unique index clinic_closings_open_key on app.clinic_closings (clinic_id) where withdrawn_at is null;
create index clinic_closings_asked_by_idx on app.clinic_closings (asked_by);

alter table app.clinic_closings enable row level security;
alter table app.clinic_closings force row level security;
create policy clinic_closings_all_system on app.clinic_closings to system using (true) with check (true);
grant select, insert, update on app.clinic_closings to system;

-- An erased clinic keeps its row, which the books point at, and an address that nobody knows.
alter policy clinics_select_everyone on public.clinics using (subdomain !~ '^closed-[0-9a-f]{32}$');
