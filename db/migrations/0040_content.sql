-- Content: a clinic's educational material (docs/specification.md B2.5, B2.13, docs/decisions/0050). The team writes a working copy;
-- publishing makes a version, which never changes and which patients read.
create table public.content_categories (
  id         uuid default gen_random_uuid(),
  clinic_id  uuid not null references public.clinics on delete restrict,
  name       text not null check (length(btrim(name)) between 2 and 40 and app.is_one_line(name)),
  created_at timestamptz not null,
  primary key (clinic_id, id)
);
comment on table public.content_categories is
  'A clinic''s own categories, beside those that every clinic has (domain/content/content.ts).';
create unique index content_categories_name_key on public.content_categories (clinic_id, lower(name));

alter table public.content_categories enable row level security;
alter table public.content_categories force row level security;
create policy content_categories_select_team on public.content_categories for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy content_categories_all_system on public.content_categories to system using (true) with check (true);
grant select (id, clinic_id, name, created_at) on public.content_categories to clinic_staff, clinic_admin;
grant select, insert, delete on public.content_categories to system;

create table public.content_items (
  id                      uuid default gen_random_uuid(),
  clinic_id               uuid not null references public.clinics on delete restrict,
  type                    text not null check (type in ('article', 'video', 'pdf', 'image', 'presentation')),
  status                  text not null default 'draft' check (status in ('draft', 'published', 'archived')),
  title                   text not null check (length(btrim(title)) between 1 and 120 and app.is_one_line(title)),
  category                text not null check (length(btrim(category)) between 2 and 40 and app.is_one_line(category)),
  description             text not null default '' check (length(description) <= 300),
  -- what is read or seen, by type: domain/content/body.ts
  body                    jsonb not null,
  cover_file_id           uuid,
  read_minutes            integer not null default 1 check (read_minutes between 0 and 1440),
  is_featured             boolean not null default false,
  -- copied from Carefold's examples, and not yet confirmed by the clinic
  is_unchecked_example    boolean not null default false,
  example_key             text check (length(example_key) <= 80),
  has_unpublished_changes boolean not null default false,
  -- a person and a day count once; updated by a trigger
  view_count              integer not null default 0 check (view_count >= 0),
  -- null after the account is deleted
  author_id               uuid references auth.users on delete set null,
  changed_by              uuid references auth.users on delete set null,
  -- detects concurrent saves
  version                 integer not null default 1 constraint content_items_version_check check (version > 0),
  created_at              timestamptz not null,
  updated_at              timestamptz not null,
  published_at            timestamptz,
  -- removed from every list; the row stays, because others reference its versions
  deleted_at              timestamptz,
  primary key (clinic_id, id),
  constraint content_items_published_once check ((status = 'draft') = (published_at is null)),
  constraint content_items_cover_fkey foreign key (clinic_id, cover_file_id)
    references public.files (clinic_id, id) on delete restrict
);
comment on table public.content_items is
  'One article, video, document or picture of one clinic, as a working copy. Patients read content_versions.';
create index content_items_list_idx on public.content_items (clinic_id, created_at desc);
create index content_items_cover_idx on public.content_items (clinic_id, cover_file_id);
create index content_items_author_idx on public.content_items (author_id);
create index content_items_changed_by_idx on public.content_items (changed_by);

alter table public.content_items enable row level security;
alter table public.content_items force row level security;
-- written only by audited actions
create policy content_items_select_team on public.content_items for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and deleted_at is null);
create policy content_items_select_published on public.content_items for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and status = 'published' and deleted_at is null);
create policy content_items_all_system on public.content_items to system using (true) with check (true);
-- Patients have no right to the working copy.
grant select (id, clinic_id, status, is_featured, published_at, deleted_at) on public.content_items to clinic_patient;
grant select (id, clinic_id, type, status, title, category, description, body, cover_file_id, read_minutes, is_featured,
  is_unchecked_example, example_key, has_unpublished_changes, view_count, author_id, changed_by, version, created_at,
  updated_at, published_at, deleted_at) on public.content_items to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.content_items to system;

