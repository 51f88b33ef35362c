-- Forms that patients fill in and sign before a visit or after joining (docs/decisions/0213).
create table public.forms (
  id          uuid default gen_random_uuid(),
  clinic_id   uuid not null references public.clinics on delete restrict,
  title       text not null constraint forms_title_check
                check (length(btrim(title)) between 1 and 120 and app.is_one_line(title)),
  -- one list, as domain/forms/inputs.ts checks it
  fields      jsonb not null constraint forms_fields_check
                check (jsonb_typeof(fields) = 'array' and pg_column_size(fields) <= 200000),
  -- when patients are asked; request: only by the team
  occasion    text not null constraint forms_occasion_check check (occasion in ('request', 'joining', 'visit')),
  -- keys of appointment_types, for the occasion visit
  visit_types text[] not null default '{}',
  repeats     text not null default 'once' constraint forms_repeats_check check (repeats in ('once', 'yearly', 'every_visit')),
  is_active   boolean not null default true,
  version     integer not null default 1 constraint forms_version_check check (version > 0),
  -- null after the account is deleted
  changed_by  uuid references auth.users on delete set null,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (clinic_id, id),
  constraint forms_visit_types_check check ((occasion = 'visit') = (visit_types <> '{}'))
);
comment on table public.forms is 'Forms that a clinic asks its patients to fill in and sign. About no patient.';
create unique index forms_title_key on public.forms (clinic_id, lower(title));
create index forms_changed_by_idx on public.forms (changed_by);
create trigger forms_are_erased_by_retention before delete on public.forms
  for each statement execute function app.refuse_unless_erasing();

alter table public.forms enable row level security;
alter table public.forms force row level security;
create policy forms_select_team on public.forms for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy forms_all_system on public.forms to system using (true) with check (true);
grant select on public.forms to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.forms to system;

create table public.form_requests (
  id               uuid default gen_random_uuid(),
  clinic_id        uuid not null references public.clinics on delete restrict,
  patient_id       uuid not null,
  form_id          uuid not null,
  -- the form as it was when the patient was asked; follows the form until the patient begins
  form_version     integer not null,
  title            text not null constraint form_requests_title_check check (app.is_one_line(title)),
  fields           jsonb not null,
  -- the visit that it was asked for, and when it begins
  appointment_id   uuid,
  due_at           timestamptz,
  asked_at         timestamptz not null,
  -- null: by the occasion
  asked_by         uuid references auth.users on delete set null,
  notified_at      timestamptz,
  reminded_at      timestamptz,
  -- by the ids of fields
  answers          jsonb not null default '{}' constraint form_requests_answers_check
                     check (jsonb_typeof(answers) = 'object' and pg_column_size(answers) <= 800000),
  -- counts the saves of answers, and the files that were added or removed
  version          integer not null default 0,
  started_at       timestamptz,
  saved_at         timestamptz,
  signed_at        timestamptz,
  signed_name      text constraint form_requests_signed_name_check
                     check (length(btrim(signed_name)) between 1 and 200 and app.is_one_line(signed_name)),
  -- the sentence above the signature
  signed_statement text,
  signed_as        text constraint form_requests_signed_as_check check (signed_as in ('patient', 'guardian')),
  -- null after the account is deleted
  signed_by        uuid references auth.users on delete set null,
  withdrawn_at     timestamptz,
  -- null: the visit was canceled
  withdrawn_by     uuid references auth.users on delete set null,
  primary key (clinic_id, id),
  constraint form_requests_signed_check check (
    num_nulls(signed_at, signed_name, signed_statement, signed_as) in (0, 4) and (signed_at is null or withdrawn_at is null)),
  constraint form_requests_due_check check ((appointment_id is null) = (due_at is null)),
  constraint form_requests_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint form_requests_form_fkey foreign key (clinic_id, form_id) references public.forms (clinic_id, id) on delete restrict,
  constraint form_requests_appointment_fkey foreign key (clinic_id, appointment_id)
    references public.appointments (clinic_id, id) on delete restrict
);
comment on table public.form_requests is
  'Health data: forms that a patient was asked to fill in, with the answers. A signed one is immutable and has the form''s text as it was signed.';
