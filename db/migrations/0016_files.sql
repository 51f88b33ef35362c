-- Uploaded files. The bytes are objects of a store outside the database, whose names reveal nothing (docs/threats.md T13).
create table public.files (
  id             uuid default gen_random_uuid(),
  -- zeros for a person's avatar: it belongs to no clinic, and must not reveal one clinic to another
  clinic_id      uuid not null default '00000000-0000-0000-0000-000000000000',
  owner_id       uuid not null references auth.users on delete restrict,
  kind           text not null check (kind in ('avatar', 'logo', 'message_attachment', 'person_file',
    'form_file', 'dispute_evidence', 'content_picture', 'content_video', 'content_pdf', 'content_captions', 'content_page', 'content_import')),
  -- null where the name may reveal something about a patient's health: then it is in patient_files
  name           text check (length(name) between 1 and 200 and app.is_one_line(name)),
  -- as announced until the file is ready, then what is stored; the clinic's use of storage is the sum
  size_bytes     bigint not null check (size_bytes > 0),
  received_bytes bigint not null default 0 check (received_bytes >= 0),
  sha256         text check (sha256 ~ '^[0-9a-f]{64}$'),
  -- from the bytes, never from the name
  media_type     text,
  width          integer check (width > 0),
  height         integer check (height > 0),
  state          text not null default 'uploading' check (state in ('uploading', 'ready')),
  -- null: used by nothing yet
  attached_at    timestamptz,
  created_at     timestamptz not null default app.now(),
  updated_at     timestamptz not null default app.now(),
  unused_since   timestamptz,
  -- For policies alone, set by triggers. Of an avatar: the clinics of its person, as active team, team, and patient.
  active_team_of uuid[],
  team_of        uuid[],
  patient_of     uuid[],
  -- of a file about a patient: the patient, and whether it was sent with a message, uploaded to a form or shared
  patient_id     uuid,
  is_shared      boolean not null default false,
  -- of content: the versions that use it, and whether one of them is current and published; null: a picture that no page has
  version_ids    uuid[],
  is_published   boolean not null default false,
  primary key (clinic_id, id),
  constraint files_avatars_are_personal check ((kind = 'avatar') = (clinic_id = '00000000-0000-0000-0000-000000000000')),
  constraint files_ready_is_complete check (state <> 'ready' or (sha256 is not null and media_type is not null)),
  constraint files_attached_is_ready check (attached_at is null or state = 'ready'),
  constraint files_health_data_has_no_name
    check ((kind in ('message_attachment', 'person_file', 'form_file', 'dispute_evidence')) = (name is null))
);
comment on table public.files is
  'An uploaded file. What its name and its patient tell is in patient_files; its bytes are in app.file_objects. Written by the server alone.';
comment on column public.files.unused_since is
  'Since when no content uses it, as the nightly job has found; null while it is used.';
create index files_clinic_idx on public.files (clinic_id, kind, created_at desc);
-- a caller names a file alone; policies decide whether it is one of theirs
create index files_id_idx on public.files (id);
create index files_owner_idx on public.files (owner_id, kind);
create index files_unused_idx on public.files (updated_at) where attached_at is null;
create unique index files_avatar_key on public.files (clinic_id, owner_id) where kind = 'avatar' and attached_at is not null;
create unique index files_logo_key on public.files (clinic_id) where kind = 'logo' and attached_at is not null;

-- a logo is public by its id, at every address
create trigger files_lead_by_logo after insert on public.files
  for each row when (new.kind = 'logo') execute function app.lead_to_clinic('logo', 'id');
create trigger files_lead_by_removed_logo after delete on public.files
  for each row when (old.kind = 'logo') execute function app.lead_to_clinic('logo', 'id');
alter table public.files enable always trigger files_lead_by_logo;
alter table public.files enable always trigger files_lead_by_removed_logo;

