-- 0205_partition_audit_log.sql: the audit trail, its links and its subjects are partitioned by month (docs/decisions/0117). What
-- is there becomes their first partition as it is: no row is copied, and the tables are taken for milliseconds.
lock table app.audit_log, app.audit_links, app.audit_subjects in access exclusive mode;

-- what depends on the old table's type, made anew below
drop view public.audit_log;
drop function public.audit_log_for_me(bigint, integer);
drop function public.sign_ins_for_me(bigint, integer);
drop function app.seal_audit_log(integer);
drop function app.audit_link_hash(bytea, bigint, app.audit_log);

-- numbers go on; a sequence of its own, because partitioned tables have no identity columns before Postgres 17
do $$
declare
  last_id bigint;
begin
  select last_value into last_id from app.audit_log_id_seq;
  alter table app.audit_log alter column id drop identity;
  create sequence app.audit_log_id_seq;
  perform setval('app.audit_log_id_seq', last_id);
end $$;
-- nobody gives an id: the grants below leave it out
grant usage on sequence app.audit_log_id_seq to system;

-- The old tables, out of everybody's reach, and without what is said of the whole.
do $$
declare
  t text;
  found record;
begin
  foreach t in array array['audit_log', 'audit_links', 'audit_subjects'] loop
    for found in select p.polname as name from pg_catalog.pg_policy p where p.polrelid = format('app.%I', t)::regclass loop
      execute format('drop policy %I on app.%I', found.name, t);
    end loop;
    execute format('revoke all on app.%I from system, clinic_admin', t);
    execute format('alter table app.%I no force row level security', t);
    execute format('alter table app.%I rename to %I', t, t || '_before');
    execute format('alter table app.%I set schema months', t || '_before');
  end loop;
end $$;
alter table months.audit_log_before drop constraint audit_log_pkey;
alter table months.audit_links_before drop constraint audit_links_pkey, drop constraint audit_links_audit_id_key;
alter table months.audit_subjects_before drop constraint audit_subjects_pkey;
alter table months.audit_log_before add constraint audit_log_before_pkey primary key using index audit_log_month_key;
alter table months.audit_links_before add constraint audit_links_before_pkey primary key using index audit_links_month_key;
alter table months.audit_links_before add constraint audit_links_before_id_key unique using index audit_links_audit_id_month_key;
alter table months.audit_subjects_before add constraint audit_subjects_before_pkey primary key using index audit_subjects_month_key;

-- No check constraints and no foreign keys, as before: every recorded read would pay for them (0002).
create table app.audit_log (
  id            bigint not null default nextval('app.audit_log_id_seq'),
  -- null for what belongs to no clinic, such as sign-ins
  clinic_id     uuid,
  occurred_at   timestamptz not null default clock_timestamp(),
  -- person, visitor or system
  actor_kind    text not null,
  actor_id      uuid,
  -- admin, staff, patient or guardian, as the actor stood at that moment; null where the server acted
  actor_role    text,
  -- the person for whom the actor acts, such as a guardian's child; null: for themselves
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
  -- ids count up over all months; the month has to be in every key
  constraint audit_log_pkey primary key (id, occurred_at)
) partition by range (occurred_at);
alter sequence app.audit_log_id_seq owned by app.audit_log.id;
comment on table app.audit_log is
  'One row per business action and per read of health data, append-only (docs/domain-rules.md rule 33), partitioned by month. Written only by app.write_audit() and app.record_read(), which check the values.';
comment on column app.audit_log.patient_ids is
  'Whom it is about, at most 1,000. A read of up to 50 rows repeats a patient for each row: de-duplicating costs the reader more than storing them.';
comment on column app.audit_log.patient_count is
  'How many it is about; larger than patient_ids when there are more than 1,000.';

create table app.audit_links (
  -- the clinic, or zeros for what belongs to none
  chain_id    uuid not null,
  position    bigint not null check (position > 0),
  -- no key to the row: a link outlives it, to show that it is gone
  audit_id    bigint not null,
  -- SHA-256 of the hash before, the position, and everything that the row says
  hash        bytea not null,
  sealed_at   timestamptz not null default clock_timestamp(),
  -- of the row, whose month it tells; -infinity for links of before the trail was partitioned
  occurred_at timestamptz not null,
  -- each position once in a chain is the sealing's promise, which works one at a time; the nightly check finds another
  constraint audit_links_pkey primary key (chain_id, position, sealed_at),
  constraint audit_links_audit_id_key unique (audit_id, sealed_at)
) partition by range (sealed_at);
comment on table app.audit_links is 'The hash chains over app.audit_log, append-only: one link per row, in the order of sealing.';