create unique index form_requests_open_key on public.form_requests (clinic_id, patient_id, form_id)
  where signed_at is null and withdrawn_at is null;
create index form_requests_patient_idx on public.form_requests (clinic_id, patient_id, asked_at desc);
create index form_requests_form_idx on public.form_requests (clinic_id, form_id);
create index form_requests_appointment_idx on public.form_requests (clinic_id, appointment_id) where appointment_id is not null;
create index form_requests_unnotified_idx on public.form_requests (clinic_id, asked_at)
  where notified_at is null and signed_at is null and withdrawn_at is null;
create index form_requests_due_idx on public.form_requests (clinic_id, due_at)
  where reminded_at is null and signed_at is null and withdrawn_at is null and due_at is not null;
create index form_requests_asked_by_idx on public.form_requests (asked_by) where asked_by is not null;
create index form_requests_signed_by_idx on public.form_requests (signed_by) where signed_by is not null;
create index form_requests_withdrawn_by_idx on public.form_requests (withdrawn_by) where withdrawn_by is not null;
create trigger form_requests_are_erased_by_retention before delete on public.form_requests
  for each statement execute function app.refuse_unless_erasing();

alter table public.form_requests enable row level security;
alter table public.form_requests force row level security;
create policy form_requests_select_team on public.form_requests for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy form_requests_select_own on public.form_requests for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id())
         and withdrawn_at is null and (select app.may_use_health_data()));
-- guardians with full access sign for their patient
create policy form_requests_select_guardian on public.form_requests for select to clinic_guardian
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.ward_in_full())
         and withdrawn_at is null and (select app.may_use_health_data()));
create policy form_requests_all_system on public.form_requests to system using (true) with check (true);
grant select on public.form_requests to clinic_staff, clinic_admin;
grant select (id, clinic_id, patient_id, form_version, title, fields, due_at, asked_at, answers, version, started_at, saved_at,
  signed_at, signed_name, signed_statement, signed_as) on public.form_requests to clinic_patient, clinic_guardian;
grant select, insert, update, delete on public.form_requests to system;

-- A signed form is evidence: only a merge moves it, and the deletion of an account removes the account's id.
create function app.refuse_change_of_signed_form() returns trigger language plpgsql as $$
declare
  accounts constant text[] := array['asked_by', 'signed_by', 'withdrawn_by'];
begin
  if not app.is_merging() and to_jsonb(new) - accounts is distinct from to_jsonb(old) - accounts then
    raise exception 'A signed form is immutable' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger form_requests_are_immutable before update on public.form_requests
  for each row when (old.signed_at is not null) execute function app.refuse_change_of_signed_form();

-- A file belongs to the request and its question from the beginning of the upload (docs/decisions/0213).
alter table public.patient_files add constraint patient_files_form_request_fkey foreign key (clinic_id, form_request_id)
  references public.form_requests (clinic_id, id) on delete restrict;
create index patient_files_form_request_idx on public.patient_files (clinic_id, form_request_id) where form_request_id is not null;

-- The files of a signed form are evidence, as its answers are.
-- security definer: cascades run as the table's owner, which the policies bind
create function app.refuse_change_of_signed_file() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  file public.patient_files;
begin
  if tg_op = 'DELETE' then file := old; else file := new; end if;
  if not (app.is_merging() or app.is_erasing() or app.is_undoing_import())
     and exists (select 1 from public.form_requests r
                  where r.clinic_id = file.clinic_id and r.id = file.form_request_id and r.signed_at is not null) then
    raise exception 'The files of a signed form are immutable' using errcode = '42501';
  end if;
  return file;
end $$;
alter function app.refuse_change_of_signed_file() owner to system;
create trigger patient_files_of_signed_are_immutable before insert or update or delete on public.patient_files
  for each row execute function app.refuse_change_of_signed_file();

