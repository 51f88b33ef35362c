-- The audit log: one row for every business action and every read of health data by someone other than its patient
-- (docs/domain-rules.md rule 33, goal 9; docs/decisions/0020).
--
-- Ids count up with time and a sequence: partitioned tables have no identity columns before Postgres 17. No grant allows to set an id.
create sequence app.audit_log_id_seq;
grant usage on sequence app.audit_log_id_seq to system;

-- No check constraints and no foreign keys: every recorded read would pay for them. The only writers, app.write_audit() and
-- app.record_read(), check the values.
create table app.audit_log (
  id            bigint not null default app.number_by_time('app.audit_log_id_seq'),
  -- zeros for what belongs to no clinic, such as sign-ins
  clinic_id     uuid not null default '00000000-0000-0000-0000-000000000000',
  occurred_at   timestamptz not null default clock_timestamp(),
  -- person, api_key, visitor or system
  actor_kind    text not null,
  actor_id      uuid,
  -- the actor's role at that moment: admin, staff, patient or guardian; null where the server acted
  actor_role    text,
  -- the person represented by the actor, such as a guardian's child; null: the actor acts for themselves
  acting_for    uuid,
  action        text not null,
  subject_type  text,
  subject_id    text,
  -- whose record it is about
  patient_ids   uuid[] not null default '{}',
  patient_count integer not null default 0,
  purpose       text,
  request_id    text,
  address       text,
  -- ids and codes, never names, addresses or health facts
  details       jsonb not null default '{}',
  -- ids count up over all months; every key must include the partition column
  constraint audit_log_pkey primary key (clinic_id, id, occurred_at)
) partition by range (occurred_at);
comment on table app.audit_log is
  'One row per business action and per read of health data, append-only (docs/domain-rules.md rule 33), partitioned by month. Written only by app.write_audit() and app.record_read(), which check the values.';
comment on column app.audit_log.patient_ids is
  'The patients it is about, at most 1,000. A read of up to 50 rows repeats a patient for each row: de-duplicating costs the reader more than storing them.';
comment on column app.audit_log.patient_count is 'How many patients it is about; larger than patient_ids when there are more than 1,000.';
-- for the search of clinics with rows to seal
create index audit_log_id_idx on app.audit_log (id);
-- Only sign-ins, so that other writers of the trail do not pay for it.
create index audit_log_sign_in_idx on app.audit_log (clinic_id, subject_id, id desc)
  where action in ('auth.login', 'auth.login_failed', 'auth.user_signedup', 'auth.invite_accepted');
create trigger audit_log_is_append_only before update or delete or truncate on app.audit_log
  for each statement execute function app.refuse_change();

alter table app.audit_log enable row level security;
alter table app.audit_log force row level security;
create policy audit_log_select_admin on app.audit_log for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy audit_log_insert_system on app.audit_log for insert to system with check (true);
create policy audit_log_select_system on app.audit_log for select to system using (true);
grant select on app.audit_log to clinic_admin;
grant select, insert (clinic_id, occurred_at, actor_kind, actor_id, actor_role, acting_for, action, subject_type, subject_id,
  patient_ids, patient_count, purpose, request_id, address, details) on app.audit_log to system;

alter sequence app.audit_log_id_seq owned by app.audit_log.id;

