-- 0077_create_content_pages.sql: the pages of a PDF, drawn by the server, so that a patient reads them on any phone, hears
-- their text and searches in it (docs/decisions/0050). Pages are files too: counted, and read by whoever may read the PDF.
alter table public.files drop constraint files_kind_check;
alter table public.files add constraint files_kind_check check (kind in ('avatar', 'logo', 'message_attachment', 'person_file',
  'content_picture', 'content_video', 'content_pdf', 'content_captions', 'content_page'));

create table public.content_documents (
  clinic_id  uuid not null references public.clinics on delete restrict,
  file_id    uuid not null,
  state      text not null default 'waiting' check (state in ('waiting', 'ready', 'refused')),
  -- why its pages cannot be shown
  reason     text check (reason in ('encrypted', 'damaged', 'too_many_pages', 'too_slow', 'too_large', 'storage_full')),
  page_count integer check (page_count > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (clinic_id, file_id),
  constraint content_documents_file_fkey foreign key (clinic_id, file_id)
    references public.files (clinic_id, id) on delete cascade,
  constraint content_documents_refused_has_reason check ((state = 'refused') = (reason is not null)),
  constraint content_documents_ready_has_pages check (state <> 'ready' or page_count is not null)
);
comment on table public.content_documents is 'Whether the pages of a PDF have been drawn. Without them it is read as a file.';

create table public.content_pages (
  clinic_id      uuid not null references public.clinics on delete restrict,
  document_id    uuid not null,
  number         integer not null check (number > 0),
  -- the drawn page in three sizes: of 1600, 800 and 200 pixels' width
  file_id        uuid not null,
  medium_file_id uuid not null,
  small_file_id  uuid not null,
  width          integer not null check (width > 0),
  height         integer not null check (height > 0),
  -- for whoever does not see it, and for searching
  text           text not null default '' check (length(text) <= 20000),
  primary key (clinic_id, document_id, number),
  constraint content_pages_document_fkey foreign key (clinic_id, document_id)
    references public.content_documents (clinic_id, file_id) on delete cascade,
  constraint content_pages_file_fkey foreign key (clinic_id, file_id)
    references public.files (clinic_id, id) on delete restrict,
  constraint content_pages_medium_file_fkey foreign key (clinic_id, medium_file_id)
    references public.files (clinic_id, id) on delete restrict,
  constraint content_pages_small_file_fkey foreign key (clinic_id, small_file_id)
    references public.files (clinic_id, id) on delete restrict
);
comment on table public.content_pages is 'One drawn page of a PDF. Written by a job (server/features/content/draw-pdf.ts).';
create index content_pages_file_idx on public.content_pages (clinic_id, file_id);
create index content_pages_medium_file_idx on public.content_pages (clinic_id, medium_file_id);
create index content_pages_small_file_idx on public.content_pages (clinic_id, small_file_id);

alter table public.content_documents enable row level security;
alter table public.content_documents force row level security;
alter table public.content_pages enable row level security;
alter table public.content_pages force row level security;

create policy content_documents_select_team on public.content_documents for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy content_documents_select_published on public.content_documents for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id())
         and exists (select from public.content_version_files v
                      where v.clinic_id = content_documents.clinic_id and v.file_id = content_documents.file_id));
create policy content_documents_all_system on public.content_documents to system using (true) with check (true);
grant select on public.content_documents to clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update on public.content_documents to system;

create policy content_pages_select_team on public.content_pages for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy content_pages_select_published on public.content_pages for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id())
         and exists (select from public.content_documents d
                      where d.clinic_id = content_pages.clinic_id and d.file_id = content_pages.document_id));
create policy content_pages_all_system on public.content_pages to system using (true) with check (true);
grant select on public.content_pages to clinic_patient, clinic_staff, clinic_admin;
grant select, insert, delete on public.content_pages to system;

create policy files_select_page on public.files for select to clinic_patient, clinic_staff, clinic_admin
  using (kind = 'content_page' and clinic_id = (select app.current_clinic_id())
         and exists (select from public.content_pages p where p.clinic_id = files.clinic_id
                        and files.id in (p.file_id, p.medium_file_id, p.small_file_id)));