create table app.audit_subjects (
  clinic_id   uuid not null references public.clinics on delete restrict,
  -- zeros: so many patients that not all of them are named
  patient_id  uuid not null,
  audit_id    bigint not null,
  -- of the row, whose month it tells; -infinity for rows of before the trail was partitioned
  occurred_at timestamptz not null,
  constraint audit_subjects_pkey primary key (clinic_id, patient_id, audit_id, occurred_at)
) partition by range (occurred_at);
comment on table app.audit_subjects is 'Which sealed audit rows are about a patient.';

create index audit_log_clinic_idx on app.audit_log (clinic_id, id);
-- Only sign-ins, so that other writers of the trail do not pay for it.
create index audit_log_sign_in_idx on app.audit_log (subject_id, id desc)
  where action in ('auth.login', 'auth.login_failed', 'auth.user_signedup', 'auth.invite_accepted') and clinic_id is null;

create trigger audit_log_is_append_only before update or delete or truncate on app.audit_log
  for each statement execute function app.refuse_change();
create trigger audit_links_is_append_only before update or delete or truncate on app.audit_links
  for each statement execute function app.refuse_change();

alter table app.audit_log enable row level security;
alter table app.audit_log force row level security;
alter table app.audit_links enable row level security;
alter table app.audit_links force row level security;
alter table app.audit_subjects enable row level security;
alter table app.audit_subjects force row level security;
create policy audit_log_select_admin on app.audit_log for select to clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy audit_log_insert_system on app.audit_log for insert to system with check (true);
create policy audit_log_select_system on app.audit_log for select to system using (true);
create policy audit_links_all_system on app.audit_links to system using (true) with check (true);
create policy audit_subjects_all_system on app.audit_subjects to system using (true) with check (true);
select app.guard_health_data('app.audit_log');
grant select on app.audit_log to clinic_admin;
grant select, insert (clinic_id, occurred_at, actor_kind, actor_id, actor_role, acting_for, action, subject_type, subject_id,
                      patient_ids, patient_count, purpose, request_id, address, details) on app.audit_log to system;
grant select, insert on app.audit_links, app.audit_subjects to system;

-- What is there, and three months ahead.
do $$
declare
  t app.monthly_tables;
  bare text;
begin
  for t in select m.* from app.monthly_tables m loop
    bare := split_part(t.name, '.', 2);
    execute format('alter table %s attach partition months.%I for values from (minvalue) to (%L)', t.name, bare || '_before', t.begins_at);
    execute format('alter table months.%I drop constraint is_before', bare || '_before');
    perform app.make_partition(t.name, 'other', null, null);
  end loop;
end $$;
select app.make_months(now() + interval '3 months');

-- The end of what was dropped: the chain begins there. Kept by app.end_audit_chains().
alter table app.audit_heads add column dropped_to bigint not null default 0, add column dropped_hash bytea not null default '';

-- Before the months of the trail are dropped, each chain keeps where its remaining links begin.
create function app.end_audit_chains() returns integer language plpgsql as $$
declare
  ends_at timestamptz := app.months_end('app.audit_links');
  ended integer;
begin
  -- no sealing meanwhile
  perform pg_advisory_xact_lock(hashtext('app.seal_audit_log'));
  update app.audit_heads h set dropped_to = last.position, dropped_hash = last.hash
    from (select distinct on (l.chain_id) l.chain_id, l.position, l.hash from app.audit_links l
           where l.sealed_at < ends_at order by l.chain_id, l.position desc) last
   where h.chain_id = last.chain_id;
  get diagnostics ended = row_count;
  return ended;
end $$;
grant execute on function app.end_audit_chains() to system;

-- The row of a link is in the month that the link tells; one of before the trail was partitioned, in any until it was sealed.
create function app.audit_log_begins() returns timestamptz language sql stable
return (select begins_at from app.monthly_tables where name = 'app.audit_log');
grant execute on function app.audit_log_begins() to system;
comment on function app.audit_log_begins() is
  'Older rows of the trail are in one partition: with it, a row that is named by id and time of before is looked up there alone.';

-- As in 0026.
create function app.audit_link_hash(p_previous bytea, p_position bigint, p_row app.audit_log) returns bytea
language sql stable
return sha256(p_previous || convert_to(jsonb_build_array(
  p_position, (p_row).id, (p_row).clinic_id, (extract(epoch from (p_row).occurred_at) * 1000000)::bigint, (p_row).actor_kind,
  (p_row).actor_id, (p_row).actor_role, (p_row).acting_for, (p_row).action, (p_row).subject_type, (p_row).subject_id,
  (p_row).purpose, (p_row).request_id, (p_row).address, (p_row).details, (p_row).patient_ids, (p_row).patient_count)::text, 'UTF8'));
