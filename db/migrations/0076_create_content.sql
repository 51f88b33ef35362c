-- 0076_create_content.sql: what a clinic teaches (docs/specification.md B2.5, B2.13, docs/decisions/0050). The team writes a
-- working copy; publishing makes a version, which never changes and which patients read.
alter table public.files drop constraint files_kind_check;
alter table public.files add constraint files_kind_check check (kind in ('avatar', 'logo', 'message_attachment', 'person_file',
  'content_picture', 'content_video', 'content_pdf', 'content_captions'));

create table public.content_categories (
  id         uuid primary key default gen_random_uuid(),
  clinic_id  uuid not null references public.clinics on delete restrict,
  name       text not null check (length(btrim(name)) between 2 and 40 and app.is_one_line(name)),
  created_at timestamptz not null,
  unique (clinic_id, id)
);
comment on table public.content_categories is
  'A clinic''s own categories, beside those that every clinic has (domain/content/content.ts).';
create unique index content_categories_name_key on public.content_categories (clinic_id, lower(name));

create table public.content_items (
  id                      uuid primary key default gen_random_uuid(),
  clinic_id               uuid not null references public.clinics on delete restrict,
  type                    text not null check (type in ('article', 'video', 'pdf', 'image')),
  status                  text not null default 'draft' check (status in ('draft', 'published', 'archived')),
  title                   text not null check (length(btrim(title)) between 1 and 120 and app.is_one_line(title)),
  category                text not null check (length(btrim(category)) between 2 and 40 and app.is_one_line(category)),
  description             text not null default '' check (length(description) <= 300),
  -- what is read or seen, by type: domain/content/body.ts
  body                    jsonb not null,
  cover_file_id           uuid,
  -- computed from the body
  read_minutes            integer not null default 1 check (read_minutes between 1 and 1440),
  is_featured             boolean not null default false,
  -- copied from Carefold's examples, and nobody of the clinic has said that it is right
  is_unchecked_example    boolean not null default false,
  -- which example it was copied from
  example_key             text check (length(example_key) <= 80),
  -- the working copy says something else than the published version
  has_unpublished_changes boolean not null default false,
  -- a person and a day count once; kept by a trigger
  view_count              integer not null default 0 check (view_count >= 0),
  -- empty once the account is deleted
  author_id               uuid references auth.users on delete set null,
  changed_by              uuid references auth.users on delete set null,
  -- counts the saves, so that one editor does not overwrite another unseen
  version                 integer not null default 1 constraint content_items_version_check check (version > 0),
  created_at              timestamptz not null,
  updated_at              timestamptz not null,
  -- when patients could read it first
  published_at            timestamptz,
  -- taken out of every list; kept for what points at its versions
  deleted_at              timestamptz,
  unique (clinic_id, id),
  constraint content_items_published_once check ((status = 'draft') = (published_at is null)),
  constraint content_items_cover_fkey foreign key (clinic_id, cover_file_id)
    references public.files (clinic_id, id) on delete restrict
);
comment on table public.content_items is
  'One article, video, document or picture of one clinic, as its team is writing it. What patients read is in content_versions.';
create index content_items_list_idx on public.content_items (clinic_id, created_at desc);
create index content_items_cover_idx on public.content_items (clinic_id, cover_file_id);
create index content_items_author_idx on public.content_items (author_id);
create index content_items_changed_by_idx on public.content_items (changed_by);