create table public.content_versions (
  id            uuid default gen_random_uuid(),
  clinic_id     uuid not null references public.clinics on delete restrict,
  item_id       uuid not null,
  -- 1 is what was published first
  number        integer not null check (number > 0),
  type          text not null check (type in ('article', 'video', 'pdf', 'image', 'presentation')),
  title         text not null check (length(btrim(title)) between 1 and 120 and app.is_one_line(title)),
  category      text not null check (length(btrim(category)) between 2 and 40 and app.is_one_line(category)),
  description   text not null default '' check (length(description) <= 300),
  body          jsonb not null,
  cover_file_id uuid,
  read_minutes  integer not null check (read_minutes between 0 and 1440),
  published_by  uuid references auth.users on delete set null,
  published_at  timestamptz not null,
  superseded_at timestamptz check (superseded_at >= published_at),
  team_notes    jsonb,
  -- whether the item is published and not deleted; set by a trigger
  is_published  boolean not null default false,
  primary key (clinic_id, id),
  unique (clinic_id, item_id, number),
  constraint content_versions_item_fkey foreign key (clinic_id, item_id)
    references public.content_items (clinic_id, id) on delete restrict,
  constraint content_versions_cover_fkey foreign key (clinic_id, cover_file_id)
    references public.files (clinic_id, id) on delete restrict,
  constraint content_versions_item_id_key unique (clinic_id, item_id, id)
);
comment on table public.content_versions is
  'A published version of content. Immutable: a correction is a new version, so that assigned content never changes.';
create unique index content_versions_current_key on public.content_versions (clinic_id, item_id) where superseded_at is null;
create index content_versions_cover_idx on public.content_versions (clinic_id, cover_file_id);
create index content_versions_published_by_idx on public.content_versions (published_by);

alter table public.content_versions enable row level security;
alter table public.content_versions force row level security;
create policy content_versions_select_team on public.content_versions for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy content_versions_select_published on public.content_versions for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and superseded_at is null and is_published);
create policy content_versions_all_system on public.content_versions to system using (true) with check (true);
-- Immutable, except for its time and whether it is published. With full access a guardian opens what was
-- assigned (docs/decisions/0080).
grant select (id, clinic_id, item_id, number, type, title, category, description, body, cover_file_id, read_minutes,
  published_at, superseded_at) on public.content_versions to clinic_patient, clinic_guardian;
grant select (id, clinic_id, item_id, number, type, title, category, description, body, cover_file_id, read_minutes,
  published_by, published_at, superseded_at, team_notes, is_published) on public.content_versions to clinic_staff, clinic_admin;
grant select, insert, update (superseded_at, is_published), delete on public.content_versions to system;

-- Copies whether an item is published to its versions (docs/decisions/0161).
-- security definer: independent of the caller's rights
create function app.copy_item_status() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'content_items' then
    update public.content_versions v set is_published = new.status = 'published' and new.deleted_at is null
     where v.clinic_id = new.clinic_id and v.item_id = new.id
       and v.is_published <> (new.status = 'published' and new.deleted_at is null);
    return null;
  end if;
  -- locked, so that a change of the item at the same time waits and then finds this row
  select i.status = 'published' and i.deleted_at is null into new.is_published from public.content_items i
   where i.clinic_id = new.clinic_id and i.id = new.item_id for share;
  -- without an item the foreign key refuses the row
  new.is_published := coalesce(new.is_published, false);
  return new;
end $$;
alter function app.copy_item_status() owner to system;
create trigger content_items_copy_status after update of status, deleted_at on public.content_items
  for each row execute function app.copy_item_status();
create trigger content_versions_copy_status before insert on public.content_versions
  for each row execute function app.copy_item_status();

create table public.content_version_files (
  clinic_id    uuid not null references public.clinics on delete restrict,
  version_id   uuid not null,
  file_id      uuid not null,
  -- whether the version is current and published; set by a trigger
  is_published boolean not null default false,
  primary key (clinic_id, version_id, file_id),
  constraint content_version_files_version_fkey foreign key (clinic_id, version_id)
    references public.content_versions (clinic_id, id) on delete cascade,
  constraint content_version_files_file_fkey foreign key (clinic_id, file_id)
    references public.files (clinic_id, id) on delete restrict
);
comment on table public.content_version_files is
  'The files of a version. A caller who may read the version may read its files, and no file is removed while a version needs it.';
