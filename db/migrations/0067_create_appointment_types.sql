-- 0067_create_appointment_types.sql: what a clinic's visits are, and how its patients may book them (docs/specification.md
-- B2.15, B3; docs/domain-rules.md rule 27).
create table public.appointment_types (
  clinic_id           uuid not null references public.clinics on delete restrict,
  key                 text not null constraint appointment_types_key_check check (key ~ '^[a-z][a-z0-9_-]{0,59}$'),
  name                text not null constraint appointment_types_name_check
                        check (length(name) between 1 and 80 and app.is_one_line(name)),
  duration_minutes    integer not null constraint appointment_types_duration_check check (duration_minutes between 15 and 480),
  -- kept free around each visit
  before_minutes      integer not null default 0 constraint appointment_types_before_check check (before_minutes between 0 and 240),
  after_minutes       integer not null default 0 constraint appointment_types_after_check check (after_minutes between 0 and 240),
  place               text not null default 'in_person' constraint appointment_types_place_check
                        check (place in ('in_person', 'phone', 'video')),
  video_link          text constraint appointment_types_video_link_check check (length(video_link) <= 500 and video_link ~ '^https://'),
  patients_book       text not null default 'yes' constraint appointment_types_patients_book_check
                        check (patients_book in ('no', 'request', 'yes')),
  -- patients book between the two
  min_notice_minutes  integer not null default 120 constraint appointment_types_min_notice_check
                        check (min_notice_minutes between 0 and 43200),
  max_notice_days     integer not null default 60 constraint appointment_types_max_notice_check
                        check (max_notice_days between 1 and 730),
  -- until when a patient moves or cancels without the consequence that the words name
  cancel_window_hours integer not null default 24 constraint appointment_types_cancel_window_check
                        check (cancel_window_hours between 0 and 720),
  cancel_policy       text not null default '' constraint appointment_types_cancel_policy_check check (length(cancel_policy) <= 500),
  bring               text not null default '' constraint appointment_types_bring_check check (length(bring) <= 500),
  position            integer not null default 0,
  is_active           boolean not null default true,
  version             integer not null default 1 constraint appointment_types_version_check check (version > 0),
  created_at          timestamptz not null default app.now(),
  updated_at          timestamptz not null default app.now(),
  primary key (clinic_id, key)
);
comment on table public.appointment_types is 'The kinds of visits of a clinic, and the rules by which its patients book them.';

-- A clinic starts with the four of docs/specification.md B3.
create function app.add_first_appointment_types(p_clinic_id uuid) returns void language sql set search_path = ''
begin atomic
  insert into public.appointment_types (clinic_id, key, name, duration_minutes, position)
  values (p_clinic_id, 'checkup', 'Regular Check-up', 30, 1), (p_clinic_id, 'therapy', 'Therapy Session', 60, 2),
         (p_clinic_id, 'consultation', 'Initial Consultation', 45, 3), (p_clinic_id, 'followup', 'Follow-up', 20, 4)
  on conflict do nothing;
end;
-- security definer (owned by system), because whoever opens a clinic may not write its types
create function app.start_appointment_types() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.add_first_appointment_types(new.id);
  return null;
end $$;
alter function app.start_appointment_types() owner to system;
create trigger clinics_start_appointment_types after insert on public.clinics
  for each row execute function app.start_appointment_types();

alter table public.appointment_types enable row level security;
alter table public.appointment_types force row level security;
create policy appointment_types_select_members on public.appointment_types for select to clinic_patient, clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy appointment_types_all_system on public.appointment_types to system using (true) with check (true);
grant select on public.appointment_types to clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update on public.appointment_types to system;
grant execute on function app.add_first_appointment_types(uuid) to system;

set local role system;
select app.add_first_appointment_types(id) from public.clinics;
reset role;