grant execute on function app.audit_link_hash(bytea, bigint, app.audit_log) to system;

-- As in 0026; link and subject tell the row's month.
create function app.seal_audit_log(p_limit integer) returns table (chain_id uuid, "position" bigint, hash bytea, sealed integer)
language plpgsql as $$
declare
  entry app.audit_log;
  head app.audit_heads;
  count integer := 0;
  total integer := 0;
  horizon bigint;
begin
  -- one sealer at a time; writers never wait for it
  perform pg_advisory_xact_lock(hashtext('app.seal_audit_log'));
  horizon := (select max(a.id) from app.audit_log a where a.occurred_at < clock_timestamp() - interval '15 minutes');
  for entry in
    select a.* from app.audit_log a
     where a.id > app.audit_sealed_to()
       -- a link is never older than its row
       and not exists (select from app.audit_links l where l.audit_id = a.id and l.sealed_at >= a.occurred_at)
     order by a.clinic_id nulls first, a.id limit p_limit
  loop
    if head.chain_id is distinct from coalesce(entry.clinic_id, '00000000-0000-0000-0000-000000000000') then
      if count > 0 then
        update app.audit_heads h set position = head.position, hash = head.hash where h.chain_id = head.chain_id;
        return query select head.chain_id, head.position, head.hash, count;
        count := 0;
      end if;
      insert into app.audit_heads as h (chain_id, position, hash)
        values (coalesce(entry.clinic_id, '00000000-0000-0000-0000-000000000000'), 0, '') on conflict do nothing;
      select h.* into strict head from app.audit_heads h
       where h.chain_id = coalesce(entry.clinic_id, '00000000-0000-0000-0000-000000000000');
    end if;
    head.position := head.position + 1;
    head.hash := app.audit_link_hash(head.hash, head.position, entry);
    insert into app.audit_links (chain_id, position, audit_id, hash, occurred_at)
      values (head.chain_id, head.position, entry.id, head.hash, entry.occurred_at);
    if entry.clinic_id is not null and entry.patient_count > 0 then
      insert into app.audit_subjects (clinic_id, patient_id, audit_id, occurred_at)
        select entry.clinic_id, patient_id, entry.id, entry.occurred_at from unnest(entry.patient_ids) as patient_id
        union
        select entry.clinic_id, '00000000-0000-0000-0000-000000000000', entry.id, entry.occurred_at
         where entry.patient_count > cardinality(entry.patient_ids);
    end if;
    count := count + 1;
    total := total + 1;
  end loop;
  if count > 0 then
    update app.audit_heads h set position = head.position, hash = head.hash where h.chain_id = head.chain_id;
    return query select head.chain_id, head.position, head.hash, count;
  end if;
  if total < p_limit and horizon > app.audit_sealed_to() then
    insert into app.settings (name, value) values ('audit_sealed_to', to_jsonb(horizon))
      on conflict (name) do update set value = excluded.value, updated_at = now();
  end if;
end $$;
grant execute on function app.seal_audit_log(integer) to system;

-- As in 0026, and a chain whose oldest months were dropped begins where they ended. Of a month that was dropped some links may
-- be left, sealed in the next one: their rows are not missed, but they must stand at the chain's beginning (backdated).
create or replace function app.check_audit_links(p_chain_id uuid, p_after bigint, p_limit integer)
returns table (checked_to bigint, checked integer, problem text, bad_position bigint, bad_audit_id bigint)
language sql stable as $$
  with start as (
    select greatest(p_after, h.dropped_to) as position, h.dropped_to, h.dropped_hash
      from (select 1) one left join app.audit_heads h on h.chain_id = p_chain_id
  ), links as (
    select l.* from app.audit_links l
     where l.chain_id = p_chain_id and l.position > (select position from start)
     order by l.position limit p_limit
  ), found as (
    select l.position, l.audit_id,
           case when l.position <> (select position from start) + row_number() over (order by l.position) then 'gap'
                when a.id is null and l.occurred_at < (select max(d.ended_at) from app.dropped_months d where d.name = 'app.audit_log')
                  then case when l.occurred_at < lag(l.occurred_at) over (order by l.position) - interval '15 minutes'
                            then 'backdated' end
                -- there with another time, or not there
                when a.id is null
                  then case when exists (select from app.audit_log m where m.id = l.audit_id) then 'changed' else 'gone' end
                when l.hash is distinct from app.audit_link_hash(
                  coalesce(lag(l.hash) over (order by l.position),
                           (select b.hash from app.audit_links b
                             where b.chain_id = p_chain_id and b.position = (select position from start)),
                           (select s.dropped_hash from start s where s.position = s.dropped_to), ''),
                  l.position, a)
                  or coalesce(a.clinic_id, '00000000-0000-0000-0000-000000000000') <> p_chain_id then 'changed'
                when a.occurred_at < lag(coalesce(a.occurred_at, l.occurred_at)) over (order by l.position) - interval '15 minutes'
                  then 'backdated'
           end as problem
      from links l left join app.audit_log a on a.id = l.audit_id and a.occurred_at between l.occurred_at and l.sealed_at
  ), first as (
    select f.* from found f where f.problem is not null order by f.position limit 1
  )
  select coalesce((select position - 1 from first), max(f.position)), count(*)::integer,
         (select problem from first), (select position from first), (select audit_id from first)
    from found f
