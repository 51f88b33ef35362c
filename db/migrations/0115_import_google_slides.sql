-- 0115_import_google_slides.sql: slides that were copied from Google Slides are pages as those of a PDF are, with the notes of
-- whoever shows them (docs/decisions/0067). A small file stands for the import, so that pages belong to a document either way.
alter table public.files drop constraint files_kind_check;
alter table public.files add constraint files_kind_check check (kind in ('avatar', 'logo', 'message_attachment', 'person_file',
  'content_picture', 'content_video', 'content_pdf', 'content_captions', 'content_page', 'content_import'));

alter table public.content_documents drop constraint content_documents_reason_check;
alter table public.content_documents add constraint content_documents_reason_check check (reason in ('encrypted', 'damaged',
  'too_many_pages', 'too_slow', 'too_large', 'storage_full', 'not_shared', 'unavailable'));
-- the presentation's id at Google; null for a PDF
alter table public.content_documents add column external_id text check (length(external_id) <= 200);

alter table public.content_pages
  -- for whoever shows the slide, never for patients
  add column notes text not null default '' check (length(notes) <= 4000),
  -- the slide's id at Google
  add column external_id text check (length(external_id) <= 200);

revoke select on public.content_documents, public.content_pages from clinic_patient;
grant select (clinic_id, file_id, state, reason, page_count, created_at, updated_at) on public.content_documents to clinic_patient;
grant select (clinic_id, document_id, number, file_id, medium_file_id, small_file_id, width, height, text)
  on public.content_pages to clinic_patient;
