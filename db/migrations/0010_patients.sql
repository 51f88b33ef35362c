-- Patients, their details and the team's notes about them.
--
-- Words of names find patients who are likely one person (docs/domain-rules.md rule 28, docs/decisions/0134). Patients are
-- compared by equal keys alone, so that ten thousand patients are not compared with each other.

-- A text as it is compared (docs/decisions/0168): in lower case, without accents, apostrophes and invisible characters, with one
-- blank for blanks and punctuation: "O’Brien-Müller,  Zoë" is "obrien muller zoe". domain/values/fold.ts does the same.
-- plpgsql: an SQL function would be planned by every statement
create function app.fold(p_text text) returns text language plpgsql immutable strict parallel safe as $$
declare
  folded text := p_text;
begin
  if octet_length(p_text) > length(p_text) then
    -- apostrophes first, because normalizing makes blanks of some
    folded := translate(folded, E'´\u2018\u2019\u201a\u201b\u2032\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\ua78c\uff07', '');
    -- separates letters from their accents, and ligatures
    folded := regexp_replace(normalize(folded, nfkd),
      '[\u00ad\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u061c\u0640\u064b-\u065f\u0670\u115f\u1160'
      '\u17b4\u17b5\u180b-\u180e\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\u2800'
      '\u3164\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\uffa0]', '', 'g');
    folded := translate(lower(translate(folded, 'ÆŒÞẞØŁĐÐĦ', 'æœþßøłđðħ')), 'øłđðħıς', 'olddhiσ');
    folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  end if;
  return btrim(regexp_replace(translate(lower(folded), '''`', ''),
                              '[\s\u1680\u2028\u2029\u2010-\u2015\u2212«»‹›„“”·.,;:"()/-]+', ' ', 'g'));
end $$;
grant execute on function app.fold(text) to system;

create function app.name_words(p_name text) returns text[] language sql immutable parallel safe
  return array_remove(string_to_array(app.fold(p_name), ' '), '');
grant execute on function app.name_words(text) to system;

-- The same in one order: "Berg, Nora" and "Nora Berg" are equal.
create function app.words_key(p_words text[]) returns text language sql immutable parallel safe
  return case cardinality(p_words)
    when 2 then case when p_words[1] collate "C" <= p_words[2] then p_words[1] || ' ' || p_words[2]
                     else p_words[2] || ' ' || p_words[1] end
    when 1 then p_words[1]
    else (select coalesce(string_agg(w, ' ' order by w collate "C"), '') from unnest(p_words) w) end;
grant execute on function app.words_key(text[]) to system;

create function app.name_key(p_name text) returns text language sql immutable parallel safe
  return app.words_key(app.name_words(p_name));
grant execute on function app.name_key(text) to system;

-- The people a clinic cares for, the first table of health data.
--
-- Reads of a table whose comment starts with "Health data:" are recorded (docs/decisions/0020). Its rows name their patient in
-- patient_id and its client policies call app.may_use_health_data(); db/tests/catalog-checks.ts checks this.
create table public.patients (
  id          uuid default gen_random_uuid(),
  clinic_id   uuid not null references public.clinics on delete restrict,
  -- a patient needs no sign-in (docs/domain-rules.md rule 28)
  user_id     uuid references auth.users on delete set null,
  full_name   text not null check (length(btrim(full_name)) between 1 and 200),
  email       text check (email = lower(email)),
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  merged_into uuid,
  primary key (clinic_id, id),
  constraint patients_full_name_is_one_line check (app.is_one_line(full_name)),
  constraint patients_merged_into_fkey foreign key (clinic_id, merged_into)
    references public.patients (clinic_id, id) on delete restrict,
  constraint patients_merged_into_other check (merged_into <> id),
  constraint patients_merged_has_no_account check (merged_into is null or user_id is null)
);
comment on table public.patients is
  'Health data: one person cared for by one clinic. Being a patient says something about a person''s health.';
create unique index patients_user_key on public.patients (clinic_id, user_id);
create index patients_clinic_created_idx on public.patients (clinic_id, created_at desc);
create index patients_user_idx on public.patients (user_id);
select app.appear_by('public.patients', 'patient', 'user_id');
create index patients_merged_into_idx on public.patients (clinic_id, merged_into) where merged_into is not null;
create index patients_name_key_idx on public.patients (clinic_id, app.name_key(full_name)) where merged_into is null;
create index patients_email_idx on public.patients (clinic_id, email) where merged_into is null and email is not null;

alter table public.clinic_memberships add constraint clinic_memberships_patient_fkey foreign key (clinic_id, patient_id)
  references public.patients (clinic_id, id) on delete restrict;
create index clinic_memberships_patient_idx on public.clinic_memberships (clinic_id, patient_id) where patient_id is not null;
create unique index clinic_memberships_patient_key on public.clinic_memberships (clinic_id, patient_id) where ended_at is null;

alter table public.patients enable row level security;
alter table public.patients force row level security;
create policy patients_select_own on public.patients for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and id = (select app.current_patient_id())
         and (select app.may_use_health_data()));
create policy patients_all_system on public.patients to system using (true) with check (true);

-- name only, with any access
create policy patients_select_guardian on public.patients for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id()) and id = (select app.current_patient_id())
         and (select app.may_use_health_data()));
create policy patients_select_team on public.patients for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and merged_into is null and (select app.may_use_health_data()));
grant select on public.patients to clinic_patient, clinic_staff, clinic_admin;
grant select (id, clinic_id, full_name) on public.patients to clinic_guardian;
grant select, insert, update, delete on public.patients to system;
-- an imported record that was not used, within the hour; others remain, without a name
create function app.refuse_unless_undoing_import() returns trigger language plpgsql as $$
begin
  if current_user = 'system' and not app.is_undoing_import() then
    raise exception 'A patient is deleted by undoing an import alone' using errcode = '42501';
  end if;
  return null;
end $$;
create trigger patients_are_removed_by_undo before delete on public.patients
  for each statement execute function app.refuse_unless_undoing_import();

-- Makes or updates the record of a person who has become a patient. The person's own name, made one line, wins over the clinic's
-- or the join form's; a record from an earlier membership is unchanged.
create function app.upsert_patient_record(p_clinic_id uuid, p_user_id uuid, p_name text, p_at timestamptz)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.patients as p (clinic_id, user_id, full_name, email, created_at, updated_at)
  select p_clinic_id, u.id,
         left(coalesce(nullif(app.one_line(u.user_metadata ->> 'full_name'), ''), nullif(app.one_line(p_name), ''),
                       nullif(split_part(u.email, '@', 1), ''), 'Patient'), 200), u.email, p_at, p_at
    from auth.users u where u.id = p_user_id
  on conflict (clinic_id, user_id) do update
    set full_name = excluded.full_name, email = excluded.email, updated_at = excluded.updated_at
    where not exists (select 1 from public.clinic_memberships m
                       where m.clinic_id = p.clinic_id and m.user_id = p.user_id
                         and m.accepted_at is not null and m.ended_at is not null);
end $$;
alter function app.upsert_patient_record(uuid, uuid, text, timestamptz) owner to system;

-- Details that a patient gives a clinic about themselves (docs/specification.md B3), part of that clinic's record
-- (docs/decisions/0041).
create table public.patient_details (
  clinic_id     uuid not null references public.clinics on delete restrict,
  patient_id    uuid not null,
  -- E.164
  phone         text constraint patient_details_phone_check check (phone ~ '^\+[1-9]\d{6,14}$'),
  date_of_birth date constraint patient_details_date_of_birth_check check (date_of_birth >= '1900-01-01'),
  address       text constraint patient_details_address_check check (length(address) <= 200 and app.is_one_line(address)),
  city          text constraint patient_details_city_check check (length(city) <= 100 and app.is_one_line(city)),
  state         text constraint patient_details_state_check check (length(state) <= 100 and app.is_one_line(state)),
  zip_code      text constraint patient_details_zip_code_check check (length(zip_code) <= 20 and app.is_one_line(zip_code)),
  -- detects concurrent saves
  version       integer not null default 1 constraint patient_details_version_check check (version > 0),
  updated_at    timestamptz not null,
  primary key (clinic_id, patient_id),
  constraint patient_details_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.patient_details is
  'Health data: how to reach a patient of a clinic, and when they were born. At most one row per patient; its patient writes it.';
create index patient_details_phone_idx on public.patient_details (phone) where phone is not null;
create trigger patient_details_are_erased_by_retention before delete on public.patient_details
  for each statement execute function app.refuse_unless_erasing();

alter table public.patient_details enable row level security;
alter table public.patient_details force row level security;
create policy patient_details_select_own on public.patient_details for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id())
         and (select app.may_use_health_data()));
create policy patient_details_select_team on public.patient_details for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy patient_details_all_system on public.patient_details to system using (true) with check (true);
-- full access only
create policy patient_details_select_guardian on public.patient_details for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.ward_in_full())
         and (select app.may_use_health_data()));
grant select on public.patient_details to clinic_patient, clinic_guardian, clinic_staff, clinic_admin;
grant select, insert, update, delete on public.patient_details to system;

create table public.patient_health (
  clinic_id          uuid not null references public.clinics on delete restrict,
  patient_id         uuid not null,
  emergency_contact  text constraint patient_health_emergency_contact_check
                       check (length(emergency_contact) <= 200 and app.is_one_line(emergency_contact)),
  -- E.164
  emergency_phone    text constraint patient_health_emergency_phone_check check (emergency_phone ~ '^\+[1-9]\d{6,14}$'),
  allergies          text constraint patient_health_allergies_check check (length(allergies) <= 4000),
  medications        text constraint patient_health_medications_check check (length(medications) <= 4000),
  medical_conditions text constraint patient_health_medical_conditions_check check (length(medical_conditions) <= 4000),
  version            integer not null default 1 constraint patient_health_version_check check (version > 0),
  updated_at         timestamptz not null,
  primary key (clinic_id, patient_id),
  constraint patient_health_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.patient_health is
  'Health data: a patient''s emergency contact, allergies, medications and conditions, as given to this clinic. At most one row per patient.';
create trigger patient_health_are_erased_by_retention before delete on public.patient_health
  for each statement execute function app.refuse_unless_erasing();

alter table public.patient_health enable row level security;
alter table public.patient_health force row level security;
create policy patient_health_select_own on public.patient_health for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id())
         and (select app.may_use_health_data()));
create policy patient_health_select_team on public.patient_health for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy patient_health_all_system on public.patient_health to system using (true) with check (true);
create policy patient_health_select_guardian on public.patient_health for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.ward_in_full())
         and (select app.may_use_health_data()));
grant select on public.patient_health to clinic_patient, clinic_guardian, clinic_staff, clinic_admin;
grant select, insert, update, delete on public.patient_health to system;

-- Every write is audited with its patient, but not the changed fields: that would copy health data.
-- security definer: no role may write the audit trail
create function app.record_patient_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if app.is_merging() then return null; end if;
  perform app.write_audit(tg_argv[0], 'patient', new.patient_id::text, '{}', new.clinic_id, array[new.patient_id], null);
  return null;
end $$;
alter function app.record_patient_change() owner to system;
create trigger patient_details_record_change after insert or update on public.patient_details
  for each row execute function app.record_patient_change('patient.details_changed');
create trigger patient_health_record_change after insert or update on public.patient_health
  for each row execute function app.record_patient_change('patient.health_changed');

-- The team's notes about a patient, for each other (docs/specification.md B2.10 "View Profile"). Patients have no grant on them.
create table public.person_notes (
  id         uuid default gen_random_uuid(),
  clinic_id  uuid not null references public.clinics on delete restrict,
  patient_id uuid not null,
  -- null after the account is deleted
  author_id  uuid references auth.users on delete set null,
  body       text not null constraint person_notes_body_check check (length(btrim(body)) between 1 and 4000),
  -- detects concurrent saves
  version    integer not null default 1 constraint person_notes_version_check check (version > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- taken off the page; the row stays, because it is part of a record
  removed_at timestamptz,
  primary key (clinic_id, id),
  constraint person_notes_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.person_notes is 'Health data: what the team notes about a patient, for the team alone.';
create index person_notes_patient_idx on public.person_notes (clinic_id, patient_id, created_at desc, id desc);
create index person_notes_author_idx on public.person_notes (author_id);
create trigger person_notes_are_erased_by_retention before delete on public.person_notes
  for each statement execute function app.refuse_unless_erasing();

alter table public.person_notes enable row level security;
alter table public.person_notes force row level security;
create policy person_notes_select_team on public.person_notes for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and removed_at is null and (select app.may_use_health_data()));
create policy person_notes_all_system on public.person_notes to system using (true) with check (true);
grant select (id, clinic_id, patient_id, author_id, body, version, created_at, updated_at)
  on public.person_notes to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.person_notes to system;

-- Every write is audited with its patient, without the text. A move to another record is audited as a move.
-- security definer: no role may write the audit trail
create function app.record_note_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if app.is_merging() then return null; end if;
  perform app.write_audit(
    case when tg_op = 'INSERT' then 'note.written'
         when new.removed_at is not null and old.removed_at is null then 'note.removed'
         when new.removed_at is null and old.removed_at is not null then 'note.restored' else 'note.changed' end,
    'note', new.id::text, '{}', new.clinic_id, array[new.patient_id], null);
  return null;
end $$;
alter function app.record_note_change() owner to system;
create trigger person_notes_record_change after insert or update on public.person_notes
  for each row execute function app.record_note_change();
