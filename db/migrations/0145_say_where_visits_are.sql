-- 0145_say_where_visits_are.sql: the address that patients come to, and how to find it; patients read both, and nothing else of
-- the settings.
alter table public.scheduling_settings
  add column visit_address text not null default '' constraint scheduling_settings_address_check
    check (length(visit_address) <= 200 and app.is_one_line(visit_address)),
  add column directions    text not null default '' constraint scheduling_settings_directions_check
    check (length(directions) <= 500);
create policy scheduling_settings_select_patients on public.scheduling_settings for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()));
grant select (clinic_id, visit_address, directions) on public.scheduling_settings to clinic_patient;
