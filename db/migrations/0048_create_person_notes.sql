-- 0048_create_person_notes.sql: what a clinic's team notes about a patient, for each other (docs/specification.md B2.10 "View
-- Profile"). Patients have no grant on it.
create table public.person_notes (
  id         uuid primary key default gen_random_uuid(),
  clinic_id  uuid not null references public.clinics on delete restrict,
  patient_id uuid not null,
  -- empty once the account is deleted
  author_id  uuid references auth.users on delete set null,
  body       text not null constraint person_notes_body_check check (length(btrim(body)) between 1 and 4000),
  -- counts the saves, so that one tab does not overwrite another unseen
  version    integer not null default 1 constraint person_notes_version_check check (version > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- taken off the page; kept, since it is part of a record
  removed_at timestamptz,
  unique (clinic_id, id),
  constraint person_notes_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.person_notes is 'Health data: what the team notes about a patient, for the team alone.';
create index person_notes_patient_idx on public.person_notes (clinic_id, patient_id, created_at desc, id desc);
create index person_notes_author_idx on public.person_notes (author_id);

-- Every write is audited with its patient, whoever makes it. What was written is not.
-- security definer (owned by system), because nobody may write the audit trail directly
create function app.record_note_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.write_audit(
    case when tg_op = 'INSERT' then 'note.written'
         when new.removed_at is not null and old.removed_at is null then 'note.removed'
         when new.removed_at is null and old.removed_at is not null then 'note.restored' else 'note.changed' end,
    'note', new.id::text, '{}', new.clinic_id, array[new.patient_id], null);
  return null;
end $$;
alter function app.record_note_change() owner to system;
create trigger person_notes_record_change after insert or update on public.person_notes
  for each row execute function app.record_note_change();

alter table public.person_notes enable row level security;
alter table public.person_notes force row level security;
create policy person_notes_select_team on public.person_notes for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and removed_at is null);
create policy person_notes_all_system on public.person_notes to system using (true) with check (true);
select app.guard_health_data('public.person_notes');
grant select (id, clinic_id, patient_id, author_id, body, version, created_at, updated_at)
  on public.person_notes to clinic_staff, clinic_admin;
grant select, insert, update on public.person_notes to system;