alter table public.files enable row level security;
alter table public.files force row level security;
-- The logo around a guardian's page is the clinic's, the picture the reader's own.
create policy files_select_logo on public.files for select
  to anon, authenticated, clinic_patient, clinic_guardian, clinic_staff, clinic_admin
  using (kind = 'logo' and attached_at is not null and clinic_id = (select app.current_clinic_id()));
create policy files_select_own on public.files for select
  to authenticated, clinic_patient, clinic_guardian, clinic_staff, clinic_admin
  using (kind in ('avatar', 'logo') and owner_id = (select app.current_user_id())
         and (clinic_id = '00000000-0000-0000-0000-000000000000' or clinic_id = (select app.current_clinic_id())));
create policy files_select_team_avatar on public.files for select to clinic_patient
  using (kind = 'avatar' and attached_at is not null and (select app.current_clinic_id()) = any (active_team_of));
-- that a person is a patient is health data
create policy files_select_avatar on public.files for select to clinic_staff, clinic_admin
  using (kind = 'avatar' and attached_at is not null
         and ((select app.current_clinic_id()) = any (team_of)
              or (select app.current_clinic_id()) = any (patient_of) and (select app.may_use_health_data())));
create policy files_all_system on public.files to system using (true) with check (true);
create policy files_select_content on public.files for select to clinic_staff, clinic_admin
  using (kind in ('content_picture', 'content_video', 'content_pdf', 'content_captions')
         and clinic_id = (select app.current_clinic_id())
         and (attached_at is not null or owner_id = (select app.current_user_id())));
grant select (id, clinic_id, owner_id, kind, size_bytes, media_type, width, height, state, attached_at, created_at)
  on public.files to anon, authenticated, clinic_patient, clinic_guardian, clinic_staff, clinic_admin;
grant select, insert, update, delete on public.files to system;