create index content_version_files_file_idx on public.content_version_files (clinic_id, file_id);

alter table public.content_version_files enable row level security;
alter table public.content_version_files force row level security;
create policy content_version_files_select_team on public.content_version_files for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy content_version_files_select_published on public.content_version_files for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id())
         and (is_published or version_id = any ((select app.opened_ids())::uuid[])));
create policy content_version_files_all_system on public.content_version_files to system using (true) with check (true);
create policy content_version_files_select_guardian on public.content_version_files for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id()) and version_id = any ((select app.opened_ids())::uuid[]));
grant select on public.content_version_files to clinic_patient, clinic_guardian, clinic_staff, clinic_admin;
grant select, insert, update (is_published), delete on public.content_version_files to system;

-- security definer: independent of the caller's rights
create function app.copy_version_status() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'content_versions' then
    update public.content_version_files f set is_published = new.is_published and new.superseded_at is null
     where f.clinic_id = new.clinic_id and f.version_id = new.id
       and f.is_published <> (new.is_published and new.superseded_at is null);
    return null;
  end if;
  select v.is_published and v.superseded_at is null into new.is_published from public.content_versions v
   where v.clinic_id = new.clinic_id and v.id = new.version_id for share;
  new.is_published := coalesce(new.is_published, false);
  return new;
end $$;
alter function app.copy_version_status() owner to system;
create trigger content_versions_copy_to_files after update of is_published, superseded_at on public.content_versions
  for each row execute function app.copy_version_status();
create trigger content_version_files_copy_status before insert on public.content_version_files
  for each row execute function app.copy_version_status();

create policy files_select_published on public.files for select to clinic_patient
  using (kind in ('content_picture', 'content_video', 'content_pdf', 'content_captions', 'content_page')
         and clinic_id = (select app.current_clinic_id())
         and (is_published or version_ids && (select app.opened_ids())));
create policy files_select_assigned on public.files for select to clinic_guardian
  using (kind in ('content_picture', 'content_video', 'content_pdf', 'content_captions', 'content_page')
         and clinic_id = (select app.current_clinic_id()) and version_ids && (select app.opened_ids()));

create table public.content_views (
  -- a separate id: with both foreign keys in the primary key, the data API would take the table for a junction between
  -- clinics and patients
  id         uuid default gen_random_uuid(),
  clinic_id  uuid not null references public.clinics on delete restrict,
  item_id    uuid not null,
  patient_id uuid not null,
  -- the clinic's date
  viewed_on  date not null,
  viewed_at  timestamptz not null,
  primary key (clinic_id, id),
  constraint content_views_day_key unique (clinic_id, item_id, patient_id, viewed_on),
  constraint content_views_item_fkey foreign key (clinic_id, item_id)
    references public.content_items (clinic_id, id) on delete cascade,
  constraint content_views_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.content_views is
  'Health data: the days on which a patient opened an item, counted once per patient and day. The team is not counted, and reads the counts only.';
create index content_views_patient_idx on public.content_views (clinic_id, patient_id, viewed_on desc);

alter table public.content_views enable row level security;
alter table public.content_views force row level security;
create policy content_views_select_own on public.content_views for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id())
         and (select app.may_use_health_data()));
create policy content_views_all_system on public.content_views to system using (true) with check (true);
grant select on public.content_views to clinic_patient;
grant select, insert, update (patient_id), delete on public.content_views to system;