$$;

-- As in 0026, for chains whose oldest months were dropped.
create or replace function app.check_audit_chain(p_chain_id uuid) returns table (problem text, bad_position bigint, bad_audit_id bigint)
language sql stable as $$
  with head as (
    select h.* from app.audit_heads h where h.chain_id = p_chain_id
  ), ends as (
    -- where the chain may end: at a link, or where what was dropped ended
    select l.position, l.hash from app.audit_links l where l.chain_id = p_chain_id
    union all
    select h.dropped_to, h.dropped_hash from head h where h.dropped_to > 0
  )
  select problem, bad_position, bad_audit_id from (
    select 1 as place, 'cut_off' as problem, h.position as bad_position, null::bigint as bad_audit_id
      from head h
     where h.position > 0 and not exists (select from ends e where e.position = h.position and e.hash = h.hash)
    union all
    select 2, 'cut_off', l.position, l.audit_id from app.audit_links l
     where l.chain_id = p_chain_id and l.position > coalesce((select h.position from head h), 0)
    union all
    select 3, 'rewritten', c.position, null
      from (select c.* from app.audit_checks c where c.chain_id = p_chain_id and c.problem is null order by c.id desc limit 1) c
     where c.position > coalesce((select h.dropped_to from head h), 0)
       and not exists (select from ends e where e.position = c.position and e.hash = c.hash)
    union all
    select 4, 'slipped_in', null, a.id from app.audit_log a
     where a.clinic_id is not distinct from nullif(p_chain_id, '00000000-0000-0000-0000-000000000000')
       and a.id <= app.audit_sealed_to()
       and not exists (select from app.audit_links l where l.audit_id = a.id and l.sealed_at >= a.occurred_at)
    union all
    -- nothing was dropped, and yet the chain begins late
    select 5, 'cut_off', h.dropped_to, null from head h
     where h.dropped_to > 0 and not exists (select from app.dropped_months d where d.name = 'app.audit_log')
  ) found order by place, bad_position, bad_audit_id limit 1
$$;

create view public.audit_log with (security_invoker = true) as
  select a.id, a.clinic_id, a.occurred_at as at, a.actor_kind, a.actor_id, a.actor_role, a.acting_for, a.action, a.subject_type,
         coalesce(a.subject_id, case when a.action = 'record.read' and cardinality(app.each_once(a.patient_ids)) = 1
                                     then a.patient_ids[1]::text end) as subject_id,
         app.each_once(a.patient_ids) as patient_ids,
         -- without the repetitions
         a.patient_count - cardinality(a.patient_ids) + cardinality(app.each_once(a.patient_ids)) as patient_count,
         a.purpose, a.request_id, a.address, a.details
    from app.audit_log a;
comment on view public.audit_log is 'The audit trail of the requested clinic, for its admins. Rows never change; order by id descending for the newest first.';
grant select on public.audit_log to clinic_admin;

-- security definer (owned by system), because a person may not read the trail
create function public.sign_ins_for_me(below_id bigint default null, up_to integer default null)
returns table (id bigint, at timestamptz, was_refused boolean, method text, address text)
language sql stable security definer set search_path = ''
begin atomic
  select a.id, a.occurred_at, a.action = 'auth.login_failed', coalesce(a.details ->> 'method', a.details ->> 'provider'), a.address
    from app.audit_log a
   where a.subject_id = app.current_user_id()::text and a.subject_type = 'user' and a.clinic_id is null
     and a.action in ('auth.login', 'auth.login_failed', 'auth.user_signedup', 'auth.invite_accepted')
     and a.id < coalesce(below_id, 9223372036854775807)
   order by a.id desc limit up_to;