-- Writes one row, with actor, role, request and address of the transaction, so a caller cannot write in another person's name.
-- A guardian's action is recorded as the guardian's, whichever role writes the row. Reads by a demo are not recorded.
-- security definer: no role may write the table
create function app.write_audit(p_action text, p_subject_type text, p_subject_id text, p_details jsonb, p_clinic_id uuid,
                                           p_patient_ids uuid[], p_purpose text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if p_action = 'record.read' and app.is_demo() then return; end if;
  if p_action is null or p_action !~ '^[a-z_]+\.[a-z_]+$' then
    raise exception 'an action is named like plan.published, not %', p_action using errcode = 'check_violation';
  end if;
  if p_action like 'auth.%' and p_clinic_id is not null then
    raise exception 'what the auth service does belongs to no clinic: %', p_action using errcode = 'check_violation';
  end if;
  insert into app.audit_log (clinic_id, actor_kind, actor_id, actor_role, acting_for, action, subject_type, subject_id, purpose,
                             request_id, address, details, patient_ids, patient_count)
  values (coalesce(p_clinic_id, '00000000-0000-0000-0000-000000000000'),
          case when app.current_user_id() is not null then 'person'
               when app.api_key_id() is not null then 'api_key'
               when nullif(current_setting('app.purpose', true), '') is not null then 'system' else 'visitor' end,
          coalesce(app.current_user_id(), app.api_key_id()),
          case when app.acting_for() is not null then 'guardian'
               else case current_setting('role') when 'clinic_admin' then 'admin' when 'clinic_staff' then 'staff'
                                                 when 'clinic_billing_only' then 'billing_only'
                                                 when 'clinic_patient' then 'patient' end end,
          app.acting_for(),
          p_action, p_subject_type, p_subject_id,
          coalesce(p_purpose, nullif(current_setting('app.purpose', true), '')),
          nullif(current_setting('app.request_id', true), ''), nullif(current_setting('app.address', true), ''),
          coalesce(p_details, '{}'), p_patient_ids[:1000], cardinality(p_patient_ids));
end $$;
alter function app.write_audit(text, text, text, jsonb, uuid, uuid[], text) owner to system;

-- Writes the row of a business action, for the current clinic unless another is given.
-- security definer: no role may write the table
create function app.record_audit(p_action text, p_subject_type text, p_subject_id text, p_details jsonb, p_clinic_id uuid)
returns void language sql security definer set search_path = ''
begin atomic
  select app.write_audit(p_action, p_subject_type, p_subject_id, p_details, coalesce(p_clinic_id, app.current_clinic_id()), '{}', null);
end;
alter function app.record_audit(text, text, text, jsonb, uuid) owner to system;
grant execute on function app.record_audit(text, text, text, jsonb, uuid)
  to anon, authenticated, clinic_patient, clinic_guardian, clinic_staff, clinic_admin;

-- Records the patients whose health data a statement has read, within that statement: a read that cannot be recorded returns
-- nothing. A patient's reads of their own record leave no row; a team member who is also a patient counts as the team. Works only
-- for a person in one of a clinic's roles.
--
-- A query that finds no patient is recorded as {"counted": 0}, because an address can be spelled out with enough such queries
-- (docs/decisions/0033). A demo records nothing: its transaction is read-only and its patients are invented.
--
-- Every read pays for each step, so a small page's patients are stored with repetitions, which readers of the trail remove.
--
-- p_details: {"tables": [...]}, which tables were read.
-- p_patients: the patient id of each row; null when no row was found.
-- p_counted: rows counted without their patients; null: the statement failed, and its message may reveal something.
-- security definer: no role may write the table
create function app.record_read(p_details jsonb, p_patients uuid[], p_counted bigint, p_purpose text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- counted only for pages so large that not all of their patients may be named
  different integer;
begin
  if app.is_demo() then return; end if;
  if p_patients is null then
    -- a patient who finds no row has asked about their own record
    if p_counted = 0 and current_setting('role') = 'clinic_patient' then return; end if;
    p_patients := '{}';
    p_details := p_details || case when p_counted is null then '{"failed": true}' else jsonb_build_object('counted', p_counted) end;
  end if;
  if current_setting('role') = 'clinic_patient' then
    -- policies show a patient no other patient's rows; if one ever did, it would be recorded
    p_patients := array_remove(p_patients, app.current_patient_id());
    if cardinality(p_patients) = 0 then return; end if;
  end if;
  if cardinality(p_patients) > 50 then
    p_patients := array(select distinct unnest(p_patients));
    different := cardinality(p_patients);
    p_patients := p_patients[:1000];
  end if;
  -- not by app.write_audit(): every read of health data would pay for the call
  insert into app.audit_log (clinic_id, actor_kind, actor_id, actor_role, acting_for, action, subject_type, purpose,
                             request_id, address, details, patient_ids, patient_count)
  values (app.current_clinic_id(), 'person', app.current_user_id(),
          substr(current_setting('role'), length('clinic_') + 1), app.acting_for(),
          'record.read', 'patient', p_purpose,
          nullif(current_setting('app.request_id', true), ''), nullif(current_setting('app.address', true), ''),
          p_details, p_patients, coalesce(different, cardinality(p_patients)));
end $$;
alter function app.record_read(jsonb, uuid[], bigint, text) owner to system;
grant execute on function app.record_read(jsonb, uuid[], bigint, text)
  to clinic_patient, clinic_guardian, clinic_staff, clinic_admin;

-- The hash chains: one for each clinic, so that tampering is detected (docs/threats.md T28, docs/decisions/0021).
--
-- Writers add no hash, because all readers of a clinic would wait for each other. A job links committed rows some seconds later,
-- each to the row before, and another job recomputes all links at night. Both work on one clinic's rows at a time.
create table app.audit_links (
  -- zeros for what belongs to no clinic
  clinic_id   uuid not null,
  position    bigint not null check (position > 0),
  -- not a foreign key: a link outlives its row, to show that the row is gone
  audit_id    bigint not null,
  -- SHA-256 of the hash before, the position, and everything that the row says
  hash        bytea not null,
  sealed_at   timestamptz not null default clock_timestamp(),
  -- the row's, so that the row is looked up in its month
  occurred_at timestamptz not null,
  -- app.seal_audit_log() uses each position of a chain once, because it locks the head; the nightly check finds repetitions
  constraint audit_links_pkey primary key (clinic_id, position, sealed_at),
  constraint audit_links_audit_id_key unique (clinic_id, audit_id, sealed_at)
) partition by range (sealed_at);
comment on table app.audit_links is 'The hash chains over app.audit_log, append-only: one link per row, in the order of sealing.';
create trigger audit_links_is_append_only before update or delete or truncate on app.audit_links
  for each statement execute function app.refuse_change();

alter table app.audit_links enable row level security;
alter table app.audit_links force row level security;
create policy audit_links_all_system on app.audit_links to system using (true) with check (true);
grant select, insert on app.audit_links to system;

create table app.audit_heads (
  clinic_id    uuid primary key,
  position     bigint not null,
  hash         bytea not null,
  dropped_to   bigint not null default 0,
  dropped_hash bytea not null default ''
);
comment on table app.audit_heads is
  'The end of each chain: the next link continues it, and a chain that ends earlier was cut off.';

alter table app.audit_heads enable row level security;
alter table app.audit_heads force row level security;
create policy audit_heads_all_system on app.audit_heads to system using (true) with check (true);
grant select, insert, update on app.audit_heads to system;

-- Which rows are about a patient. Not an index over patient_ids: every read would pay for it.
create table app.audit_subjects (
  clinic_id   uuid not null references public.clinics on delete restrict,
  -- zeros: so many patients that not all of them are named
  patient_id  uuid not null,
  audit_id    bigint not null,
  -- the row's, so that the row is looked up in its month
  occurred_at timestamptz not null,
  constraint audit_subjects_pkey primary key (clinic_id, patient_id, audit_id, occurred_at)
) partition by range (occurred_at);
comment on table app.audit_subjects is 'Which sealed audit rows are about a patient.';

alter table app.audit_subjects enable row level security;
alter table app.audit_subjects force row level security;
create policy audit_subjects_all_system on app.audit_subjects to system using (true) with check (true);
grant select, insert on app.audit_subjects to system;

create table app.audit_checks (
  clinic_id    uuid not null,
  id           uuid not null default gen_random_uuid(),
  checked_at   timestamptz not null default clock_timestamp(),
  -- up to here the chain is intact
  position     bigint not null,
  hash         bytea,
  -- the first thing that is wrong, and where: codes of app.check_audit_links
  problem      text,
  bad_position bigint,
  bad_audit_id bigint,
  primary key (clinic_id, id)
);
comment on table app.audit_checks is 'What the nightly check of each chain found, append-only.';
create index audit_checks_chain_idx on app.audit_checks (clinic_id, checked_at desc);
create trigger audit_checks_is_append_only before update or delete or truncate on app.audit_checks
  for each statement execute function app.refuse_change();

alter table app.audit_checks enable row level security;
alter table app.audit_checks force row level security;
create policy audit_checks_all_system on app.audit_checks to system using (true) with check (true);
grant select, insert on app.audit_checks to system;

-- The hash of a link and its row. A JSON list is unambiguous; the instant is a number, because its text depends on settings. A
-- migration that adds a column adds another function for later rows.
create function app.audit_link_hash(p_previous bytea, p_position bigint, p_row app.audit_log) returns bytea
language plpgsql stable set search_path = '' as $$
begin
  return sha256(p_previous || convert_to(jsonb_build_array(
    p_position, p_row.id, p_row.clinic_id, (extract(epoch from p_row.occurred_at) * 1000000)::bigint, p_row.actor_kind,
    p_row.actor_id, p_row.actor_role, p_row.acting_for, p_row.action, p_row.subject_type, p_row.subject_id, p_row.purpose,
    p_row.request_id, p_row.address, p_row.details, p_row.patient_ids, p_row.patient_count)::text, 'UTF8'));
end $$;
grant execute on function app.audit_link_hash(bytea, bigint, app.audit_log) to system;

-- The id up to which every row is sealed, of all clinics. Rows are committed in another order than numbered, so each run reads the
-- last quarter of an hour again; the nightly check finds later rows.
create function app.audit_sealed_to() returns bigint language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce((select (value #>> '{}')::bigint from app.settings where name = 'audit_sealed_to'), 0));
end $$;
alter function app.audit_sealed_to() owner to system;

-- The clinics with committed rows that are in no chain yet. Only reads, on all nodes.
create function app.find_unsealed() returns table (clinic_id uuid) language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select distinct a.clinic_id from app.audit_log a
   where a.id > app.audit_sealed_to()
     -- a link is never older than its row
     and not exists (select 1 from app.audit_links l
                      where l.clinic_id = a.clinic_id and l.audit_id = a.id and l.sealed_at >= a.occurred_at);
end $$;
grant execute on function app.find_unsealed() to system;

-- The id up to which every row is sealed, once the clinics are that app.find_unsealed() finds now; null without rows.
create function app.audit_horizon() returns bigint language plpgsql stable set search_path = '' as $$
begin
  return (select max(a.id) from app.audit_log a where a.occurred_at < clock_timestamp() - interval '15 minutes');
end $$;
grant execute on function app.audit_horizon() to system;

-- Links a clinic's committed rows that are in no chain yet, at most p_limit of them. Returns how many, and the chain's end.
create function app.seal_audit_log(p_clinic_id uuid, p_limit integer)
returns table (sealed integer, "position" bigint, hash bytea)
language plpgsql set search_path = '' as $$
declare
  entry app.audit_log;
  head app.audit_heads;
  count integer := 0;
begin
  insert into app.audit_heads (clinic_id, position, hash) values (p_clinic_id, 0, '') on conflict do nothing;
  -- one sealer of a chain at a time; writers never wait for it
  select h.* into strict head from app.audit_heads h where h.clinic_id = p_clinic_id for update;
  for entry in
    select a.* from app.audit_log a
     where a.clinic_id = p_clinic_id and a.id > app.audit_sealed_to()
       and not exists (select 1 from app.audit_links l
                        where l.clinic_id = p_clinic_id and l.audit_id = a.id and l.sealed_at >= a.occurred_at)
     order by a.id limit p_limit
  loop
    head.position := head.position + 1;
    head.hash := app.audit_link_hash(head.hash, head.position, entry);
    insert into app.audit_links (clinic_id, position, audit_id, hash, occurred_at)
      values (p_clinic_id, head.position, entry.id, head.hash, entry.occurred_at);
    if p_clinic_id <> '00000000-0000-0000-0000-000000000000' and entry.patient_count > 0 then
      insert into app.audit_subjects (clinic_id, patient_id, audit_id, occurred_at)
        select p_clinic_id, patient_id, entry.id, entry.occurred_at from unnest(entry.patient_ids) as patient_id
        union
        select p_clinic_id, '00000000-0000-0000-0000-000000000000', entry.id, entry.occurred_at
         where entry.patient_count > cardinality(entry.patient_ids);
    end if;
    count := count + 1;
  end loop;
  update app.audit_heads h set position = head.position, hash = head.hash where h.clinic_id = p_clinic_id and count > 0;
  return query select count, head.position, head.hash;
end $$;
grant execute on function app.seal_audit_log(uuid, integer) to system;

-- Recomputes the links of a chain after p_after, at most p_limit of them, up to the first problem:
--   gap        a link is missing
--   gone       its row is missing
--   changed    the row differs from what was sealed, or the link before it does
--   backdated  the row claims to be older than the row before it, by more than commits ever overtake each other
-- A chain whose oldest months were dropped begins where they ended. Links of a dropped month that were sealed in the next one
-- remain without rows, at the chain's beginning only (else backdated).
create function app.check_audit_links(p_clinic_id uuid, p_after bigint, p_limit integer)
returns table (checked_to bigint, checked integer, problem text, bad_position bigint, bad_audit_id bigint)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  with start as (
    select greatest(p_after, h.dropped_to) as position, h.dropped_to, h.dropped_hash
      from (select 1) one left join app.audit_heads h on h.clinic_id = p_clinic_id
  ), links as (
    select l.* from app.audit_links l
     where l.clinic_id = p_clinic_id and l.position > (select position from start)
     order by l.position limit p_limit
  ), found as (
    select l.position, l.audit_id,
           case when l.position <> (select position from start) + row_number() over (order by l.position) then 'gap'
                when a.id is null and l.occurred_at < (select max(d.ended_at) from app.dropped_months d where d.name = 'app.audit_log')
                  then case when l.occurred_at < lag(l.occurred_at) over (order by l.position) - interval '15 minutes'
                            then 'backdated' end
                -- there with another time, or missing; a row given to another clinic is slipped in there
                when a.id is null
                  then case when exists (select 1 from app.audit_log m where m.clinic_id = p_clinic_id and m.id = l.audit_id)
                            then 'changed' else 'gone' end
                when l.hash is distinct from app.audit_link_hash(
                  coalesce(lag(l.hash) over (order by l.position),
                           (select b.hash from app.audit_links b
                             where b.clinic_id = p_clinic_id and b.position = (select position from start)),
                           (select s.dropped_hash from start s where s.position = s.dropped_to), ''),
                  l.position, a) then 'changed'
                when a.occurred_at < lag(coalesce(a.occurred_at, l.occurred_at)) over (order by l.position) - interval '15 minutes'
                  then 'backdated'
           end as problem
      from links l left join app.audit_log a
                 on a.clinic_id = p_clinic_id and a.id = l.audit_id and a.occurred_at = l.occurred_at
  ), first as (
    select f.* from found f where f.problem is not null order by f.position limit 1
  )
  select coalesce((select position - 1 from first), max(f.position)), count(*)::integer,
         (select problem from first), (select position from first), (select audit_id from first)
    from found f;
end $$;
grant execute on function app.check_audit_links(uuid, bigint, integer) to system;

-- Checks a chain as a whole, once its links agree: it ends elsewhere than its head says (cut_off), it is not the chain that was
-- found intact before (rewritten), or a row of its clinic is not in it (slipped_in).
create function app.check_audit_chain(p_clinic_id uuid) returns table (problem text, bad_position bigint, bad_audit_id bigint)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  with head as (
    select h.* from app.audit_heads h where h.clinic_id = p_clinic_id
  ), ends as (
    -- the chain may end at a link, or where the dropped months ended
    select l.position, l.hash from app.audit_links l where l.clinic_id = p_clinic_id
    union all
    select h.dropped_to, h.dropped_hash from head h where h.dropped_to > 0
  )
  select problem, bad_position, bad_audit_id from (
    select 1 as place, 'cut_off' as problem, h.position as bad_position, null::bigint as bad_audit_id
      from head h
     where h.position > 0 and not exists (select 1 from ends e where e.position = h.position and e.hash = h.hash)
    union all
    select 2, 'cut_off', l.position, l.audit_id from app.audit_links l
     where l.clinic_id = p_clinic_id and l.position > coalesce((select h.position from head h), 0)
    union all
    select 3, 'rewritten', c.position, null
      from (select c.* from app.audit_checks c where c.clinic_id = p_clinic_id and c.problem is null order by c.checked_at desc limit 1) c
     where c.position > coalesce((select h.dropped_to from head h), 0)
       and not exists (select 1 from ends e where e.position = c.position and e.hash = c.hash)
    union all
    select 4, 'slipped_in', null, a.id from app.audit_log a
     where a.clinic_id = p_clinic_id
       and a.id <= app.audit_sealed_to()
       and not exists (select 1 from app.audit_links l
                        where l.clinic_id = p_clinic_id and l.audit_id = a.id and l.sealed_at >= a.occurred_at)
    union all
    -- no month was dropped, but the chain begins late
    select 5, 'cut_off', h.dropped_to, null from head h
     where h.dropped_to > 0 and not exists (select 1 from app.dropped_months d where d.name = 'app.audit_log')
  ) found order by place, bad_position, bad_audit_id limit 1;
end $$;
grant execute on function app.check_audit_chain(uuid) to system;

-- Before the months of the trail are dropped, stores where the remaining links of each chain begin. Sealing adds links of the
-- present only.
create function app.end_audit_chains() returns integer language plpgsql set search_path = '' as $$
declare
  ends_at constant timestamptz := app.months_end('app.audit_links');
  clinic uuid;
  last record;
  ended integer := 0;
begin
  for clinic in select h.clinic_id from app.audit_heads h order by h.clinic_id loop
    select l.position, l.hash into last from app.audit_links l
     where l.clinic_id = clinic and l.sealed_at < ends_at order by l.position desc limit 1;
    if found then
      update app.audit_heads h set dropped_to = last.position, dropped_hash = last.hash where h.clinic_id = clinic;
      ended := ended + 1;
    end if;
  end loop;
  return ended;
end $$;
grant execute on function app.end_audit_chains() to system;

create view public.audit_log with (security_invoker = true) as
  select a.id, a.clinic_id, a.occurred_at as at, a.actor_kind, a.actor_id, a.actor_role, a.acting_for, a.action, a.subject_type,
         coalesce(a.subject_id, case when a.action = 'record.read' and cardinality(app.each_once(a.patient_ids)) = 1
                                     then a.patient_ids[1]::text end) as subject_id,
         app.each_once(a.patient_ids) as patient_ids,
         -- without the repetitions
         a.patient_count - cardinality(a.patient_ids) + cardinality(app.each_once(a.patient_ids)) as patient_count,
         a.purpose, a.request_id, a.address, a.details
    from app.audit_log a;
comment on view public.audit_log is
  'The audit trail of the requested clinic, for its admins. Rows never change; order by id descending for the newest first.';
grant select on public.audit_log to clinic_admin;

-- six years (docs/domain-rules.md rule 33)
select app.divide_by_month('app.audit_log', 'occurred_at', 72);
select app.divide_by_month('app.audit_links', 'sealed_at', 72);
select app.divide_by_month('app.audit_subjects', 'occurred_at', 72);
