-- Merging two records of one person, and finding likely duplicates (docs/domain-rules.md rule 28, docs/decisions/0133,
-- docs/decisions/0134).
create table app.patient_merges (
  id              uuid default gen_random_uuid(),
  clinic_id       uuid not null references public.clinics on delete restrict,
  patient_id      uuid not null,
  -- the emptied one
  from_patient_id uuid not null,
  -- the rows of public.patients as they were, {"into": {}, "from": {}}, and the chosen name and address
  records         jsonb not null,
  -- keys of what has moved: [{"table": "public.appointments", "column": "patient_id", "key": {"id": "..."}}]
  moved           jsonb not null default '[]',
  -- tables with one row a patient whose rows were exchanged: ["public.care_plans"]
  exchanged       jsonb not null default '[]',
  messages        uuid[] not null default '{}',
  -- the outcome for the customer at Stripe with its cards
  customer        text not null default 'stayed' constraint patient_merges_customer_check
                    check (customer in ('stayed', 'moved', 'exchanged')),
  merged_at       timestamptz not null,
  merged_by       uuid references auth.users on delete set null,
  undone_at       timestamptz,
  undone_by       uuid references auth.users on delete set null,
  primary key (clinic_id, id),
  constraint patient_merges_others check (patient_id <> from_patient_id),
  constraint patient_merges_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint patient_merges_from_fkey foreign key (clinic_id, from_patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table app.patient_merges is 'Health data: which records were merged, and which rows return when they are split.';
create unique index patient_merges_from_key on app.patient_merges (clinic_id, from_patient_id) where undone_at is null;
create index patient_merges_from_idx on app.patient_merges (clinic_id, from_patient_id);
create index patient_merges_patient_idx on app.patient_merges (clinic_id, patient_id, merged_at desc);
create index patient_merges_merged_by_idx on app.patient_merges (merged_by) where merged_by is not null;
create index patient_merges_undone_by_idx on app.patient_merges (undone_by) where undone_by is not null;

alter table app.patient_merges enable row level security;
alter table app.patient_merges force row level security;
create policy patient_merges_all_system on app.patient_merges to system using (true) with check (true);
grant select, insert, update, delete on app.patient_merges to system;

-- A row's key in its new place.
create function app.key_in_place(p_key jsonb, p_column text, p_patient uuid) returns jsonb language sql immutable
  return case when p_key ? p_column then p_key || jsonb_build_object(p_column, p_patient) else p_key end;
grant execute on function app.key_in_place(jsonb, text, uuid) to system;

-- Moves the rows that reference one patient to another, by their keys; a row that would then exist twice stays. Rows are locked,
-- so that a row that is being changed moves after the change; repeated until no row can move.
-- @returns the moved rows, in the form of app.patient_merges.moved
create function app.move_patient_rows(p_clinic uuid, p_from uuid, p_into uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  t record;
  found jsonb;
  now_moved jsonb;
  moved jsonb := '[]';
begin
  for t in
    select * from app.patient_references() f
     -- threads move with their messages, and customers with their cards: below
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
grant execute on function app.move_patient_rows(uuid, uuid, uuid) to system;

-- Numbers the messages of a thread in the order in which they were sent, and sets its marks: what was unread is unread.
create function app.settle_thread(p_clinic uuid, p_patient uuid, p_clinic_unread uuid[], p_patient_unread uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  -- avoids the unique numbers of the other thread
  update public.messages m set number = m.number + 2000000 where m.clinic_id = p_clinic and m.patient_id = p_patient;
  with ordered as (
    select m.id, row_number() over (order by m.sent_at, m.number, m.id) as number
      from public.messages m where m.clinic_id = p_clinic and m.patient_id = p_patient
  )
  update public.messages m set number = o.number from ordered o where o.id = m.id;
  with counted as (
    select coalesce(max(m.number), 0) as last,
           coalesce(min(m.number) filter (where m.id = any (p_clinic_unread)) - 1, max(m.number), 0) as clinic_read,
           coalesce(min(m.number) filter (where m.id = any (p_patient_unread)) - 1, max(m.number), 0) as patient_read,
           (array_agg(m.from_side order by m.number desc))[1] as last_from, max(m.sent_at) as last_at
      from public.messages m where m.clinic_id = p_clinic and m.patient_id = p_patient
  )
  update public.message_threads t
     set last_number = c.last, last_from = c.last_from, last_message_at = coalesce(c.last_at, t.last_message_at),
         clinic_read = c.clinic_read, patient_read = c.patient_read,
         clinic_unread = (select count(*) from public.messages m where m.clinic_id = p_clinic and m.patient_id = p_patient
                             and m.from_side = 'patient' and m.number > c.clinic_read),
         patient_unread = (select count(*) from public.messages m where m.clinic_id = p_clinic and m.patient_id = p_patient
                              and m.from_side = 'clinic' and m.number > c.patient_read)
    from counted c where t.clinic_id = p_clinic and t.patient_id = p_patient;
end $$;
grant execute on function app.settle_thread(uuid, uuid, uuid[], uuid[]) to system;

-- Moves messages to another patient's thread, which is made if there is none.
create function app.move_messages(p_clinic uuid, p_from uuid, p_into uuid, p_messages uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  clinic_unread constant uuid[] := app.unread_messages(p_clinic, array[p_from, p_into], 'clinic');
  patient_unread constant uuid[] := app.unread_messages(p_clinic, array[p_from, p_into], 'patient');
begin
  if cardinality(p_messages) = 0 then return; end if;
  insert into public.message_threads (patient_id, clinic_id, last_message_at, assignee_id, closed_at, closed_by)
  select p_into, t.clinic_id, t.last_message_at, t.assignee_id, t.closed_at, t.closed_by
    from public.message_threads t where t.clinic_id = p_clinic and t.patient_id = p_from
  on conflict (clinic_id, patient_id) do nothing;
  update public.messages m set number = m.number + 1000000
   where m.clinic_id = p_clinic and m.patient_id = p_from and m.id = any (p_messages);
  update public.messages m set patient_id = p_into
   where m.clinic_id = p_clinic and m.patient_id = p_from and m.id = any (p_messages);
  perform app.settle_thread(p_clinic, p_into, clinic_unread, patient_unread);
  if exists (select 1 from public.messages m where m.clinic_id = p_clinic and m.patient_id = p_from) then
    perform app.settle_thread(p_clinic, p_from, clinic_unread, patient_unread);
  else
    -- the inbox would show an empty thread
    delete from public.message_threads t where t.clinic_id = p_clinic and t.patient_id = p_from;
  end if;
end $$;
grant execute on function app.move_messages(uuid, uuid, uuid, uuid[]) to system;

-- Exchanges the rows of two patients in a table that has at most one row for each.
create function app.exchange_rows(p_table text, p_clinic uuid, p_one uuid, p_other uuid) returns void
language plpgsql set search_path = '' as $$
declare
  rows jsonb;
begin
  execute format('with gone as (delete from %s t where t.clinic_id = $1 and t.patient_id in ($2, $3) returning t.*)
                  select coalesce(jsonb_agg(to_jsonb(gone)), ''[]'') from gone', p_table)
    into rows using p_clinic, p_one, p_other;
  execute format('insert into %s select (jsonb_populate_record(null::%s, r || jsonb_build_object(''patient_id'',
                    case r ->> ''patient_id'' when $2::text then $3 else $2 end))).* from jsonb_array_elements($1) r',
                 p_table, p_table) using rows, p_one, p_other;
end $$;
grant execute on function app.exchange_rows(text, uuid, uuid, uuid) to system;

-- Moves a customer at Stripe with its cards: the customer of a running plan wins, and the other stays with the emptied record.
-- Events about it find the patient by it (server/features/stripe-sync/patient-of-customer.ts).
create function app.move_customer(p_clinic uuid, p_from uuid, p_into uuid) returns text
language plpgsql set search_path = '' as $$
declare
  has_from constant boolean := exists (select 1 from public.patient_customers c where c.clinic_id = p_clinic and c.patient_id = p_from);
  has_into constant boolean := exists (select 1 from public.patient_customers c where c.clinic_id = p_clinic and c.patient_id = p_into);
begin
  if not has_from or has_into and not exists (
    select 1 from public.subscriptions s where s.clinic_id = p_clinic and s.owner_patient_id = p_from and s.ended_at is null)
  then return 'stayed'; end if;
  perform app.exchange_customers(p_clinic, p_from, p_into);
  return case when has_into then 'exchanged' else 'moved' end;
end $$;
grant execute on function app.move_customer(uuid, uuid, uuid) to system;

create function app.exchange_customers(p_clinic uuid, p_one uuid, p_other uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform app.exchange_rows('public.patient_customers', p_clinic, p_one, p_other);
  update public.patient_cards k set patient_id = case k.patient_id when p_one then p_other else p_one end
   where k.clinic_id = p_clinic and k.patient_id in (p_one, p_other);
end $$;
grant execute on function app.exchange_customers(uuid, uuid, uuid) to system;

-- A patient's record with those that have become part of it, in one or several steps.
create function app.records_of(p_clinic uuid, p_patient uuid) returns setof uuid language plpgsql stable set search_path = '' as $$
begin
  return query
  with recursive records as (
    select p_patient as id
     union all
    select p.id from records r join public.patients p on p.clinic_id = p_clinic and p.merged_into = r.id
  )
  select id from records;
end $$;
grant execute on function app.records_of(uuid, uuid) to system;

-- Makes two records one (docs/domain-rules.md rule 28, docs/decisions/0133). Rows move to the other record; a row that conflicts
-- with an existing one stays with the emptied record, which no page shows. The caller has locked and checked both
-- (server/features/patient-merges/refuse-merge.ts).
-- @param p_exchange tables in which the emptied record's row stays in use
-- @returns the merge
create function app.merge_patients(p_clinic uuid, p_from uuid, p_into uuid, p_name text, p_email text, p_user uuid,
                                   p_exchange text[], p_by uuid, p_now timestamptz) returns uuid
language plpgsql set search_path = '' as $$
declare
  merge app.patient_merges;
  t text;
begin
  perform set_config('app.merging', 'on', true);
  merge.id := gen_random_uuid();
  insert into app.patient_merges (id, clinic_id, patient_id, from_patient_id, records, exchanged, merged_at, merged_by)
  select merge.id, p_clinic, p_into, p_from, jsonb_build_object('from', to_jsonb(f), 'into', to_jsonb(i),
         'chosen', jsonb_build_object('full_name', p_name, 'email', p_email)), to_jsonb(p_exchange),
         p_now, p_by
    from public.patients f, public.patients i
   where f.clinic_id = p_clinic and f.id = p_from and i.clinic_id = p_clinic and i.id = p_into;
  foreach t in array p_exchange loop
    perform app.exchange_rows(t, p_clinic, p_from, p_into);
  end loop;
  update app.patient_merges g set customer = app.move_customer(p_clinic, p_from, p_into) 
   where g.clinic_id = p_clinic and g.id = merge.id;
  perform app.gather_patient(p_clinic, merge.id);
  -- the account that is in use signs in; the emptied record has none
  update public.patients p set user_id = null, merged_into = p_into, updated_at = p_now
   where p.clinic_id = p_clinic and p.id = p_from;
  update public.patients p set full_name = p_name, email = p_email, user_id = p_user, updated_at = p_now
   where p.clinic_id = p_clinic and p.id = p_into;
  -- one membership: the account's, else that of the record that stays
  update public.clinic_memberships m set ended_at = p_now, updated_at = p_now
   where m.clinic_id = p_clinic and m.ended_at is null
     and (m.patient_id = p_from or p_user is not null and m.patient_id = p_into);
  perform set_config('app.merging', '', true);
  return merge.id;
end $$;
grant execute on function app.merge_patients(uuid, uuid, uuid, text, text, uuid, text[], uuid, timestamptz) to system;

-- Moves the rows of an emptied record: at the merge, and rows that arrived since, such as a late answer from Stripe.
create function app.gather_patient(p_clinic uuid, p_merge uuid) returns integer
language plpgsql set search_path = '' as $$
declare
  g app.patient_merges;
  now_moved jsonb;
  now_messages uuid[];
  was_merging constant text := coalesce(current_setting('app.merging', true), '');
begin
  perform set_config('app.merging', 'on', true);
  select * into strict g from app.patient_merges m
   where m.clinic_id = p_clinic and m.id = p_merge and m.undone_at is null for update;
  now_moved := app.move_patient_rows(g.clinic_id, g.from_patient_id, g.patient_id);
  now_messages := array(select m.id from public.messages m where m.clinic_id = g.clinic_id and m.patient_id = g.from_patient_id);
  perform app.move_messages(g.clinic_id, g.from_patient_id, g.patient_id, now_messages);
  -- waiting notices go to the present reader
  update app.notices n set subject_id = g.patient_id::text
   where n.clinic_id = g.clinic_id and n.subject_id = g.from_patient_id::text and n.settled_at is null;
  update app.checkouts c set subject_id = g.patient_id
   where c.clinic_id = g.clinic_id and c.subject_id = g.from_patient_id;
  update app.patient_merges m set moved = m.moved || now_moved, messages = m.messages || now_messages
   where m.clinic_id = p_clinic and m.id = p_merge;
  perform set_config('app.merging', was_merging, true);
  return jsonb_array_length(now_moved) + cardinality(now_messages);
end $$;
grant execute on function app.gather_patient(uuid, uuid) to system;

-- Parts two records again: rows that came from the one go back, rows written since stay.
create function app.part_patients(p_clinic uuid, p_merge uuid, p_by uuid, p_now timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  g app.patient_merges;
  t text;
begin
  perform set_config('app.merging', 'on', true);
  select * into strict g from app.patient_merges m
   where m.clinic_id = p_clinic and m.id = p_merge and m.undone_at is null for update;
  perform app.move_keys(g.clinic_id, g.moved, g.patient_id, g.from_patient_id);
  perform app.move_messages(g.clinic_id, g.patient_id, g.from_patient_id, g.messages);
  -- the customer continues to pay for what was joined since
  if g.customer <> 'stayed' and not exists (
    select 1 from public.subscriptions s where s.clinic_id = g.clinic_id and s.owner_patient_id = g.patient_id and s.ended_at is null)
  then
    perform app.exchange_customers(g.clinic_id, g.patient_id, g.from_patient_id);
  end if;
  for t in select jsonb_array_elements_text(g.exchanged) loop
    perform app.exchange_rows(t, g.clinic_id, g.patient_id, g.from_patient_id);
  end loop;
  perform app.return_details(g.clinic_id, g.id);
  -- corrections made since stay; an account that has another record by now stays with that record
  update public.patients p
     set full_name = case when p.full_name = g.records #>> '{chosen,full_name}' then g.records #>> '{into,full_name}'
                          else p.full_name end,
         email = case when p.email is not distinct from g.records #>> '{chosen,email}' then g.records #>> '{into,email}'
                      else p.email end,
         user_id = null, updated_at = p_now
   where p.clinic_id = g.clinic_id and p.id = g.patient_id;
  update public.patients p set merged_into = null, updated_at = p_now
   where p.clinic_id = g.clinic_id and p.id = g.from_patient_id;
  update public.patients p set user_id = back.user_id
    from (values (g.patient_id, (g.records #>> '{into,user_id}')::uuid),
                 (g.from_patient_id, (g.records #>> '{from,user_id}')::uuid)) back (id, user_id)
   where p.clinic_id = g.clinic_id and p.id = back.id
     and not exists (select 1 from public.patients o where o.clinic_id = g.clinic_id and o.user_id = back.user_id);
  update public.clinic_memberships m set ended_at = null, updated_at = p_now
    from public.patients p
   where p.clinic_id = g.clinic_id and p.id in (g.patient_id, g.from_patient_id) and p.user_id is null
     and m.clinic_id = g.clinic_id and m.patient_id = p.id and m.ended_at = g.merged_at;
  update app.patient_merges m set undone_at = p_now, undone_by = p_by where m.clinic_id = p_clinic and m.id = p_merge;
  perform set_config('app.merging', '', true);
end $$;
grant execute on function app.part_patients(uuid, uuid, uuid, timestamptz) to system;

-- Whether two words may be one name: Max and Maximilian, Jon and John, Katherine and Catherine.
create function app.words_alike(p_one text, p_other text) returns boolean language sql immutable parallel safe
  return starts_with(p_one, p_other) or starts_with(p_other, p_one) or extensions.similarity(p_one, p_other) >= 0.28;
grant execute on function app.words_alike(text, text) to system;
grant execute on function extensions.similarity(text, text) to system;

create table app.dismissed_duplicates (
  clinic_id        uuid not null references public.clinics on delete restrict,
  patient_id       uuid not null,
  other_patient_id uuid not null,
  dismissed_at     timestamptz not null,
  dismissed_by     uuid references auth.users on delete set null,
  primary key (clinic_id, patient_id, other_patient_id),
  constraint dismissed_duplicates_in_order check (patient_id < other_patient_id),
  constraint dismissed_duplicates_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint dismissed_duplicates_other_fkey foreign key (clinic_id, other_patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table app.dismissed_duplicates is
  'Health data: pairs of similar records that an admin has marked as different people.';
create index dismissed_duplicates_other_idx on app.dismissed_duplicates (clinic_id, other_patient_id);
create index dismissed_duplicates_dismissed_by_idx on app.dismissed_duplicates (dismissed_by) where dismissed_by is not null;

alter table app.dismissed_duplicates enable row level security;
alter table app.dismissed_duplicates force row level security;
create policy dismissed_duplicates_all_system on app.dismissed_duplicates to system using (true) with check (true);
grant select, insert, delete on app.dismissed_duplicates to system;

-- The pairs that look like one person, and why. Families share surname, phone and address, so a common given name and a similar
-- age are required. A value that more than 20 records share is a placeholder and does not count.
create function app.likely_duplicates(p_clinic uuid)
returns table (patient_id uuid, other_patient_id uuid, same_name boolean, similar_name boolean, same_birth boolean,
               same_phone boolean, same_email boolean)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  with people as (
    select p.id, app.name_key(p.full_name) as name_key, p.email, d.phone, d.date_of_birth as born_on
      from public.patients p
      left join public.patient_details d on d.clinic_id = p.clinic_id and d.patient_id = p.id
     where p.clinic_id = p_clinic and p.merged_into is null
       and not exists (select 1 from app.erasures e where e.clinic_id = p_clinic and e.patient_id = p.id)
  ), alike as (
    select array_agg(p.id order by p.id) as ids
      from people p
     cross join lateral (values ('name', p.name_key), ('born', p.born_on::text), ('phone', p.phone), ('email', p.email)) k (kind, value)
     where k.value <> ''
     group by k.kind, k.value having count(*) between 2 and 20
  ), pairs as (
    select distinct one.id as one, other.id as other
      from alike cross join lateral unnest(alike.ids) one (id) cross join lateral unnest(alike.ids) other (id)
     where one.id < other.id
  ), compared as (
    select pairs.one, pairs.other,
           app.words_key(w.one) = app.words_key(w.other) as same_name,
           coalesce(ad.date_of_birth = bd.date_of_birth, false) as same_birth,
           coalesce(ad.phone = bd.phone, false) as same_phone, coalesce(a.email = b.email, false) as same_email,
           coalesce(ad.date_of_birth <> bd.date_of_birth, false) as other_birth,
           coalesce(abs(ad.date_of_birth - bd.date_of_birth) > 3653, false) as far_apart,
           app.words_key(w.one) = app.words_key(w.other) or app.words_alike(w.one[1], w.other[1]) as same_given,
           app.words_key(w.one) = app.words_key(w.other) or w.one[2:] && w.other[2:]
             or app.words_alike(w.one[cardinality(w.one)], w.other[cardinality(w.other)]) as same_surname
      from pairs
      -- by their keys, row by row: nothing here depends on the planner's estimate of the pairs
      join public.patients a on a.clinic_id = p_clinic and a.id = pairs.one
      join public.patients b on b.clinic_id = p_clinic and b.id = pairs.other
      left join public.patient_details ad on ad.clinic_id = p_clinic and ad.patient_id = a.id
      left join public.patient_details bd on bd.clinic_id = p_clinic and bd.patient_id = b.id
     cross join lateral (select app.name_words(a.full_name) as one, app.name_words(b.full_name) as other offset 0) w
  )
  select c.one, c.other, c.same_name, c.same_given and not c.same_name, c.same_birth, c.same_phone, c.same_email
    from compared c
   where not c.far_apart
     and (c.same_name and not c.other_birth
          or c.same_birth and c.same_given and c.same_surname
          or (c.same_phone or c.same_email) and (c.same_given or c.same_birth and not c.same_surname));
end $$;
grant execute on function app.likely_duplicates(uuid) to system;

-- The same for a person who is about to be entered: existing records that may be theirs. At most 3.
create function app.patients_like(p_clinic uuid, p_name text, p_email text) returns table (patient_id uuid, same_email boolean)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select p.id, coalesce(p.email = p_email, false)
    from public.patients p
   where p.clinic_id = p_clinic and p.merged_into is null
     and (app.name_key(p.full_name) = nullif(app.name_key(p_name), '') or p.email = nullif(p_email, ''))
     and not exists (select 1 from app.erasures e where e.clinic_id = p_clinic and e.patient_id = p.id)
   order by 2 desc, p.id limit 3;
end $$;
grant execute on function app.patients_like(uuid, text, text) to system;

-- Existing patients who may be the person that is entered: with the same name, unless the birthdays differ, or with the same
-- birthday and the same phone number or address. A family that shares an address is not similar. At most 3.
create function app.similar_patients(p_clinic uuid, p_name text, p_email text, p_phone text, p_born_on date) returns setof uuid
language plpgsql stable set search_path = '' as $$
declare
  key constant text := nullif(app.name_key(p_name), '');
begin
  return query
  with found as (
    select p.id from public.patients p
     where p.clinic_id = p_clinic and p.merged_into is null and app.name_key(p.full_name) = key
    union
    select p.id from public.patients p where p.clinic_id = p_clinic and p.merged_into is null and p.email = p_email
    union
    select d.patient_id from public.patient_details d where d.clinic_id = p_clinic and d.phone = p_phone)
  select p.id
    from found f
    join public.patients p on p.clinic_id = p_clinic and p.id = f.id and p.merged_into is null
    left join public.patient_details d on d.clinic_id = p.clinic_id and d.patient_id = p.id
   where (app.name_key(p.full_name) = key and coalesce(d.date_of_birth = p_born_on, true) or d.date_of_birth = p_born_on)
     and not exists (select 1 from app.erasures e where e.clinic_id = p.clinic_id and e.patient_id = p.id)
   order by app.name_key(p.full_name) = key desc, p.full_name, p.id limit 3;
end $$;
grant execute on function app.similar_patients(uuid, text, text, text, date) to system;

-- Every reference to a patient that moves with them, also of future tables.
create function app.patient_references() returns table (table_name text, column_name text, key text[])
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select c.conrelid::regclass::text, a.attname::text,
         array(select k.attname::text from pg_catalog.pg_index i
                 join pg_catalog.pg_attribute k on k.attrelid = i.indrelid and k.attnum = any (i.indkey)
                where i.indrelid = c.conrelid and i.indisprimary order by k.attnum)
    from pg_catalog.pg_constraint c
    join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
   where c.contype = 'f' and c.confrelid = 'public.patients'::regclass and cardinality(c.conkey) = 2 and c.conparentid = 0
     and c.conrelid::regclass::text
         <> all (array['public.patients', 'app.patient_merges', 'app.erasures', 'app.dismissed_duplicates',
                      'public.clinic_memberships'])
   order by 1, 2;
end $$;
grant execute on function app.patient_references() to system;

-- Gives rows, named by their keys, another patient. A row that has a third patient by now stays, and so does one that the other
-- has already, or would have twice.
-- @returns the moved rows
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
grant execute on function app.move_keys(uuid, jsonb, uuid, uuid) to system;

-- An admin chooses which date of birth, phone and address a merge retains (docs/domain-rules.md rule 28, docs/decisions/0134).
-- Copies columns of the emptied record's details into the other's; the emptied record retains its own for an undo.
create function app.choose_details(p_clinic uuid, p_merge uuid, p_columns text[]) returns void
language plpgsql set search_path = '' as $$
declare
  g app.patient_merges;
  before jsonb;
  after jsonb;
begin
  perform set_config('app.merging', 'on', true);
  select * into strict g from app.patient_merges m where m.clinic_id = p_clinic and m.id = p_merge for update;
  select to_jsonb(d) into before from public.patient_details d where d.clinic_id = p_clinic and d.patient_id = g.patient_id;
  update public.patient_details d
     set phone = case when 'phone' = any (p_columns) then f.phone else d.phone end,
         date_of_birth = case when 'date_of_birth' = any (p_columns) then f.date_of_birth else d.date_of_birth end,
         address = case when 'address' = any (p_columns) then f.address else d.address end,
         city = case when 'address' = any (p_columns) then f.city else d.city end,
         state = case when 'address' = any (p_columns) then f.state else d.state end,
         zip_code = case when 'address' = any (p_columns) then f.zip_code else d.zip_code end,
         version = d.version + 1, updated_at = g.merged_at
    from public.patient_details f
   where d.clinic_id = p_clinic and d.patient_id = g.patient_id and f.clinic_id = p_clinic and f.patient_id = g.from_patient_id
  returning to_jsonb(d) into after;
  update app.patient_merges m
     set records = m.records || jsonb_build_object('details', jsonb_build_object('into', before, 'chosen', after))
   where m.clinic_id = p_clinic and m.id = p_merge;
  perform set_config('app.merging', '', true);
end $$;
grant execute on function app.choose_details(uuid, uuid, text[]) to system;

-- Gives the details back what they were, except for corrections made since.
create function app.return_details(p_clinic uuid, p_merge uuid) returns void language plpgsql set search_path = '' as $$
declare
  g app.patient_merges;
  chosen public.patient_details;
  was public.patient_details;
begin
  select * into strict g from app.patient_merges m where m.clinic_id = p_clinic and m.id = p_merge;
  if g.records #>> '{details,chosen}' is null then return; end if;
  chosen := jsonb_populate_record(null::public.patient_details, g.records -> 'details' -> 'chosen');
  was := jsonb_populate_record(null::public.patient_details, g.records -> 'details' -> 'into');
  update public.patient_details d
     set phone = case when d.phone is not distinct from chosen.phone then was.phone else d.phone end,
         date_of_birth = case when d.date_of_birth is not distinct from chosen.date_of_birth then was.date_of_birth
                              else d.date_of_birth end,
         address = case when d.address is not distinct from chosen.address then was.address else d.address end,
         city = case when d.city is not distinct from chosen.city then was.city else d.city end,
         state = case when d.state is not distinct from chosen.state then was.state else d.state end,
         zip_code = case when d.zip_code is not distinct from chosen.zip_code then was.zip_code else d.zip_code end,
         version = d.version + 1
   where d.clinic_id = p_clinic and d.patient_id = g.patient_id;
end $$;
grant execute on function app.return_details(uuid, uuid) to system;
