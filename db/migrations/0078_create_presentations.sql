-- 0078_create_presentations.sql: presentations (docs/specification.md B2.14, docs/decisions/0060): a further type of content,
-- whose slides are pages of a PDF or written. What is for the team alone stands beside a version, not in what patients read.
alter table public.content_items drop constraint content_items_type_check;
alter table public.content_items add constraint content_items_type_check
  check (type in ('article', 'video', 'pdf', 'image', 'presentation'));
alter table public.content_versions drop constraint content_versions_type_check;
alter table public.content_versions add constraint content_versions_type_check
  check (type in ('article', 'video', 'pdf', 'image', 'presentation'));

-- speaker notes and what to listen for: domain/content/slides.ts
alter table public.content_versions add column team_notes jsonb;
grant select (team_notes) on public.content_versions to clinic_staff, clinic_admin;

-- a presentation names the pages that it shows, not the PDF: patients have no right to a page that was left out
drop policy content_pages_select_published on public.content_pages;
create policy content_pages_select_published on public.content_pages for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id())
         and (exists (select from public.content_documents d
                       where d.clinic_id = content_pages.clinic_id and d.file_id = content_pages.document_id)
              or exists (select from public.content_version_files v
                          where v.clinic_id = content_pages.clinic_id and v.file_id = content_pages.file_id)));
