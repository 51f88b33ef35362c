-- 0168_attach_evidence_to_disputes.sql: files that a clinic sends to a bank with its answer to a dispute (docs/decisions/0075).
-- They are about a patient, and the admins' alone, as disputes are.
alter table public.files drop constraint files_kind_check;
alter table public.files add constraint files_kind_check check (kind in ('avatar', 'logo', 'message_attachment', 'person_file',
  'dispute_evidence', 'content_picture', 'content_video', 'content_pdf', 'content_captions', 'content_page', 'content_import'));
alter table public.files drop constraint files_health_data_has_no_name;
alter table public.files add constraint files_health_data_has_no_name
  check ((kind in ('message_attachment', 'person_file', 'dispute_evidence')) = (name is null));

alter table public.patient_files drop constraint patient_files_kind_check;
alter table public.patient_files
  -- the dispute with whose answer it was sent, and what it is evidence of: a field of Stripe's
  add column dispute_id text,
  add column evidence_of text check (length(evidence_of) between 1 and 50),
  add constraint patient_files_kind_check check (kind in ('message_attachment', 'person_file', 'dispute_evidence')),
  add constraint patient_files_dispute_check
    check ((dispute_id is null) = (evidence_of is null) and (dispute_id is null or kind = 'dispute_evidence')),
  add constraint patient_files_dispute_fkey foreign key (clinic_id, dispute_id)
    references public.disputes (clinic_id, id) on delete restrict;
create unique index patient_files_evidence_key on public.patient_files (clinic_id, dispute_id, evidence_of)
  where dispute_id is not null;

alter policy files_select_of_patient on public.files
  using (kind in ('message_attachment', 'person_file', 'dispute_evidence') and clinic_id = (select app.current_clinic_id())
         and exists (select from public.patient_files p where p.clinic_id = files.clinic_id and p.file_id = files.id));
alter policy patient_files_select_team on public.patient_files
  using (clinic_id = (select app.current_clinic_id())
         and (attached_at is not null or uploaded_by = (select app.current_user_id()))
         and (kind <> 'dispute_evidence' or (select current_user) = 'clinic_admin'));