create table public.content_versions (
  id            uuid primary key default gen_random_uuid(),
  clinic_id     uuid not null references public.clinics on delete restrict,
  item_id       uuid not null,
  -- 1 is what was published first
  number        integer not null check (number > 0),
  type          text not null check (type in ('article', 'video', 'pdf', 'image')),
  title         text not null check (length(btrim(title)) between 1 and 120 and app.is_one_line(title)),
  category      text not null check (length(btrim(category)) between 2 and 40 and app.is_one_line(category)),
  description   text not null default '' check (length(description) <= 300),
  body          jsonb not null,
  cover_file_id uuid,
  read_minutes  integer not null check (read_minutes between 1 and 1440),
  published_by  uuid references auth.users on delete set null,
  published_at  timestamptz not null,
  -- when a later version took its place
  superseded_at timestamptz check (superseded_at >= published_at),
  unique (clinic_id, id),
  unique (clinic_id, item_id, number),
  constraint content_versions_item_fkey foreign key (clinic_id, item_id)
    references public.content_items (clinic_id, id) on delete restrict,
  constraint content_versions_cover_fkey foreign key (clinic_id, cover_file_id)
    references public.files (clinic_id, id) on delete restrict
);
comment on table public.content_versions is
  'What was published. Immutable: a correction is a new version, so what somebody was given stays what it was.';
create unique index content_versions_current_key on public.content_versions (clinic_id, item_id) where superseded_at is null;
create index content_versions_cover_idx on public.content_versions (clinic_id, cover_file_id);
create index content_versions_published_by_idx on public.content_versions (published_by);

create table public.content_version_files (
  clinic_id  uuid not null references public.clinics on delete restrict,
  version_id uuid not null,
  file_id    uuid not null,
  primary key (clinic_id, version_id, file_id),
  constraint content_version_files_version_fkey foreign key (clinic_id, version_id)
    references public.content_versions (clinic_id, id) on delete cascade,
  constraint content_version_files_file_fkey foreign key (clinic_id, file_id)
    references public.files (clinic_id, id) on delete restrict
);
comment on table public.content_version_files is
  'The files of a version: whoever may read the version may read them, and none is removed while a version needs it.';
create index content_version_files_file_idx on public.content_version_files (clinic_id, file_id);

create table public.content_views (
  -- an id of its own: with both foreign keys in the primary key, the data API would take the table for a junction between
  -- clinics and patients
  id         uuid primary key default gen_random_uuid(),
  clinic_id  uuid not null references public.clinics on delete restrict,
  item_id    uuid not null,
  patient_id uuid not null,
  -- the clinic's date
  viewed_on  date not null,
  viewed_at  timestamptz not null,
  constraint content_views_day_key unique (clinic_id, item_id, patient_id, viewed_on),
  constraint content_views_item_fkey foreign key (clinic_id, item_id)
    references public.content_items (clinic_id, id) on delete cascade,
  constraint content_views_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.content_views is
  'Health data: on which days a patient opened what. Counted once per person and day, and never for the team, which reads the counts alone.';
create index content_views_patient_idx on public.content_views (clinic_id, patient_id, viewed_on desc);

create table public.content_readings (
  id         uuid primary key default gen_random_uuid(),
  clinic_id  uuid not null references public.clinics on delete restrict,
  patient_id uuid not null,
  item_id    uuid not null,
  -- how far: of an article or a document from 0 to 1, of a video in seconds
  position   double precision not null default 0 check (position between 0 and 86400),
  -- kept for later by the patient
  saved_at   timestamptz,
  updated_at timestamptz not null,
  constraint content_readings_item_key unique (clinic_id, patient_id, item_id),
  constraint content_readings_item_fkey foreign key (clinic_id, item_id)
    references public.content_items (clinic_id, id) on delete cascade,
  constraint content_readings_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.content_readings is
  'Health data: how far a patient is in what they read, and what they keep for later. Their own alone.';
create index content_readings_item_idx on public.content_readings (clinic_id, item_id);

-- security definer (owned by system), because a view is the patient's doing and the count is the clinic's
create function app.count_content_view() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.content_items i set view_count = i.view_count + 1 where i.clinic_id = new.clinic_id and i.id = new.item_id;
  return null;
end $$;
alter function app.count_content_view() owner to system;
create trigger content_views_count after insert on public.content_views
  for each row execute function app.count_content_view();

alter table public.content_categories enable row level security;
alter table public.content_categories force row level security;
alter table public.content_items enable row level security;
alter table public.content_items force row level security;
alter table public.content_versions enable row level security;
alter table public.content_versions force row level security;
alter table public.content_version_files enable row level security;
alter table public.content_version_files force row level security;
alter table public.content_views enable row level security;
alter table public.content_views force row level security;
alter table public.content_readings enable row level security;
alter table public.content_readings force row level security;

create policy content_categories_select_team on public.content_categories for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy content_categories_all_system on public.content_categories to system using (true) with check (true);
grant select (id, clinic_id, name, created_at) on public.content_categories to clinic_staff, clinic_admin;
grant select, insert, delete on public.content_categories to system;

-- written only by actions, so that each change leaves its audit row
create policy content_items_select_team on public.content_items for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and deleted_at is null);
create policy content_items_select_published on public.content_items for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and status = 'published' and deleted_at is null);
create policy content_items_all_system on public.content_items to system using (true) with check (true);
grant select (id, clinic_id, type, status, title, category, description, body, cover_file_id, read_minutes, is_featured,
              is_unchecked_example, example_key, has_unpublished_changes, view_count, author_id, changed_by, version, created_at,
              updated_at, published_at, deleted_at)
  on public.content_items to clinic_staff, clinic_admin;
