-- 0105_show_sequence_of_own_visits.sql: a patient saves a visit to their calendar, which tells newer versions of it from older
-- ones by this count (RFC 5545, SEQUENCE).
grant select (sequence) on public.appointments to clinic_patient;
