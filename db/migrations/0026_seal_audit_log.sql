-- 0026_seal_audit_log.sql: a hash chain over the audit trail of each clinic, so that tampering shows, and the index by
-- patient that is written along with it (docs/threats.md T28, docs/decisions/0021).
--
-- Rows are written without a hash: a chain made by the writers would make all of a clinic's readers wait for each other, and
-- for every transaction that holds an audit row open. A job links the committed rows some seconds later, each to the one
-- before, and another recomputes all links at night.

create table app.audit_links (
  -- the clinic, or zeros for what belongs to none
  chain_id  uuid not null,
  position  bigint not null check (position > 0),
  -- no key to the row: a link outlives it, to show that it is gone
  audit_id  bigint not null unique,
  -- SHA-256 of the hash before, the position, and everything that the row says
  hash      bytea not null,
  sealed_at timestamptz not null default clock_timestamp(),
  primary key (chain_id, position)
);
comment on table app.audit_links is 'The hash chains over app.audit_log, append-only: one link per row, in the order of sealing.';
create trigger audit_links_is_append_only before update or delete or truncate on app.audit_links
  for each statement execute function app.refuse_change();

create table app.audit_heads (
  chain_id uuid primary key,
  position bigint not null,
  hash     bytea not null
);
comment on table app.audit_heads is 'The end of each chain: the next link continues it, and a chain that ends earlier was cut off.';

-- Which rows are about a patient. Not an index over patient_ids, which every read would have to pay for.
create table app.audit_subjects (
  clinic_id  uuid not null references public.clinics on delete restrict,
  -- zeros: so many patients that not all of them are named
  patient_id uuid not null,
  audit_id   bigint not null,
  primary key (clinic_id, patient_id, audit_id)
);
comment on table app.audit_subjects is 'Which sealed audit rows are about a patient.';

create table app.audit_checks (
  id           bigint generated always as identity primary key,
  chain_id     uuid not null,
  checked_at   timestamptz not null default clock_timestamp(),
  -- up to here the chain is intact
  position     bigint not null,
  hash         bytea,
  -- the first thing that is wrong, and where: codes of app.check_audit_links
  problem      text,
  bad_position bigint,
  bad_audit_id bigint
);
comment on table app.audit_checks is 'What the nightly check of each chain found, append-only.';
create index audit_checks_chain_idx on app.audit_checks (chain_id, id desc);
create trigger audit_checks_is_append_only before update or delete or truncate on app.audit_checks
  for each statement execute function app.refuse_change();

alter table app.audit_links enable row level security;
alter table app.audit_links force row level security;
alter table app.audit_heads enable row level security;
alter table app.audit_heads force row level security;
alter table app.audit_subjects enable row level security;
alter table app.audit_subjects force row level security;
alter table app.audit_checks enable row level security;
alter table app.audit_checks force row level security;
create policy audit_links_all_system on app.audit_links to system using (true) with check (true);
create policy audit_heads_all_system on app.audit_heads to system using (true) with check (true);
create policy audit_subjects_all_system on app.audit_subjects to system using (true) with check (true);
create policy audit_checks_all_system on app.audit_checks to system using (true) with check (true);
grant select, insert on app.audit_links, app.audit_subjects, app.audit_checks to system;
grant select, insert, update on app.audit_heads to system;

-- The hash of a link and its row. A JSON list is unambiguous; the instant is a number, since its text depends on settings.
-- A later migration that adds a column leaves this function as it is, and adds another for the rows from then on.
create function app.audit_link_hash(p_previous bytea, p_position bigint, p_row app.audit_log) returns bytea
language sql stable
return sha256(p_previous || convert_to(jsonb_build_array(
  p_position, (p_row).id, (p_row).clinic_id, (extract(epoch from (p_row).occurred_at) * 1000000)::bigint, (p_row).actor_kind,
  (p_row).actor_id, (p_row).actor_role, (p_row).acting_for, (p_row).action, (p_row).subject_type, (p_row).subject_id,
  (p_row).purpose, (p_row).request_id, (p_row).address, (p_row).details, (p_row).patient_ids, (p_row).patient_count)::text, 'UTF8'));
