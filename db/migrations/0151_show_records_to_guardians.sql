-- 0151_show_records_to_guardians.sql: which tables a guardian may read, and how (docs/decisions/0080 has the list). A table that is
-- not here is closed to them: money, consents, files, notes and what comes later.
--
-- The patient of such a request is app.current_patient_id(); where only full access may read, app.ward_in_full(). Every read of
-- these tables is recorded with the guardian as its actor and the patient as whom it is about.

-- who it is, with any access
create policy patients_select_guardian on public.patients for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id()) and id = (select app.current_patient_id()));
grant select (id, clinic_id, full_name) on public.patients to clinic_guardian;

-- With limited access, the visits that this guardian has booked: they know of those. Whatever the young person or the clinic has
-- booked stays between them, and is found by no gap in a list.
create policy appointments_select_guardian on public.appointments for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id())
         and (patient_id = (select app.ward_in_full()) or booked_by = (select app.current_user_id())));
grant select (id, clinic_id, patient_id, type, starts_at, time_zone, date, time, duration_minutes, status, created_at, updated_at,
              provider_id, place, ends_at, canceled_at, canceled_by_patient, canceled_late, version, sequence)
  on public.appointments to clinic_guardian;

-- what booking shows, of the clinic
create policy appointment_types_select_guardian on public.appointment_types for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id()) and (select app.current_patient_id()) is not null);
grant select on public.appointment_types to clinic_guardian;
create policy providers_select_guardian on public.providers for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id()) and (select app.current_patient_id()) is not null);
grant select (id, clinic_id, name, title, types, is_active) on public.providers to clinic_guardian;
create policy scheduling_settings_select_guardian on public.scheduling_settings for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id()) and (select app.current_patient_id()) is not null);
grant select (clinic_id, visit_address, directions) on public.scheduling_settings to clinic_guardian;
alter policy clinics_select_everyone on public.clinics to anon, authenticated, clinic_patient, clinic_guardian, clinic_staff, clinic_admin;
grant select on public.clinics to clinic_guardian;

-- the record, with full access
create policy patient_details_select_guardian on public.patient_details for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.ward_in_full()));
grant select on public.patient_details to clinic_guardian;
create policy patient_health_select_guardian on public.patient_health for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.ward_in_full()));
grant select on public.patient_health to clinic_guardian;
create policy care_plans_select_guardian on public.care_plans for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.ward_in_full()));
grant select (clinic_id, patient_id, body, version, updated_at) on public.care_plans to clinic_guardian;
create policy lesson_assignments_select_guardian on public.lesson_assignments for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.ward_in_full())
         and withdrawn_at is null and opens_at <= (select app.now()));
grant select (id, clinic_id, patient_id, item_id, version_id, reason, due_on, opens_at, assigned_at, completed_at, withdrawn_at)
  on public.lesson_assignments to clinic_guardian;
-- what was assigned, and nothing else that the clinic teaches
create policy content_versions_select_guardian on public.content_versions for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id())
         and exists (select from public.lesson_assignments a
                      where a.clinic_id = content_versions.clinic_id and a.item_id = content_versions.item_id
                        and a.version_id = content_versions.id));
grant select (id, clinic_id, item_id, number, type, title, category, description, body, read_minutes, published_at, superseded_at)
  on public.content_versions to clinic_guardian;
create policy message_threads_select_guardian on public.message_threads for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.ward_in_full()));
grant select (patient_id, clinic_id, last_number, last_from, last_message_at, clinic_read, clinic_read_at, patient_read,
              patient_unread)
  on public.message_threads to clinic_guardian;
create policy messages_select_guardian on public.messages for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.ward_in_full()));
grant select (id, clinic_id, patient_id, number, from_side, author_id, author_name, body, sent_at)
  on public.messages to clinic_guardian;

-- the second step, where whoever looks after somebody has set one up
do $$
declare
  guarded text;
begin
  foreach guarded in array array['patients', 'appointments', 'patient_details', 'patient_health', 'care_plans', 'lesson_assignments',
                                 'message_threads', 'messages']
  loop
    execute format('alter policy %I on public.%I to clinic_patient, clinic_guardian, clinic_staff, clinic_admin',
                   guarded || '_second_step', guarded);
  end loop;
end $$;