-- Copies a person's memberships to their profile and avatar (docs/decisions/0161).
-- security definer: independent of the caller's rights
create function app.copy_memberships_of(p_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  active_teams uuid[];
  teams uuid[];
  patients uuid[];
begin
  -- of two changes at the same time, the second waits here and then reads the first
  perform from public.profiles p where p.user_id = p_user_id for no key update;
  perform from public.files f
    where f.clinic_id = '00000000-0000-0000-0000-000000000000' and f.owner_id = p_user_id and f.kind = 'avatar' order by f.id for no key update;
  select coalesce(array_agg(m.clinic_id order by m.clinic_id) filter (where m.role <> 'patient' and m.status = 'active'), '{}'),
         coalesce(array_agg(m.clinic_id order by m.clinic_id) filter (where m.role <> 'patient'), '{}'),
         coalesce(array_agg(m.clinic_id order by m.clinic_id) filter (where m.role = 'patient'), '{}')
    into active_teams, teams, patients
    from app.memberships_of(p_user_id) m;
  update public.profiles p set team_of = active_teams where p.user_id = p_user_id and p.team_of <> active_teams;
  update public.files f set active_team_of = active_teams, team_of = teams, patient_of = patients
   where f.clinic_id = '00000000-0000-0000-0000-000000000000' and f.owner_id = p_user_id and f.kind = 'avatar'
     and (f.active_team_of, f.team_of, f.patient_of) is distinct from (active_teams, teams, patients);
end $$;
alter function app.copy_memberships_of(uuid) owner to system;

create function app.copy_membership() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.user_id is not null then perform app.copy_memberships_of(old.user_id); end if;
  if tg_op <> 'DELETE' and new.user_id is not null and (tg_op = 'INSERT' or new.user_id is distinct from old.user_id) then
    perform app.copy_memberships_of(new.user_id);
  end if;
  return null;
end $$;
alter function app.copy_membership() owner to system;
create trigger clinic_memberships_copy after insert or delete or update of user_id, role, status, ended_at
  on public.clinic_memberships for each row execute function app.copy_membership();

-- Of a new profile or avatar. Waits for changes of the memberships, which cannot see the new row yet. Accounts are on every node
-- and have no triggers: the function that inserts a profile calls it (docs/decisions/0206).
create function app.copy_memberships_to_new_row(p_user_id uuid) returns void language plpgsql set search_path = '' as $$
declare
  clinics constant uuid[] := app.clinics_with('membership', p_user_id::text);
begin
  perform from public.clinic_memberships m
    where m.clinic_id = any (clinics) and m.user_id = p_user_id order by m.id for share;
  perform app.copy_memberships_of(p_user_id);
end $$;
grant execute on function app.copy_memberships_to_new_row(uuid) to system;

create function app.copy_memberships_to_avatar() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.copy_memberships_to_new_row(new.owner_id);
  return null;
end $$;
alter function app.copy_memberships_to_avatar() owner to system;
create trigger files_copy_memberships after insert on public.files
  for each row when (new.kind = 'avatar') execute function app.copy_memberships_to_avatar();

-- The stored pieces of a file, in order. A row is written before its bytes and removed after them, so that objects left by a
-- crash are found here.
create table app.file_objects (
  name       text primary key check (name ~ '^[0-9a-f]{2}/[0-9a-f]{62}$'),
  -- null: to be removed. No foreign key: files are a clinic's, objects are not
  file_id    uuid,
  -- where the piece begins in the file; null until its bytes are stored
  starts_at  bigint check (starts_at >= 0),
  bytes      bigint check (bytes > 0),
  created_at timestamptz not null default now(),
  constraint file_objects_stored_with_place check ((starts_at is null) = (bytes is null)),
  constraint file_objects_place_key unique (file_id, starts_at)
);
comment on table app.file_objects is
  'Objects in the file store. Times are the machine''s: they are compared with those of the store.';
create index file_objects_unused_idx on app.file_objects (created_at) where file_id is null;

-- security definer: cascades run as the table's owner, which the policies bind
create function app.release_objects() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update app.file_objects o set file_id = null where o.file_id = old.id;
  return null;
end $$;
alter function app.release_objects() owner to system;
create trigger files_release_objects after delete on public.files for each row execute function app.release_objects();

alter table app.file_objects enable row level security;
alter table app.file_objects force row level security;
create policy file_objects_all_system on app.file_objects to system using (true) with check (true);
grant select, insert, update, delete on app.file_objects to system;

create table app.storage_use (
  clinic_id   uuid primary key references public.clinics on delete restrict,
  used_bytes  bigint not null default 0 constraint storage_use_not_negative check (used_bytes >= 0),
  -- 5 GB (docs/specification.md B6)
  limit_bytes bigint not null default 5000000000,
  constraint storage_use_within_limit check (used_bytes <= limit_bytes)
);
comment on table app.storage_use is
  'How much of its storage a clinic uses: the sum of files.size_bytes, updated by a trigger. Uploads wait for each other at this row, so the limit holds exactly.';
create trigger storage_use_are_erased_by_retention before delete on app.storage_use
  for each statement execute function app.refuse_unless_erasing();

alter table app.storage_use enable row level security;
alter table app.storage_use force row level security;
create policy storage_use_all_system on app.storage_use to system using (true) with check (true);
grant select, insert, update, delete on app.storage_use to system;

-- security definer: many roles may remove the rows of a person or a clinic
create function app.count_storage() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.clinic_id <> '00000000-0000-0000-0000-000000000000' then
    update app.storage_use u set used_bytes = u.used_bytes - old.size_bytes
           + case when tg_op = 'UPDATE' then new.size_bytes else 0 end
     where u.clinic_id = old.clinic_id;
  elsif tg_op = 'INSERT' and new.clinic_id <> '00000000-0000-0000-0000-000000000000' then
    insert into app.storage_use as u (clinic_id, used_bytes) values (new.clinic_id, new.size_bytes)
    on conflict (clinic_id) do update set used_bytes = u.used_bytes + excluded.used_bytes;
  end if;
  return null;
end $$;
alter function app.count_storage() owner to system;
create trigger files_count_storage after insert or delete or update of size_bytes on public.files
  for each row execute function app.count_storage();