-- Copies the uploaded files of a question to its answer, so that the answers of a form are complete.
-- security definer: independent of the caller's rights
create function app.copy_form_files() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  file public.patient_files;
  question text;
  found_files jsonb;
begin
  if tg_op = 'DELETE' then file := old; else file := new; end if;
  if file.form_field_id is null or file.attached_at is null then return null; end if;
  question := file.form_field_id::text;
  -- of two uploads at the same time, the second waits here and then reads the first
  perform from public.form_requests r where r.clinic_id = file.clinic_id and r.id = file.form_request_id for update;
  select jsonb_agg(jsonb_build_object('id', k.file_id, 'name', k.name, 'mediaType', k.media_type, 'sizeBytes', k.size_bytes,
                                      'sha256', f.sha256) order by k.attached_at, k.file_id)
    into found_files
    from public.patient_files k
    join public.files f on f.clinic_id = file.clinic_id and f.id = k.file_id
   where k.clinic_id = file.clinic_id and k.form_request_id = file.form_request_id and k.form_field_id = file.form_field_id
     and k.attached_at is not null;
  -- as mostFiles in domain/forms/forms.ts
  if jsonb_array_length(found_files) > 5 then
    raise exception 'too many files' using errcode = '23514', constraint = 'form_requests_files_check', table = 'form_requests';
  end if;
  update public.form_requests r
     set answers = case when found_files is null then r.answers - question
                        else r.answers || jsonb_build_object(question, jsonb_build_object('files', found_files)) end,
         version = r.version + 1, saved_at = app.now()
   where r.clinic_id = file.clinic_id and r.id = file.form_request_id and r.signed_at is null;
  return null;
end $$;
alter function app.copy_form_files() owner to system;
create trigger patient_files_copy_to_form after insert or delete or update of attached_at on public.patient_files
  for each row execute function app.copy_form_files();

-- Audited without answers; a save of a draft is not audited.
-- security definer: no role may write the audit trail
create function app.record_form_change() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  step text;
begin
  if app.is_merging() then return null; end if;
  step := case when tg_op = 'INSERT' then 'asked'
               when new.signed_at is not null and old.signed_at is null then 'signed'
               when new.withdrawn_at is not null and old.withdrawn_at is null then 'withdrawn'
               when new.withdrawn_at is null and old.withdrawn_at is not null then 'restored' end;
  if step is null then return null; end if;
  perform app.write_audit(
    case step when 'asked' then 'form.asked' when 'signed' then 'form.signed' when 'withdrawn' then 'form.withdrawn'
              else 'form.restored' end,
    'form', new.id::text, '{}', new.clinic_id, array[new.patient_id], null);
  perform app.announce_to_team(new.clinic_id, 'forms');
  return null;
end $$;
alter function app.record_form_change() owner to system;
create trigger form_requests_record_change after insert or update on public.form_requests
  for each row execute function app.record_form_change();

-- Asks for the forms of a visit, unless the patient has signed them recently enough. A patient has one open request of a form: it
-- is due at the next visit.
-- security definer, here and below: independent of the caller's rights
create function app.ask_for_visit(p_clinic_id uuid, p_appointment_id uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select 1 from public.forms f where f.clinic_id = p_clinic_id and f.is_active and f.occasion = 'visit') then return; end if;
  insert into public.form_requests as r (clinic_id, patient_id, form_id, form_version, title, fields, appointment_id, due_at, asked_at)
  select a.clinic_id, a.patient_id, f.id, f.version, f.title, f.fields, a.id, a.starts_at, p_at
    from public.appointments a
    join public.forms f on f.clinic_id = p_clinic_id and f.is_active and f.occasion = 'visit' and a.type = any (f.visit_types)
   where a.clinic_id = p_clinic_id and a.id = p_appointment_id and a.status = 'upcoming' and a.starts_at > p_at
     and not exists (select 1 from public.form_requests s
                      where s.clinic_id = p_clinic_id and s.patient_id = a.patient_id and s.form_id = f.id
                        and (f.repeats = 'once' and s.signed_at is not null
                             or f.repeats = 'yearly' and s.signed_at > a.starts_at - interval '1 year'
                             or s.appointment_id = a.id and (s.signed_at is not null or s.withdrawn_by is not null)))
  on conflict (clinic_id, patient_id, form_id) where signed_at is null and withdrawn_at is null do update
    set appointment_id = excluded.appointment_id, due_at = excluded.due_at, reminded_at = null
    where r.due_at is null or r.due_at < p_at or excluded.due_at < r.due_at;
