-- Files about a patient: sent with a message, uploaded to a form, stored by the clinic, or evidence in a dispute.
create table public.patient_files (
  file_id     uuid,
  clinic_id   uuid not null,
  patient_id  uuid not null,
  kind        text not null check (kind in ('message_attachment', 'person_file', 'form_file', 'dispute_evidence')),
  name        text not null check (length(name) between 1 and 200 and app.is_one_line(name)),
  media_type  text,
  size_bytes  bigint not null,
  uploaded_by uuid not null references auth.users on delete restrict,
  attached_at timestamptz,
  created_at  timestamptz not null default app.now(),
  shared_at   timestamptz,
  message_id  uuid,
  -- the request that it answers, and the id of the question in it (db/migrations/0055_forms.sql)
  form_request_id uuid,
  form_field_id   uuid,
  -- the dispute with whose answer it was sent, and what it is evidence of: a field of Stripe's
  dispute_id  text,
  evidence_of text check (length(evidence_of) between 1 and 50),
  primary key (clinic_id, file_id),
  constraint patient_files_file_fkey foreign key (clinic_id, file_id)
    references public.files (clinic_id, id) on delete cascade,
  constraint patient_files_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint patient_files_shared_is_kept
    check (shared_at is null or (kind = 'person_file' and attached_at is not null)),
  constraint patient_files_message_fkey foreign key (clinic_id, message_id)
    references public.messages (clinic_id, id) on delete restrict,
  constraint patient_files_message_check check (message_id is null or kind = 'message_attachment'),
  constraint patient_files_form_check
    check ((kind = 'form_file') = (form_request_id is not null) and (form_request_id is null) = (form_field_id is null)),
  constraint patient_files_dispute_check
    check ((dispute_id is null) = (evidence_of is null) and (dispute_id is null or kind = 'dispute_evidence')),
  constraint patient_files_dispute_fkey foreign key (clinic_id, dispute_id)
    references public.disputes (clinic_id, id) on delete restrict
);
comment on table public.patient_files is
  'Health data: a file about a patient, attached to a message, uploaded to a form or stored in the record. A caller who may read this row may read the file.';
create index patient_files_patient_idx on public.patient_files (clinic_id, patient_id, created_at desc);
create index patient_files_uploaded_by_idx on public.patient_files (uploaded_by);
create index patient_files_message_idx on public.patient_files (clinic_id, message_id) where message_id is not null;
create unique index patient_files_evidence_key on public.patient_files (clinic_id, dispute_id, evidence_of)
  where dispute_id is not null;

alter table public.patient_files enable row level security;
alter table public.patient_files force row level security;
create policy patient_files_select_team on public.patient_files for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id())
         and (attached_at is not null or uploaded_by = (select app.current_user_id()))
         and (kind <> 'dispute_evidence' or (select current_user) = 'clinic_admin')
         and (select app.may_use_health_data()));
-- the team's files about a person are the team's until they are shared
create policy patient_files_select_own on public.patient_files for select to clinic_patient
  using ((clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id())
         and case kind when 'message_attachment' then attached_at is not null or uploaded_by = (select app.current_user_id())
                       when 'form_file' then true else shared_at is not null end)
         and (select app.may_use_health_data()));
create policy patient_files_all_system on public.patient_files to system using (true) with check (true);
-- files that were sent with a message, uploaded to a form or shared by the clinic; evidence of a dispute is none of them
create policy patient_files_select_guardian on public.patient_files for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.ward_in_full())
         and case kind when 'message_attachment' then message_id is not null
                       when 'person_file' then shared_at is not null else kind = 'form_file' end
         and (select app.may_use_health_data()));
grant select on public.patient_files to clinic_patient, clinic_staff, clinic_admin;
grant select (file_id, clinic_id, patient_id, kind, name, media_type, size_bytes, uploaded_by, attached_at, created_at,
  shared_at, message_id, form_request_id) on public.patient_files to clinic_guardian;
grant select, insert, update, delete on public.patient_files to system;

-- Copies whose a file is and whether it is shared to its row of files, whose policies read no other table
-- (docs/decisions/0161).
-- security definer: independent of the caller's rights
create function app.copy_patient_file() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    update public.files f set patient_id = null, is_shared = false where f.clinic_id = old.clinic_id and f.id = old.file_id;
  else
    update public.files f
       set patient_id = new.patient_id, is_shared = new.message_id is not null or new.shared_at is not null or new.form_request_id is not null
     where f.clinic_id = new.clinic_id and f.id = new.file_id;
  end if;
  return null;
end $$;
alter function app.copy_patient_file() owner to system;
create trigger patient_files_copy after insert or delete or update of patient_id, message_id, shared_at on public.patient_files
  for each row execute function app.copy_patient_file();

-- The conditions of patient_files on the copied columns: a reader of that row may read its file.
create policy files_select_of_patients on public.files for select to clinic_staff, clinic_admin
  using (kind in ('message_attachment', 'person_file', 'form_file', 'dispute_evidence') and clinic_id = (select app.current_clinic_id())
         and patient_id is not null and (attached_at is not null or owner_id = (select app.current_user_id()))
         and (kind <> 'dispute_evidence' or (select current_user) = 'clinic_admin')
         and (select app.may_use_health_data()));
create policy files_select_of_patient on public.files for select to clinic_patient
  using (kind in ('message_attachment', 'person_file', 'form_file') and clinic_id = (select app.current_clinic_id())
         and patient_id = (select app.current_patient_id())
         and case kind when 'message_attachment' then attached_at is not null or owner_id = (select app.current_user_id())
                       else is_shared end
         and (select app.may_use_health_data()));
create policy files_select_of_ward on public.files for select to clinic_guardian
  using (kind in ('message_attachment', 'person_file', 'form_file') and clinic_id = (select app.current_clinic_id())
         and patient_id = (select app.ward_in_full()) and is_shared
         and (select app.may_use_health_data()));