-- not the working copy
grant select (id, clinic_id, status, is_featured, published_at, deleted_at) on public.content_items to clinic_patient;
grant select, insert, update, delete on public.content_items to system;

create policy content_versions_select_team on public.content_versions for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy content_versions_select_published on public.content_versions for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and superseded_at is null
         and exists (select from public.content_items i
                      where i.clinic_id = content_versions.clinic_id and i.id = content_versions.item_id));
create policy content_versions_all_system on public.content_versions to system using (true) with check (true);
grant select (id, clinic_id, item_id, number, type, title, category, description, body, cover_file_id, read_minutes, published_at,
              superseded_at)
  on public.content_versions to clinic_patient, clinic_staff, clinic_admin;
grant select (published_by) on public.content_versions to clinic_staff, clinic_admin;
-- immutable: only the end of its time is added
grant select, insert, delete on public.content_versions to system;
grant update (superseded_at) on public.content_versions to system;

create policy content_version_files_select_team on public.content_version_files for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy content_version_files_select_published on public.content_version_files for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id())
         and exists (select from public.content_versions v
                      where v.clinic_id = content_version_files.clinic_id and v.id = content_version_files.version_id));
create policy content_version_files_all_system on public.content_version_files to system using (true) with check (true);
grant select on public.content_version_files to clinic_patient, clinic_staff, clinic_admin;
grant select, insert, delete on public.content_version_files to system;

create policy content_views_select_own on public.content_views for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id()));
create policy content_views_all_system on public.content_views to system using (true) with check (true);
select app.guard_health_data('public.content_views');
grant select on public.content_views to clinic_patient;
grant select, insert, delete on public.content_views to system;

create policy content_readings_select_own on public.content_readings for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id()));
create policy content_readings_all_system on public.content_readings to system using (true) with check (true);
select app.guard_health_data('public.content_readings');
grant select on public.content_readings to clinic_patient;
grant select, insert, update, delete on public.content_readings to system;

create policy files_select_content on public.files for select to clinic_staff, clinic_admin
  using (kind in ('content_picture', 'content_video', 'content_pdf', 'content_captions')
         and clinic_id = (select app.current_clinic_id())
         and (attached_at is not null or owner_id = (select app.current_user_id())));
create policy files_select_published on public.files for select to clinic_patient
  using (kind in ('content_picture', 'content_video', 'content_pdf', 'content_captions')
         and clinic_id = (select app.current_clinic_id())
         and exists (select from public.content_version_files v where v.clinic_id = files.clinic_id and v.file_id = files.id));