end;
comment on function public.sign_ins_for_me(bigint, integer) is 'The caller''s own sign-ins and refused attempts, newest first.';

-- Who has read or changed the caller's record, in every clinic that has one, without what they did themselves
-- (docs/domain-rules.md rule 33, goal 9). A page is made of at most `up_to` rows of each record and of each clinic's long
-- lists, read from the end of their index.
-- security definer (owned by system), because a patient may not read the trail, nor the names of a clinic's team
create function public.audit_log_for_me(below_id bigint default null, up_to integer default null)
returns table (id bigint, at timestamptz, clinic_id uuid, clinic_name text, kind text, what text[], by_name text, by_role text,
               purpose text, is_certain boolean)
language sql stable security definer set search_path = ''
begin atomic
  with begins as (
    select app.audit_log_begins() as at
  ), mine as (
    -- a record belongs to the person once they have proven their address (docs/threats.md T31)
    select p.clinic_id, p.id
      from public.patients p join auth.users u on u.id = p.user_id
     where p.user_id = app.current_user_id() and (u.email_confirmed_at is not null or u.phone_confirmed_at is not null)
  ), about_me as (
    -- zeros: a list so long that not all of its people are named
    select sealed.audit_id, sealed.occurred_at, named.patient_id = m.id as is_certain
      from mine m
     cross join lateral (values (m.id), ('00000000-0000-0000-0000-000000000000'::uuid)) as named (patient_id)
     cross join lateral (
       select s.audit_id, s.occurred_at from app.audit_subjects s
        where s.clinic_id = m.clinic_id and s.patient_id = named.patient_id
          and s.audit_id < coalesce(below_id, 9223372036854775807)
          and (select a.actor_id from app.audit_log a
                where a.id = s.audit_id and a.occurred_at between s.occurred_at and greatest(s.occurred_at, (select b.at from begins b)))
              is distinct from app.current_user_id()
        order by s.audit_id desc limit up_to) as sealed
    union all
    -- what the sealing job has not reached yet
    select a.id, a.occurred_at, m.id = any (a.patient_ids)
      from mine m join app.audit_log a on a.clinic_id = m.clinic_id and a.id > app.audit_sealed_to()
     where (m.id = any (a.patient_ids) or a.patient_count > cardinality(a.patient_ids))
       and a.id < coalesce(below_id, 9223372036854775807) and a.actor_id is distinct from app.current_user_id()
       and not exists (select from app.audit_subjects s where s.clinic_id = a.clinic_id and s.audit_id = a.id)
  ), page as (
    select f.audit_id, min(f.occurred_at) as occurred_at, bool_or(f.is_certain) as is_certain
      from about_me f group by f.audit_id order by f.audit_id desc limit up_to
  )
  select a.id, a.occurred_at, a.clinic_id, c.name, case a.action when 'record.read' then 'read' else 'changed' end,
         case a.action when 'record.read' then array(select jsonb_array_elements_text(a.details -> 'tables')) else array[a.action] end,
         coalesce(nullif(btrim(u.user_metadata ->> 'full_name'), ''), nullif(btrim(u.user_metadata ->> 'name'), '')),
         case a.actor_kind when 'person'
              then coalesce(a.actor_role, (select m.role from public.clinic_memberships m
                                            where m.clinic_id = a.clinic_id and m.user_id = a.actor_id
                                            order by m.ended_at is not null, m.created_at desc limit 1)) else a.actor_kind end,
         a.purpose, f.is_certain
    from page f
    join app.audit_log a on a.id = f.audit_id
                        and a.occurred_at between f.occurred_at and greatest(f.occurred_at, (select b.at from begins b))
    join public.clinics c on c.id = a.clinic_id
    left join auth.users u on u.id = a.actor_id
   order by a.id desc;
end;
comment on function public.audit_log_for_me(bigint, integer) is 'Who has read or changed the caller''s record, newest first.';

-- ownership needs the right to create in the schema, for this moment only
grant create on schema public to system;
alter function public.sign_ins_for_me(bigint, integer) owner to system;
alter function public.audit_log_for_me(bigint, integer) owner to system;
revoke create on schema public from system;
grant execute on function public.sign_ins_for_me(bigint, integer), public.audit_log_for_me(bigint, integer)
  to authenticated, clinic_patient, clinic_staff, clinic_admin;