create table public.content_readings (
  id                   uuid default gen_random_uuid(),
  clinic_id            uuid not null references public.clinics on delete restrict,
  patient_id           uuid not null,
  item_id              uuid not null,
  -- how far: of an article or a document from 0 to 1, of a video in seconds
  position             double precision not null default 0 check (position between 0 and 86400),
  saved_at             timestamptz,
  updated_at           timestamptz not null,
  version_id           uuid,
  -- the farthest place of this version: of an article or a document from 0 to 1, of a video in seconds
  farthest             double precision not null default 0 check (farthest between 0 and 86400),
  completed_at         timestamptz,
  rating               integer check (rating between 1 and 5),
  rated_at             timestamptz,
  -- pairs of seconds, in order, none touching the next: domain/learning/played.ts
  watched              jsonb not null default '[]'
    constraint content_readings_watched_check check (case when jsonb_typeof(watched) = 'array'
    then jsonb_array_length(watched) <= 100 and length(watched::text) <= 4000 else false end),
  -- when the version before the current one was completed
  earlier_completed_at timestamptz,
  primary key (clinic_id, id),
  constraint content_readings_item_key unique (clinic_id, patient_id, item_id),
  constraint content_readings_item_fkey foreign key (clinic_id, item_id)
    references public.content_items (clinic_id, id) on delete cascade,
  constraint content_readings_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint content_readings_version_fkey foreign key (clinic_id, item_id, version_id)
    references public.content_versions (clinic_id, item_id, id) on delete cascade,
  constraint content_readings_rated_once check ((rating is null) = (rated_at is null))
);
comment on table public.content_readings is
  'Health data: a patient''s progress in content, and the content saved for later. Only the patient reads it.';
-- Completion is of a version: a reader of a corrected one starts again, but has completed the content (docs/domain-rules.md rule
-- 43, rule 44; docs/decisions/0138).
create index content_readings_item_idx on public.content_readings (clinic_id, item_id);
create index content_readings_version_idx on public.content_readings (clinic_id, item_id, version_id);

alter table public.content_readings enable row level security;
alter table public.content_readings force row level security;
create policy content_readings_select_own on public.content_readings for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id())
         and (select app.may_use_health_data()));
create policy content_readings_all_system on public.content_readings to system using (true) with check (true);
grant select on public.content_readings to clinic_patient;
grant select, insert, update, delete on public.content_readings to system;

-- security definer: a patient causes the view and the count is the clinic's
create function app.count_content_view() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.content_items i set view_count = i.view_count + 1 where i.clinic_id = new.clinic_id and i.id = new.item_id;
  return null;
end $$;
alter function app.count_content_view() owner to system;
create trigger content_views_count after insert on public.content_views
  for each row execute function app.count_content_view();

create table public.content_documents (
  clinic_id    uuid not null references public.clinics on delete restrict,
  file_id      uuid not null,
  state        text not null default 'waiting' check (state in ('waiting', 'ready', 'refused')),
  reason       text check (reason in ('encrypted', 'damaged', 'no_pages',
    'too_many_pages', 'too_slow', 'too_large', 'storage_full', 'not_shared', 'unavailable')),
  page_count   integer check (page_count > 0),
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  external_id  text check (length(external_id) <= 200),
  -- as in files; set by a trigger
  version_ids  uuid[] not null default '{}',
  is_published boolean not null default false,
  primary key (clinic_id, file_id),
  constraint content_documents_file_fkey foreign key (clinic_id, file_id)
    references public.files (clinic_id, id) on delete cascade,
  constraint content_documents_refused_has_reason check ((state = 'refused') = (reason is not null)),
  constraint content_documents_ready_has_pages check (state <> 'ready' or page_count is not null)
);
comment on table public.content_documents is 'Whether the pages of a PDF have been drawn. Without them it is read as a file.';
create trigger content_documents_are_erased_by_retention before delete on public.content_documents
  for each statement execute function app.refuse_unless_erasing();

alter table public.content_documents enable row level security;
alter table public.content_documents force row level security;
create policy content_documents_select_team on public.content_documents for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy content_documents_select_published on public.content_documents for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and (is_published or version_ids && (select app.opened_ids())));
create policy content_documents_all_system on public.content_documents to system using (true) with check (true);
create policy content_documents_select_guardian on public.content_documents for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id()) and version_ids && (select app.opened_ids()));
grant select (clinic_id, file_id, state, reason, page_count, created_at, updated_at)
  on public.content_documents to clinic_patient, clinic_guardian;
