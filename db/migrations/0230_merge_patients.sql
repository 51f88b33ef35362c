-- 0230_merge_patients.sql: two records of one person become one, and can be parted again (docs/domain-rules.md rule 28,
-- docs/decisions/0133). What one record has moves to the other; what stands in the way of something that is there already, such as
-- a second open assignment of one lesson, stays with the emptied record, which nobody sees any more.

alter table public.patients add column merged_into uuid;
alter table public.patients add constraint patients_merged_into_fkey foreign key (clinic_id, merged_into)
  references public.patients (clinic_id, id) on delete restrict;
alter table public.patients add constraint patients_merged_into_other check (merged_into <> id);
alter table public.patients add constraint patients_merged_has_no_account check (merged_into is null or user_id is null);
create index patients_merged_into_idx on public.patients (clinic_id, merged_into) where merged_into is not null;

create table app.patient_merges (
  id              uuid primary key default gen_random_uuid(),
  clinic_id       uuid not null references public.clinics on delete restrict,
  -- the record that stays
  patient_id      uuid not null,
  -- the emptied one
  from_patient_id uuid not null,
  -- the rows of public.patients as they were, {"into": {}, "from": {}}, and the chosen name and address
  records         jsonb not null,
  -- keys of what has moved: [{"table": "public.appointments", "column": "patient_id", "key": {"id": "..."}}]
  moved           jsonb not null default '[]',
  -- tables with one row a patient whose rows were exchanged: ["public.care_plans"]
  exchanged       jsonb not null default '[]',
  -- messages that have moved
  messages        uuid[] not null default '{}',
  -- what became of the customer at Stripe with its cards
  customer        text not null default 'stayed' constraint patient_merges_customer_check
                    check (customer in ('stayed', 'moved', 'exchanged')),
  merged_at       timestamptz not null,
  merged_by       uuid references auth.users on delete set null,
  undone_at       timestamptz,
  undone_by       uuid references auth.users on delete set null,
  constraint patient_merges_clinic_key unique (clinic_id, id),
  constraint patient_merges_others check (patient_id <> from_patient_id),
  constraint patient_merges_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint patient_merges_from_fkey foreign key (clinic_id, from_patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table app.patient_merges is
  'Health data: which records were merged, and what has to go back when they are parted.';
create unique index patient_merges_from_key on app.patient_merges (clinic_id, from_patient_id) where undone_at is null;
create index patient_merges_from_idx on app.patient_merges (clinic_id, from_patient_id);
create index patient_merges_patient_idx on app.patient_merges (clinic_id, patient_id, merged_at desc);
create index patient_merges_merged_by_idx on app.patient_merges (merged_by) where merged_by is not null;
create index patient_merges_undone_by_idx on app.patient_merges (undone_by) where undone_by is not null;
alter table app.patient_merges enable row level security;
alter table app.patient_merges force row level security;
create policy patient_merges_all_system on app.patient_merges to system using (true) with check (true);
grant select, insert, update, delete on app.patient_merges to system;

-- Whether this transaction moves a patient's rows: the steps below alone set it.
create function app.is_merging() returns boolean language sql stable
  return coalesce(current_setting('app.merging', true), '') = 'on';
grant execute on function app.is_merging() to system;

-- What is never changed may change whose it is, and nothing else: column grants see to that.
create or replace function app.refuse_change() returns trigger language plpgsql as $$
begin
  if current_user = 'system' and (tg_nargs > 0 and tg_op = tg_argv[0] and app.is_erasing()
                                  or tg_op = 'UPDATE' and app.is_merging()) then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;

-- Merging deletes nothing for good: rows are written again with the other patient.
create or replace function app.refuse_unless_erasing() returns trigger language plpgsql as $$
begin
  -- cascades run as the tables' owner, after the statement that was judged
  if current_user = 'system' and not app.is_erasing() and not app.is_merging() then
    raise exception '% is deleted by the jobs of retention alone', tg_table_name using errcode = '42501';
  end if;
  return null;
end $$;

-- As in 0070, but for visits that only move to another record.
create or replace function app.record_appointment_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_new constant boolean := tg_op = 'INSERT';
  fact text;
begin
  -- whose visit it is was mistaken: nothing about the visit has changed
  if app.is_merging() then return null; end if;
  fact := case when is_new then case when new.status = 'requested' then 'requested' else 'booked' end
               when new.status = 'canceled' and old.status <> 'canceled' then 'canceled'
               when new.status = 'completed' and old.status <> 'completed' then 'completed'
               when new.status = 'no_show' and old.status <> 'no_show' then 'no_show'
               when new.status = 'upcoming' and old.status = 'requested' then 'accepted'
               when new.status = 'upcoming' and old.status <> 'upcoming' then 'reopened'
               when new.starts_at <> old.starts_at then 'moved'
               when new.started_at is not null and old.started_at is null then 'started'
               when new.arrived_at is not null and old.arrived_at is null then 'arrived' else 'changed' end;
  insert into public.appointment_changes (clinic_id, patient_id, appointment_id, kind, changed_at, changed_by, starts_at,
                                          duration_minutes, type, provider_id, time_zone, was_starts_at, was_provider_id, reason,
                                          sequence)
  values (new.clinic_id, new.patient_id, new.id, fact, new.updated_at, app.current_user_id(), new.starts_at,
          new.duration_minutes, new.type, new.provider_id, new.time_zone,
          case when is_new then null else old.starts_at end, case when is_new then null else old.provider_id end,
          new.cancel_reason, new.sequence);
  perform app.write_audit('appointment.' || fact, 'appointment', new.id::text, '{}', new.clinic_id, array[new.patient_id], null);
  -- the team's open pages read the day again
  perform app.announce(new.clinic_id, m.user_id, 'appointments') from public.clinic_memberships m
    where m.clinic_id = new.clinic_id and m.role <> 'patient' and m.status = 'active' and m.ended_at is null
      and m.user_id is not null;
  return null;
end $$;

drop policy patients_select_team on public.patients;
create policy patients_select_team on public.patients for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and merged_into is null);

-- Every reference to a patient that moves with them: a table of tomorrow is in it. What was erased stays where it was.
create function app.patient_references() returns table (table_name text, column_name text, key text[])
language sql stable set search_path = '' as $$
  select c.conrelid::regclass::text, a.attname::text,
         array(select k.attname::text from pg_catalog.pg_index i
                 join pg_catalog.pg_attribute k on k.attrelid = i.indrelid and k.attnum = any (i.indkey)
                where i.indrelid = c.conrelid and i.indisprimary order by k.attnum)
    from pg_catalog.pg_constraint c
    join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
   where c.contype = 'f' and c.confrelid = 'public.patients'::regclass and cardinality(c.conkey) = 2 and c.conparentid = 0
     and c.conrelid::regclass::text <> all (array['public.patients', 'app.patient_merges', 'app.erasures'])
   order by 1, 2
$$;
revoke execute on function app.patient_references() from public;
grant execute on function app.patient_references() to system;

do $$
declare
  t record;
begin
  for t in select * from app.patient_references() loop
    execute format('grant update (%I) on %s to system', t.column_name, t.table_name);
    if not exists (select from pg_policies p where p.schemaname || '.' || p.tablename = t.table_name
                      and p.cmd in ('ALL', 'UPDATE') and 'system' = any (p.roles)) then
      execute format('create policy %I on %s for update to system using (true) with check (true)',
                     split_part(t.table_name, '.', 2) || '_update_system', t.table_name);
    end if;
  end loop;
end $$;
-- they refer to their thread
grant update (number, patient_id) on public.messages to system;

-- A row's key in its new place.
create function app.key_in_place(p_key jsonb, p_column text, p_patient uuid) returns jsonb language sql immutable
  return case when p_key ? p_column then p_key || jsonb_build_object(p_column, p_patient) else p_key end;

-- Moves what refers to one patient to another, row by row: what is there already, or would be there twice, stays.
-- @returns what has moved, as app.patient_merges.moved has it
create function app.move_patient_rows(p_clinic uuid, p_from uuid, p_into uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  t record;
  r record;
  moved jsonb := '[]';
begin
  for t in
    select * from app.patient_references() f
     -- a thread moves with its messages, and a customer with its cards: below
     where f.table_name not in ('public.message_threads', 'public.patient_customers', 'public.patient_cards')
     order by f.table_name, f.column_name
  loop
    for r in execute format('select ctid, to_jsonb(t) as row from %s t where t.clinic_id = $1 and t.%I = $2',
                            t.table_name, t.column_name) using p_clinic, p_from
    loop
      begin
        execute format('update %s set %I = $1 where ctid = $2', t.table_name, t.column_name) using p_into, r.ctid;
        moved := moved || jsonb_build_object('table', t.table_name, 'column', t.column_name, 'key',
          (select jsonb_object_agg(k, r.row -> k) from unnest(t.key) as k));
      exception when unique_violation or exclusion_violation then
        null;
      end;
    end loop;
  end loop;
  return moved;
end $$;
revoke execute on function app.move_patient_rows(uuid, uuid, uuid) from public;
grant execute on function app.move_patient_rows(uuid, uuid, uuid) to system;

-- Messages that one side of the patients' threads has not read.
create function app.unread_messages(p_clinic uuid, p_patients uuid[], p_reader text) returns uuid[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(m.id), '{}')
    from public.messages m
    join public.message_threads t on t.clinic_id = m.clinic_id and t.patient_id = m.patient_id
   where m.clinic_id = p_clinic and m.patient_id = any (p_patients) and m.from_side <> p_reader
     and m.number > case p_reader when 'clinic' then t.clinic_read else t.patient_read end
$$;

-- Numbers the messages of a thread in the order in which they were sent, and sets its marks: what was unread is unread.
create function app.settle_thread(p_clinic uuid, p_patient uuid, p_clinic_unread uuid[], p_patient_unread uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  -- out of each other's way first
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

-- Moves messages to another patient's thread, which is made where there is none.
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
  on conflict (patient_id) do nothing;
  update public.messages m set number = m.number + 1000000
   where m.clinic_id = p_clinic and m.patient_id = p_from and m.id = any (p_messages);
  update public.messages m set patient_id = p_into
   where m.clinic_id = p_clinic and m.patient_id = p_from and m.id = any (p_messages);
  perform app.settle_thread(p_clinic, p_into, clinic_unread, patient_unread);
  if exists (select from public.messages m where m.clinic_id = p_clinic and m.patient_id = p_from) then
    perform app.settle_thread(p_clinic, p_from, clinic_unread, patient_unread);
  else
    -- an empty thread would stand in the inbox
    delete from public.message_threads t where t.clinic_id = p_clinic and t.patient_id = p_from;
  end if;
end $$;

-- Gives two patients each other's rows of a table that has at most one for each.
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

-- Moves a customer at Stripe with its cards: the one by which a plan is running wins, and the other waits with the emptied record.
-- Events about it find the person by it (server/features/stripe-sync/patient-of-customer.ts).
create function app.move_customer(p_clinic uuid, p_from uuid, p_into uuid) returns text
language plpgsql set search_path = '' as $$
declare
  has_from constant boolean := exists (select from public.patient_customers c where c.clinic_id = p_clinic and c.patient_id = p_from);
  has_into constant boolean := exists (select from public.patient_customers c where c.clinic_id = p_clinic and c.patient_id = p_into);
begin
  if not has_from or has_into and not exists (
    select from public.subscriptions s where s.clinic_id = p_clinic and s.owner_patient_id = p_from and s.ended_at is null)
  then return 'stayed'; end if;
  perform app.exchange_customers(p_clinic, p_from, p_into);
  return case when has_into then 'exchanged' else 'moved' end;
end $$;

create function app.exchange_customers(p_clinic uuid, p_one uuid, p_other uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform app.exchange_rows('public.patient_customers', p_clinic, p_one, p_other);
  update public.patient_cards k set patient_id = case k.patient_id when p_one then p_other else p_one end
   where k.clinic_id = p_clinic and k.patient_id in (p_one, p_other);
end $$;
grant delete on public.patient_customers to system;

-- A patient's record with those that have become part of it, also by several steps.
create function app.records_of(p_clinic uuid, p_patient uuid) returns setof uuid
language sql stable set search_path = '' as $$
  with recursive records as (
    select p_patient as id
     union all
    select p.id from records r join public.patients p on p.clinic_id = p_clinic and p.merged_into = r.id
  )
  select id from records
$$;
revoke execute on function app.records_of(uuid, uuid) from public;
grant execute on function app.records_of(uuid, uuid) to system;

-- As in 0213, with the looks at records that have become part of this one, as long as they are.
create or replace function app.looks_at(p_clinic_id uuid, p_patient_id uuid, p_except uuid, p_below bigint, p_up_to integer)
returns table (id bigint, at timestamptz, clinic_id uuid, clinic_name text, kind text, what text[], by_name text, by_role text,
               purpose text, is_certain boolean)
language plpgsql stable set search_path = ''
-- left to itself, Postgres may plan anew each time for the arguments, which tell nothing about the months
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
  with begins as (
    select app.audit_log_begins() as at
  ), records as (
    select array_agg(r) as ids from app.records_of(p_clinic_id, p_patient_id) r
  ), about as (
    -- zeros: a list so long that not all of its people are named
    select sealed.*, named.patient_id <> '00000000-0000-0000-0000-000000000000' as is_certain
      from (select unnest(ids) from records union all select '00000000-0000-0000-0000-000000000000'::uuid) as named (patient_id)
     cross join lateral (
       select s.audit_id, a.* from app.audit_subjects s
         -- each in its month; the limit keeps it from being joined in another way
         left join lateral (
           select a.occurred_at, a.clinic_id, a.action, a.details -> 'tables' as tables, a.actor_kind, a.actor_id, a.actor_role,
                  a.purpose
             from app.audit_log a
            where a.clinic_id = s.clinic_id and a.id = s.audit_id
              and a.occurred_at between s.occurred_at and greatest(s.occurred_at, (select b.at from begins b))
            limit 1) a on true
        where s.clinic_id = p_clinic_id and s.patient_id = named.patient_id
          and s.audit_id < coalesce(p_below, 9223372036854775807)
          and (p_except is null or a.actor_id is distinct from p_except)
        order by s.audit_id desc limit p_up_to) as sealed
    union all
    -- what the sealing job has not reached yet; what it has reached since is found twice and shown once
    select a.id, a.occurred_at, a.clinic_id, a.action, a.details -> 'tables', a.actor_kind, a.actor_id, a.actor_role, a.purpose,
           (select ids from records) && a.patient_ids
      from app.audit_log a
     where a.clinic_id = p_clinic_id and a.id > app.audit_sealed_to()
       and ((select ids from records) && a.patient_ids or a.patient_count > cardinality(a.patient_ids))
       and a.id < coalesce(p_below, 9223372036854775807) and (p_except is null or a.actor_id is distinct from p_except)
  ), page as (
    select distinct on (f.audit_id) f.* from about f order by f.audit_id desc, f.is_certain desc nulls last limit p_up_to
  )
  select f.audit_id, f.occurred_at, f.clinic_id, c.name, case f.action when 'record.read' then 'read' else 'changed' end,
         case f.action when 'record.read' then array(select jsonb_array_elements_text(f.tables)) else array[f.action] end,
         coalesce(nullif(btrim(u.user_metadata ->> 'full_name'), ''), nullif(btrim(u.user_metadata ->> 'name'), '')),
         case f.actor_kind when 'person'
              then coalesce(f.actor_role, (select m.role from public.clinic_memberships m
                                            where m.clinic_id = f.clinic_id and m.user_id = f.actor_id
                                            order by m.ended_at is not null, m.created_at desc limit 1)) else f.actor_kind end,
         f.purpose, f.is_certain
    from page f
    join public.clinics c on c.id = f.clinic_id
    left join auth.users u on u.id = f.actor_id
   order by f.audit_id desc;
end $$;

-- Makes two records one. The caller has locked both and has refused what must not be merged
-- (server/features/patient-merges/refuse-merge.ts). @param p_exchange tables whose row of the emptied record is kept
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
  -- who signs in: the account that is in use; the emptied record has none
  update public.patients p set user_id = null, merged_into = p_into, updated_at = p_now
   where p.clinic_id = p_clinic and p.id = p_from;
  update public.patients p set full_name = p_name, email = p_email, user_id = p_user, updated_at = p_now
   where p.clinic_id = p_clinic and p.id = p_into;
  perform set_config('app.merging', '', true);
  return merge.id;
end $$;

-- Moves what an emptied record has: at the merge, and what came to it since, such as an answer that was on its way.
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
  -- what waits to be told is told to whoever reads now
  update app.notices n set subject_id = g.patient_id::text
   where n.clinic_id = g.clinic_id and n.subject_id = g.from_patient_id::text and n.settled_at is null;
  update app.checkouts c set subject_id = g.patient_id
   where c.clinic_id = g.clinic_id and c.subject_id = g.from_patient_id;
  update app.patient_merges m set moved = m.moved || now_moved, messages = m.messages || now_messages
   where m.clinic_id = p_clinic and m.id = p_merge;
  perform set_config('app.merging', was_merging, true);
  return jsonb_array_length(now_moved) + cardinality(now_messages);
end $$;

-- Parts two records again: what came from the one goes back, what was written since stays.
create function app.part_patients(p_clinic uuid, p_merge uuid, p_by uuid, p_now timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  g app.patient_merges;
  r record;
  t text;
begin
  perform set_config('app.merging', 'on', true);
  select * into strict g from app.patient_merges m
   where m.clinic_id = p_clinic and m.id = p_merge and m.undone_at is null for update;
  for r in select e ->> 'table' as table_name, e ->> 'column' as column_name, e -> 'key' as key
             from jsonb_array_elements(g.moved) e loop
    begin
      execute format('update %s set %I = $1 where %I = $2 and %s', r.table_name, r.column_name, r.column_name,
        (select string_agg(format('%I = %L', k.key, k.value), ' and ')
           from jsonb_each_text(app.key_in_place(r.key, r.column_name, g.patient_id)) k))
        using g.from_patient_id, g.patient_id;
    exception when unique_violation or exclusion_violation then
      null;
    end;
  end loop;
  perform app.move_messages(g.clinic_id, g.patient_id, g.from_patient_id, g.messages);
  -- the customer goes on to pay for what was joined since
  if g.customer <> 'stayed' and not exists (
    select from public.subscriptions s where s.clinic_id = g.clinic_id and s.owner_patient_id = g.patient_id and s.ended_at is null)
  then
    perform app.exchange_customers(g.clinic_id, g.patient_id, g.from_patient_id);
  end if;
  for t in select jsonb_array_elements_text(g.exchanged) loop
    perform app.exchange_rows(t, g.clinic_id, g.patient_id, g.from_patient_id);
  end loop;
  -- what was corrected since stays; an account that has another record by now keeps that
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
     and not exists (select from public.patients o where o.clinic_id = g.clinic_id and o.user_id = back.user_id);
  update app.patient_merges m set undone_at = p_now, undone_by = p_by where m.clinic_id = p_clinic and m.id = p_merge;
  perform set_config('app.merging', '', true);
end $$;

do $$
declare
  f text;
begin
  foreach f in array array['app.key_in_place(jsonb, text, uuid)', 'app.unread_messages(uuid, uuid[], text)', 'app.settle_thread(uuid, uuid, uuid[], uuid[])',
    'app.move_messages(uuid, uuid, uuid, uuid[])', 'app.exchange_rows(text, uuid, uuid, uuid)',
    'app.move_customer(uuid, uuid, uuid)', 'app.exchange_customers(uuid, uuid, uuid)',
    'app.merge_patients(uuid, uuid, uuid, text, text, uuid, text[], uuid, timestamptz)', 'app.gather_patient(uuid, uuid)',
    'app.part_patients(uuid, uuid, uuid, timestamptz)'] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to system', f);
  end loop;
end $$;
