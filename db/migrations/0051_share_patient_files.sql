-- 0051_share_patient_files.sql: a file that the clinic keeps about a patient is the team's alone until it is shared with them.
alter table public.patient_files
  -- since when the patient may read it
  add column shared_at timestamptz,
  add constraint patient_files_shared_is_kept
    check (shared_at is null or (kind = 'person_file' and attached_at is not null));

alter policy patient_files_select_own on public.patient_files
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id())
         and case kind when 'message_attachment' then attached_at is not null or uploaded_by = (select app.current_user_id())
                       else shared_at is not null end);