end $$;
alter function app.ask_for_visit(uuid, uuid, timestamptz) owner to system;

create function app.ask_for_changed_visit() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  visit public.appointments;
begin
  -- of a new visit no form has been requested yet
  if new.kind = 'booked' then
    perform app.ask_for_visit(new.clinic_id, new.appointment_id, new.changed_at);
    return null;
  end if;
  select * into visit from public.appointments a where a.clinic_id = new.clinic_id and a.id = new.appointment_id;
  update public.form_requests r set due_at = visit.starts_at, reminded_at = null
   where r.clinic_id = new.clinic_id and r.appointment_id = visit.id and r.signed_at is null and r.due_at <> visit.starts_at;
  -- not yet begun, of a visit that is canceled or has become of another kind
  update public.form_requests r set withdrawn_at = new.changed_at
   where r.clinic_id = new.clinic_id and r.appointment_id = visit.id and r.signed_at is null and r.withdrawn_at is null
     and r.started_at is null and r.asked_by is null
     and (visit.status = 'canceled'
          or not exists (select 1 from public.forms f
                          where f.clinic_id = new.clinic_id and f.id = r.form_id and visit.type = any (f.visit_types)));
  perform app.ask_for_visit(new.clinic_id, visit.id, new.changed_at);
  return null;
end $$;
alter function app.ask_for_changed_visit() owner to system;
create trigger appointment_changes_ask after insert on public.appointment_changes
  for each row when (new.kind in ('booked', 'accepted', 'moved', 'changed', 'reopened', 'canceled'))
  execute function app.ask_for_changed_visit();

-- Visits of the next week that were booked before the form existed, or while the form of an earlier visit was open.
create function app.ask_for_visits_ahead(p_clinic_id uuid, p_at timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  perform app.ask_for_visit(p_clinic_id, a.id, p_at)
     from public.appointments a
    where a.clinic_id = p_clinic_id and a.status = 'upcoming' and a.starts_at > p_at and a.starts_at <= p_at + interval '7 days'
      and exists (select 1 from public.forms f
                   where f.clinic_id = p_clinic_id and f.is_active and f.occasion = 'visit' and a.type = any (f.visit_types)
                     and not exists (select 1 from public.form_requests r
                                      where r.clinic_id = p_clinic_id and r.form_id = f.id and r.patient_id = a.patient_id
                                        and (r.signed_at is null and r.withdrawn_at is null or r.appointment_id = a.id)));
end $$;
grant execute on function app.ask_for_visits_ahead(uuid, timestamptz) to system;

-- A record gets its account when the patient joins.
create function app.ask_for_joined() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if app.is_merging() then return null; end if;
  insert into public.form_requests (clinic_id, patient_id, form_id, form_version, title, fields, asked_at)
  select new.clinic_id, new.id, f.id, f.version, f.title, f.fields, new.updated_at
    from public.forms f
   where f.clinic_id = new.clinic_id and f.is_active and f.occasion = 'joining'
     and not exists (select 1 from public.form_requests r
                      where r.clinic_id = new.clinic_id and r.patient_id = new.id and r.form_id = f.id);
  return null;
end $$;
alter function app.ask_for_joined() owner to system;
create trigger patients_ask_joined after insert or update of user_id on public.patients
  for each row when (new.user_id is not null) execute function app.ask_for_joined();