grant select on public.content_documents to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.content_documents to system;

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
  text           text not null default '' check (length(text) <= 20000),
  notes          text not null default '' check (length(notes) <= 4000),
  external_id    text check (length(external_id) <= 200),
  -- the versions that use the document or this page, and whether one of them is current and published; set by a trigger
  version_ids    uuid[] not null default '{}',
  is_published   boolean not null default false,
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
comment on table public.content_pages is 'One drawn page of a PDF. Written by a job (server/features/content/slides/draw-pdf.ts).';
create index content_pages_file_idx on public.content_pages (clinic_id, file_id);
create index content_pages_medium_file_idx on public.content_pages (clinic_id, medium_file_id);
create index content_pages_small_file_idx on public.content_pages (clinic_id, small_file_id);

alter table public.content_pages enable row level security;
alter table public.content_pages force row level security;
create policy content_pages_select_team on public.content_pages for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy content_pages_all_system on public.content_pages to system using (true) with check (true);
create policy content_pages_select_published on public.content_pages for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and (is_published or version_ids && (select app.opened_ids())));
create policy content_pages_select_guardian on public.content_pages for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id()) and version_ids && (select app.opened_ids()));
grant select (clinic_id, document_id, number, file_id, medium_file_id, small_file_id, width, height, text)
  on public.content_pages to clinic_patient, clinic_guardian;
grant select on public.content_pages to clinic_staff, clinic_admin;
grant select, insert, update (version_ids, is_published), delete on public.content_pages to system;

create policy files_select_page on public.files for select to clinic_staff, clinic_admin
  using (kind = 'content_page' and clinic_id = (select app.current_clinic_id()) and version_ids is not null);