grant execute on function app.audit_link_hash(bytea, bigint, app.audit_log) to system;

-- The id up to which every row is sealed. Transactions commit in another order than their rows are numbered, so the last
-- quarter of an hour is always looked through again; the nightly check finds what came even later.
create function app.audit_sealed_to() returns bigint language sql stable security definer set search_path = ''
begin atomic
  select coalesce((select (value #>> '{}')::bigint from app.settings where name = 'audit_sealed_to'), 0);
end;
alter function app.audit_sealed_to() owner to system;
grant execute on function app.audit_sealed_to() to system;

-- Links the committed rows that are in no chain yet, at most p_limit of them; returns where the chains that grew end now.
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
     where a.id > app.audit_sealed_to() and not exists (select from app.audit_links l where l.audit_id = a.id)
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
    insert into app.audit_links (chain_id, position, audit_id, hash)
      values (head.chain_id, head.position, entry.id, head.hash);
    if entry.clinic_id is not null and entry.patient_count > 0 then
      insert into app.audit_subjects (clinic_id, patient_id, audit_id)
        select entry.clinic_id, patient_id, entry.id from unnest(entry.patient_ids) as patient_id
        union
        select entry.clinic_id, '00000000-0000-0000-0000-000000000000', entry.id
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

-- Recomputes the links of a chain after p_after, at most p_limit of them, up to the first that is wrong:
--   gap        a link is missing
--   gone       its row is missing
--   changed    the row is not what was sealed, or the link before it is another
--   backdated  the row claims to be older than the one before it, by more than commits ever overtake each other
-- Every hash is compared with the stored one before it, so if all agree the chain is intact.
create function app.check_audit_links(p_chain_id uuid, p_after bigint, p_limit integer)
returns table (checked_to bigint, checked integer, problem text, bad_position bigint, bad_audit_id bigint)
language sql stable as $$
  with links as (
    select l.* from app.audit_links l where l.chain_id = p_chain_id and l.position > p_after order by l.position limit p_limit
  ), found as (
    select l.position, l.audit_id,
           case when l.position <> p_after + row_number() over (order by l.position) then 'gap'
                when a.id is null then 'gone'
                when l.hash is distinct from app.audit_link_hash(
                  coalesce(lag(l.hash) over (order by l.position),
                           (select b.hash from app.audit_links b where b.chain_id = p_chain_id and b.position = p_after), ''),
                  l.position, a)
                  or coalesce(a.clinic_id, '00000000-0000-0000-0000-000000000000') <> p_chain_id then 'changed'
                when a.occurred_at < lag(a.occurred_at) over (order by l.position) - interval '15 minutes' then 'backdated'
           end as problem
      from links l left join app.audit_log a on a.id = l.audit_id
  ), first as (
    select f.* from found f where f.problem is not null order by f.position limit 1
  )
  select coalesce((select position - 1 from first), max(f.position)), count(*)::integer,
         (select problem from first), (select position from first), (select audit_id from first)
    from found f
$$;
grant execute on function app.check_audit_links(uuid, bigint, integer) to system;

-- What is wrong with a chain as a whole, once its links agree: it ends elsewhere than its head says (cut_off), it is not the
-- one that was found intact before (rewritten), or a row of its clinic that should be in it is not (slipped_in).
create function app.check_audit_chain(p_chain_id uuid) returns table (problem text, bad_position bigint, bad_audit_id bigint)
language sql stable as $$
  select problem, bad_position, bad_audit_id from (
    select 1 as place, 'cut_off' as problem, h.position as bad_position, null::bigint as bad_audit_id
      from app.audit_heads h
     where h.chain_id = p_chain_id and h.position > 0
       and not exists (select from app.audit_links l where l.chain_id = p_chain_id and l.position = h.position and l.hash = h.hash)
    union all
    select 2, 'cut_off', l.position, l.audit_id from app.audit_links l
     where l.chain_id = p_chain_id
       and l.position > coalesce((select h.position from app.audit_heads h where h.chain_id = p_chain_id), 0)
    union all
    select 3, 'rewritten', c.position, null
      from (select c.* from app.audit_checks c where c.chain_id = p_chain_id and c.problem is null order by c.id desc limit 1) c
     where c.position > 0
       and not exists (select from app.audit_links l where l.chain_id = p_chain_id and l.position = c.position and l.hash = c.hash)
    union all
    select 4, 'slipped_in', null, a.id from app.audit_log a
     where a.clinic_id is not distinct from nullif(p_chain_id, '00000000-0000-0000-0000-000000000000')
       and a.id <= app.audit_sealed_to() and not exists (select from app.audit_links l where l.audit_id = a.id)
  ) found order by place, bad_position, bad_audit_id limit 1
$$;
grant execute on function app.check_audit_chain(uuid) to system;

-- Who has read or changed the caller's record, in every clinic that has one, without what they did themselves
-- (docs/domain-rules.md rule 33, goal 9).
-- security definer (owned by system), because a patient may not read the trail, nor the names of a clinic's team
create function public.audit_log_for_me()
returns table (id bigint, at timestamptz, clinic_id uuid, clinic_name text, kind text, what text[], by_name text, by_role text,
               purpose text, is_certain boolean)
language sql stable security definer set search_path = ''
begin atomic
  with mine as (
    -- a record belongs to the person once they have proven their address (docs/threats.md T31)
    select p.clinic_id, p.id
      from public.patients p join auth.users u on u.id = p.user_id
     where p.user_id = app.current_user_id() and (u.email_confirmed_at is not null or u.phone_confirmed_at is not null)
  ), about_me as (
    select s.audit_id, s.patient_id = m.id as is_certain
      from mine m join app.audit_subjects s on s.clinic_id = m.clinic_id
                  and s.patient_id in (m.id, '00000000-0000-0000-0000-000000000000')
    union all
    -- what the sealing job has not reached yet
    select a.id, m.id = any (a.patient_ids)
      from mine m join app.audit_log a on a.clinic_id = m.clinic_id and a.id > app.audit_sealed_to()
     where (m.id = any (a.patient_ids) or a.patient_count > cardinality(a.patient_ids))
       and not exists (select from app.audit_subjects s where s.clinic_id = a.clinic_id and s.audit_id = a.id)
  )
  select a.id, a.occurred_at, a.clinic_id, c.name, case a.action when 'record.read' then 'read' else 'changed' end,
         case a.action when 'record.read' then array(select jsonb_array_elements_text(a.details -> 'tables')) else array[a.action] end,
         coalesce(nullif(btrim(u.user_metadata ->> 'full_name'), ''), nullif(btrim(u.user_metadata ->> 'name'), '')),
         case a.actor_kind when 'person'
              then coalesce(a.actor_role, (select m.role from public.clinic_memberships m
                                            where m.clinic_id = a.clinic_id and m.user_id = a.actor_id
                                            order by m.ended_at is not null, m.created_at desc limit 1)) else a.actor_kind end,
         a.purpose, bool_or(f.is_certain)
    from about_me f join app.audit_log a on a.id = f.audit_id join public.clinics c on c.id = a.clinic_id
    left join auth.users u on u.id = a.actor_id
   where a.actor_id is distinct from app.current_user_id()
   group by a.id, c.name, u.user_metadata
   order by a.id desc;
end;
comment on function public.audit_log_for_me() is 'Who has read or changed the caller''s record, newest first.';
-- ownership needs the right to create in the schema, for this moment only
grant create on schema public to system;
alter function public.audit_log_for_me() owner to system;
revoke create on schema public from system;
grant execute on function public.audit_log_for_me() to authenticated, clinic_patient, clinic_staff, clinic_admin;
