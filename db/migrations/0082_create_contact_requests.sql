-- 0082_create_contact_requests.sql: what visitors write to Carefold itself on /contact: questions, demos, sales
-- (docs/specification.md A2, B2.1, B2.2). About no clinic of ours and about no patient.
create table app.contact_requests (
  id          uuid primary key default gen_random_uuid(),
  about       text not null constraint contact_requests_about_check check (about in ('question', 'demo', 'sales')),
  name        text not null constraint contact_requests_name_check check (length(name) between 1 and 200 and app.is_one_line(name)),
  email       text not null constraint contact_requests_email_check check (length(email) <= 255 and app.is_one_line(email)),
  clinic_name text constraint contact_requests_clinic_check check (length(clinic_name) between 1 and 200 and app.is_one_line(clinic_name)),
  message     text not null constraint contact_requests_message_check check (length(message) between 1 and 4000),
  created_at  timestamptz not null
);
comment on table app.contact_requests is 'Messages of visitors to the operator. No client reads them.';
create index contact_requests_created_idx on app.contact_requests (created_at desc);

alter table app.contact_requests enable row level security;
alter table app.contact_requests force row level security;
create policy contact_requests_all_system on app.contact_requests to system using (true) with check (true);
grant select, insert on app.contact_requests to system;
