-- 0051_mark_health_data.sql: which tables hold a patient's health data, said where the data API and the checks read it.
--
-- A comment that starts with "Health data:" has two effects: every read of the table by somebody else is recorded
-- (migration 0052, server/rest/sql/record-read.ts), and the catalogue checks hold it to the rules of such tables: its rows
-- name their patient in patient_id. A table that points at a patient and is not marked stands with its reason in
-- db/tests/catalogue-checks.ts.
comment on table public.patients is 'Health data: one person cared for by one clinic. That somebody is a patient says something of their health.';
