-- Retention: which classes of rows were erased after a patient left (docs/domain-rules.md rule 34, docs/decisions/0084).
create table app.erasures (
  clinic_id      uuid not null references public.clinics on delete restrict,
  patient_id     uuid not null,
  class          text not null constraint erasures_class_check check (class in ('convenience', 'record', 'money')),
  -- the end of the membership that it follows: a patient who returns and leaves again is erased again
  ended_at       timestamptz not null,
  carried_out_at timestamptz not null,
  primary key (clinic_id, patient_id, class, ended_at),
  constraint erasures_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table app.erasures is
  'Which classes of rows about a patient were erased after they left, and when: ids and dates only.';

alter table app.erasures enable row level security;
alter table app.erasures force row level security;
create policy erasures_all_system on app.erasures to system using (true) with check (true);
grant select, insert on app.erasures to system;

-- Law or a dispute may demand that nothing about a person is erased (docs/domain-rules.md rule 34: legal holds win).
create table app.legal_holds (
  clinic_id   uuid not null references public.clinics on delete restrict,
  patient_id  uuid not null,
  placed_by   uuid references auth.users on delete set null,
  placed_at   timestamptz not null,
  released_at timestamptz,
  primary key (clinic_id, patient_id, placed_at),
  constraint legal_holds_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint legal_holds_released_later check (released_at >= placed_at)
);
comment on table app.legal_holds is 'Patients of whom nothing is erased until the hold is released.';
create unique index legal_holds_open_key on app.legal_holds (clinic_id, patient_id) where released_at is null;
create index legal_holds_placed_by_idx on app.legal_holds (placed_by);

alter table app.legal_holds enable row level security;
alter table app.legal_holds force row level security;
create policy legal_holds_all_system on app.legal_holds to system using (true) with check (true);
grant select, insert, update on app.legal_holds to system;

-- Clinics that close: thirty days in which it can be undone, then erased (docs/decisions/0095).
create table app.clinic_closings (
  clinic_id     uuid not null references public.clinics on delete restrict,
  asked_at      timestamptz not null,
  asked_by      uuid references auth.users on delete set null,
  -- the plans that the closing ends: an undo continues them
  subscriptions uuid[] not null default '{}',
  withdrawn_at  timestamptz,
  erased_at     timestamptz,
  primary key (clinic_id, asked_at),
  constraint clinic_closings_end_once check (withdrawn_at is null or erased_at is null)
);
comment on table app.clinic_closings is 'When an admin requested or undid the closing of a clinic, and when the clinic was erased.';
create unique index clinic_closings_open_key on app.clinic_closings (clinic_id) where withdrawn_at is null;
create index clinic_closings_asked_by_idx on app.clinic_closings (asked_by);

alter table app.clinic_closings enable row level security;
alter table app.clinic_closings force row level security;
create policy clinic_closings_all_system on app.clinic_closings to system using (true) with check (true);
grant select, insert, update on app.clinic_closings to system;