-- Copies to the given pictures of pages which versions use a page that has them; null where no page has one.
-- security definer (owned by system), like all functions below, so that they do not depend on what the writer may change
create function app.copy_versions_to_pictures(p_clinic_id uuid, p_file_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.files f set version_ids = r.version_ids, is_published = r.is_published
    from (select w.id, case when bool_or(p.number is not null) then
                         coalesce(array_agg(distinct v.id) filter (where v.id is not null), '{}') end as version_ids,
                 coalesce(bool_or(p.is_published), false) as is_published
            from unnest(p_file_ids) w(id)
            left join public.content_pages p on p.clinic_id = p_clinic_id
                                            and w.id in (p.file_id, p.medium_file_id, p.small_file_id)
            left join lateral unnest(p.version_ids) v(id) on true
           group by w.id) r
   where f.clinic_id = p_clinic_id and f.id = r.id and f.kind = 'content_page'
     and (f.version_ids, f.is_published) is distinct from (r.version_ids, r.is_published);
end $$;
alter function app.copy_versions_to_pictures(uuid, uuid[]) owner to system;

-- Copies which versions use the given files to these files, their documents and pages, whose policies read no other table
-- (docs/decisions/0161).
create function app.copy_versions_to_files(p_clinic_id uuid, p_file_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- of two changes at the same time, the second waits here and then reads the first
  perform from public.files f where f.clinic_id = p_clinic_id and f.id = any (p_file_ids) order by f.id for no key update;
  update public.files f set version_ids = r.version_ids, is_published = r.is_published
    from (select w.id, coalesce(array_agg(v.version_id order by v.version_id) filter (where v.version_id is not null), '{}')
                   as version_ids,
                 coalesce(bool_or(v.is_published), false) as is_published
            from unnest(p_file_ids) w(id)
            left join public.content_version_files v on v.clinic_id = p_clinic_id and v.file_id = w.id
           group by w.id) r
   where f.clinic_id = p_clinic_id and f.id = r.id and f.kind <> 'content_page'
     and (f.version_ids, f.is_published) is distinct from (r.version_ids, r.is_published);
  update public.content_documents d set version_ids = coalesce(f.version_ids, '{}'), is_published = f.is_published
    from public.files f
   where f.clinic_id = p_clinic_id and f.id = any (p_file_ids) and d.clinic_id = f.clinic_id and d.file_id = f.id
     and (d.version_ids, d.is_published) is distinct from (coalesce(f.version_ids, '{}'), f.is_published);
  update public.content_pages p set version_ids = r.version_ids, is_published = r.is_published
    from (select q.document_id, q.number,
                 coalesce(array_agg(distinct v.version_id) filter (where v.version_id is not null), '{}') as version_ids,
                 coalesce(bool_or(v.is_published), false) as is_published
            from public.content_pages q
            left join public.content_version_files v on v.clinic_id = q.clinic_id and v.file_id in (q.document_id, q.file_id)
           where q.clinic_id = p_clinic_id and (q.document_id = any (p_file_ids) or q.file_id = any (p_file_ids))
           group by q.document_id, q.number) r
   where p.clinic_id = p_clinic_id and p.document_id = r.document_id and p.number = r.number
     and (p.version_ids, p.is_published) is distinct from (r.version_ids, r.is_published);
  perform app.copy_versions_to_pictures(p_clinic_id, array(
    select distinct x.id from public.content_pages p
     cross join lateral unnest(array[p.file_id, p.medium_file_id, p.small_file_id]) x(id)
     where p.clinic_id = p_clinic_id and (p.document_id = any (p_file_ids) or p.file_id = any (p_file_ids))));
end $$;
alter function app.copy_versions_to_files(uuid, uuid[]) owner to system;

-- For the tables whose file_id is a file of content.
create function app.copy_versions_of_files() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.copy_versions_to_files(c.clinic_id, array_agg(distinct c.file_id)) from changed c group by c.clinic_id;
  return null;
end $$;
alter function app.copy_versions_of_files() owner to system;
create trigger content_version_files_copy_inserted after insert on public.content_version_files
  referencing new table as changed for each statement execute function app.copy_versions_of_files();
create trigger content_version_files_copy_updated after update on public.content_version_files
  referencing new table as changed for each statement execute function app.copy_versions_of_files();
create trigger content_version_files_copy_deleted after delete on public.content_version_files
  referencing old table as changed for each statement execute function app.copy_versions_of_files();
create trigger content_documents_copy_inserted after insert on public.content_documents
  referencing new table as changed for each statement execute function app.copy_versions_of_files();

create function app.copy_versions_of_pages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform app.copy_versions_to_files(c.clinic_id, array_agg(distinct c.document_id)) from changed c group by c.clinic_id;
  else
    perform app.copy_versions_to_pictures(c.clinic_id, array_agg(distinct x.id))
       from changed c cross join lateral unnest(array[c.file_id, c.medium_file_id, c.small_file_id]) x(id) group by c.clinic_id;
  end if;
  return null;
end $$;
alter function app.copy_versions_of_pages() owner to system;
create trigger content_pages_copy_inserted after insert on public.content_pages
  referencing new table as changed for each statement execute function app.copy_versions_of_pages();
create trigger content_pages_copy_deleted after delete on public.content_pages
  referencing old table as changed for each statement execute function app.copy_versions_of_pages();

-- A clinic lets another one copy its content (docs/decisions/0050). People of one clinic never read the other's rows directly:
-- an action lists and copies published content.
create table public.content_library_shares (
  clinic_id      uuid not null references public.clinics on delete restrict,
  with_clinic_id uuid not null references public.clinics on delete restrict,
  -- null after the account is deleted
  shared_by      uuid references auth.users on delete set null,
  created_at     timestamptz not null,
  primary key (clinic_id, with_clinic_id),
  constraint content_library_shares_another check (clinic_id <> with_clinic_id)
);
comment on table public.content_library_shares is
  'Which other clinics may copy a clinic''s published content. Read and written by actions alone (server/features/content/share-library.ts).';
create index content_library_shares_with_idx on public.content_library_shares (with_clinic_id);
select app.appear_by('public.content_library_shares', 'library', 'with_clinic_id');
create index content_library_shares_by_idx on public.content_library_shares (shared_by);

alter table public.content_library_shares enable row level security;
alter table public.content_library_shares force row level security;
create policy content_library_shares_select_team on public.content_library_shares for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy content_library_shares_all_system on public.content_library_shares to system using (true) with check (true);
grant select (clinic_id, with_clinic_id, created_at) on public.content_library_shares to clinic_staff, clinic_admin;
grant select, insert, delete on public.content_library_shares to system;