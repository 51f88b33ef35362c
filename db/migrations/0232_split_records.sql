-- 0232_split_records.sql: a record that holds two people is split (docs/domain-rules.md rule 28, docs/decisions/0134): chosen visits,
-- notes, files, messages, lessons and tasks go to another patient of the clinic, by the same steps as a merge, and can come back.

create table app.patient_splits (
  id              uuid primary key default gen_random_uuid(),
  clinic_id       uuid not null references public.clinics on delete restrict,
  -- the record that was split
  patient_id      uuid not null,
  into_patient_id uuid not null,
  -- whether the other record was made for it
  made_record     boolean not null,
  -- keys of what has moved, as app.patient_merges.moved
  moved           jsonb not null default '[]',
  messages        uuid[] not null default '{}',
  -- how many things were chosen, without what belongs to them
  items           integer not null constraint patient_splits_items_check check (items > 0),
  split_at        timestamptz not null,
  split_by        uuid references auth.users on delete set null,
  undone_at       timestamptz,
  undone_by       uuid references auth.users on delete set null,
  constraint patient_splits_clinic_key unique (clinic_id, id),
  constraint patient_splits_others check (patient_id <> into_patient_id),
  constraint patient_splits_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint patient_splits_into_fkey foreign key (clinic_id, into_patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table app.patient_splits is
  'Health data: what went from one patient to another because it was written into the wrong record, and what has to go back.';
create index patient_splits_patient_idx on app.patient_splits (clinic_id, patient_id, split_at desc);
create index patient_splits_into_idx on app.patient_splits (clinic_id, into_patient_id, split_at desc);
create index patient_splits_split_by_idx on app.patient_splits (split_by) where split_by is not null;
create index patient_splits_undone_by_idx on app.patient_splits (undone_by) where undone_by is not null;
alter table app.patient_splits enable row level security;
alter table app.patient_splits force row level security;
create policy patient_splits_all_system on app.patient_splits to system using (true) with check (true);
grant select, insert, update, delete on app.patient_splits to system;

-- As in 0231, without the splits, which say what happened to both.
create or replace function app.patient_references() returns table (table_name text, column_name text, key text[])
language sql stable set search_path = '' as $$
  select c.conrelid::regclass::text, a.attname::text,
         array(select k.attname::text from pg_catalog.pg_index i
                 join pg_catalog.pg_attribute k on k.attrelid = i.indrelid and k.attnum = any (i.indkey)
                where i.indrelid = c.conrelid and i.indisprimary order by k.attnum)
    from pg_catalog.pg_constraint c
    join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
   where c.contype = 'f' and c.confrelid = 'public.patients'::regclass and cardinality(c.conkey) = 2 and c.conparentid = 0
     and c.conrelid::regclass::text
         <> all (array['public.patients', 'app.patient_merges', 'app.patient_splits', 'app.erasures', 'app.dismissed_duplicates'])
   order by 1, 2
$$;

-- Gives rows, named by their keys, another patient. What has somebody else by now stays, and what is there already, or would be
-- there twice. @returns what has moved
create function app.move_keys(p_clinic uuid, p_rows jsonb, p_from uuid, p_into uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  r record;
  n bigint;
  moved jsonb[] := '{}';
begin
  for r in select e ->> 'table' as table_name, e ->> 'column' as column_name, e -> 'key' as key, e as entry
             from jsonb_array_elements(p_rows) e loop
    begin
      execute format('update %s set %I = $1 where clinic_id = $3 and %I = $2 and %s', r.table_name, r.column_name, r.column_name,
        (select string_agg(format('%I = %L', k.key, k.value), ' and ')
           from jsonb_each_text(app.key_in_place(r.key, r.column_name, p_from)) k))
        using p_into, p_from, p_clinic;
      get diagnostics n = row_count;
      if n > 0 then moved := moved || r.entry; end if;
    exception when unique_violation or exclusion_violation then
      null;
    end;
  end loop;
  return to_jsonb(moved);
end $$;

-- As in 0230, but by keys: each row is locked as it stands, so that one that is changed at this moment moves once it is
-- written; and looked for again until nothing is left that can move.
create or replace function app.move_patient_rows(p_clinic uuid, p_from uuid, p_into uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  t record;
  found jsonb;
  now_moved jsonb;
  moved jsonb := '[]';
begin
  for t in
    select * from app.patient_references() f
     -- a thread moves with its messages, and a customer with its cards: below
     where f.table_name not in ('public.message_threads', 'public.patient_customers', 'public.patient_cards')
     order by f.table_name, f.column_name
  loop
    loop
      execute format('select coalesce(jsonb_agg(jsonb_build_object(''table'', $3, ''column'', $4, ''key'',
                        (select jsonb_object_agg(k, l.row -> k) from unnest($5) k))), ''[]'')
                        from (select to_jsonb(t) as row from %s t where t.clinic_id = $1 and t.%I = $2 for update) l',
                     t.table_name, t.column_name)
        into found using p_clinic, p_from, t.table_name, t.column_name, t.key;
      now_moved := app.move_keys(p_clinic, found, p_from, p_into);
      exit when jsonb_array_length(now_moved) = 0;
      moved := moved || now_moved;
    end loop;
  end loop;
  return moved;
end $$;

-- What moves to another record has not been changed: the trail says that it moved, and nothing else.
create or replace function app.record_note_change() returns trigger
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
create or replace function app.record_task_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if app.is_merging() then return null; end if;
  perform app.write_audit(
    case when tg_op = 'INSERT' then 'task.added'
         when new.done_at is not null and old.done_at is null then 'task.completed'
         when new.done_at is null and old.done_at is not null then 'task.reopened' else 'task.changed' end,
    'task', new.id::text, jsonb_build_object('assignee', new.assignee_id), new.clinic_id,
    array_remove(array[new.patient_id], null), null);
  return null;
end $$;
create or replace function app.record_patient_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if app.is_merging() then return null; end if;
  perform app.write_audit(tg_argv[0], 'patient', new.patient_id::text, '{}', new.clinic_id, array[new.patient_id], null);
  return null;
end $$;
create or replace function app.record_feedback_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if app.is_merging() then return null; end if;
  perform app.write_audit(
    case when tg_op = 'INSERT' then 'feedback.shared' when new.answered_at is not null then 'feedback.answered'
         else 'feedback.reopened' end,
    'feedback', new.id::text, '{}', new.clinic_id, array[new.patient_id], null);
  perform app.announce_to_team(new.clinic_id, 'feedback');
  return null;
end $$;

-- The rows of what was chosen, with what belongs to it, as app.move_keys() takes them. Money is none of it.
-- @param p_chosen {"visits": [ids], "notes": [], "files": [], "messages": [], "lessons": [], "programs": [], "tasks": []}
create function app.rows_to_split(p_clinic uuid, p_patient uuid, p_chosen jsonb)
returns table (kind text, table_name text, row_id uuid) language sql stable set search_path = '' as $$
  with chosen as (
    select k.key as kind, v.id::uuid as id from jsonb_each(p_chosen) k cross join lateral jsonb_array_elements_text(k.value) v (id)
  ), visits as (
    select a.id, a.series_id from public.appointments a join chosen c on c.kind = 'visits' and c.id = a.id
     where a.clinic_id = p_clinic and a.patient_id = p_patient
  ), tasks as (
    select t.id from public.tasks t join chosen c on c.kind = 'tasks' and c.id = t.id
     where t.clinic_id = p_clinic and t.patient_id = p_patient
  ), programs as (
    select e.id from public.program_enrollments e join chosen c on c.kind = 'programs' and c.id = e.id
     where e.clinic_id = p_clinic and e.patient_id = p_patient
  )
  select 'visits', 'public.appointments', v.id from visits v
  union all
  select 'part', 'public.appointment_changes', h.id from public.appointment_changes h join visits v on v.id = h.appointment_id
   where h.clinic_id = p_clinic and h.patient_id = p_patient
  union all
  select 'part', 'public.visit_lessons', l.id from public.visit_lessons l join visits v on v.id = l.appointment_id
   where l.clinic_id = p_clinic and l.patient_id = p_patient
  union all
  select 'part', 'public.appointment_series', s.id from public.appointment_series s
   where s.clinic_id = p_clinic and s.patient_id = p_patient and s.id in (select v.series_id from visits v)
  union all
  select 'part', 'public.waitlist_entries', w.id from public.waitlist_entries w join visits v on v.id = w.appointment_id
   where w.clinic_id = p_clinic and w.patient_id = p_patient
  union all
  select 'notes', 'public.person_notes', n.id from public.person_notes n join chosen c on c.kind = 'notes' and c.id = n.id
   where n.clinic_id = p_clinic and n.patient_id = p_patient and n.removed_at is null
  union all
  select 'files', 'public.patient_files', f.file_id from public.patient_files f join chosen c on c.kind = 'files' and c.id = f.file_id
   where f.clinic_id = p_clinic and f.patient_id = p_patient and f.kind = 'person_file' and f.attached_at is not null
  union all
  select 'messages', 'public.messages', m.id from public.messages m join chosen c on c.kind = 'messages' and c.id = m.id
   where m.clinic_id = p_clinic and m.patient_id = p_patient
  union all
  select 'part', 'public.patient_files', f.file_id
    from public.patient_files f join chosen c on c.kind = 'messages' and c.id = f.message_id
   where f.clinic_id = p_clinic and f.patient_id = p_patient
  union all
  select 'lessons', 'public.lesson_assignments', l.id
    from public.lesson_assignments l join chosen c on c.kind = 'lessons' and c.id = l.id
   where l.clinic_id = p_clinic and l.patient_id = p_patient and l.enrollment_id is null
  union all
  select 'programs', 'public.program_enrollments', e.id from programs e
  union all
  select 'part', 'public.lesson_assignments', l.id from public.lesson_assignments l join programs e on e.id = l.enrollment_id
   where l.clinic_id = p_clinic and l.patient_id = p_patient
  union all
  select 'tasks', 'public.tasks', t.id from tasks t
  union all
  -- what the team has heard of it leads to the right person
  select 'part', 'public.user_notices', u.id from public.user_notices u
   where u.clinic_id = p_clinic and u.patient_id = p_patient
     and exists (select from (select id from visits union all select id from tasks) about
                  where u.subject_id = about.id::text or position(about.id::text in u.key) > 0)
$$;

-- Moves what was chosen to another patient. The caller has locked both, and has refused what must not be moved
-- (server/features/patient-merges/split-patient.ts). @returns the split
create function app.split_patient(p_clinic uuid, p_patient uuid, p_into uuid, p_made boolean, p_chosen jsonb, p_by uuid,
                                  p_now timestamptz) returns uuid
language plpgsql set search_path = '' as $$
declare
  split app.patient_splits;
  to_move jsonb;
  visits uuid[];
begin
  perform set_config('app.merging', 'on', true);
  split.id := gen_random_uuid();
  select coalesce(jsonb_agg(jsonb_build_object('table', r.table_name, 'column', 'patient_id', 'key',
           jsonb_build_object(case r.table_name when 'public.patient_files' then 'file_id' else 'id' end, r.row_id)))
           filter (where r.table_name <> 'public.messages'), '[]'),
         coalesce(array_agg(r.row_id) filter (where r.table_name = 'public.messages'), '{}'),
         coalesce(array_agg(r.row_id) filter (where r.table_name = 'public.appointments'), '{}'),
         count(*) filter (where r.kind <> 'part')
    into to_move, split.messages, visits, split.items
    from app.rows_to_split(p_clinic, p_patient, p_chosen) r;
  split.moved := app.move_keys(p_clinic, to_move, p_patient, p_into);
  if jsonb_array_length(split.moved) < jsonb_array_length(to_move) then
    raise exception 'a part of what was chosen cannot move' using errcode = 'exclusion_violation';
  end if;
  perform app.move_messages(p_clinic, p_patient, p_into, split.messages);
  perform app.readdress_visits(p_clinic, visits, p_patient, p_into);
  insert into app.patient_splits (id, clinic_id, patient_id, into_patient_id, made_record, moved, messages, items, split_at, split_by)
  values (split.id, p_clinic, p_patient, p_into, p_made, split.moved, split.messages, split.items, p_now, p_by);
  perform set_config('app.merging', '', true);
  return split.id;
end $$;

-- What waits to be told of visits goes to whoever has them now; a text message that waits has the other person's number.
create function app.readdress_visits(p_clinic uuid, p_visits uuid[], p_from uuid, p_into uuid) returns void
language plpgsql set search_path = '' as $$
begin
  update app.text_messages t set status = 'withheld', reason = 'the visit belongs to another record'
    from app.notices n
   where n.clinic_id = p_clinic and n.appointment_id = any (p_visits) and t.clinic_id = p_clinic and t.notice_id = n.id
     and t.status = 'queued';
  update app.notices n set subject_id = p_into::text
   where n.clinic_id = p_clinic and n.appointment_id = any (p_visits) and n.subject_id = p_from::text and n.settled_at is null;
end $$;

-- Whether anything at all is about a patient.
create function app.is_referred_to(p_clinic uuid, p_patient uuid) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  t record;
  present boolean;
begin
  for t in select * from app.patient_references() loop
    execute format('select exists (select from %s t where t.clinic_id = $1 and t.%I = $2)', t.table_name, t.column_name)
      into present using p_clinic, p_patient;
    if present then return true; end if;
  end loop;
  return false;
end $$;

-- Takes a split back: what went comes back, what was written since stays. A record that was made for it and holds nothing more
-- becomes part of the one that it came from.
create function app.undo_split(p_clinic uuid, p_split uuid, p_by uuid, p_now timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  s app.patient_splits;
begin
  perform set_config('app.merging', 'on', true);
  select * into strict s from app.patient_splits x
   where x.clinic_id = p_clinic and x.id = p_split and x.undone_at is null for update;
  perform app.move_keys(p_clinic, s.moved, s.into_patient_id, s.patient_id);
  perform app.move_messages(p_clinic, s.into_patient_id, s.patient_id,
    array(select m.id from public.messages m
           where m.clinic_id = p_clinic and m.patient_id = s.into_patient_id and m.id = any (s.messages)));
  perform app.readdress_visits(p_clinic,
    array(select (e -> 'key' ->> 'id')::uuid from jsonb_array_elements(s.moved) e where e ->> 'table' = 'public.appointments'),
    s.into_patient_id, s.patient_id);
  if s.made_record and not app.is_referred_to(p_clinic, s.into_patient_id) then
    update public.patients p set merged_into = s.patient_id, updated_at = p_now
     where p.clinic_id = p_clinic and p.id = s.into_patient_id and p.user_id is null;
  end if;
  update app.patient_splits x set undone_at = p_now, undone_by = p_by where x.clinic_id = p_clinic and x.id = p_split;
  perform set_config('app.merging', '', true);
end $$;

do $$
declare
  f text;
begin
  foreach f in array array['app.move_keys(uuid, jsonb, uuid, uuid)', 'app.rows_to_split(uuid, uuid, jsonb)',
    'app.split_patient(uuid, uuid, uuid, boolean, jsonb, uuid, timestamptz)', 'app.readdress_visits(uuid, uuid[], uuid, uuid)',
    'app.is_referred_to(uuid, uuid)', 'app.undo_split(uuid, uuid, uuid, timestamptz)'] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to system', f);
  end loop;
end $$;
