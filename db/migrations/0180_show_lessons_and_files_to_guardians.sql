-- 0180_show_lessons_and_files_to_guardians.sql: with full access a guardian opens what was assigned, and the files that the
-- patient and the clinic have sent each other or that the clinic has shared (docs/decisions/0080). With limited access, nothing
-- of it.

-- a lesson's files: those of a version that this guardian may read
grant select (cover_file_id) on public.content_versions to clinic_guardian;
create policy content_version_files_select_guardian on public.content_version_files for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id())
         and exists (select from public.content_versions v
                      where v.clinic_id = content_version_files.clinic_id and v.id = content_version_files.version_id));
grant select on public.content_version_files to clinic_guardian;
create policy content_documents_select_guardian on public.content_documents for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id())
         and exists (select from public.content_version_files v
                      where v.clinic_id = content_documents.clinic_id and v.file_id = content_documents.file_id));
grant select (clinic_id, file_id, state, reason, page_count, created_at, updated_at) on public.content_documents to clinic_guardian;
create policy content_pages_select_guardian on public.content_pages for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id())
         and (exists (select from public.content_documents d
                       where d.clinic_id = content_pages.clinic_id and d.file_id = content_pages.document_id)
              or exists (select from public.content_version_files v
                          where v.clinic_id = content_pages.clinic_id and v.file_id = content_pages.file_id)));
grant select (clinic_id, document_id, number, file_id, medium_file_id, small_file_id, width, height, text)
  on public.content_pages to clinic_guardian;

-- what was sent with a message, and what the clinic has shared; evidence of a dispute is neither
create policy patient_files_select_guardian on public.patient_files for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.ward_in_full())
         and case kind when 'message_attachment' then message_id is not null
                       when 'person_file' then shared_at is not null else false end);
alter policy patient_files_second_step on public.patient_files to clinic_patient, clinic_guardian, clinic_staff, clinic_admin;
grant select (clinic_id, file_id, patient_id, kind, name, media_type, size_bytes, message_id, uploaded_by, created_at, attached_at,
              shared_at)
  on public.patient_files to clinic_guardian;

-- the files themselves, as the tables above let through; and around the page the clinic's logo and the reader's own picture
alter policy files_select_logo on public.files
  to anon, authenticated, clinic_patient, clinic_guardian, clinic_staff, clinic_admin;
alter policy files_select_own on public.files to authenticated, clinic_patient, clinic_guardian, clinic_staff, clinic_admin;
alter policy files_select_of_patient on public.files to clinic_patient, clinic_guardian, clinic_staff, clinic_admin;
alter policy files_select_published on public.files to clinic_patient, clinic_guardian;
alter policy files_select_page on public.files to clinic_patient, clinic_guardian, clinic_staff, clinic_admin;
grant select (id, clinic_id, owner_id, kind, size_bytes, media_type, width, height, state, attached_at, created_at)
  on public.files to clinic_guardian;
