-- Generated from the migrations by `npm run schema`. Do not edit.

CREATE OR REPLACE FUNCTION app.accept_invitation(p_clinic_id uuid, p_user_id uuid, p_at timestamp with time zone)
 RETURNS clinic_memberships
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address text;
  own public.clinic_memberships;
  offer public.invitations;
  accepted public.clinic_memberships;
  offered_read_only boolean;
begin
  address := app.address_in(p_user_id, p_clinic_id);
  -- memberships are locked before invitations, as Deactivate and Remove do; when two accept at once, the second waits here
  -- and then finds the invitation used
  perform from public.clinic_memberships m
    where m.clinic_id = p_clinic_id and m.ended_at is null
      and (m.user_id = p_user_id or m.id in (select i.membership_id from public.invitations i
                                              where i.clinic_id = p_clinic_id and i.email = address
                                                and i.accepted_at is null and i.revoked_at is null))
    order by m.id for update;
  select * into offer from public.invitations i
   where i.clinic_id = p_clinic_id and i.email = address and i.accepted_at is null and i.revoked_at is null
     and i.expires_at > p_at
     for update;
  if not found then return null; end if;
  select * into own from public.clinic_memberships m
   where m.clinic_id = p_clinic_id and m.user_id = p_user_id and m.ended_at is null;
  if own.suspended_at is not null or (own.status = 'active' and own.role <> 'patient') then return null; end if;

  offered_read_only := offer.role in ('staff', 'member') and (select m.is_read_only from public.clinic_memberships m
                         where m.clinic_id = p_clinic_id and m.id = offer.membership_id);
  -- a person who joined by the join page and was invited too has one membership
  update public.clinic_memberships m set ended_at = p_at, updated_at = p_at
   where m.clinic_id = p_clinic_id and m.id = offer.membership_id and own.id is not null and m.id <> own.id;
  update public.invitations i
     set accepted_at = p_at, accepted_by = p_user_id, membership_id = coalesce(own.id, offer.membership_id)
   where i.clinic_id = p_clinic_id and i.id = offer.id;
  update public.clinic_memberships m
     set user_id = p_user_id, role = offer.role, is_read_only = offered_read_only, status = 'active', accepted_at = p_at,
         updated_at = p_at
   where m.clinic_id = p_clinic_id and m.id = coalesce(own.id, offer.membership_id) and m.ended_at is null
  returning * into strict accepted;
  if offer.role = 'patient' then
    -- the record that the clinic has already becomes the person's, unless it has an account, or the person another record
    update public.patients p set user_id = p_user_id, email = address, updated_at = p_at
     where p.clinic_id = p_clinic_id and p.id = offer.for_patient_id and p.user_id is null
       and not exists (select from public.patients o where o.clinic_id = p_clinic_id and o.user_id = p_user_id);
    perform app.upsert_patient_record(p_clinic_id, p_user_id, offer.name, p_at);
  end if;
  perform app.record_audit('invitation.accepted', 'membership', accepted.id::text,
                           jsonb_build_object('invitation', offer.id, 'role', offer.role), p_clinic_id);
  return accepted;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.activate_join(p_clinic_id uuid, p_user_id uuid, p_at timestamp with time zone)
 RETURNS clinic_memberships
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  joined public.clinic_memberships;
begin
  update public.clinic_memberships m set status = 'active', accepted_at = p_at, updated_at = p_at
   where m.clinic_id = p_clinic_id and m.user_id = p_user_id and m.role = 'patient' and m.status = 'pending'
     and m.ended_at is null
     and exists (select from auth.users u where u.id = p_user_id and u.email_confirmed_at is not null)
  returning * into joined;
  if not found then return null; end if;
  perform app.upsert_patient_record(p_clinic_id, p_user_id, null, p_at);
  perform app.record_audit('membership.activated', 'membership', joined.id::text, '{"from": "pending"}', p_clinic_id);
  return joined;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.add_first_appointment_types(p_clinic_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 INSERT INTO appointment_types (clinic_id, key, name, duration_minutes, "position") VALUES (add_first_appointment_types.p_clinic_id,'checkup'::text,'Regular Check-up'::text,30,1), (add_first_appointment_types.p_clinic_id,'therapy'::text,'Therapy Session'::text,60,2), (add_first_appointment_types.p_clinic_id,'consultation'::text,'Initial Consultation'::text,45,3), (add_first_appointment_types.p_clinic_id,'followup'::text,'Follow-up'::text,20,4) ON CONFLICT DO NOTHING;
END
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.add_member_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- a row that is put back after its removal (0013) has ended, and gets no line
  perform app.refresh_member_entries(array[new.id]);
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.address_in(p_user_id uuid, p_clinic_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT a.address
    FROM app.proven_addresses a
   WHERE (a.user_id = address_in.p_user_id)
 UNION ALL
  SELECT v.address
    FROM app.vouched_addresses v
   WHERE ((v.user_id = address_in.p_user_id) AND (v.clinic_id = address_in.p_clinic_id));
END
;
-- owner system

CREATE OR REPLACE FUNCTION app.age_on(p_born_on date, p_day date)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN (((EXTRACT(year FROM p_day) - EXTRACT(year FROM p_born_on)))::integer - CASE WHEN (ROW(EXTRACT(month FROM p_day), EXTRACT(day FROM p_day)) < ROW(EXTRACT(month FROM p_born_on), EXTRACT(day FROM p_born_on))) THEN 1 ELSE 0 END)
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.announce(p_clinic_id uuid, p_user_id uuid, p_topic text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  message constant text := p_clinic_id || ' ' || p_user_id || ' ' || p_topic;
begin
  if current_setting('app.announces', true) = 'on' then
    -- goes to the client at once, whatever client_min_messages is, and not to the log
    raise info using errcode = 'CF001', message = message;
  else
    perform pg_catalog.pg_notify('carefold_live', message);
  end if;
end $function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.announce_own_visit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.announce(new.clinic_id, p.user_id, 'appointments') from public.patients p
    where p.clinic_id = new.clinic_id and p.id = new.patient_id and p.user_id is not null;
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.announce_schedule()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_clinic_id constant uuid := case when tg_op = 'DELETE' then old.clinic_id else new.clinic_id end;
begin
  perform app.announce(v_clinic_id, m.user_id, 'appointments') from public.clinic_memberships m
    where m.clinic_id = v_clinic_id and m.role <> 'patient' and m.status = 'active' and m.ended_at is null
      and m.user_id is not null;
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.announce_schema_change()
 RETURNS event_trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if current_setting('app.changes_months', true) = 'yes' then return; end if;
  notify pgrst, 'reload schema';
end $function$
;
-- owner postgres

CREATE OR REPLACE FUNCTION app.announce_thread()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.announce_to_team(new.clinic_id, 'messages');
  perform app.announce(new.clinic_id, p.user_id, 'messages') from public.patients p
    where p.clinic_id = new.clinic_id and p.id = new.patient_id and p.user_id is not null;
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.announce_to_team(p_clinic_id uuid, p_topic text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.announce(p_clinic_id, m.user_id, p_topic) from public.clinic_memberships m
    where m.clinic_id = p_clinic_id and m.user_id is not null and m.role <> 'patient' and m.status = 'active'
      and m.ended_at is null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.announce_visit_lesson()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.announce_to_team(new.clinic_id, 'visit-lessons');
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.ask_consents_anew(p_clinic_id uuid, p_patient_id uuid, p_version text, p_wording text, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.contact_preferences c
              where c.clinic_id = p_clinic_id and c.patient_id = p_patient_id and c.asked_anew_at is not null) then
    return;
  end if;
  perform app.record_consent(p_clinic_id, p_patient_id, 'sms_care', false, 'age', p_version, p_wording, p_at),
          app.record_consent(p_clinic_id, p_patient_id, 'marketing', false, 'age', p_version, p_wording, p_at);
  update public.contact_preferences c set asked_anew_at = p_at, version = c.version + 1, updated_at = p_at
   where c.clinic_id = p_clinic_id and c.patient_id = p_patient_id;
end $function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.audit_link_hash(p_previous bytea, p_position bigint, p_row app.audit_log)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN sha256((p_previous || convert_to((jsonb_build_array(p_position, (p_row).id, (p_row).clinic_id, ((EXTRACT(epoch FROM (p_row).occurred_at) * (1000000)::numeric))::bigint, (p_row).actor_kind, (p_row).actor_id, (p_row).actor_role, (p_row).acting_for, (p_row).action, (p_row).subject_type, (p_row).subject_id, (p_row).purpose, (p_row).request_id, (p_row).address, (p_row).details, (p_row).patient_ids, (p_row).patient_count))::text, 'UTF8'::name)))
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.audit_log_begins()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
RETURN (SELECT monthly_tables.begins_at FROM app.monthly_tables WHERE (monthly_tables.name = 'app.audit_log'::text))
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.audit_sealed_to()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT COALESCE(( SELECT ((settings.value #>> '{}'::text[]))::bigint AS int8
            FROM app.settings
           WHERE (settings.name = 'audit_sealed_to'::text)), (0)::bigint) AS "coalesce";
END
;
-- owner system

CREATE OR REPLACE FUNCTION app.busy_range(p_starts_at timestamp with time zone, p_duration integer, p_before integer, p_after integer)
 RETURNS tstzrange
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT tstzrange((p_starts_at - make_interval(mins => p_before)), (p_starts_at + make_interval(mins => (p_duration + p_after)))) AS tstzrange;
END
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.change_membership_status()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- a client's clock is not trusted
  new.updated_at := app.now();
  if new.status = old.status then
    return new;
  elsif old.status = 'active' and new.status = 'invited' then
    if old.is_owner then
      raise exception 'The owner cannot be deactivated. Transfer the ownership first.' using errcode = '42501';
    end if;
    new.suspended_at := new.updated_at;
    perform app.void_invitations(old.clinic_id, old.id, old.user_id, new.updated_at);
    perform app.record_audit('membership.suspended', 'membership', old.id::text, '{}', old.clinic_id);
  elsif old.status in ('pending', 'invited') and new.status = 'active' then
    new.suspended_at := null;
    perform app.record_audit('membership.activated', 'membership', old.id::text,
                             jsonb_build_object('from', case when old.suspended_at is null then old.status else 'suspended' end),
                             old.clinic_id);
  else
    raise exception 'A membership cannot change from % to %.', old.status, new.status using errcode = '42501';
  end if;
  return new;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.check_audit_chain(p_chain_id uuid)
 RETURNS TABLE(problem text, bad_position bigint, bad_audit_id bigint)
 LANGUAGE sql
 STABLE
AS $function$
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
$function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.check_audit_links(p_chain_id uuid, p_after bigint, p_limit integer)
 RETURNS TABLE(checked_to bigint, checked integer, problem text, bad_position bigint, bad_audit_id bigint)
 LANGUAGE sql
 STABLE
AS $function$
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
$function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.check_currency()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.plan_prices p where p.clinic_id = new.id and p.stripe_price is not null)
     or exists (select from public.journal j where j.clinic_id = new.id) then
    raise exception 'the currency of clinic % is fixed', new.id using errcode = 'restrict_violation';
  end if;
  return new;
end $function$
;
-- owner postgres

CREATE OR REPLACE FUNCTION app.check_plan_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.plans p join public.plan_versions v on v.clinic_id = p.clinic_id and v.plan_id = p.id
                  where p.clinic_id = new.clinic_id and p.id = new.id and v.superseded_at is null
                    and (v.name, v.description, v.includes, v.excludes, v.child_age_limit, v.trial_days, v.max_pause_months,
                         v.leaving_refund)
                      = (p.name, p.description, p.includes, p.excludes, p.child_age_limit, p.trial_days, p.max_pause_months,
                         p.leaving_refund)) then
    raise exception 'plan % does not say what its present version says', new.id using errcode = '23514';
  end if;
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.check_removal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.is_owner then
    raise exception 'The owner cannot be removed. Transfer the ownership first.' using errcode = '42501';
  end if;
  -- docs/domain-rules.md choice 3
  if exists (select from public.patients p
               join public.subscriptions s on s.clinic_id = p.clinic_id and s.owner_patient_id = p.id
              where p.clinic_id = old.clinic_id and p.user_id = old.user_id and s.ended_at is null
                and s.status in ('trialing', 'active', 'past_due', 'unpaid', 'paused')
                and not s.cancel_at_period_end and s.pending_cancel is distinct from true) then
    raise exception 'This patient has a running plan. Cancel the plan first.' using errcode = '42501';
  end if;
  return old;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.check_time_zone()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- an IANA name; Postgres would also read rules such as EST5EDT4,M3.2.0
  if new.time_zone !~ '^(UTC|[A-Z][A-Za-z_]+(/[A-Za-z0-9_+-]+)+)$' then
    raise exception '% is not a time zone', new.time_zone using errcode = '22023';
  end if;
  perform now() at time zone new.time_zone;
  return new;
end $function$
;
-- owner postgres

CREATE OR REPLACE FUNCTION app.choose_details(p_clinic uuid, p_merge uuid, p_columns text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.count_content_view()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.content_items i set view_count = i.view_count + 1 where i.clinic_id = new.clinic_id and i.id = new.item_id;
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.count_storage()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'INSERT' and old.clinic_id is not null then
    update app.storage_use u set used_bytes = u.used_bytes - old.size_bytes
           + case when tg_op = 'UPDATE' then new.size_bytes else 0 end
     where u.clinic_id = old.clinic_id;
  elsif tg_op = 'INSERT' and new.clinic_id is not null then
    insert into app.storage_use as u (clinic_id, used_bytes) values (new.clinic_id, new.size_bytes)
    on conflict (clinic_id) do update set used_bytes = u.used_bytes + excluded.used_bytes;
  end if;
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.current_clinic_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN (NULLIF(current_setting('app.clinic_id'::text, true), ''::text))::uuid
;
-- owner postgres
grant execute to anon, authenticated, clinic_admin, clinic_guardian, clinic_patient, clinic_staff, clinic_support, system;

CREATE OR REPLACE FUNCTION app.current_patient_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN (NULLIF(current_setting('app.patient_id'::text, true), ''::text))::uuid
;
-- owner postgres
grant execute to anon, authenticated, clinic_admin, clinic_guardian, clinic_patient, clinic_staff, system;

CREATE OR REPLACE FUNCTION app.current_permission_sets()
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN (COALESCE(NULLIF(current_setting('app.permission_sets'::text, true), ''::text), '{}'::text))::text[]
;
-- owner postgres
grant execute to clinic_staff;

CREATE OR REPLACE FUNCTION app.current_request_id()
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN NULLIF(current_setting('app.request_id'::text, true), ''::text)
;
-- owner postgres
grant execute to anon, authenticated, clinic_admin, clinic_guardian, clinic_patient, clinic_staff, system;

CREATE OR REPLACE FUNCTION app.current_team_ids()
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return array(select m.user_id from public.clinic_memberships m
                where m.clinic_id = app.current_clinic_id() and m.user_id is not null and m.role <> 'patient'
                  and m.status = 'active' and m.ended_at is null);
end $function$
;
-- owner system
grant execute to clinic_patient;

CREATE OR REPLACE FUNCTION app.current_user_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN (NULLIF(current_setting('app.user_id'::text, true), ''::text))::uuid
;
-- owner postgres
grant execute to anon, authenticated, clinic_admin, clinic_guardian, clinic_patient, clinic_staff, system;

CREATE OR REPLACE FUNCTION app.drop_months(p_table text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET lock_timeout TO '2s'
AS $function$
declare
  t app.monthly_tables;
  ends_at timestamptz := app.months_end(p_table);
  bare text := split_part(p_table, '.', 2);
  starts_at timestamptz;
  part text;
  bytes bigint := 0;
begin
  select m.* into strict t from app.monthly_tables m where m.name = p_table for update;
  if ends_at is null or ends_at <= t.begins_at then return null; end if;
  perform set_config('app.changes_months', 'yes', true);
  starts_at := t.begins_at;
  part := format('months.%I', bare || '_before');
  loop
    if to_regclass(part) is not null then
      bytes := bytes + pg_total_relation_size(part::regclass);
      execute format('drop table %s', part);
    end if;
    exit when starts_at >= ends_at;
    part := format('months.%I', bare || '_' || to_char(starts_at, 'YYYY_MM'));
    starts_at := starts_at + interval '1 month';
  end loop;
  perform app.make_partition(p_table, 'before', null, ends_at);
  update app.monthly_tables m set begins_at = ends_at where m.name = p_table;
  perform set_config('app.changes_months', '', true);
  return bytes;
end $function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.each_once(p_ids uuid[])
 RETURNS uuid[]
 LANGUAGE sql
 IMMUTABLE
RETURN ARRAY(SELECT DISTINCT unnest(p_ids) AS unnest)
;
-- owner postgres
grant execute to clinic_admin;

CREATE OR REPLACE FUNCTION app.end_audit_chains()
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
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
end $function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.enroll_by_plan()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found record;
begin
  for found in
    select p.program_id, array_agg(distinct m.patient_id) as patient_ids
      from public.subscriptions s
      join public.program_plans p on p.clinic_id = s.clinic_id and p.plan_id = s.plan_id
      join public.subscription_members m on m.clinic_id = s.clinic_id and m.subscription_id = s.id
     where s.clinic_id = new.clinic_id
       and s.id = case tg_table_name when 'subscriptions' then (to_jsonb(new) ->> 'id')::uuid
                                     else (to_jsonb(new) ->> 'subscription_id')::uuid end
       and s.status in ('trialing', 'active', 'past_due') and m.until_on is null
       and not exists (select from public.program_enrollments e
                        where e.clinic_id = s.clinic_id and e.program_id = p.program_id and e.patient_id = m.patient_id
                          and e.ended_at >= s.started_at)
     group by p.program_id
  loop
    perform app.enroll_in_program(new.clinic_id, found.program_id, found.patient_ids, 'plan', null, app.now());
  end loop;
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.enroll_in_program(p_clinic_id uuid, p_program_id uuid, p_patient_ids uuid[], p_source text, p_by uuid, p_at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
BEGIN ATOMIC
 WITH enrolled AS (
          INSERT INTO program_enrollments (clinic_id, program_id, patient_id, source, starts_on, interval_days, enrolled_by, enrolled_at)  SELECT p.clinic_id,
                     p.id,
                     people.patient,
                     enroll_in_program.p_source AS p_source,
                     COALESCE(p.starts_on, ((enroll_in_program.p_at AT TIME ZONE c.time_zone))::date) AS "coalesce",
                     p.interval_days,
                     enroll_in_program.p_by AS p_by,
                     enroll_in_program.p_at AS p_at
                    FROM ((programs p
                      JOIN clinics c ON ((c.id = p.clinic_id)))
                      CROSS JOIN ( SELECT DISTINCT unnest(enroll_in_program.p_patient_ids) AS patient) people)
                   WHERE ((p.clinic_id = enroll_in_program.p_clinic_id) AND (p.id = enroll_in_program.p_program_id) AND (p.deleted_at IS NULL)) ON CONFLICT(clinic_id, program_id, patient_id)
           WHERE (ended_at IS NULL) DO NOTHING
           RETURNING program_enrollments.id,
             program_enrollments.clinic_id,
             program_enrollments.program_id,
             program_enrollments.patient_id,
             program_enrollments.starts_on,
             program_enrollments.interval_days
         ), recorded AS (
          SELECT e.id,
             app.write_audit('program.enrolled'::text, 'program'::text, (e.program_id)::text, '{}'::jsonb, e.clinic_id, ARRAY[e.patient_id], NULL::text) AS write_audit
            FROM enrolled e
         ), given AS (
          INSERT INTO lesson_assignments (clinic_id, patient_id, item_id, version_id, opens_at, assigned_by, assigned_at, enrollment_id, session_id)  SELECT e.clinic_id,
                     e.patient_id,
                     v.item_id,
                     v.id,
                     (((e.starts_on + (s.number * e.interval_days)))::timestamp without time zone AT TIME ZONE c.time_zone) AS timezone,
                     enroll_in_program.p_by AS p_by,
                     enroll_in_program.p_at AS p_at,
                     e.id,
                     s.id
                    FROM ((((enrolled e
                      JOIN clinics c ON ((c.id = e.clinic_id)))
                      JOIN ( SELECT o.id,
                             o.clinic_id,
                             o.program_id,
                             o.item_id,
                             o.slides_item_id,
                             ((row_number() OVER (PARTITION BY o.program_id ORDER BY o."position") - 1))::integer AS number
                            FROM program_sessions o
                           WHERE ((o.clinic_id = enroll_in_program.p_clinic_id) AND (o.program_id = enroll_in_program.p_program_id) AND (o.removed_at IS NULL))) s ON (((s.clinic_id = e.clinic_id) AND (s.program_id = e.program_id))))
                      JOIN content_items i ON (((i.clinic_id = e.clinic_id) AND ((i.id = s.item_id) OR (i.id = s.slides_item_id)) AND (i.status = 'published'::text) AND (i.deleted_at IS NULL))))
                      JOIN content_versions v ON (((v.clinic_id = i.clinic_id) AND (v.item_id = i.id) AND (v.superseded_at IS NULL)))) ON CONFLICT(clinic_id, patient_id, item_id, session_id)
           WHERE ((completed_at IS NULL) AND (withdrawn_at IS NULL)) DO NOTHING
           RETURNING lesson_assignments.id
         )
  SELECT ((( SELECT count(*) AS count
            FROM recorded))::integer + (0 * (( SELECT count(*) AS count
            FROM given))::integer));
END
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.enter(p_user_id uuid, p_session_id uuid, p_subdomain text, p_request_id text, p_address text, p_guardianship uuid DEFAULT NULL::uuid)
 RETURNS TABLE(problem text, role text, email_confirmed boolean, aal text, clinic_id uuid, clinic_subdomain text, membership_id uuid, member_role text, is_read_only boolean, permission_sets text[], patient_id uuid, guardian_access text, is_demo boolean)
 LANGUAGE plpgsql
AS $function$
declare
  caller record;
  ward record;
  level text;
begin
  select * into caller from app.resolve_caller(p_user_id, p_session_id, p_subdomain);
  if p_guardianship is not null and caller.role <> 'anon' and caller.clinic_id is not null then
    caller.role := 'clinic_guardian';
    caller.membership_id := null;
    caller.member_role := null;
    caller.is_read_only := null;
    caller.permission_sets := null;
    caller.patient_id := null;
    if caller.email_confirmed then
      select g.patient_id, g.access into ward from app.resolve_guardian(p_user_id, caller.clinic_id, p_guardianship) g;
      if found then
        caller.patient_id := ward.patient_id;
        level := ward.access;
      end if;
    end if;
  end if;
  perform set_config('app.user_id', case when caller.problem is null then coalesce(p_user_id::text, '') else '' end, true),
          set_config('app.session_id', coalesce(p_session_id::text, ''), true),
          set_config('app.clinic_id', coalesce(caller.clinic_id::text, ''), true),
          set_config('app.membership_id', coalesce(caller.membership_id::text, ''), true),
          set_config('app.permission_sets', coalesce(caller.permission_sets::text, ''), true),
          set_config('app.patient_id', coalesce(caller.patient_id::text, ''), true),
          set_config('app.guardian_access', coalesce(level, ''), true),
          set_config('app.acting_for', case when level is null then '' else caller.patient_id::text end, true),
          set_config('app.email_confirmed', caller.email_confirmed::text, true),
          set_config('app.aal', coalesce(caller.aal, ''), true),
          set_config('app.request_id', coalesce(p_request_id, ''), true),
          set_config('app.address', coalesce(p_address, ''), true);
  if caller.is_demo then
    perform set_config('app.is_demo', 'true', true), set_config('transaction_read_only', 'on', true);
  end if;
  -- last, because from here on the transaction has only the role's rights
  perform set_config('role', caller.role, true);
  return query select caller.problem, caller.role, caller.email_confirmed, caller.aal, caller.clinic_id,
    caller.clinic_subdomain, caller.membership_id, caller.member_role, caller.is_read_only,
    caller.permission_sets, caller.patient_id, level,
    caller.is_demo;
end $function$
;
-- owner postgres
grant execute to carefold_login;

CREATE OR REPLACE FUNCTION app.enter_support(p_access uuid, p_at timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  supported uuid := app.live_support(p_access, p_at);
begin
  if supported is not null then
    perform set_config('app.clinic_id', supported::text, true), set_config('app.membership_id', '', true),
            set_config('app.patient_id', '', true), set_config('role', 'clinic_support', true);
  end if;
  return supported;
end $function$
;
-- owner postgres
grant execute to authenticated;

CREATE OR REPLACE FUNCTION app.enter_system(p_purpose text, p_request_id text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('app.purpose', p_purpose, true),
          set_config('app.request_id', coalesce(p_request_id, ''), true);
  perform set_config('role', 'system', true);
end $function$
;
-- owner postgres
grant execute to carefold_login;

CREATE OR REPLACE FUNCTION app.exchange_customers(p_clinic uuid, p_one uuid, p_other uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform app.exchange_rows('public.patient_customers', p_clinic, p_one, p_other);
  update public.patient_cards k set patient_id = case k.patient_id when p_one then p_other else p_one end
   where k.clinic_id = p_clinic and k.patient_id in (p_one, p_other);
end $function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.exchange_rows(p_table text, p_clinic uuid, p_one uuid, p_other uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rows jsonb;
begin
  execute format('with gone as (delete from %s t where t.clinic_id = $1 and t.patient_id in ($2, $3) returning t.*)
                  select coalesce(jsonb_agg(to_jsonb(gone)), ''[]'') from gone', p_table)
    into rows using p_clinic, p_one, p_other;
  execute format('insert into %s select (jsonb_populate_record(null::%s, r || jsonb_build_object(''patient_id'',
                    case r ->> ''patient_id'' when $2::text then $3 else $2 end))).* from jsonb_array_elements($1) r',
                 p_table, p_table) using rows, p_one, p_other;
end $function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.find_clinics(p_text text)
 RETURNS TABLE(name text, subdomain text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT c.name,
     c.subdomain
    FROM clinics c
   WHERE ((c.subdomain = lower(btrim(find_clinics.p_text))) OR ((length(btrim(find_clinics.p_text)) >= 3) AND (POSITION((lower(btrim(find_clinics.p_text))) IN (lower(c.name))) > 0) AND (EXISTS ( SELECT
            FROM plans p
           WHERE ((p.clinic_id = c.id) AND (p.status = 'published'::text))))))
   ORDER BY (c.subdomain = lower(btrim(find_clinics.p_text))) DESC, c.name, c.subdomain
  LIMIT 8;
END
;
-- owner system

CREATE OR REPLACE FUNCTION app.first_month(p_is_empty boolean)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
RETURN ((date_trunc('month'::text, (now() AT TIME ZONE 'UTC'::text)) + CASE WHEN p_is_empty THEN '00:00:00'::interval ELSE '2 mons'::interval END) AT TIME ZONE 'UTC'::text)
;
-- owner postgres

CREATE OR REPLACE FUNCTION app.follow_clinic_in_billing()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into public.clinic_billing (clinic_id, time_zone) values (new.id, new.time_zone);
  -- once revenue has been posted, a new zone waits for the next month's start (docs/domain-rules.md rule 4)
  elsif not exists (select from public.journal j
                     where j.clinic_id = new.id and j.kind in ('charge', 'refund', 'refund_failed')) then
    update public.clinic_billing set time_zone = new.time_zone where clinic_id = new.id;
  end if;
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.follow_sso_domains()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from app.sso_domains d
   where d.clinic_id = new.clinic_id
     and not exists (select from public.sso_providers p
                      where p.clinic_id = d.clinic_id and p.removed_at is null and d.domain = any (p.domains));
  insert into app.sso_domains (clinic_id, domain)
  select new.clinic_id, named from unnest(new.domains) as named where new.removed_at is null
  on conflict do nothing;
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.gather_patient(p_clinic uuid, p_merge uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.guard_health_data(p_table regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('create policy %I on %s as restrictive to clinic_patient, clinic_guardian, clinic_staff, clinic_admin
                    using ((select app.may_use_health_data())) with check ((select app.may_use_health_data()))',
                 (select relname from pg_catalog.pg_class where oid = p_table) || '_second_step', p_table);
end $function$
;
-- owner postgres

CREATE OR REPLACE FUNCTION app.guardian_level(p_access text, p_born_on date, p_day date, p_limited_from integer, p_ends_at integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN ((p_born_on IS NULL) OR (app.age_on(p_born_on, p_day) >= p_ends_at)) THEN NULL::text WHEN ((p_access = 'limited'::text) OR (app.age_on(p_born_on, p_day) >= p_limited_from)) THEN 'limited'::text ELSE 'full'::text END
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.has_accepted(p_clinic_id uuid, p_membership_id uuid, p_role text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM invitations i
           WHERE ((i.clinic_id = has_accepted.p_clinic_id) AND (i.membership_id = has_accepted.p_membership_id) AND (i.role = has_accepted.p_role) AND (i.accepted_by = app.current_user_id()) AND (i.accepted_at IS NOT NULL)))) AS "exists";
END
;
-- owner system
grant execute to authenticated, clinic_admin, clinic_patient, clinic_staff;

CREATE OR REPLACE FUNCTION app.has_confirmed_email()
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN COALESCE((NULLIF(current_setting('app.email_confirmed'::text, true), ''::text))::boolean, false)
;
-- owner postgres
grant execute to anon, authenticated, clinic_admin, clinic_guardian, clinic_patient, clinic_staff, system;

CREATE OR REPLACE FUNCTION app.has_fresh_proof(p_minutes integer)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  this_session uuid := nullif(current_setting('app.session_id', true), '')::uuid;
  proving uuid[] := array(select app.proving_factors(this_session, p_minutes));
begin
  return exists (
    select from auth.session_methods m
     where m.session_id = this_session
       and m.used_at > clock_timestamp() - make_interval(mins => p_minutes)
       and case when cardinality(proving) > 0 then m.factor_id = any (proving) else m.factor_id is null end);
end $function$
;
-- owner system
grant execute to clinic_admin, clinic_patient, clinic_staff;

CREATE OR REPLACE FUNCTION app.has_white_labeling(p_clinic_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from public.clinic_billing b
     where b.clinic_id = p_clinic_id and b.tier = 'enterprise' and b.current_period_start is not null
       and (b.subscription_status in ('trialing', 'active')
            or (b.subscription_status = 'past_due' and app.now() < b.current_period_start + interval '385 hours')));
end $function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.is_client()
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name, 'clinic_patient'::name, 'clinic_staff'::name, 'clinic_admin'::name, 'clinic_guardian'::name]))
;
-- owner postgres
grant execute to anon, authenticated, clinic_admin, clinic_guardian, clinic_patient, clinic_staff, system;

CREATE OR REPLACE FUNCTION app.is_demo()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN ((COALESCE(current_setting('app.is_demo'::text, true), ''::text) = 'true'::text) AND (current_setting('transaction_read_only'::text) = 'on'::text))
;
-- owner postgres
grant execute to anon, authenticated, clinic_admin, clinic_guardian, clinic_patient, clinic_staff, system;

CREATE OR REPLACE FUNCTION app.is_erasing()
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (COALESCE(current_setting('app.purpose'::text, true), ''::text) ~~ 'job:retention.%'::text)
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.is_merging()
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (COALESCE(current_setting('app.merging'::text, true), ''::text) = 'on'::text)
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.is_one_line(value text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (value !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]'::text)
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.is_read_only()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((select m.is_read_only from public.clinic_memberships m
                    where m.id = nullif(current_setting('app.membership_id', true), '')::uuid), false);
end $function$
;
-- owner system
grant execute to clinic_admin, clinic_staff;

CREATE OR REPLACE FUNCTION app.is_referred_to(p_clinic uuid, p_patient uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
end $function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.is_subdomain_free(p_subdomain text, p_email text, p_clinic_id uuid, p_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT ((NOT (EXISTS ( SELECT
            FROM clinics c
           WHERE ((c.subdomain = is_subdomain_free.p_subdomain) AND (c.id IS DISTINCT FROM is_subdomain_free.p_clinic_id))))) AND (NOT (EXISTS ( SELECT
            FROM app.clinic_requests r
           WHERE ((r.subdomain = is_subdomain_free.p_subdomain) AND (r.expires_at > is_subdomain_free.p_at) AND (r.email IS DISTINCT FROM is_subdomain_free.p_email))))) AND (NOT (EXISTS ( SELECT
            FROM released_subdomains f
           WHERE ((f.subdomain = is_subdomain_free.p_subdomain) AND (f.clinic_id IS DISTINCT FROM is_subdomain_free.p_clinic_id) AND (f.released_at > (is_subdomain_free.p_at - '180 days'::interval)))))));
END
;
-- owner system

CREATE OR REPLACE FUNCTION app.issue_receipt(p_clinic_id uuid, p_payment_id text, p_at timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  next_number integer;
  issued uuid;
begin
  -- most calls are about a payment that was read again: they must not wait for each other
  if exists (select from public.receipts r where r.clinic_id = p_clinic_id and r.payment_id = p_payment_id) then
    return null;
  end if;
  -- two payments at once wait for each other here, and the second sees the first's number
  insert into app.receipt_numbers (clinic_id, last_number) values (p_clinic_id, 0) on conflict do nothing;
  select n.last_number + 1 into next_number from app.receipt_numbers n where n.clinic_id = p_clinic_id for update;
  if exists (select from public.receipts r where r.clinic_id = p_clinic_id and r.payment_id = p_payment_id) then
    return null;
  end if;
  insert into public.receipts (clinic_id, number, payment_id, invoice_id, patient_id, issued_at, clinic_name, clinic_color,
                               clinic_phone, clinic_website, time_zone, patient_name, patient_email, plan_name, period_start,
                               period_end, invoice_number, currency, amount_cents, tax_cents, paid_at, card_brand, card_last4,
                               clinic_legal_name, clinic_address, clinic_tax_id, clinic_npi, covered_names)
  select p.clinic_id, next_number, p.id, i.id, p.patient_id, p_at, c.name, c.color, c.phone, c.website, c.time_zone,
         who.full_name, who.email, case when cover.has_payer then plan.name end, i.period_start,
         i.period_end, i.number, p.currency, p.amount_cents,
         coalesce((select -t.amount_cents from public.journal j
                     join public.postings t on t.clinic_id = j.clinic_id and t.journal_id = j.id
                    where j.clinic_id = p.clinic_id and j.key = 'charge:' || p.id
                      and t.account = 'clinic:' || p.clinic_id || ':tax'), 0),
         p.charged_at, p.card_brand, p.card_last4, d.legal_name, d.address, d.tax_id, d.npi,
         case when cover.has_others then cover.names end
    from public.payments p
    join public.invoices i on i.clinic_id = p.clinic_id and i.id = p.invoice_id
    join public.clinics c on c.id = p.clinic_id
    left join public.subscriptions s on s.clinic_id = i.clinic_id and s.id = i.subscription_id
    -- as it was called when the patient agreed to it; none for a one-off charge
    left join public.plan_versions plan on plan.clinic_id = s.clinic_id and plan.id = s.version_id
    -- whom the plan covers in the time that was paid for; everybody but the payer as the payer has named them
    cross join lateral (
      select coalesce(bool_or(m.patient_id = p.patient_id), false) as has_payer,
             coalesce(bool_or(m.patient_id <> p.patient_id), false) as has_others,
             string_agg(distinct case when m.patient_id = p.patient_id then payer.full_name
                                      else coalesce(m.named, someone.full_name) end, e'\n') as names
        from public.subscription_members m
        join public.patients payer on payer.clinic_id = p.clinic_id and payer.id = p.patient_id
        join public.patients someone on someone.clinic_id = m.clinic_id and someone.id = m.patient_id
       where m.clinic_id = s.clinic_id and m.subscription_id = s.id
         and m.from_on <= (i.period_end at time zone c.time_zone)::date
         and (m.until_on is null or m.until_on >= (i.period_start at time zone c.time_zone)::date)) cover
    join public.patients who on who.clinic_id = p.clinic_id and who.id = p.patient_id
    left join public.receipt_details d on d.clinic_id = p.clinic_id
   where p.clinic_id = p_clinic_id and p.id = p_payment_id and p.status = 'succeeded' and p.amount_cents > 0
  returning id into issued;
  if issued is not null then
    update app.receipt_numbers n set last_number = next_number where n.clinic_id = p_clinic_id;
  end if;
  return issued;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.join_by_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  accepted public.clinic_memberships;
begin
  if new.user_id is distinct from app.current_user_id() or new.status is distinct from 'active' then
    raise exception 'A membership is only given by an invitation.' using errcode = '42501';
  end if;
  accepted := app.accept_invitation(new.clinic_id, new.user_id, app.now());
  if accepted.id is null then
    if exists (select from public.clinic_memberships m where m.clinic_id = new.clinic_id and m.user_id = new.user_id
                and m.status = 'active' and m.ended_at is null) then
      raise exception 'duplicate key value violates unique constraint "clinic_memberships_person_key"'
        using errcode = '23505', constraint = 'clinic_memberships_person_key';
    end if;
    raise exception 'A membership is only given by an invitation.' using errcode = '42501';
  end if;
  -- the specified client always sends member; the role is the invitation's, and any other is refused
  if coalesce(new.role, '') not in ('member', accepted.role) then
    raise exception 'A membership is only given by an invitation.' using errcode = '42501';
  end if;
  -- the caller's insert becomes the pending row, with its id, so that there is one row and RETURNING shows it
  delete from public.clinic_memberships m where m.clinic_id = accepted.clinic_id and m.id = accepted.id;
  return accepted;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.keep_an_admin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.clinics c where c.id = old.clinic_id for no key update;
  if not exists (select from public.clinic_memberships m
                  where m.clinic_id = old.clinic_id and m.id <> old.id and m.role = 'admin' and m.status = 'active'
                    and m.ended_at is null and m.user_id is not null) then
    raise exception 'A clinic keeps at least one admin.' using errcode = '42501';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.keep_busy_time_of_appointment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.status not in ('requested', 'upcoming', 'completed') then
    delete from app.busy_times b where b.clinic_id = new.clinic_id and b.source_id = new.id;
  elsif tg_op = 'INSERT' then
    insert into app.busy_times (clinic_id, source_id, provider_id, room_id, patient_id, busy, visit)
    values (new.clinic_id, new.id, new.provider_id, new.room_id, new.patient_id,
            app.busy_range(new.starts_at, new.duration_minutes, new.before_minutes, new.after_minutes),
            tstzrange(new.starts_at, new.ends_at));
  else
    insert into app.busy_times as b (clinic_id, source_id, provider_id, room_id, patient_id, busy, visit)
    values (new.clinic_id, new.id, new.provider_id, new.room_id, new.patient_id,
            app.busy_range(new.starts_at, new.duration_minutes, new.before_minutes, new.after_minutes),
            tstzrange(new.starts_at, new.ends_at))
    on conflict (clinic_id, source_id) do update
      set provider_id = excluded.provider_id, room_id = excluded.room_id, patient_id = excluded.patient_id,
          busy = excluded.busy, visit = excluded.visit
      where (b.provider_id, b.room_id, b.patient_id, b.busy, b.visit) is distinct from
            (excluded.provider_id, excluded.room_id, excluded.patient_id, excluded.busy, excluded.visit);
  end if;
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.keep_busy_time_of_hold()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'INSERT' then
    delete from app.busy_times b where b.clinic_id = old.clinic_id and b.source_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into app.busy_times (clinic_id, source_id, provider_id, patient_id, busy, visit, expires_at)
    values (new.clinic_id, new.id, new.provider_id, new.patient_id,
            app.busy_range(new.starts_at, new.duration_minutes, new.before_minutes, new.after_minutes),
            tstzrange(new.starts_at, new.starts_at + make_interval(mins => new.duration_minutes)), new.expires_at);
  end if;
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.keep_busy_time_of_offer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into app.busy_times (clinic_id, source_id, provider_id, patient_id, busy, visit, expires_at)
    values (new.clinic_id, new.id, new.provider_id, new.patient_id,
            app.busy_range(new.starts_at, new.duration_minutes, new.before_minutes, new.after_minutes),
            tstzrange(new.starts_at, new.starts_at + make_interval(mins => new.duration_minutes)), new.held_until);
  elsif old.status = 'open' and new.status <> 'open' then
    delete from app.busy_times b where b.clinic_id = new.clinic_id and b.source_id = new.id;
    -- what is left of the opening, or all of it, goes to the next in line
    perform app.queue_job('waitlist.offer', '{}', 'waitlist.offer');
  end if;
  -- the patient's open pages, and the team's
  perform app.announce(new.clinic_id, p.user_id, 'waitlist') from public.patients p
    where p.clinic_id = new.clinic_id and p.id = new.patient_id and p.user_id is not null;
  perform app.announce(new.clinic_id, m.user_id, 'appointments') from public.clinic_memberships m
    where m.clinic_id = new.clinic_id and m.role <> 'patient' and m.status = 'active' and m.ended_at is null
      and m.user_id is not null;
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.keep_entries_of_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.refresh_member_entries(array(
    select m.id from public.clinic_memberships m where m.user_id = new.id and m.ended_at is null));
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.keep_entry_of_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.refresh_member_entries(array[new.membership_id]);
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.keep_entry_of_patient()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.refresh_member_entries(array(
    select m.id from public.clinic_memberships m
     where m.clinic_id = new.clinic_id and m.user_id = new.user_id and m.ended_at is null));
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.keep_entry_of_subscription()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.refresh_member_entries(array(
    select m.id from public.clinic_memberships m
      join public.patients p on p.clinic_id = m.clinic_id and p.user_id = m.user_id
     where p.clinic_id = new.clinic_id and p.id in (new.owner_patient_id, old.owner_patient_id) and m.ended_at is null));
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.keep_member_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' or new.ended_at is not null then
    delete from app.member_entries e where e.clinic_id = old.clinic_id and e.membership_id = old.id;
  else
    perform app.refresh_member_entries(array[new.id]);
  end if;
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.keep_removed_membership()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  old.ended_at := app.now();
  old.updated_at := old.ended_at;
  insert into public.clinic_memberships select old.*;
  perform app.void_invitations(old.clinic_id, old.id, old.user_id, old.ended_at);
  perform app.record_audit('membership.ended', 'membership', old.id::text, jsonb_build_object('role', old.role), old.clinic_id);
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.keep_sso_people_home()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from auth.users u left join public.sso_providers p on p.id = u.sso_provider_id
              where u.id = new.user_id and u.is_sso and p.clinic_id is distinct from new.clinic_id) then
    raise exception 'A single sign-on account belongs to its own clinic only.' using errcode = '42501';
  end if;
  return new;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.key_in_place(p_key jsonb, p_column text, p_patient uuid)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (p_key ? p_column) THEN (p_key || jsonb_build_object(p_column, p_patient)) ELSE p_key END
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.known_time_zone(p_time_zone text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_time_zone is null or p_time_zone !~ '^(UTC|[A-Z][A-Za-z_]+(/[A-Za-z0-9_+-]+)+)$' then return null; end if;
  perform now() at time zone p_time_zone;
  return p_time_zone;
exception
  when invalid_parameter_value then return null;
end $function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.likely_duplicates(p_clinic uuid)
 RETURNS TABLE(patient_id uuid, other_patient_id uuid, same_name boolean, similar_name boolean, same_birth boolean, same_phone boolean, same_email boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with people as (
    select p.id, app.name_key(p.full_name) as name_key, p.email, d.phone, d.date_of_birth as born_on
      from public.patients p
      left join public.patient_details d on d.clinic_id = p.clinic_id and d.patient_id = p.id
     where p.clinic_id = p_clinic and p.merged_into is null
       and not exists (select from app.erasures e where e.clinic_id = p_clinic and e.patient_id = p.id)
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
      -- by their keys, row by row: nothing here depends on what the planner knows of the pairs
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
          or (c.same_phone or c.same_email) and (c.same_given or c.same_birth and not c.same_surname))
$function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.live_support(p_access uuid, p_at timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT s.clinic_id
    FROM app.support_access s
   WHERE ((s.id = live_support.p_access) AND (s.asked_by = app.current_user_id()) AND (s.ended_at IS NULL) AND (s.ends_at > live_support.p_at) AND (EXISTS ( SELECT
            FROM auth.session_methods m
           WHERE ((m.session_id = (NULLIF(current_setting('app.session_id'::text, true), ''::text))::uuid) AND (m.factor_id IS NOT NULL)))));
END
;
-- owner system
grant execute to authenticated;

CREATE OR REPLACE FUNCTION app.lock_subdomain(p_subdomain text)
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 SELECT pg_advisory_xact_lock(hashtextextended(('subdomain:'::text || p_subdomain), (0)::bigint)) AS pg_advisory_xact_lock;
END
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.looks_at(p_clinic_id uuid, p_patient_id uuid, p_except uuid, p_below bigint, p_up_to integer)
 RETURNS TABLE(id bigint, at timestamp with time zone, clinic_id uuid, clinic_name text, kind text, what text[], by_name text, by_role text, purpose text, is_certain boolean)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.make_months(p_until timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET lock_timeout TO '2s'
AS $function$
declare
  t app.monthly_tables;
  starts_at timestamptz;
  suffix text;
  made integer := 0;
begin
  perform set_config('app.changes_months', 'yes', true);
  for t in select m.* from app.monthly_tables m order by m.name for update loop
    starts_at := t.begins_at;
    while starts_at < least(p_until, now() + interval '2 years') loop
      suffix := to_char(starts_at, 'YYYY_MM');
      if to_regclass(format('months.%I', split_part(t.name, '.', 2) || '_' || suffix)) is null then
        perform app.make_partition(t.name, suffix, starts_at, starts_at + interval '1 month');
        made := made + 1;
      end if;
      starts_at := starts_at + interval '1 month';
    end loop;
  end loop;
  perform set_config('app.changes_months', '', true);
  return made;
end $function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.make_partition(p_table text, p_suffix text, p_from timestamp with time zone, p_to timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  at_column text := (select t.at_column from app.monthly_tables t where t.name = p_table);
  bare text := split_part(p_table, '.', 2);
  part text := format('months.%I', bare || '_' || p_suffix);
  rest text := format('months.%I', bare || '_other');
  guard record;
begin
  execute format('create table %s (like %s including defaults including constraints including storage)', part, p_table);
  execute format('alter table %s enable row level security', part);
  -- rows that came before their month was made are in the partition for all others
  if to_regclass(rest) is not null then
    execute format('alter table %s disable trigger user', rest);
    execute format('with moved as (delete from %s where %I >= $1 and %I < $2 returning *) insert into %s select * from moved',
                   rest, at_column, at_column, part) using p_from, p_to;
    execute format('alter table %s enable trigger user', rest);
  end if;
  -- row triggers follow by themselves, those of statements do not
  for guard in select t.tgname as name, pg_get_triggerdef(t.oid) as definition from pg_catalog.pg_trigger t
                where t.tgrelid = p_table::regclass and not t.tgisinternal and t.tgtype & 1 = 0 loop
    execute replace(guard.definition, format(' ON %s ', p_table), format(' ON %s ', part));
  end loop;
  execute format('alter table %s attach partition %s %s', p_table, part,
    case when p_suffix = 'other' then 'default'
         else format('for values from (%s) to (%L)', coalesce(quote_literal(p_from), 'minvalue'), p_to) end);
end $function$
;
-- owner postgres

CREATE OR REPLACE FUNCTION app.may_use_health_data()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return
    exists (select from auth.session_methods m
             where m.session_id = nullif(current_setting('app.session_id', true), '')::uuid and m.factor_id is not null)
    or not (
      exists (select from auth.mfa_factors f
               where f.user_id = app.current_user_id() and f.status = 'verified')
      or exists (select from public.clinic_memberships m
                  where m.id = nullif(current_setting('app.membership_id', true), '')::uuid and m.role <> 'patient'
                    and coalesce((select s.requires_mfa from public.clinic_security s where s.clinic_id = m.clinic_id), true)));
end $function$
;
-- owner system
grant execute to clinic_admin, clinic_guardian, clinic_patient, clinic_staff;

CREATE OR REPLACE FUNCTION app.member_names(p_membership_ids uuid[])
 RETURNS TABLE(membership_id uuid, name text, email text)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT m.id,
     "left"(
         CASE
             WHEN (m.ended_at IS NULL) THEN COALESCE(own.name, p.full_name, offer.name)
             ELSE COALESCE(p.full_name, offer.name, own.name)
         END, 200) AS "left",
         CASE
             WHEN (m.ended_at IS NULL) THEN COALESCE(u.email, p.email, offer.email)
             ELSE COALESCE(p.email, offer.email)
         END AS "coalesce"
    FROM ((((clinic_memberships m
      LEFT JOIN auth.users u ON (((u.id = m.user_id) AND (m.accepted_at IS NOT NULL))))
      LEFT JOIN patients p ON (((p.clinic_id = m.clinic_id) AND (p.user_id = m.user_id))))
      LEFT JOIN LATERAL ( SELECT i.name,
             i.email
            FROM invitations i
           WHERE ((i.clinic_id = m.clinic_id) AND (i.membership_id = m.id))
           ORDER BY ((i.accepted_at IS NULL) AND (i.revoked_at IS NULL)) DESC, i.created_at DESC
          LIMIT 1) offer ON (true))
      CROSS JOIN LATERAL ( SELECT COALESCE(NULLIF(btrim(concat_ws(' '::text, NULLIF(btrim((u.user_metadata ->> 'first_name'::text)), ''::text), NULLIF(btrim((u.user_metadata ->> 'last_name'::text)), ''::text))), ''::text), NULLIF(btrim((u.user_metadata ->> 'name'::text)), ''::text), NULLIF(btrim((u.user_metadata ->> 'full_name'::text)), ''::text)) AS name) own)
   WHERE (m.id = ANY (member_names.p_membership_ids));
END
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.member_subscriptions(p_clinic_id uuid, p_user_id uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT COALESCE(array_agg(DISTINCT words.word ORDER BY words.word), '{}'::text[]) AS "coalesce"
    FROM (((patients p
      JOIN subscriptions s ON (((s.clinic_id = p.clinic_id) AND (s.owner_patient_id = p.id))))
      CROSS JOIN LATERAL ( SELECT
                 CASE
                     WHEN (s.status = ANY (ARRAY['trialing'::text, 'active'::text])) THEN 'paying'::text
                     WHEN (s.status = ANY (ARRAY['past_due'::text, 'unpaid'::text])) THEN 'past_due'::text
                     ELSE 'paused'::text
                 END AS state
         UNION ALL
          SELECT 'ending'::text
           WHERE (s.cancel_at_period_end OR (s.cancel_at IS NOT NULL))) paid)
      CROSS JOIN LATERAL ( VALUES ((s.plan_id)::text), (paid.state), (((s.plan_id || ' '::text) || paid.state))) words(word))
   WHERE ((p.clinic_id = member_subscriptions.p_clinic_id) AND (p.user_id = member_subscriptions.p_user_id) AND (s.status = ANY (ARRAY['trialing'::text, 'active'::text, 'past_due'::text, 'unpaid'::text, 'paused'::text])));
END
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.merge_patients(p_clinic uuid, p_from uuid, p_into uuid, p_name text, p_email text, p_user uuid, p_exchange text[], p_by uuid, p_now timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.months_end(p_table text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
RETURN ((SELECT (date_trunc('month'::text, (now() AT TIME ZONE 'UTC'::text)) - make_interval(months => t.keep_months)) FROM app.monthly_tables t WHERE (t.name = months_end.p_table)) AT TIME ZONE 'UTC'::text)
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.move_customer(p_clinic uuid, p_from uuid, p_into uuid)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  has_from constant boolean := exists (select from public.patient_customers c where c.clinic_id = p_clinic and c.patient_id = p_from);
  has_into constant boolean := exists (select from public.patient_customers c where c.clinic_id = p_clinic and c.patient_id = p_into);
begin
  if not has_from or has_into and not exists (
    select from public.subscriptions s where s.clinic_id = p_clinic and s.owner_patient_id = p_from and s.ended_at is null)
  then return 'stayed'; end if;
  perform app.exchange_customers(p_clinic, p_from, p_into);
  return case when has_into then 'exchanged' else 'moved' end;
end $function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.move_keys(p_clinic uuid, p_rows jsonb, p_from uuid, p_into uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.move_messages(p_clinic uuid, p_from uuid, p_into uuid, p_messages uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.move_patient_rows(p_clinic uuid, p_from uuid, p_into uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.name_key(p_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN app.words_key(app.name_words(p_name))
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.name_words(p_name text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN array_remove(string_to_array(translate(lower(CASE WHEN (octet_length(p_name) = length(p_name)) THEN p_name ELSE regexp_replace(NORMALIZE(p_name, NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text) END), ' .,;:"“”()/-''’`´'::text, '            '::text), ' '::text), ''::text)
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.notice_channel(p_clinic_id uuid, p_user_id uuid, p_event text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT COALESCE(( SELECT
                 CASE notice_channel.p_event
                     WHEN 'patient_messages'::text THEN n.patient_messages
                     WHEN 'appointment_updates'::text THEN n.appointment_updates
                     WHEN 'system_alerts'::text THEN n.system_alerts
                     WHEN 'task_assignments'::text THEN n.task_assignments
                     WHEN 'daily_summary'::text THEN n.daily_summary
                     WHEN 'important_alerts'::text THEN n.important_alerts
                     ELSE NULL::text
                 END AS "case"
            FROM notice_preferences n
           WHERE ((n.clinic_id = notice_channel.p_clinic_id) AND (n.user_id = notice_channel.p_user_id))),
         CASE
             WHEN (p_event = ANY (ARRAY['daily_summary'::text, 'important_alerts'::text])) THEN 'email'::text
             ELSE 'in_app'::text
         END) AS "coalesce";
END
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.notice_clinic_opened()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.write_notice(new.clinic_id, 'clinic_opened', new.id::text, new.clinic_id::text, new.created_at);
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.notice_invitation_accepted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.write_notice(new.clinic_id, 'invitation_accepted', new.id::text, new.id::text, new.accepted_at);
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.notice_patient_joined()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.write_notice(new.clinic_id, 'patient_joined', new.id::text, new.id::text, new.accepted_at);
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.notice_visit_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  series uuid;
  about text;
begin
  if new.kind not in ('booked', 'requested', 'accepted', 'moved', 'changed', 'reopened', 'canceled')
     or greatest(new.starts_at + make_interval(mins => new.duration_minutes), new.was_starts_at) <= new.changed_at
     -- nothing that a calendar shows
     or (new.kind in ('changed', 'reopened') and new.sequence = (
           select max(c.sequence) from public.appointment_changes c
            where c.clinic_id = new.clinic_id and c.appointment_id = new.appointment_id and c.id <> new.id)) then
    return null;
  end if;
  select a.series_id into series from public.appointments a where a.clinic_id = new.clinic_id and a.id = new.appointment_id;
  about := coalesce('series:' || series || ':' || new.kind || ':' || pg_catalog.pg_current_xact_id(), new.id::text);
  perform app.write_notice(new.clinic_id, 'visit_patient', new.id::text, about, new.changed_at);
  if new.provider_id is not null then
    perform app.write_notice(new.clinic_id, 'visit_provider', new.id::text, about || ':' || new.provider_id, new.changed_at);
  end if;
  if new.was_provider_id is distinct from new.provider_id and new.was_provider_id is not null then
    perform app.write_notice(new.clinic_id, 'visit_former_provider', new.id::text, about || ':' || new.was_provider_id,
                             new.changed_at);
  end if;
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.notify_person(p_clinic_id uuid, p_user_id uuid, p_event text, p_kind text, p_key text, p_patient_id uuid, p_subject_id text, p_figures jsonb, p_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  way text;
  written uuid;
begin
  if not exists (select from public.clinic_memberships m
                  where m.clinic_id = p_clinic_id and m.user_id = p_user_id and m.role <> 'patient' and m.status = 'active'
                    and m.ended_at is null) then
    return false;
  end if;
  way := app.notice_channel(p_clinic_id, p_user_id, p_event);
  insert into public.user_notices (clinic_id, user_id, event, kind, key, patient_id, subject_id, figures, channel, noticed_at)
  values (p_clinic_id, p_user_id, p_event, p_kind, p_kind || ':' || p_key, p_patient_id, p_subject_id, p_figures, way, p_at)
  on conflict (clinic_id, user_id, key) do nothing returning id into written;
  if written is null then return false; end if;
  perform app.announce(p_clinic_id, p_user_id, 'notices');
  if way = 'email' then
    perform app.queue_job('notices.mail', jsonb_build_object('noticeId', written), written::text);
  end if;
  return way <> 'none';
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.now()
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return now() + coalesce((select s.value::text::bigint from app.settings s where s.name = 'clock_offset_ms'), 0)
                 * interval '1 millisecond';
end $function$
;
-- owner system
grant execute to anon, authenticated, clinic_admin, clinic_guardian, clinic_patient, clinic_staff;

CREATE OR REPLACE FUNCTION app.offer_time_of_appointment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.status in ('requested', 'upcoming') and new.status = 'canceled' then
    update public.waitlist_entries w set status = 'ended', updated_at = new.updated_at
     where w.clinic_id = new.clinic_id and w.appointment_id = new.id and w.status = 'waiting';
  end if;
  if old.provider_id is not null and old.status in ('requested', 'upcoming')
     and (new.status = 'canceled' or new.provider_id is distinct from old.provider_id or new.starts_at <> old.starts_at
          or new.ends_at < old.ends_at) then
    perform app.open_waitlist_time(old.clinic_id, old.provider_id, old.starts_at, old.ends_at, old.id);
  end if;
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.one_line(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN btrim(regexp_replace(value, '[\u0001-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+'::text, ' '::text, 'g'::text))
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.open_clinic(p_id uuid, p_name text, p_subdomain text, p_owner_id uuid, p_at timestamp with time zone, p_time_zone text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner_membership uuid;
begin
  delete from app.clinic_requests r
   where r.subdomain = p_subdomain or r.email = (select a.address from app.proven_addresses a where a.user_id = p_owner_id);
  delete from public.released_subdomains f where f.subdomain = p_subdomain;
  insert into public.clinics (id, name, subdomain, time_zone, created_at, updated_at)
  values (p_id, btrim(p_name), p_subdomain, coalesce(app.known_time_zone(p_time_zone), 'America/New_York'), p_at, p_at);
  insert into public.clinic_memberships (clinic_id, user_id, role, status, is_owner, accepted_at, created_at, updated_at)
  values (p_id, p_owner_id, 'admin', 'active', true, p_at, p_at, p_at)
  returning id into owner_membership;
  perform app.record_audit('clinic.created', 'clinic', p_id::text, jsonb_build_object('owner', owner_membership), p_id);
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.open_requested_clinic(p_owner_id uuid, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  request app.clinic_requests;
begin
  select r.* into request from app.clinic_requests r join app.proven_addresses a on a.address = r.email
   where a.user_id = p_owner_id and r.subdomain is not null;
  if not found then return; end if;
  perform app.lock_subdomain(request.subdomain);
  if app.is_subdomain_free(request.subdomain, request.email, null, p_at) then
    perform app.open_clinic(request.id, request.name, request.subdomain, p_owner_id, p_at, request.time_zone);
  end if;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.open_waitlist_time(p_clinic_id uuid, p_provider_id uuid, p_opens_at timestamp with time zone, p_closes_at timestamp with time zone, p_appointment_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into app.waitlist_openings (clinic_id, provider_id, opens_at, closes_at, appointment_id)
  select p_clinic_id, p_provider_id, p_opens_at, p_closes_at, p_appointment_id
   where exists (select from public.waitlist_entries w where w.clinic_id = p_clinic_id and w.status = 'waiting');
  if found then
    perform app.queue_job('waitlist.offer', '{}', 'waitlist.offer');
  end if;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.own_invitations(p_user_id uuid, p_at timestamp with time zone)
 RETURNS TABLE(name text, subdomain text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT c.name,
     c.subdomain
    FROM ((app.proven_addresses a
      JOIN invitations i ON ((i.email = a.address)))
      JOIN clinics c ON ((c.id = i.clinic_id)))
   WHERE ((a.user_id = own_invitations.p_user_id) AND (i.accepted_at IS NULL) AND (i.revoked_at IS NULL) AND (i.expires_at > own_invitations.p_at))
   ORDER BY i.created_at DESC;
END
;
-- owner system

CREATE OR REPLACE FUNCTION app.own_patient_id()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select p.id from public.patients p
            join public.clinic_memberships m on m.clinic_id = p.clinic_id and m.user_id = p.user_id
           where p.clinic_id = app.current_clinic_id() and p.user_id = app.current_user_id()
             and m.role = 'patient' and m.status in ('active', 'pending') and m.ended_at is null);
end $function$
;
-- owner system
grant execute to authenticated, clinic_admin, clinic_patient, clinic_staff;

CREATE OR REPLACE FUNCTION app.part_patients(p_clinic uuid, p_merge uuid, p_by uuid, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  g app.patient_merges;
  t text;
begin
  perform set_config('app.merging', 'on', true);
  select * into strict g from app.patient_merges m
   where m.clinic_id = p_clinic and m.id = p_merge and m.undone_at is null for update;
  perform app.move_keys(g.clinic_id, g.moved, g.patient_id, g.from_patient_id);
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
  perform app.return_details(g.clinic_id, g.id);
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
end $function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.patient_references()
 RETURNS TABLE(table_name text, column_name text, key text[])
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.patients_like(p_clinic uuid, p_name text, p_email text)
 RETURNS TABLE(patient_id uuid, same_email boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p.id, coalesce(p.email = p_email, false)
    from public.patients p
   where p.clinic_id = p_clinic and p.merged_into is null
     and (app.name_key(p.full_name) = nullif(app.name_key(p_name), '') or p.email = nullif(p_email, ''))
     and not exists (select from app.erasures e where e.clinic_id = p_clinic and e.patient_id = p.id)
   order by 2 desc, p.id limit 3
$function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.paying_members(p_clinic_id uuid, p_at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select count(distinct p.patient_id)::integer from app.paid_plans p
   where p.clinic_id = p_clinic_id and p.first_paid_at < p_at and (p.ended_at is null or p.ended_at >= p_at)
     and not exists (select from app.plan_pauses h
                      where h.clinic_id = p.clinic_id and h.subscription_id = p.subscription_id
                        and h.paused_at < p_at and (h.resumed_at is null or h.resumed_at >= p_at))
$function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.proving_factors(p_session_id uuid, p_minutes integer)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT f.id
    FROM (auth.sessions s
      JOIN auth.mfa_factors f ON (((f.user_id = s.user_id) AND (f.status = 'verified'::text))))
   WHERE ((s.id = proving_factors.p_session_id) AND (
         CASE f.factor_type
             WHEN 'recovery_code'::text THEN f.updated_at
             ELSE f.created_at
         END <= ( SELECT (max(m.used_at) + make_interval(mins => proving_factors.p_minutes))
            FROM auth.session_methods m
           WHERE ((m.session_id = s.id) AND (m.factor_id IS NULL)))));
END
;
-- owner system

CREATE OR REPLACE FUNCTION app.queue_for_busy_time()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(key, 25))
     from (select distinct unnest(array[new.provider_id::text, new.room_id::text, new.patient_id::text]) as key order by 1) keys
    where key is not null;
  return new;
end $function$
;
-- owner postgres

CREATE OR REPLACE FUNCTION app.queue_job(p_name text, p_data jsonb, p_key text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into jobs.job (name, data, singleton_key, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
                        deletion_seconds, keep_until, policy, dead_letter)
  select q.name, p_data, p_key, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.expire_seconds,
         q.deletion_seconds, now() + q.retention_seconds * interval '1 second', q.policy, q.dead_letter
    from jobs.queue q where q.name = p_name
  on conflict do nothing;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.queue_notice(p_notice_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.queue_job('notices.deliver', jsonb_build_object('noticeId', p_notice_id), p_notice_id::text);
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.queue_waiting_notices()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.queue_notice(n.id) from app.notices n where n.waits_for = new.id and n.settled_at is null;
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.readdress_visits(p_clinic uuid, p_visits uuid[], p_from uuid, p_into uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update app.text_messages t set status = 'withheld', reason = 'the visit belongs to another record'
    from app.notices n
   where n.clinic_id = p_clinic and n.appointment_id = any (p_visits) and t.clinic_id = p_clinic and t.notice_id = n.id
     and t.status = 'queued';
  update app.notices n set subject_id = p_into::text
   where n.clinic_id = p_clinic and n.appointment_id = any (p_visits) and n.subject_id = p_from::text and n.settled_at is null;
end $function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.receive_stripe_event(p_id text, p_account text, p_type text, p_object_id text, p_payload jsonb, p_occurred_at timestamp with time zone, p_received_at timestamp with time zone, p_is_of_no_use boolean, p_queue text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  object text := coalesce(p_account, 'platform') || ' ' || coalesce(p_object_id, p_id);
  q record;
begin
  insert into app.webhook_events (id, account, type, object_id, payload, occurred_at, received_at, processed_at, outcome)
  values (p_id, p_account, p_type, p_object_id, p_payload, p_occurred_at, p_received_at,
          case when p_is_of_no_use then p_received_at end, case when p_is_of_no_use then 'ignored' end)
  on conflict do nothing;
  if not found or p_is_of_no_use then return false; end if;
  -- a record, because pg-boss makes its tables after the migrations
  select * into q from jobs.queue where name = p_queue;
  -- Stripe sends it again
  if not found then raise exception 'there is no queue %', p_queue; end if;
  insert into jobs.job (name, data, singleton_key, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
                        deletion_seconds, keep_until, policy, dead_letter)
  values (q.name, jsonb_build_object('eventId', p_id, 'object', object), object,
          q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.expire_seconds, q.deletion_seconds,
          now() + q.retention_seconds * interval '1 second', q.policy, q.dead_letter)
  on conflict do nothing;
  return true;
end $function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.record_activity(p_user_id uuid, p_subdomain text, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 INSERT INTO membership_activity AS a (clinic_id, membership_id, last_active_at)  SELECT m.clinic_id,
             m.id,
             record_activity.p_at AS p_at
            FROM (clinics c
              JOIN clinic_memberships m ON (((m.clinic_id = c.id) AND (m.user_id = record_activity.p_user_id))))
           WHERE ((c.subdomain = record_activity.p_subdomain) AND (m.status = 'active'::text) AND (m.ended_at IS NULL)) ON CONFLICT(clinic_id, membership_id) DO UPDATE SET last_active_at = excluded.last_active_at
   WHERE (a.last_active_at <= (excluded.last_active_at - '01:00:00'::interval));
END
;
-- owner system

CREATE OR REPLACE FUNCTION app.record_appointment_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.record_audit(p_action text, p_subject_type text, p_subject_id text, p_details jsonb, p_clinic_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT app.write_audit(p_action, p_subject_type, p_subject_id, p_details, COALESCE(p_clinic_id, app.current_clinic_id()), '{}'::uuid[], NULL::text) AS write_audit;
END
;
-- owner system
grant execute to anon, authenticated, clinic_admin, clinic_guardian, clinic_patient, clinic_staff;

CREATE OR REPLACE FUNCTION app.record_consent(p_clinic_id uuid, p_patient_id uuid, p_purpose text, p_is_given boolean, p_channel text, p_version text, p_wording text, p_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  chosen public.contact_preferences;
  present boolean;
begin
  insert into public.contact_preferences (clinic_id, patient_id, version, updated_at)
    values (p_clinic_id, p_patient_id, 1, p_at) on conflict do nothing;
  select c.* into strict chosen from public.contact_preferences c
   where c.clinic_id = p_clinic_id and c.patient_id = p_patient_id for update;
  present := case p_purpose when 'email' then chosen.email_notifications when 'sms_care' then chosen.sms_notifications
                            when 'appointment_reminders' then chosen.appointment_reminders
                            when 'marketing' then chosen.marketing_communications
                            else (select n.is_given from public.consents n
                                   where n.clinic_id = p_clinic_id and n.patient_id = p_patient_id and n.purpose = p_purpose
                                   order by n.given_at desc limit 1) end;
  if present is not distinct from p_is_given then return false; end if;
  update public.contact_preferences c
     set email_notifications = case p_purpose when 'email' then p_is_given else c.email_notifications end,
         sms_notifications = case p_purpose when 'sms_care' then p_is_given else c.sms_notifications end,
         appointment_reminders = case p_purpose when 'appointment_reminders' then p_is_given else c.appointment_reminders end,
         marketing_communications = case p_purpose when 'marketing' then p_is_given else c.marketing_communications end,
         version = c.version + 1, updated_at = p_at
   where c.clinic_id = p_clinic_id and c.patient_id = p_patient_id;
  insert into public.consents (clinic_id, patient_id, purpose, is_given, channel, version, wording, actor_id, address,
                               request_id, given_at)
  values (p_clinic_id, p_patient_id, p_purpose, p_is_given, p_channel, p_version, p_wording,
          nullif(current_setting('app.user_id', true), '')::uuid, nullif(current_setting('app.address', true), ''),
          nullif(current_setting('app.request_id', true), ''), p_at);
  perform app.write_audit(case when p_is_given then 'consent.given' else 'consent.withdrawn' end, 'patient', p_patient_id::text,
                          jsonb_build_object('purpose', p_purpose, 'channel', p_channel), p_clinic_id, array[p_patient_id], null);
  return true;
end $function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.record_feedback_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if app.is_merging() then return null; end if;
  perform app.write_audit(
    case when tg_op = 'INSERT' then 'feedback.shared' when new.answered_at is not null then 'feedback.answered'
         else 'feedback.reopened' end,
    'feedback', new.id::text, '{}', new.clinic_id, array[new.patient_id], null);
  perform app.announce_to_team(new.clinic_id, 'feedback');
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.record_guardian_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.write_audit(
    case when tg_op = 'INSERT' then 'guardian.added'
         when new.ended_at is not null and old.ended_at is null then 'guardian.ended'
         when new.accepted_at is not null and old.accepted_at is null then 'guardian.accepted'
         when new.limited_at is not null and old.limited_at is null then 'guardian.limited'
         when new.end_asked_at is not null and old.end_asked_at is null then 'guardian.end_asked' else 'guardian.changed' end,
    'guardian', new.id::text,
    jsonb_strip_nulls(jsonb_build_object('guardian', new.user_id, 'access', new.access, 'because', new.ended_because)),
    new.clinic_id, array[new.patient_id], null);
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.record_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.write_audit('message.sent', 'message', new.id::text, jsonb_build_object('from', new.from_side), new.clinic_id,
                          array[new.patient_id], null);
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.record_note_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if app.is_merging() then return null; end if;
  perform app.write_audit(
    case when tg_op = 'INSERT' then 'note.written'
         when new.removed_at is not null and old.removed_at is null then 'note.removed'
         when new.removed_at is null and old.removed_at is not null then 'note.restored' else 'note.changed' end,
    'note', new.id::text, '{}', new.clinic_id, array[new.patient_id], null);
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.record_patient_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if app.is_merging() then return null; end if;
  perform app.write_audit(tg_argv[0], 'patient', new.patient_id::text, '{}', new.clinic_id, array[new.patient_id], null);
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.record_read(p_details jsonb, p_patients uuid[], p_counted bigint, p_purpose text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- counted only for pages so large that not all of their patients may be named
  different integer;
begin
  if app.is_demo() then return; end if;
  if p_patients is null then
    -- a patient who meets nobody has asked about their own record
    if p_counted = 0 and current_setting('role') = 'clinic_patient' then return; end if;
    p_patients := '{}';
    p_details := p_details || case when p_counted is null then '{"failed": true}' else jsonb_build_object('counted', p_counted) end;
  end if;
  if current_setting('role') = 'clinic_patient' then
    -- policies show a patient nobody else's rows; if one ever did, it would be recorded
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
  values (current_setting('app.clinic_id')::uuid, 'person', current_setting('app.user_id')::uuid,
          substr(current_setting('role'), length('clinic_') + 1), nullif(current_setting('app.acting_for', true), '')::uuid,
          'record.read', 'patient', p_purpose,
          nullif(current_setting('app.request_id', true), ''), nullif(current_setting('app.address', true), ''),
          p_details, p_patients, coalesce(different, cardinality(p_patients)));
end $function$
;
-- owner system
grant execute to clinic_admin, clinic_guardian, clinic_patient, clinic_staff;

CREATE OR REPLACE FUNCTION app.record_task_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if app.is_merging() then return null; end if;
  perform app.write_audit(
    case when tg_op = 'INSERT' then 'task.added'
         when new.done_at is not null and old.done_at is null then 'task.completed'
         when new.done_at is null and old.done_at is not null then 'task.reopened' else 'task.changed' end,
    'task', new.id::text, jsonb_build_object('assignee', new.assignee_id), new.clinic_id,
    array_remove(array[new.patient_id], null), null);
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.record_thread_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.assignee_id is distinct from old.assignee_id then
    perform app.write_audit('thread.assigned', 'patient', new.patient_id::text,
                            jsonb_build_object('assignee', new.assignee_id), new.clinic_id, array[new.patient_id], null);
  end if;
  if (new.closed_at is null) <> (old.closed_at is null) then
    perform app.write_audit(case when new.closed_at is null then 'thread.reopened' else 'thread.closed' end,
                            'patient', new.patient_id::text, '{}', new.clinic_id, array[new.patient_id], null);
  end if;
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.records_of(p_clinic uuid, p_patient uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with recursive records as (
    select p_patient as id
     union all
    select p.id from records r join public.patients p on p.clinic_id = p_clinic and p.merged_into = r.id
  )
  select id from records
$function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.refresh_member_entries(p_membership_ids uuid[])
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 INSERT INTO app.member_entries AS e (clinic_id, membership_id, created_at, role, status, name, email, subscribed)  SELECT m.clinic_id,
             m.id,
             m.created_at,
             m.role,
             m.status,
             n.name,
             n.email,
             app.member_subscriptions(m.clinic_id, m.user_id) AS member_subscriptions
            FROM (clinic_memberships m
              JOIN app.member_names(refresh_member_entries.p_membership_ids) n(membership_id, name, email) ON ((n.membership_id = m.id)))
           WHERE ((m.id = ANY (refresh_member_entries.p_membership_ids)) AND (m.ended_at IS NULL)) ON CONFLICT(clinic_id, membership_id) DO UPDATE SET created_at = excluded.created_at, role = excluded.role, status = excluded.status, name = excluded.name, email = excluded.email, subscribed = excluded.subscribed
   WHERE ((((((e.created_at IS DISTINCT FROM excluded.created_at) OR (e.role IS DISTINCT FROM excluded.role)) OR (e.status IS DISTINCT FROM excluded.status)) OR (e.name IS DISTINCT FROM excluded.name)) OR (e.email IS DISTINCT FROM excluded.email)) OR (e.subscribed IS DISTINCT FROM excluded.subscribed));
END
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_user = 'system' and (tg_nargs > 0 and tg_op = tg_argv[0] and app.is_erasing()
                                  or tg_op = 'UPDATE' and app.is_merging()) then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $function$
;
-- owner postgres

CREATE OR REPLACE FUNCTION app.refuse_sso_guardians()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from auth.users u where u.id = new.user_id and u.is_sso) then
    raise exception 'A single sign-on account cannot be a guardian.' using errcode = '42501';
  end if;
  return new;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.refuse_unless_erasing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- cascades run as the tables' owner, after the statement that was judged
  if current_user = 'system' and not app.is_erasing() and not app.is_merging() then
    raise exception '% is deleted by the jobs of retention alone', tg_table_name using errcode = '42501';
  end if;
  return null;
end $function$
;
-- owner postgres

CREATE OR REPLACE FUNCTION app.refuse_without_second_step()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not app.may_use_health_data() then
    raise exception 'Please sign in with your second step first. You can set it up under Settings, Password.'
      using errcode = '42501', hint = 'second_step_required';
  end if;
  return null;
end $function$
;
-- owner postgres

CREATE OR REPLACE FUNCTION app.require_balance()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select coalesce(sum(p.amount_cents), 0) from public.postings p
       where p.clinic_id = new.clinic_id and p.journal_id = new.journal_id) <> 0 then
    raise exception 'journal % does not balance', new.journal_id;
  end if;
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.resolve_caller(p_user_id uuid, p_session_id uuid, p_subdomain text)
 RETURNS TABLE(problem text, role text, email_confirmed boolean, aal text, clinic_id uuid, clinic_subdomain text, membership_id uuid, member_role text, is_read_only boolean, permission_sets text[], patient_id uuid, is_demo boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person record;
  found_clinic record;
  membership record;
  is_proven boolean := false;
begin
  role := case when p_user_id is null then 'anon' else 'authenticated' end;
  email_confirmed := false;
  is_demo := false;
  if p_user_id is not null then
    select u.email_confirmed_at, u.phone_confirmed_at, u.banned_until, s.id as session_id, s.not_after, s.is_demo,
           exists (select from auth.session_methods m
                    where m.session_id = s.id and m.factor_id is not null) as has_second_step
      into person
      from auth.users u left join auth.sessions s on s.id = p_session_id and s.user_id = u.id
     where u.id = p_user_id and u.deleted_at is null;
    problem := case
      when not found then 'user_not_found'
      when person.banned_until > now() then 'user_banned'
      when person.session_id is null then 'session_not_found'
      when person.not_after <= now() then 'session_expired' end;
    if problem is not null then
      role := 'anon';
      return next;
      return;
    end if;
    is_demo := person.is_demo;
    email_confirmed := person.email_confirmed_at is not null;
    is_proven := email_confirmed or person.phone_confirmed_at is not null;
    aal := case when person.has_second_step then 'aal2' else 'aal1' end;
  end if;
  if p_subdomain is not null then
    select c.id, c.subdomain into found_clinic from public.clinics c where c.subdomain = p_subdomain;
    clinic_id := found_clinic.id;
    clinic_subdomain := found_clinic.subdomain;
  end if;
  -- without a proven address a person belongs to no clinic, whatever the rows say (docs/threats.md T31)
  if clinic_id is not null and is_proven then
    select m.id, m.role, m.is_read_only, m.permission_sets into membership from public.clinic_memberships m
     where m.clinic_id = found_clinic.id and m.user_id = p_user_id and m.status = 'active' and m.ended_at is null;
    if found then
      membership_id := membership.id;
      member_role := membership.role;
      is_read_only := membership.is_read_only;
      permission_sets := membership.permission_sets;
      role := case membership.role when 'admin' then 'clinic_admin' when 'patient' then 'clinic_patient' else 'clinic_staff' end;
      select p.id into patient_id from public.patients p where p.clinic_id = found_clinic.id and p.user_id = p_user_id;
    end if;
  end if;
  return next;
end $function$
;
-- owner system
grant execute to carefold_login;

CREATE OR REPLACE FUNCTION app.resolve_guardian(p_user_id uuid, p_clinic_id uuid, p_guardianship uuid)
 RETURNS TABLE(patient_id uuid, access text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select g.patient_id, g.level from app.live_guardians g
     where g.id = p_guardianship and g.clinic_id = p_clinic_id and g.user_id = p_user_id and g.level is not null
       and not exists (select from public.clinic_memberships m
                        where m.clinic_id = p_clinic_id and m.user_id = p_user_id and m.ended_at is null
                          and m.suspended_at is not null);
end $function$
;
-- owner system
grant execute to carefold_login;

CREATE OR REPLACE FUNCTION app.return_details(p_clinic uuid, p_merge uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.rounded_commission(p_net_cents bigint, p_rate_bps integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (greatest(0::bigint, p_net_cents) * p_rate_bps * 2 + 10000) / 20000
$function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.rows_outside_months()
 RETURNS TABLE(name text, rows bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  t text;
begin
  for t in select m.name from app.monthly_tables m order by 1 loop
    return query execute format('select %L::text, count(*) from months.%I', t, split_part(t, '.', 2) || '_other');
  end loop;
end $function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.rows_to_split(p_clinic uuid, p_patient uuid, p_chosen jsonb)
 RETURNS TABLE(kind text, table_name text, row_id uuid)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.seal_audit_log(p_limit integer)
 RETURNS TABLE(chain_id uuid, "position" bigint, hash bytea, sealed integer)
 LANGUAGE plpgsql
AS $function$
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
end $function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.settle_appointment_time()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_new constant boolean := tg_op = 'INSERT';
  has_new_clock boolean := true;
  has_new_instant boolean := true;
begin
  if is_new then
    new.version := 1;
    new.sequence := 0;
    new.booked_by := coalesce(new.booked_by, app.current_user_id());
  else
    if new.updated_at is not distinct from old.updated_at then new.updated_at := app.now(); end if;
    new.version := old.version + 1;
    has_new_clock := (new.date, new.time) is distinct from (old.date, old.time);
    has_new_instant := new.starts_at is distinct from old.starts_at;
  end if;
  if is_new or new.type <> old.type then
    select t.before_minutes, t.after_minutes, t.place into new.before_minutes, new.after_minutes, new.place
      from public.appointment_types t where t.clinic_id = new.clinic_id and t.key = new.type;
    if not found then
      raise exception 'This clinic has no such kind of visit.' using errcode = '23503';
    end if;
  end if;
  if has_new_clock or has_new_instant then
    select c.time_zone into new.time_zone from public.clinics c where c.id = new.clinic_id;
    if new.starts_at is null or (has_new_clock and not has_new_instant) then
      new.starts_at := (new.date + new.time::time) at time zone new.time_zone;
    elsif new.date is null or new.time is null or (has_new_instant and not has_new_clock) then
      new.date := (new.starts_at at time zone new.time_zone)::date;
      new.time := to_char(new.starts_at at time zone new.time_zone, 'HH24:MI');
    end if;
    if (new.starts_at at time zone new.time_zone) <> new.date + new.time::time then
      raise exception 'The clock does not show this time on this day in %.', new.time_zone using errcode = '23514';
    end if;
  end if;
  new.ends_at := new.starts_at + make_interval(mins => new.duration_minutes);
  if new.status = 'canceled' then
    if is_new or old.status <> 'canceled' then
      new.canceled_at := coalesce(new.canceled_at, new.updated_at);
      new.canceled_by := coalesce(new.canceled_by, app.current_user_id());
    end if;
  else
    new.canceled_at := null;
    new.canceled_by := null;
    new.canceled_by_patient := false;
    new.canceled_late := false;
    new.cancel_reason := null;
  end if;
  if not is_new and (new.starts_at, new.duration_minutes, new.type, new.provider_id, new.room_id, new.status = 'canceled')
       is distinct from (old.starts_at, old.duration_minutes, old.type, old.provider_id, old.room_id, old.status = 'canceled') then
    new.sequence := old.sequence + 1;
  end if;
  return new;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.settle_confirmed_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.activate_join(m.clinic_id, m.user_id, app.now()) from public.clinic_memberships m
    where m.user_id = new.id and m.role = 'patient' and m.status = 'pending' and m.ended_at is null;
  perform app.open_requested_clinic(new.id, app.now());
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.settle_thread(p_clinic uuid, p_patient uuid, p_clinic_unread uuid[], p_patient_unread uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.short_parts(p_text text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
BEGIN ATOMIC
 SELECT array_agg(DISTINCT substr(short_parts.p_text, n.n, size.size)) AS array_agg
    FROM generate_series(1, char_length(short_parts.p_text)) n(n),
     generate_series(1, 2) size(size);
END
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.shows_brand()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return app.has_white_labeling(app.current_clinic_id());
end $function$
;
-- owner system
grant execute to anon, authenticated, clinic_admin, clinic_guardian, clinic_patient, clinic_staff;

CREATE OR REPLACE FUNCTION app.split_patient(p_clinic uuid, p_patient uuid, p_into uuid, p_made boolean, p_chosen jsonb, p_by uuid, p_now timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.start_appointment_types()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.add_first_appointment_types(new.id);
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.take_up_import()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  imported app.patient_import_rows;
  own_patient uuid;
begin
  select r.* into imported
    from app.patient_import_rows r
   where r.clinic_id = new.clinic_id and r.email = app.address_in(new.user_id, new.clinic_id) and r.state = 'added'
     and r.taken_up_at is null
   order by r.import_id, r.line limit 1 for update of r;
  if not found then return null; end if;
  select p.id into own_patient from public.patients p where p.clinic_id = new.clinic_id and p.user_id = new.user_id;
  if own_patient is null then return null; end if;

  -- what the patient has written themselves stays
  if imported.phone is not null or imported.date_of_birth is not null then
    insert into public.patient_details (clinic_id, patient_id, phone, date_of_birth, updated_at)
    values (new.clinic_id, own_patient, imported.phone, imported.date_of_birth, new.updated_at)
    on conflict do nothing;
  end if;
  if imported.plan_id is not null then
    insert into public.prepared_plans (clinic_id, patient_id, plan_id, price_id, paid_until, created_at)
    values (new.clinic_id, own_patient, imported.plan_id, imported.price_id, imported.paid_until, new.updated_at)
    on conflict do nothing;
  end if;
  update app.patient_import_rows r set taken_up_at = new.updated_at, phone = null, date_of_birth = null
   where r.clinic_id = imported.clinic_id and r.import_id = imported.import_id and r.line = imported.line;
  -- a person who came by the join page has one membership
  update public.clinic_memberships m set ended_at = new.updated_at, updated_at = new.updated_at
   where m.clinic_id = new.clinic_id and m.id = imported.membership_id and m.id <> new.id and m.user_id is null
     and m.ended_at is null;
  if found then
    perform app.void_invitations(new.clinic_id, imported.membership_id, null, new.updated_at);
  end if;
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.team_may_use_health_data(p_clinic_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT ((EXISTS ( SELECT
            FROM auth.session_methods m
           WHERE ((m.session_id = (NULLIF(current_setting('app.session_id'::text, true), ''::text))::uuid) AND (m.factor_id IS NOT NULL)))) OR (NOT ((EXISTS ( SELECT
            FROM auth.mfa_factors f
           WHERE ((f.user_id = app.current_user_id()) AND (f.status = 'verified'::text)))) OR COALESCE(( SELECT s.requires_mfa
            FROM clinic_security s
           WHERE (s.clinic_id = team_may_use_health_data.p_clinic_id)), true))));
END
;
-- owner system

CREATE OR REPLACE FUNCTION app.tell_guardians(p_clinic_id uuid, p_patient_id uuid, p_booked_by uuid, p_key text, p_at timestamp with time zone, p_except uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.write_notice(g.clinic_id, 'guardian_update', g.id::text, g.id || ':' || p_key, p_at)
    from app.live_guardians g
   where g.clinic_id = p_clinic_id and g.patient_id = p_patient_id and g.user_id is distinct from p_except
     and (g.level = 'full' or (g.level = 'limited' and g.user_id = p_booked_by));
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.tell_guardians_of_visit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  booker uuid;
begin
  if new.kind in ('booked', 'requested', 'accepted', 'moved', 'canceled') and new.starts_at > new.changed_at then
    select a.booked_by into booker from public.appointments a where a.clinic_id = new.clinic_id and a.id = new.appointment_id;
    perform app.tell_guardians(new.clinic_id, new.patient_id, booker, 'visit:' || new.id, new.changed_at, new.changed_by);
  end if;
  return null;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.undo_split(p_clinic uuid, p_split uuid, p_by uuid, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.unread_messages(p_clinic uuid, p_patients uuid[], p_reader text)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(m.id), '{}')
    from public.messages m
    join public.message_threads t on t.clinic_id = m.clinic_id and t.patient_id = m.patient_id
   where m.clinic_id = p_clinic and m.patient_id = any (p_patients) and m.from_side <> p_reader
     and m.number > case p_reader when 'clinic' then t.clinic_read else t.patient_read end
$function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.upsert_patient_record(p_clinic_id uuid, p_user_id uuid, p_name text, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 INSERT INTO patients AS p (clinic_id, user_id, full_name, email, created_at, updated_at)  SELECT upsert_patient_record.p_clinic_id AS p_clinic_id,
             u.id,
             "left"(COALESCE(NULLIF(app.one_line((u.user_metadata ->> 'full_name'::text)), ''::text), NULLIF(app.one_line(upsert_patient_record.p_name), ''::text), NULLIF(split_part(u.email, '@'::text, 1), ''::text), 'Patient'::text), 200) AS "left",
             u.email,
             upsert_patient_record.p_at AS p_at,
             upsert_patient_record.p_at AS p_at
            FROM auth.users u
           WHERE (u.id = upsert_patient_record.p_user_id) ON CONFLICT(clinic_id, user_id) DO UPDATE SET full_name = excluded.full_name, email = excluded.email, updated_at = excluded.updated_at
   WHERE (NOT (EXISTS ( SELECT
            FROM clinic_memberships m
           WHERE ((m.clinic_id = p.clinic_id) AND (m.user_id = p.user_id) AND (m.accepted_at IS NOT NULL) AND (m.ended_at IS NOT NULL)))));
END
;
-- owner system

CREATE OR REPLACE FUNCTION app.value_retention(p_clinic uuid, p_now timestamp with time zone)
 RETURNS TABLE(is_shown boolean, people integer, stayed integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with first_months as (
    select distinct on (r.patient_id) r.patient_id, r.ends_at + interval '1 year' as year_later, r.is_shown,
           r.value_cents < r.paid_cents as is_low_use
      from public.value_receipts r
     where r.clinic_id = p_clinic and r.is_compared and r.span = 'month'
     order by r.patient_id, r.ends_at
  )
  select f.is_shown, count(*)::integer,
         count(*) filter (where exists (
           select from public.subscription_members m
             join public.subscriptions s on s.clinic_id = m.clinic_id and s.id = m.subscription_id
            where m.clinic_id = p_clinic and m.patient_id = f.patient_id
              and s.started_at <= f.year_later and coalesce(s.ended_at, 'infinity') > f.year_later
              and m.from_on <= f.year_later::date and coalesce(m.until_on, 'infinity') > f.year_later::date))::integer
    from first_months f
   where f.is_low_use and f.year_later <= p_now
   group by f.is_shown
$function$
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.void_invitations(p_clinic_id uuid, p_membership_id uuid, p_user_id uuid, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 WITH voided AS (
          UPDATE invitations i SET revoked_at = void_invitations.p_at
           WHERE ((i.clinic_id = void_invitations.p_clinic_id) AND (i.accepted_at IS NULL) AND (i.revoked_at IS NULL) AND ((i.membership_id = void_invitations.p_membership_id) OR (i.email = ( SELECT u.email
                    FROM auth.users u
                   WHERE (u.id = void_invitations.p_user_id))) OR ((i.invited_by = void_invitations.p_user_id) AND (i.role <> 'patient'::text))))
           RETURNING i.id
         )
  DELETE FROM auth.one_time_tokens t
   WHERE ((t.kind = 'invitation'::text) AND (t.scope IN ( SELECT (v.id)::text AS id
            FROM voided v)));
END
;
-- owner system

CREATE OR REPLACE FUNCTION app.ward_in_full()
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN CASE WHEN (current_setting('app.guardian_access'::text, true) = 'full'::text) THEN app.current_patient_id() ELSE NULL::uuid END
;
-- owner postgres
grant execute to clinic_guardian;

CREATE OR REPLACE FUNCTION app.words_alike(p_one text, p_other text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (starts_with(p_one, p_other) OR starts_with(p_other, p_one) OR (extensions.similarity(p_one, p_other) >= (0.28)::double precision))
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.words_key(p_words text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE cardinality(p_words) WHEN 2 THEN CASE WHEN (((p_words)[1] COLLATE "C") <= (p_words)[2]) THEN (((p_words)[1] || ' '::text) || (p_words)[2]) ELSE (((p_words)[2] || ' '::text) || (p_words)[1]) END WHEN 1 THEN (p_words)[1] ELSE (SELECT COALESCE(string_agg(w.w, ' '::text ORDER BY (w.w COLLATE "C")), ''::text) AS "coalesce" FROM unnest(words_key.p_words) w(w)) END
;
-- owner postgres
grant execute to system;

CREATE OR REPLACE FUNCTION app.write_audit(p_action text, p_subject_type text, p_subject_id text, p_details jsonb, p_clinic_id uuid, p_patient_ids uuid[], p_purpose text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  values (p_clinic_id,
          case when nullif(current_setting('app.user_id', true), '') is not null then 'person'
               when nullif(current_setting('app.purpose', true), '') is not null then 'system' else 'visitor' end,
          nullif(current_setting('app.user_id', true), '')::uuid,
          case when nullif(current_setting('app.acting_for', true), '') is not null then 'guardian'
               else case current_setting('role') when 'clinic_admin' then 'admin' when 'clinic_staff' then 'staff'
                                                 when 'clinic_patient' then 'patient' end end,
          nullif(current_setting('app.acting_for', true), '')::uuid,
          p_action, p_subject_type, p_subject_id,
          coalesce(p_purpose, nullif(current_setting('app.purpose', true), '')),
          nullif(current_setting('app.request_id', true), ''), nullif(current_setting('app.address', true), ''),
          coalesce(p_details, '{}'), p_patient_ids[:1000], cardinality(p_patient_ids));
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION app.write_notice(p_clinic_id uuid, p_kind text, p_subject_id text, p_key text, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  written uuid;
begin
  insert into app.notices (clinic_id, kind, key, subject_id, noticed_at)
  values (p_clinic_id, p_kind, p_kind || ':' || p_key, p_subject_id, p_at)
  on conflict (key) do nothing returning id into written;
  if written is not null then perform app.queue_notice(written); end if;
end $function$
;
-- owner system

CREATE OR REPLACE FUNCTION public.audit_log_for_me(below_id bigint DEFAULT NULL::bigint, up_to integer DEFAULT NULL::integer)
 RETURNS TABLE(id bigint, at timestamp with time zone, clinic_id uuid, clinic_name text, kind text, what text[], by_name text, by_role text, purpose text, is_certain boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
  select l.*
    -- a record belongs to the person once they have proven their address (docs/threats.md T31)
    from public.patients p join auth.users u on u.id = p.user_id
   cross join lateral app.looks_at(p.clinic_id, p.id, app.current_user_id(), below_id, up_to) l
   where p.user_id = app.current_user_id() and (u.email_confirmed_at is not null or u.phone_confirmed_at is not null)
   order by l.id desc limit up_to;
end $function$
;
-- owner system
grant execute to authenticated, clinic_admin, clinic_patient, clinic_staff;

CREATE OR REPLACE FUNCTION public.get_users_by_ids(user_ids uuid[])
 RETURNS TABLE(id uuid, email text, raw_user_meta_data jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- the clinics whose team the caller is in, if the session may use their health data
  for_patients uuid[];
  shown record;
begin
  if cardinality(user_ids) > 100 then
    raise exception 'At most 100 people can be asked for at a time.' using errcode = '22023';
  end if;
  for_patients := array(
    select mine.clinic_id from public.clinic_memberships mine
     where mine.user_id = app.current_user_id() and mine.status = 'active' and mine.ended_at is null
       and mine.role in ('admin', 'staff', 'member') and app.team_may_use_health_data(mine.clinic_id));
  for shown in
    select theirs.clinic_id, array_agg(distinct p.id) as patient_ids
      from public.clinic_memberships theirs
      join public.patients p on p.clinic_id = theirs.clinic_id and p.user_id = theirs.user_id
     where theirs.clinic_id = any (for_patients) and theirs.user_id = any (user_ids) and theirs.ended_at is null
       and theirs.user_id <> app.current_user_id()
     group by theirs.clinic_id
  loop
    perform app.write_audit('record.read', 'patient',
      case when cardinality(shown.patient_ids) = 1 then shown.patient_ids[1]::text end, '{"tables": ["patients"]}',
      shown.clinic_id, shown.patient_ids, 'profiles');
  end loop;
  return query
  select distinct on (u.id) u.id,
         case when theirs.accepted_at is not null then u.email else p.email end,
         case when theirs.accepted_at is not null
              then jsonb_build_object(
                'first_name', u.user_metadata ->> 'first_name', 'last_name', u.user_metadata ->> 'last_name',
                'name', coalesce(u.user_metadata ->> 'name', u.user_metadata ->> 'full_name'),
                'full_name', u.user_metadata ->> 'full_name',
                -- written by the person: a web address, never a script
                'avatar_url', substring(u.user_metadata ->> 'avatar_url' from '^https?://.*$'))
              else jsonb_build_object('first_name', null, 'last_name', null, 'name', p.full_name, 'full_name', p.full_name,
                                      'avatar_url', null) end
    from auth.users u
    join public.clinic_memberships theirs on theirs.user_id = u.id and theirs.ended_at is null
    join public.clinic_memberships mine on mine.clinic_id = theirs.clinic_id and mine.user_id = app.current_user_id()
                                       and mine.status = 'active' and mine.ended_at is null
                                       and mine.role in ('admin', 'staff', 'member')
    left join public.patients p on p.clinic_id = theirs.clinic_id and p.user_id = u.id
   where u.id = any (user_ids)
     and (u.id = app.current_user_id() or theirs.role <> 'patient' and p.id is null or theirs.clinic_id = any (for_patients))
   order by u.id, theirs.accepted_at is null;
end $function$
;
-- owner system
grant execute to authenticated, clinic_admin, clinic_patient, clinic_staff;

CREATE OR REPLACE FUNCTION public.sign_ins_for_me(below_id bigint DEFAULT NULL::bigint, up_to integer DEFAULT NULL::integer)
 RETURNS TABLE(id bigint, at timestamp with time zone, was_refused boolean, method text, address text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT a.id,
     a.occurred_at,
     (a.action = 'auth.login_failed'::text),
     COALESCE((a.details ->> 'method'::text), (a.details ->> 'provider'::text)) AS "coalesce",
     a.address
    FROM app.audit_log a
   WHERE ((a.subject_id = (app.current_user_id())::text) AND (a.subject_type = 'user'::text) AND (a.clinic_id IS NULL) AND (a.action = ANY (ARRAY['auth.login'::text, 'auth.login_failed'::text, 'auth.user_signedup'::text, 'auth.invite_accepted'::text])) AND (a.id < COALESCE(sign_ins_for_me.below_id, '9223372036854775807'::bigint)))
   ORDER BY a.id DESC
  LIMIT sign_ins_for_me.up_to;
END
;
-- owner system
grant execute to authenticated, clinic_admin, clinic_patient, clinic_staff;

CREATE OR REPLACE FUNCTION public.texts_stopped_for_me()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM ((patients p
              JOIN patient_details d ON (((d.clinic_id = p.clinic_id) AND (d.patient_id = p.id))))
              JOIN app.text_stops s ON ((s.phone = d.phone)))
           WHERE ((p.clinic_id = app.current_clinic_id()) AND (p.user_id = app.current_user_id()) AND (EXISTS ( SELECT
                    FROM consents n
                   WHERE ((n.clinic_id = p.clinic_id) AND (n.patient_id = p.id) AND (n.purpose = 'sms_care'::text) AND (n.channel = 'sms'::text) AND (NOT n.is_given))))))) AS "exists";
END
;
-- owner system
grant execute to clinic_patient;

table app.appointment_holds (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  patient_id uuid not null,
  provider_id uuid not null,
  starts_at timestamp with time zone not null,
  duration_minutes integer not null,
  before_minutes integer not null,
  after_minutes integer not null,
  expires_at timestamp with time zone not null
);
-- Health data: the time that a patient is about to confirm. Counts until it expires.
constraint appointment_holds_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint appointment_holds_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint appointment_holds_provider_fkey FOREIGN KEY (clinic_id, provider_id) REFERENCES providers(clinic_id, id) ON DELETE RESTRICT;
constraint appointment_holds_pkey PRIMARY KEY (clinic_id, id);
constraint appointment_holds_patient_key UNIQUE (clinic_id, patient_id);
CREATE INDEX appointment_holds_expiry_idx ON app.appointment_holds USING btree (expires_at);
CREATE INDEX appointment_holds_provider_idx ON app.appointment_holds USING btree (clinic_id, provider_id);
CREATE TRIGGER appointment_holds_announce AFTER INSERT OR DELETE OR UPDATE ON app.appointment_holds FOR EACH ROW EXECUTE FUNCTION app.announce_schedule();
CREATE TRIGGER appointment_holds_keep_busy_time AFTER INSERT OR DELETE OR UPDATE ON app.appointment_holds FOR EACH ROW EXECUTE FUNCTION app.keep_busy_time_of_hold();
row level security: t, forced: t
policy appointment_holds_all_system all to system using (true) with check (true);
policy appointment_holds_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
grant delete, insert, select, update to system;
grant update (patient_id) to system;

table app.audit_checks (
  id bigint not null generated as identity,
  chain_id uuid not null,
  checked_at timestamp with time zone not null default clock_timestamp(),
  position bigint not null,
  hash bytea,
  problem text,
  bad_position bigint,
  bad_audit_id bigint
);
-- What the nightly check of each chain found, append-only.
constraint audit_checks_pkey PRIMARY KEY (id);
CREATE INDEX audit_checks_chain_idx ON app.audit_checks USING btree (chain_id, id DESC);
CREATE TRIGGER audit_checks_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON app.audit_checks FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
row level security: t, forced: t
policy audit_checks_all_system all to system using (true) with check (true);
grant insert, select to system;

table app.audit_heads (
  chain_id uuid not null,
  position bigint not null,
  hash bytea not null,
  dropped_to bigint not null default 0,
  dropped_hash bytea not null default '\x'::bytea
);
-- The end of each chain: the next link continues it, and a chain that ends earlier was cut off.
constraint audit_heads_pkey PRIMARY KEY (chain_id);
row level security: t, forced: t
policy audit_heads_all_system all to system using (true) with check (true);
grant insert, select, update to system;

table app.audit_links (
  chain_id uuid not null,
  position bigint not null,
  audit_id bigint not null,
  hash bytea not null,
  sealed_at timestamp with time zone not null default clock_timestamp(),
  occurred_at timestamp with time zone not null
);
partition by RANGE (sealed_at);
-- The hash chains over app.audit_log, append-only: one link per row, in the order of sealing.
constraint audit_links_position_check CHECK (("position" > 0));
constraint audit_links_pkey PRIMARY KEY (chain_id, "position", sealed_at);
constraint audit_links_audit_id_key UNIQUE (audit_id, sealed_at);
CREATE TRIGGER audit_links_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON app.audit_links FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
row level security: t, forced: t
policy audit_links_all_system all to system using (true) with check (true);
grant insert, select to system;

table app.audit_log (
  id bigint not null default nextval('app.audit_log_id_seq'::regclass),
  clinic_id uuid,
  occurred_at timestamp with time zone not null default clock_timestamp(),
  actor_kind text not null,
  actor_id uuid,
  actor_role text,
  acting_for uuid,
  action text not null,
  subject_type text,
  subject_id text,
  patient_ids uuid[] not null default '{}'::uuid[],
  patient_count integer not null default 0,
  purpose text,
  request_id text,
  address text,
  details jsonb not null default '{}'::jsonb
);
partition by RANGE (occurred_at);
-- One row per business action and per read of health data, append-only (docs/domain-rules.md rule 33), partitioned by month. Written only by app.write_audit() and app.record_read(), which check the values.
constraint audit_log_pkey PRIMARY KEY (id, occurred_at);
CREATE INDEX audit_log_clinic_idx ON ONLY app.audit_log USING btree (clinic_id, id);
CREATE INDEX audit_log_sign_in_idx ON ONLY app.audit_log USING btree (subject_id, id DESC) WHERE ((action = ANY (ARRAY['auth.login'::text, 'auth.login_failed'::text, 'auth.user_signedup'::text, 'auth.invite_accepted'::text])) AND (clinic_id IS NULL));
CREATE TRIGGER audit_log_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON app.audit_log FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
row level security: t, forced: t
policy audit_log_insert_system insert to system with check (true);
policy audit_log_second_step all restrictive to clinic_admin, clinic_guardian, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy audit_log_select_admin select to clinic_admin using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
policy audit_log_select_system select to system using (true);
grant select to clinic_admin, system;
grant insert (clinic_id, occurred_at, actor_kind, actor_id, actor_role, acting_for, action, subject_type, subject_id, patient_ids, patient_count, purpose, request_id, address, details) to system;

table app.audit_subjects (
  clinic_id uuid not null,
  patient_id uuid not null,
  audit_id bigint not null,
  occurred_at timestamp with time zone not null
);
partition by RANGE (occurred_at);
-- Which sealed audit rows are about a patient.
constraint audit_subjects_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint audit_subjects_pkey PRIMARY KEY (clinic_id, patient_id, audit_id, occurred_at);
row level security: t, forced: t
policy audit_subjects_all_system all to system using (true) with check (true);
grant insert, select to system;

table app.busy_times (
  clinic_id uuid not null,
  source_id uuid not null,
  provider_id uuid,
  room_id uuid,
  patient_id uuid not null,
  busy tstzrange not null,
  visit tstzrange not null,
  expires_at timestamp with time zone
);
-- Times that are taken, kept by triggers on appointments and holds. Its exclusion constraints prevent double bookings.
constraint busy_times_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint busy_times_pkey PRIMARY KEY (clinic_id, source_id);
constraint busy_times_patient_excl EXCLUDE USING gist (clinic_id WITH =, patient_id WITH =, visit WITH &&);
constraint busy_times_provider_excl EXCLUDE USING gist (clinic_id WITH =, provider_id WITH =, busy WITH &&);
constraint busy_times_room_excl EXCLUDE USING gist (clinic_id WITH =, room_id WITH =, busy WITH &&);
CREATE TRIGGER busy_times_queue BEFORE INSERT OR UPDATE ON app.busy_times FOR EACH ROW EXECUTE FUNCTION app.queue_for_busy_time();
row level security: t, forced: t
policy busy_times_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table app.calendar_addresses (
  clinic_id uuid not null,
  provider_id uuid not null,
  key_hash bytea not null,
  created_at timestamp with time zone not null
);
-- The key of a provider's private calendar address. Revoked by removing the row.
constraint calendar_addresses_hash_check CHECK ((length(key_hash) = 32));
constraint calendar_addresses_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint calendar_addresses_provider_fkey FOREIGN KEY (clinic_id, provider_id) REFERENCES providers(clinic_id, id) ON DELETE CASCADE;
constraint calendar_addresses_pkey PRIMARY KEY (clinic_id, provider_id);
constraint calendar_addresses_hash_key UNIQUE (key_hash);
row level security: t, forced: t
policy calendar_addresses_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table app.checkouts (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  purpose text not null,
  subject_id uuid not null,
  choice text not null,
  attempt text not null,
  stripe_account text,
  stripe_session text,
  state text not null default 'open'::text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  household jsonb,
  coupon_id uuid
);
-- At most one open Checkout page per buyer and purpose, so that two tabs cannot pay twice.
constraint checkouts_purpose_check CHECK ((purpose = ANY (ARRAY['wellness'::text, 'uninsured'::text, 'tier'::text])));
constraint checkouts_state_check CHECK ((state = ANY (ARRAY['open'::text, 'complete'::text, 'expired'::text])));
constraint checkouts_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint checkouts_coupon_fkey FOREIGN KEY (clinic_id, coupon_id) REFERENCES coupons(clinic_id, id) ON DELETE RESTRICT;
constraint checkouts_pkey PRIMARY KEY (clinic_id, id);
constraint checkouts_stripe_session_key UNIQUE (stripe_session);
CREATE INDEX checkouts_clinic_idx ON app.checkouts USING btree (clinic_id, created_at);
CREATE INDEX checkouts_coupon_idx ON app.checkouts USING btree (clinic_id, coupon_id);
CREATE INDEX checkouts_id_idx ON app.checkouts USING btree (id);
CREATE UNIQUE INDEX checkouts_open_key ON app.checkouts USING btree (clinic_id, subject_id, purpose) WHERE (state = 'open'::text);
row level security: t, forced: t
policy checkouts_all_system all to system using (true) with check (true);
grant insert, select, update to system;

table app.clinic_closings (
  clinic_id uuid not null,
  asked_at timestamp with time zone not null,
  asked_by uuid,
  subscriptions uuid[] not null default '{}'::uuid[],
  withdrawn_at timestamp with time zone,
  erased_at timestamp with time zone
);
-- When an admin asked to close a clinic, took it back, and when it was erased.
constraint clinic_closings_end_once CHECK (((withdrawn_at IS NULL) OR (erased_at IS NULL)));
constraint clinic_closings_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint clinic_closings_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint clinic_closings_pkey PRIMARY KEY (clinic_id, asked_at);
CREATE INDEX clinic_closings_asked_by_idx ON app.clinic_closings USING btree (asked_by);
CREATE UNIQUE INDEX clinic_closings_open_key ON app.clinic_closings USING btree (clinic_id) WHERE (withdrawn_at IS NULL);
row level security: t, forced: t
policy clinic_closings_all_system all to system using (true) with check (true);
grant insert, select, update to system;

table app.clinic_requests (
  id uuid not null default gen_random_uuid(),
  email text not null,
  sign_up_id uuid not null,
  name text,
  subdomain text,
  requested_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  time_zone text
);
-- A clinic that somebody signed up for: opened when the address is confirmed, its name held until then.
constraint clinic_requests_check CHECK (((name IS NULL) = (subdomain IS NULL)));
constraint clinic_requests_email_check CHECK ((email = lower(email)));
constraint clinic_requests_name_check CHECK (((length(btrim(name)) >= 3) AND (length(btrim(name)) <= 120)));
constraint clinic_requests_name_is_one_line CHECK (app.is_one_line(name)) NOT VALID;
constraint clinic_requests_pkey PRIMARY KEY (id);
constraint clinic_requests_email_key UNIQUE (email);
constraint clinic_requests_sign_up_id_key UNIQUE (sign_up_id);
constraint clinic_requests_subdomain_key UNIQUE (subdomain);
CREATE INDEX clinic_requests_expires_idx ON app.clinic_requests USING btree (expires_at);
row level security: t, forced: t
policy clinic_requests_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

view app.completion_by_category (
  clinic_id uuid,
  category text,
  assigned integer,
  completed integer
);
-- Health data: how many assigned lessons were completed.
 SELECT a.clinic_id,
    v.category,
    (count(*))::integer AS assigned,
    (count(a.completed_at))::integer AS completed
   FROM (lesson_assignments a
     JOIN content_versions v ON (((v.clinic_id = a.clinic_id) AND (v.id = a.version_id))))
  WHERE (((a.completed_at IS NOT NULL) OR (a.withdrawn_at IS NULL)) AND (a.opens_at <= app.now()))
  GROUP BY a.clinic_id, v.category;
grant select to system;

table app.contact_requests (
  id uuid not null default gen_random_uuid(),
  about text not null,
  name text not null,
  email text not null,
  clinic_name text,
  message text not null,
  created_at timestamp with time zone not null
);
-- Messages of visitors to the operator. No client reads them.
constraint contact_requests_about_check CHECK ((about = ANY (ARRAY['question'::text, 'demo'::text, 'sales'::text])));
constraint contact_requests_clinic_check CHECK ((((length(clinic_name) >= 1) AND (length(clinic_name) <= 200)) AND app.is_one_line(clinic_name)));
constraint contact_requests_email_check CHECK (((length(email) <= 255) AND app.is_one_line(email)));
constraint contact_requests_message_check CHECK (((length(message) >= 1) AND (length(message) <= 4000)));
constraint contact_requests_name_check CHECK ((((length(name) >= 1) AND (length(name) <= 200)) AND app.is_one_line(name)));
constraint contact_requests_pkey PRIMARY KEY (id);
CREATE INDEX contact_requests_created_idx ON app.contact_requests USING btree (created_at DESC);
row level security: t, forced: t
policy contact_requests_all_system all to system using (true) with check (true);
grant insert, select to system;

table app.daily_summaries (
  clinic_id uuid not null,
  day date not null
);
-- The last day for which a clinic's daily summaries were made, so that each is made once.
constraint daily_summaries_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE CASCADE;
constraint daily_summaries_pkey PRIMARY KEY (clinic_id);
CREATE TRIGGER daily_summaries_are_erased_by_retention BEFORE DELETE ON app.daily_summaries FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
row level security: t, forced: t
policy daily_summaries_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table app.dismissed_duplicates (
  clinic_id uuid not null,
  patient_id uuid not null,
  other_patient_id uuid not null,
  dismissed_at timestamp with time zone not null,
  dismissed_by uuid
);
-- Health data: pairs of patients that look alike and are two people, as somebody of the clinic has said.
constraint dismissed_duplicates_in_order CHECK ((patient_id < other_patient_id));
constraint dismissed_duplicates_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint dismissed_duplicates_dismissed_by_fkey FOREIGN KEY (dismissed_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint dismissed_duplicates_other_fkey FOREIGN KEY (clinic_id, other_patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint dismissed_duplicates_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint dismissed_duplicates_pkey PRIMARY KEY (clinic_id, patient_id, other_patient_id);
CREATE INDEX dismissed_duplicates_dismissed_by_idx ON app.dismissed_duplicates USING btree (dismissed_by) WHERE (dismissed_by IS NOT NULL);
CREATE INDEX dismissed_duplicates_other_idx ON app.dismissed_duplicates USING btree (clinic_id, other_patient_id);
row level security: t, forced: t
policy dismissed_duplicates_all_system all to system using (true) with check (true);
grant delete, insert, select to system;

table app.dropped_months (
  id bigint not null generated as identity,
  name text not null,
  ended_at timestamp with time zone not null,
  bytes bigint not null,
  dropped_at timestamp with time zone not null default clock_timestamp()
);
-- Which months retention has dropped, append-only.
constraint dropped_months_pkey PRIMARY KEY (id);
CREATE TRIGGER dropped_months_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON app.dropped_months FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
row level security: t, forced: t
policy dropped_months_all_system all to system using (true) with check (true);
grant insert, select to system;

table app.erasures (
  clinic_id uuid not null,
  patient_id uuid not null,
  class text not null,
  ended_at timestamp with time zone not null,
  carried_out_at timestamp with time zone not null
);
-- Which classes of rows about a patient were erased after they left, and when: ids and dates only.
constraint erasures_class_check CHECK ((class = ANY (ARRAY['convenience'::text, 'record'::text, 'money'::text])));
constraint erasures_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint erasures_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint erasures_pkey PRIMARY KEY (clinic_id, patient_id, class, ended_at);
row level security: t, forced: t
policy erasures_all_system all to system using (true) with check (true);
grant insert, select to system;

table app.file_objects (
  name text not null,
  file_id uuid,
  starts_at bigint,
  bytes bigint,
  created_at timestamp with time zone not null default now()
);
-- Objects in the file store. Times are the machine's: they are compared with those of the store.
constraint file_objects_bytes_check CHECK ((bytes > 0));
constraint file_objects_name_check CHECK ((name ~ '^[0-9a-f]{2}/[0-9a-f]{62}$'::text));
constraint file_objects_starts_at_check CHECK ((starts_at >= 0));
constraint file_objects_stored_with_place CHECK (((starts_at IS NULL) = (bytes IS NULL)));
constraint file_objects_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE SET NULL;
constraint file_objects_pkey PRIMARY KEY (name);
constraint file_objects_place_key UNIQUE (file_id, starts_at);
CREATE INDEX file_objects_unused_idx ON app.file_objects USING btree (created_at) WHERE (file_id IS NULL);
row level security: t, forced: t
policy file_objects_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table app.former_customers (
  clinic_id uuid not null,
  patient_id uuid not null,
  stripe_customer text not null,
  replaced_at timestamp with time zone not null
);
-- Further customers at Stripe who are a patient: deleted ones of whom there are still payments, and those that the clinic has assigned.
constraint former_customers_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint former_customers_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint former_customers_pkey PRIMARY KEY (clinic_id, stripe_customer);
constraint former_customers_stripe_customer_key UNIQUE (stripe_customer);
CREATE INDEX former_customers_patient_idx ON app.former_customers USING btree (clinic_id, patient_id);
row level security: t, forced: t
policy former_customers_all_system all to system using (true) with check (true);
grant insert, select to system;
grant update (patient_id) to system;

table app.legal_holds (
  clinic_id uuid not null,
  patient_id uuid not null,
  placed_by uuid,
  placed_at timestamp with time zone not null,
  released_at timestamp with time zone
);
-- Patients of whom nothing is erased until the hold is released.
constraint legal_holds_released_later CHECK ((released_at >= placed_at));
constraint legal_holds_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint legal_holds_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint legal_holds_placed_by_fkey FOREIGN KEY (placed_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint legal_holds_pkey PRIMARY KEY (clinic_id, patient_id, placed_at);
CREATE UNIQUE INDEX legal_holds_open_key ON app.legal_holds USING btree (clinic_id, patient_id) WHERE (released_at IS NULL);
CREATE INDEX legal_holds_placed_by_idx ON app.legal_holds USING btree (placed_by);
row level security: t, forced: t
policy legal_holds_all_system all to system using (true) with check (true);
grant insert, select, update to system;
grant update (patient_id) to system;

view app.live_guardians (
  id uuid,
  clinic_id uuid,
  patient_id uuid,
  user_id uuid,
  granted text,
  until_on date,
  limited_at timestamp with time zone,
  born_on date,
  today date,
  limited_from integer,
  ends_at integer,
  invites boolean,
  level text
);
-- Health data: guardians with what their access allows today; level is null once a birthday has ended it.
 SELECT g.id,
    g.clinic_id,
    g.patient_id,
    g.user_id,
    g.access AS granted,
    g.until_on,
    g.limited_at,
    d.date_of_birth AS born_on,
    ((app.now() AT TIME ZONE c.time_zone))::date AS today,
    COALESCE(r.limited_from, 12) AS limited_from,
    COALESCE(r.ends_at, 18) AS ends_at,
    COALESCE(r.invites, true) AS invites,
        CASE
            WHEN ((g.until_on IS NULL) OR (((app.now() AT TIME ZONE c.time_zone))::date <= g.until_on)) THEN app.guardian_level(g.access, d.date_of_birth, ((app.now() AT TIME ZONE c.time_zone))::date, COALESCE(r.limited_from, 12), COALESCE(r.ends_at, 18))
            ELSE NULL::text
        END AS level
   FROM (((patient_guardians g
     JOIN clinics c ON ((c.id = g.clinic_id)))
     LEFT JOIN guardian_rules r ON ((r.clinic_id = g.clinic_id)))
     LEFT JOIN patient_details d ON (((d.clinic_id = g.clinic_id) AND (d.patient_id = g.patient_id))))
  WHERE ((g.accepted_at IS NOT NULL) AND (g.ended_at IS NULL));
grant select to system;

table app.mails (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid,
  channel text not null default 'mail'::text,
  template text not null,
  to_address text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  links text[] not null default '{}'::text[],
  status text not null default 'queued'::text,
  message_id text not null,
  attempts integer not null default 0,
  last_error text,
  queued_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  receipt_id uuid,
  calendar text
);
partition by RANGE (queued_at);
-- The outbox: a message is written in the transaction that causes it and sent by a job. Partitioned by month; kept for two years.
constraint mails_calendar_check CHECK ((length(calendar) <= 200000));
constraint mails_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'sms'::text])));
constraint mails_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text])));
constraint mails_to_address_check CHECK ((length(to_address) <= 255));
constraint mails_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint mails_receipt_fkey FOREIGN KEY (clinic_id, receipt_id) REFERENCES receipts(clinic_id, id) ON DELETE RESTRICT;
constraint mails_pkey PRIMARY KEY (id, queued_at);
constraint mails_message_id_key UNIQUE (message_id, queued_at);
CREATE INDEX mails_clinic_idx ON ONLY app.mails USING btree (clinic_id);
CREATE INDEX mails_receipt_idx ON ONLY app.mails USING btree (clinic_id, receipt_id);
CREATE INDEX mails_to_idx ON ONLY app.mails USING btree (to_address, queued_at DESC);
CREATE INDEX mails_waiting_idx ON ONLY app.mails USING btree (queued_at) WHERE (status <> 'sent'::text);
CREATE TRIGGER mails_are_erased_by_retention BEFORE DELETE ON app.mails FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
row level security: t, forced: t
policy mails_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table app.member_entries (
  clinic_id uuid not null,
  membership_id uuid not null,
  created_at timestamp with time zone not null,
  role text not null,
  status text not null,
  name text,
  email text,
  search text not null generated always as lower(((COALESCE(name, ''::text) || '
'::text) || COALESCE(email, ''::text))),
  subscribed text[] not null default '{}'::text[]
);
-- The lines of the members list, kept by triggers on memberships, patients, invitations and accounts.
constraint member_entries_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint member_entries_membership_fkey FOREIGN KEY (clinic_id, membership_id) REFERENCES clinic_memberships(clinic_id, id) DEFERRABLE INITIALLY DEFERRED;
constraint member_entries_pkey PRIMARY KEY (clinic_id, membership_id);
CREATE INDEX member_entries_list_idx ON app.member_entries USING btree (clinic_id, created_at, membership_id);
CREATE INDEX member_entries_search_idx ON app.member_entries USING gin (clinic_id, search extensions.gin_trgm_ops);
CREATE INDEX member_entries_short_idx ON app.member_entries USING gin (clinic_id, app.short_parts(search));
CREATE INDEX member_entries_status_idx ON app.member_entries USING btree (clinic_id, status, created_at, membership_id);
CREATE INDEX member_entries_subscribed_idx ON app.member_entries USING gin (clinic_id, subscribed);
row level security: t, forced: t
policy member_entries_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table app.monthly_tables (
  name text not null,
  at_column text not null,
  begins_at timestamp with time zone not null,
  keep_months integer
);
-- Tables that are partitioned by month, in UTC, and how long a month stays.
constraint monthly_tables_keep_months_check CHECK ((keep_months > 0));
constraint monthly_tables_pkey PRIMARY KEY (name);
row level security: t, forced: t
policy monthly_tables_all_system all to system using (true) with check (true);
grant select to system;

table app.notices (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  kind text not null,
  key text not null,
  subject_id text not null,
  noticed_at timestamp with time zone not null,
  waits_for uuid,
  settled_at timestamp with time zone,
  outcome text,
  appointment_id uuid,
  visit_starts_at timestamp with time zone
);
-- A fact that somebody is to be mailed about. Ids only; the job that mails reads the present state.
constraint notices_kind_check CHECK ((kind = ANY (ARRAY['patient_joined'::text, 'clinic_opened'::text, 'payment_received'::text, 'payment_failed'::text, 'refund_given'::text, 'refund_failed'::text, 'card_expiring'::text, 'plan_canceled'::text, 'plan_ended'::text, 'plan_change'::text, 'plan_change_waits'::text, 'plan_price'::text, 'plan_renewal'::text, 'invitation_accepted'::text, 'patient_message'::text, 'patient_update'::text, 'patient_reminder'::text, 'visit_patient'::text, 'visit_provider'::text, 'visit_former_provider'::text, 'guardian_update'::text, 'guardian_soon'::text, 'guardian_changed'::text, 'ward_soon'::text, 'ward_changed'::text])));
constraint notices_visit_check CHECK (((appointment_id IS NULL) = (visit_starts_at IS NULL)));
constraint notices_appointment_fkey FOREIGN KEY (clinic_id, appointment_id) REFERENCES appointments(clinic_id, id) ON DELETE RESTRICT;
constraint notices_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint notices_waits_for_fkey FOREIGN KEY (waits_for) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint notices_pkey PRIMARY KEY (clinic_id, id);
constraint notices_key_key UNIQUE (key);
CREATE INDEX notices_appointment_idx ON app.notices USING btree (clinic_id, appointment_id) WHERE (appointment_id IS NOT NULL);
CREATE INDEX notices_clinic_idx ON app.notices USING btree (clinic_id, noticed_at);
CREATE INDEX notices_id_idx ON app.notices USING btree (id);
CREATE INDEX notices_open_idx ON app.notices USING btree (noticed_at) WHERE (settled_at IS NULL);
CREATE INDEX notices_waits_for_idx ON app.notices USING btree (waits_for) WHERE (waits_for IS NOT NULL);
CREATE TRIGGER notices_are_erased_by_retention BEFORE DELETE ON app.notices FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
row level security: t, forced: t
policy notices_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

view app.paid_plans (
  clinic_id uuid,
  subscription_id uuid,
  patient_id uuid,
  status text,
  first_paid_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_because text
);
-- Health data: plans from their first payment until they ended, and why.
 SELECT s.clinic_id,
    s.id AS subscription_id,
    s.owner_patient_id AS patient_id,
    s.status,
    p.first_paid_at,
    s.ended_at,
        CASE
            WHEN (s.ended_at IS NULL) THEN NULL::text
            WHEN (EXISTS ( SELECT
               FROM invoices i
              WHERE ((i.clinic_id = s.clinic_id) AND (i.subscription_id = s.id) AND (i.attempt_count > 0) AND (i.status = ANY (ARRAY['open'::text, 'uncollectible'::text]))))) THEN 'payment'::text
            WHEN (EXISTS ( SELECT
               FROM subscription_changes c
              WHERE ((c.clinic_id = s.clinic_id) AND (c.subscription_id = s.id) AND (c.kind = 'leave'::text) AND (c.state = 'done'::text)))) THEN 'left'::text
            WHEN s.cancel_at_period_end THEN 'canceled'::text
            ELSE 'clinic'::text
        END AS ended_because
   FROM (subscriptions s
     CROSS JOIN LATERAL ( SELECT min(i.paid_at) AS first_paid_at
           FROM invoices i
          WHERE ((i.clinic_id = s.clinic_id) AND (i.subscription_id = s.id) AND (i.amount_paid_cents > 0))) p)
  WHERE ((p.first_paid_at IS NOT NULL) AND ((s.ended_at IS NULL) OR (s.ended_at > p.first_paid_at)));
grant select to system;

table app.patient_import_rows (
  clinic_id uuid not null,
  import_id uuid not null,
  line integer not null,
  state text not null default 'waiting'::text,
  skipped_why text,
  name text not null,
  email text not null,
  date_of_birth date,
  phone text,
  plan_id uuid,
  price_id uuid,
  paid_until date,
  membership_id uuid,
  taken_up_at timestamp with time zone
);
-- What a file said about each patient. No client reads it; birthday and phone are removed once the person has joined.
constraint patient_import_rows_date_of_birth_check CHECK ((date_of_birth >= '1900-01-01'::date));
constraint patient_import_rows_email_check CHECK ((email = lower(email)));
constraint patient_import_rows_name_check CHECK ((((length(name) >= 1) AND (length(name) <= 200)) AND app.is_one_line(name)));
constraint patient_import_rows_phone_check CHECK ((phone ~ '^\+[1-9]\d{6,14}$'::text));
constraint patient_import_rows_plan_has_price CHECK (((plan_id IS NULL) = (price_id IS NULL)));
constraint patient_import_rows_skipped_has_reason CHECK (((state = 'skipped'::text) = (skipped_why IS NOT NULL)));
constraint patient_import_rows_skipped_why_check CHECK ((skipped_why = ANY (ARRAY['here'::text, 'not_allowed'::text, 'refused'::text])));
constraint patient_import_rows_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'added'::text, 'skipped'::text])));
constraint patient_import_rows_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint patient_import_rows_import_fkey FOREIGN KEY (clinic_id, import_id) REFERENCES app.patient_imports(clinic_id, id) ON DELETE RESTRICT;
constraint patient_import_rows_membership_fkey FOREIGN KEY (clinic_id, membership_id) REFERENCES clinic_memberships(clinic_id, id) DEFERRABLE INITIALLY DEFERRED;
constraint patient_import_rows_plan_fkey FOREIGN KEY (clinic_id, plan_id) REFERENCES plans(clinic_id, id) ON DELETE RESTRICT;
constraint patient_import_rows_price_fkey FOREIGN KEY (clinic_id, price_id) REFERENCES plan_prices(clinic_id, id) ON DELETE RESTRICT;
constraint patient_import_rows_pkey PRIMARY KEY (clinic_id, import_id, line);
constraint patient_import_rows_address_key UNIQUE (clinic_id, import_id, email);
CREATE INDEX patient_import_rows_address_idx ON app.patient_import_rows USING btree (clinic_id, email) WHERE (taken_up_at IS NULL);
CREATE INDEX patient_import_rows_membership_idx ON app.patient_import_rows USING btree (clinic_id, membership_id);
CREATE INDEX patient_import_rows_plan_idx ON app.patient_import_rows USING btree (clinic_id, plan_id);
CREATE INDEX patient_import_rows_price_idx ON app.patient_import_rows USING btree (clinic_id, price_id);
CREATE TRIGGER patient_import_rows_are_erased_by_retention BEFORE DELETE ON app.patient_import_rows FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
row level security: t, forced: t
policy patient_import_rows_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table app.patient_imports (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  attempt text not null,
  started_by uuid,
  invites boolean not null,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone
);
-- Imports of patients from a file, confirmed after a dry run.
constraint patient_imports_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint patient_imports_started_by_fkey FOREIGN KEY (started_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint patient_imports_pkey PRIMARY KEY (clinic_id, id);
constraint patient_imports_attempt_key UNIQUE (clinic_id, attempt);
CREATE INDEX patient_imports_clinic_idx ON app.patient_imports USING btree (clinic_id, created_at DESC);
CREATE INDEX patient_imports_started_by_idx ON app.patient_imports USING btree (started_by);
row level security: t, forced: t
policy patient_imports_all_system all to system using (true) with check (true);
grant insert, select, update to system;

table app.patient_merges (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  patient_id uuid not null,
  from_patient_id uuid not null,
  records jsonb not null,
  moved jsonb not null default '[]'::jsonb,
  exchanged jsonb not null default '[]'::jsonb,
  messages uuid[] not null default '{}'::uuid[],
  customer text not null default 'stayed'::text,
  merged_at timestamp with time zone not null,
  merged_by uuid,
  undone_at timestamp with time zone,
  undone_by uuid
);
-- Health data: which records were merged, and what has to go back when they are parted.
constraint patient_merges_customer_check CHECK ((customer = ANY (ARRAY['stayed'::text, 'moved'::text, 'exchanged'::text])));
constraint patient_merges_others CHECK ((patient_id <> from_patient_id));
constraint patient_merges_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint patient_merges_from_fkey FOREIGN KEY (clinic_id, from_patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint patient_merges_merged_by_fkey FOREIGN KEY (merged_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint patient_merges_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint patient_merges_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint patient_merges_pkey PRIMARY KEY (clinic_id, id);
CREATE INDEX patient_merges_from_idx ON app.patient_merges USING btree (clinic_id, from_patient_id);
CREATE UNIQUE INDEX patient_merges_from_key ON app.patient_merges USING btree (clinic_id, from_patient_id) WHERE (undone_at IS NULL);
CREATE INDEX patient_merges_merged_by_idx ON app.patient_merges USING btree (merged_by) WHERE (merged_by IS NOT NULL);
CREATE INDEX patient_merges_patient_idx ON app.patient_merges USING btree (clinic_id, patient_id, merged_at DESC);
CREATE INDEX patient_merges_undone_by_idx ON app.patient_merges USING btree (undone_by) WHERE (undone_by IS NOT NULL);
row level security: t, forced: t
policy patient_merges_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table app.patient_splits (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  patient_id uuid not null,
  into_patient_id uuid not null,
  made_record boolean not null,
  moved jsonb not null default '[]'::jsonb,
  messages uuid[] not null default '{}'::uuid[],
  items integer not null,
  split_at timestamp with time zone not null,
  split_by uuid,
  undone_at timestamp with time zone,
  undone_by uuid
);
-- Health data: what went from one patient to another because it was written into the wrong record, and what has to go back.
constraint patient_splits_items_check CHECK ((items > 0));
constraint patient_splits_others CHECK ((patient_id <> into_patient_id));
constraint patient_splits_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint patient_splits_into_fkey FOREIGN KEY (clinic_id, into_patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint patient_splits_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint patient_splits_split_by_fkey FOREIGN KEY (split_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint patient_splits_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint patient_splits_pkey PRIMARY KEY (clinic_id, id);
CREATE INDEX patient_splits_into_idx ON app.patient_splits USING btree (clinic_id, into_patient_id, split_at DESC);
CREATE INDEX patient_splits_patient_idx ON app.patient_splits USING btree (clinic_id, patient_id, split_at DESC);
CREATE INDEX patient_splits_split_by_idx ON app.patient_splits USING btree (split_by) WHERE (split_by IS NOT NULL);
CREATE INDEX patient_splits_undone_by_idx ON app.patient_splits USING btree (undone_by) WHERE (undone_by IS NOT NULL);
row level security: t, forced: t
policy patient_splits_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

view app.plan_pauses (
  clinic_id uuid,
  subscription_id uuid,
  paused_at timestamp with time zone,
  resumed_at timestamp with time zone
);
-- Health data: when plans were paused, and until when.
 SELECT clinic_id,
    subscription_id,
    decided_at AS paused_at,
    ( SELECT min(r.decided_at) AS min
           FROM subscription_changes r
          WHERE ((r.clinic_id = c.clinic_id) AND (r.subscription_id = c.subscription_id) AND (r.kind = ANY (ARRAY['resume'::text, 'leave'::text])) AND (r.state = 'done'::text) AND (r.decided_at > c.decided_at))) AS resumed_at
   FROM subscription_changes c
  WHERE ((kind = 'pause'::text) AND (state = 'done'::text));
grant select to system;

view app.program_figures (
  clinic_id uuid,
  program_id uuid,
  title text,
  learning integer,
  completed integer,
  ended integer
);
-- Health data: how many patients take part in each program.
 SELECT p.clinic_id,
    p.id AS program_id,
    p.title,
    (count(*) FILTER (WHERE ((e.ended_at IS NULL) AND (NOT d.is_done))))::integer AS learning,
    (count(*) FILTER (WHERE d.is_done))::integer AS completed,
    (count(*) FILTER (WHERE ((e.ended_at IS NOT NULL) AND (NOT d.is_done))))::integer AS ended
   FROM ((programs p
     JOIN program_enrollments e ON (((e.clinic_id = p.clinic_id) AND (e.program_id = p.id))))
     CROSS JOIN LATERAL ( SELECT COALESCE(bool_and((a.completed_at IS NOT NULL)), false) AS is_done
           FROM lesson_assignments a
          WHERE ((a.clinic_id = e.clinic_id) AND (a.enrollment_id = e.id) AND ((a.completed_at IS NOT NULL) OR (a.withdrawn_at IS NULL)))) d)
  WHERE (p.deleted_at IS NULL)
  GROUP BY p.clinic_id, p.id, p.title;
grant select to system;

view app.proven_addresses (
  user_id uuid,
  address text
);
-- Which address a person has proven to Carefold. Code that compares an address with a row reads it here.
 SELECT id AS user_id,
    email AS address
   FROM auth.users u
  WHERE ((NOT is_sso) AND (email IS NOT NULL) AND (email_confirmed_at IS NOT NULL) AND (deleted_at IS NULL));
grant select to system;

table app.receipt_numbers (
  clinic_id uuid not null,
  last_number integer not null
);
-- The last number of each clinic's receipts. A row, not a sequence: a rolled back receipt must not leave a gap.
constraint receipt_numbers_last_number_check CHECK ((last_number >= 0));
constraint receipt_numbers_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint receipt_numbers_pkey PRIMARY KEY (clinic_id);
row level security: t, forced: t
policy receipt_numbers_all_system all to system using (true) with check (true);
grant insert, select, update to system;

view app.recurring_revenue (
  clinic_id uuid,
  subscription_id uuid,
  status text,
  kind text,
  currency text,
  monthly_cents bigint
);
-- Health data: monthly recurring revenue of each running plan.
 SELECT s.clinic_id,
    s.id AS subscription_id,
    s.status,
    p.kind,
    r.currency,
        CASE r."interval"
            WHEN 'year'::text THEN (round((((i.cents - d.cents))::numeric / 12.0)))::bigint
            ELSE (i.cents - d.cents)
        END AS monthly_cents
   FROM (((((subscriptions s
     JOIN plans p ON (((p.clinic_id = s.clinic_id) AND (p.id = s.plan_id))))
     JOIN plan_prices r ON (((r.clinic_id = s.clinic_id) AND (r.id = s.price_id))))
     CROSS JOIN LATERAL ( SELECT (COALESCE(sum((i_1.quantity * i_1.unit_cents)), (0)::numeric))::bigint AS cents
           FROM subscription_items i_1
          WHERE ((i_1.clinic_id = s.clinic_id) AND (i_1.subscription_id = s.id))) i)
     LEFT JOIN coupons c ON (((c.clinic_id = s.clinic_id) AND (c.id = s.coupon_id) AND ((c.duration = 'forever'::text) OR ((c.duration = 'repeating'::text) AND (app.now() < (((s.started_at AT TIME ZONE 'UTC'::text) + make_interval(months => (c.months)::integer)) AT TIME ZONE 'UTC'::text)))))))
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN (c.id IS NULL) THEN (0)::bigint
                    WHEN (c.percent IS NOT NULL) THEN ((((i.cents * c.percent) * 2) + 100) / 200)
                    ELSE LEAST(i.cents, c.amount_cents)
                END AS cents) d)
  WHERE (s.status = ANY (ARRAY['active'::text, 'past_due'::text]));
grant select to system;

view app.resource_effectiveness (
  clinic_id uuid,
  item_id uuid,
  title text,
  type text,
  views integer,
  rating double precision,
  ratings integer,
  readers integer,
  completed integer,
  popular_in text
);
-- Health data: what came of each published item.
 WITH readers AS NOT MATERIALIZED (
         SELECT r_1.clinic_id,
            r_1.item_id,
            r_1.patient_id,
            bool_or(r_1.is_completed) AS is_completed,
            max(r_1.rating) AS rating
           FROM ( SELECT o.clinic_id,
                    o.item_id,
                    o.patient_id,
                    (COALESCE(o.completed_at, o.earlier_completed_at) IS NOT NULL) AS is_completed,
                    o.rating
                   FROM content_readings o
                UNION ALL
                 SELECT w.clinic_id,
                    w.item_id,
                    w.patient_id,
                    false,
                    NULL::integer
                   FROM content_views w
                UNION ALL
                 SELECT a.clinic_id,
                    a.item_id,
                    a.patient_id,
                    (a.completed_at IS NOT NULL),
                    NULL::integer
                   FROM lesson_assignments a
                  WHERE (((a.completed_at IS NOT NULL) OR (a.withdrawn_at IS NULL)) AND (a.opens_at <= app.now()))) r_1
          GROUP BY r_1.clinic_id, r_1.item_id, r_1.patient_id
        ), plans AS (
         SELECT DISTINCT ON (c.clinic_id, c.item_id) c.clinic_id,
            c.item_id,
            c.name
           FROM ( SELECT r_1.clinic_id,
                    r_1.item_id,
                    p.name,
                    count(DISTINCT r_1.patient_id) AS people
                   FROM (((readers r_1
                     JOIN subscription_members m ON (((m.clinic_id = r_1.clinic_id) AND (m.patient_id = r_1.patient_id) AND (m.until_on IS NULL))))
                     JOIN subscriptions s ON (((s.clinic_id = m.clinic_id) AND (s.id = m.subscription_id) AND (s.status = ANY (ARRAY['trialing'::text, 'active'::text, 'past_due'::text, 'unpaid'::text, 'paused'::text])))))
                     JOIN public.plans p ON (((p.clinic_id = s.clinic_id) AND (p.id = s.plan_id))))
                  GROUP BY r_1.clinic_id, r_1.item_id, p.name) c
          ORDER BY c.clinic_id, c.item_id, c.people DESC, c.name
        )
 SELECT i.clinic_id,
    i.id AS item_id,
    i.title,
    i.type,
    i.view_count AS views,
    (round(avg(r.rating), 1))::double precision AS rating,
    (count(r.rating))::integer AS ratings,
    (count(r.patient_id))::integer AS readers,
    (count(*) FILTER (WHERE r.is_completed))::integer AS completed,
    ( SELECT n.name
           FROM plans n
          WHERE ((n.clinic_id = i.clinic_id) AND (n.item_id = i.id))) AS popular_in
   FROM (content_items i
     LEFT JOIN readers r ON (((r.clinic_id = i.clinic_id) AND (r.item_id = i.id))))
  WHERE ((i.status = 'published'::text) AND (i.deleted_at IS NULL))
  GROUP BY i.clinic_id, i.id, i.title, i.type, i.view_count;
grant select to system;

table app.settings (
  name text not null,
  value jsonb not null,
  updated_at timestamp with time zone not null default now()
);
-- Values of this installation, such as the development clock's offset.
constraint settings_pkey PRIMARY KEY (name);
row level security: t, forced: t
policy settings_all_system all to system using (true) with check (true);
grant insert, select, update to system;

table app.sso_domains (
  clinic_id uuid not null,
  domain text not null,
  token text not null default replace((gen_random_uuid())::text, '-'::text, ''::text),
  created_at timestamp with time zone not null default now(),
  checked_at timestamp with time zone,
  proven_at timestamp with time zone,
  missing_since timestamp with time zone,
  lost_at timestamp with time zone
);
-- A domain that a clinic's identity providers name, and whether the clinic has proven it. Follows sso_providers by trigger; no client reads it.
constraint sso_domains_domain_check CHECK (((domain = lower(domain)) AND (length(domain) <= 253)));
constraint sso_domains_lost_check CHECK (((proven_at IS NULL) OR (lost_at IS NULL)));
constraint sso_domains_missing_check CHECK (((missing_since IS NULL) OR (proven_at IS NOT NULL)));
constraint sso_domains_token_check CHECK ((token ~ '^[0-9a-f]{32}$'::text));
constraint sso_domains_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint sso_domains_pkey PRIMARY KEY (clinic_id, domain);
CREATE UNIQUE INDEX sso_domains_proven_key ON app.sso_domains USING btree (domain) WHERE (proven_at IS NOT NULL);
row level security: t, forced: t
policy sso_domains_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table app.storage_use (
  clinic_id uuid not null,
  used_bytes bigint not null default 0,
  limit_bytes bigint not null default '5000000000'::bigint
);
-- How much of its storage a clinic uses: the sum of files.size_bytes, kept by a trigger. Uploads wait for each other at this row, so the limit holds exactly.
constraint storage_use_not_negative CHECK ((used_bytes >= 0));
constraint storage_use_within_limit CHECK ((used_bytes <= limit_bytes));
constraint storage_use_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint storage_use_pkey PRIMARY KEY (clinic_id);
CREATE TRIGGER storage_use_are_erased_by_retention BEFORE DELETE ON app.storage_use FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
row level security: t, forced: t
policy storage_use_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table app.support_access (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  reason text not null,
  asked_by uuid,
  asked_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  ends_at timestamp with time zone,
  ended_by uuid,
  ended_at timestamp with time zone
);
-- Who asked to support a clinic and why, who agreed, and until when.
constraint support_access_an_hour CHECK ((ends_at <= (decided_at + '01:00:00'::interval)));
constraint support_access_ends_check CHECK (((ends_at IS NULL) OR (decided_at IS NOT NULL)));
constraint support_access_reason_check CHECK (((length(btrim(reason)) >= 10) AND (length(btrim(reason)) <= 500)));
constraint support_access_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint support_access_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint support_access_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint support_access_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint support_access_pkey PRIMARY KEY (clinic_id, id);
CREATE INDEX support_access_asked_by_idx ON app.support_access USING btree (asked_by);
CREATE INDEX support_access_asked_idx ON app.support_access USING btree (clinic_id, asked_at DESC);
CREATE INDEX support_access_decided_by_idx ON app.support_access USING btree (decided_by);
CREATE INDEX support_access_ended_by_idx ON app.support_access USING btree (ended_by);
CREATE INDEX support_access_id_idx ON app.support_access USING btree (id);
CREATE UNIQUE INDEX support_access_open_key ON app.support_access USING btree (clinic_id) WHERE (ended_at IS NULL);
row level security: t, forced: t
policy support_access_all_system all to system using (true) with check (true);
grant insert, select, update to system;

table app.text_messages (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  patient_id uuid not null,
  kind text not null,
  notice_id uuid not null,
  phone text not null,
  status text not null default 'queued'::text,
  reason text,
  provider_id text,
  attempts integer not null default 0,
  queued_at timestamp with time zone not null,
  send_at timestamp with time zone not null,
  sending_at timestamp with time zone,
  sent_at timestamp with time zone,
  delivered_at timestamp with time zone
);
-- Text messages to patients: that there is something, never what. The words are those of the kind.
constraint text_messages_kind_check CHECK ((kind = ANY (ARRAY['patient_message'::text, 'patient_update'::text, 'patient_reminder'::text])));
constraint text_messages_phone_check CHECK ((phone ~ '^\+[1-9][0-9]{6,14}$'::text));
constraint text_messages_reason_check CHECK ((length(reason) <= 100));
constraint text_messages_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'delivered'::text, 'failed'::text, 'withheld'::text])));
constraint text_messages_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint text_messages_notice_fkey FOREIGN KEY (clinic_id, notice_id) REFERENCES app.notices(clinic_id, id) ON DELETE RESTRICT;
constraint text_messages_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint text_messages_pkey PRIMARY KEY (clinic_id, id);
constraint text_messages_notice_key UNIQUE (clinic_id, notice_id, patient_id);
constraint text_messages_provider_key UNIQUE (provider_id);
CREATE INDEX text_messages_id_idx ON app.text_messages USING btree (id);
CREATE INDEX text_messages_open_idx ON app.text_messages USING btree (send_at) WHERE (status = ANY (ARRAY['queued'::text, 'sending'::text]));
CREATE INDEX text_messages_patient_idx ON app.text_messages USING btree (clinic_id, patient_id, queued_at DESC);
CREATE TRIGGER text_messages_are_erased_by_retention BEFORE DELETE ON app.text_messages FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
row level security: t, forced: t
policy text_messages_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;
grant update (patient_id) to system;

table app.text_stops (
  phone text not null,
  stopped_at timestamp with time zone not null
);
-- Phone numbers that get no text message, by their own word.
constraint text_stops_phone_check CHECK ((phone ~ '^\+[1-9][0-9]{6,14}$'::text));
constraint text_stops_pkey PRIMARY KEY (phone);
row level security: t, forced: t
policy text_stops_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

view app.views_by_week (
  clinic_id uuid,
  week date,
  views integer,
  people integer
);
-- Health data: views and patients by the clinic's week.
 SELECT clinic_id,
    (date_trunc('week'::text, (viewed_on)::timestamp with time zone))::date AS week,
    (count(*))::integer AS views,
    (count(DISTINCT patient_id))::integer AS people
   FROM content_views v
  GROUP BY clinic_id, ((date_trunc('week'::text, (viewed_on)::timestamp with time zone))::date);
grant select to system;

view app.vouched_addresses (
  clinic_id uuid,
  user_id uuid,
  address text
);
-- Which address a clinic's own identity provider asserts for a person, at a domain that the clinic has proven. It counts in that clinic alone.
 SELECT p.clinic_id,
    u.id AS user_id,
    u.email AS address
   FROM ((auth.users u
     JOIN sso_providers p ON (((p.id = u.sso_provider_id) AND (p.removed_at IS NULL))))
     JOIN app.sso_domains d ON (((d.clinic_id = p.clinic_id) AND (d.domain = split_part(u.email, '@'::text, 2)) AND (d.domain = ANY (p.domains)))))
  WHERE (u.is_sso AND (u.email_confirmed_at IS NOT NULL) AND (u.deleted_at IS NULL) AND (d.proven_at IS NOT NULL));
grant select to system;

table app.waitlist_openings (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  provider_id uuid not null,
  opens_at timestamp with time zone not null,
  closes_at timestamp with time zone not null,
  appointment_id uuid,
  created_at timestamp with time zone not null default app.now(),
  closed_at timestamp with time zone
);
-- Times of providers that became free, while they are offered to the waitlist.
constraint waitlist_openings_appointment_fkey FOREIGN KEY (clinic_id, appointment_id) REFERENCES appointments(clinic_id, id) ON DELETE RESTRICT;
constraint waitlist_openings_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint waitlist_openings_provider_fkey FOREIGN KEY (clinic_id, provider_id) REFERENCES providers(clinic_id, id) ON DELETE RESTRICT;
constraint waitlist_openings_pkey PRIMARY KEY (clinic_id, id);
CREATE INDEX waitlist_openings_appointment_idx ON app.waitlist_openings USING btree (clinic_id, appointment_id) WHERE (appointment_id IS NOT NULL);
CREATE INDEX waitlist_openings_open_idx ON app.waitlist_openings USING btree (clinic_id, created_at) WHERE (closed_at IS NULL);
CREATE INDEX waitlist_openings_provider_idx ON app.waitlist_openings USING btree (clinic_id, provider_id);
CREATE TRIGGER waitlist_openings_are_erased_by_retention BEFORE DELETE ON app.waitlist_openings FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
row level security: t, forced: t
policy waitlist_openings_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table app.webhook_events (
  id text not null,
  account text,
  type text not null,
  object_id text,
  payload jsonb,
  occurred_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  attempts integer not null default 0,
  processed_at timestamp with time zone,
  outcome text,
  error text,
  arrived_no bigint default nextval('app.stripe_reads'::regclass)
);
partition by RANGE (occurred_at);
-- The inbox: each event is stored once, acknowledged at once and processed by a job that reads the object from Stripe. Partitioned by month; kept for thirteen months.
constraint webhook_events_pkey PRIMARY KEY (id, occurred_at);
CREATE INDEX webhook_events_received_idx ON ONLY app.webhook_events USING btree (received_at);
CREATE INDEX webhook_events_waiting_idx ON ONLY app.webhook_events USING btree (received_at) WHERE (processed_at IS NULL);
CREATE INDEX webhook_events_waiting_object_idx ON ONLY app.webhook_events USING btree (object_id) WHERE (processed_at IS NULL);
row level security: t, forced: t
policy webhook_events_all_system all to system using (true) with check (true);
grant insert, select, update to system;

table auth.flow_states (
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  authentication_method text not null,
  code_challenge text,
  code_challenge_method text,
  auth_code_hash bytea,
  auth_code_issued_at timestamp with time zone,
  provider text,
  redirect_to text,
  provider_verifier text,
  provider_nonce text,
  returned_at timestamp with time zone,
  provider_tokens_sealed bytea,
  invite_link_hash bytea,
  linking_user_id uuid,
  session_not_after timestamp with time zone,
  created_at timestamp with time zone not null
);
-- A sign-in started in one browser, which only that browser can finish (RFC 7636).
constraint flow_states_challenge_check CHECK ((((code_challenge IS NULL) = (code_challenge_method IS NULL)) AND ((code_challenge IS NOT NULL) OR (provider IS NOT NULL))));
constraint flow_states_code_challenge_method_check CHECK ((code_challenge_method = ANY (ARRAY['s256'::text, 'plain'::text])));
constraint flow_states_provider_check CHECK (((provider IS NULL) OR ((redirect_to IS NOT NULL) AND (provider_verifier IS NOT NULL) AND (provider_nonce IS NOT NULL))));
constraint flow_states_linking_user_id_fkey FOREIGN KEY (linking_user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
constraint flow_states_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
constraint flow_states_pkey PRIMARY KEY (id);
constraint flow_states_auth_code_hash_key UNIQUE (auth_code_hash);
CREATE INDEX flow_states_created_idx ON auth.flow_states USING btree (created_at);
CREATE INDEX flow_states_linking_user_idx ON auth.flow_states USING btree (linking_user_id);
CREATE INDEX flow_states_user_idx ON auth.flow_states USING btree (user_id);
row level security: t, forced: t
policy flow_states_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table auth.hook_calls (
  id uuid not null default gen_random_uuid(),
  hook text not null,
  payload jsonb not null,
  attempts integer not null default 0,
  last_error text,
  created_at timestamp with time zone not null
);
-- Hook calls waiting to be delivered; a delivered one is deleted.
constraint hook_calls_hook_check CHECK ((hook = ANY (ARRAY['send_email'::text, 'send_sms'::text, 'after_user_created'::text])));
constraint hook_calls_pkey PRIMARY KEY (id);
CREATE INDEX hook_calls_created_idx ON auth.hook_calls USING btree (created_at);
row level security: t, forced: t
policy hook_calls_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table auth.identities (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  provider text not null,
  provider_id text not null,
  identity_data jsonb not null default '{}'::jsonb,
  email text generated always as lower((identity_data ->> 'email'::text)),
  last_sign_in_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);
-- One way in which a person proves who they are.
constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
constraint identities_pkey PRIMARY KEY (id);
constraint identities_provider_provider_id_key UNIQUE (provider, provider_id);
CREATE INDEX identities_email_idx ON auth.identities USING btree (email);
CREATE INDEX identities_user_idx ON auth.identities USING btree (user_id);
row level security: t, forced: t
policy identities_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table auth.known_devices (
  user_id uuid not null,
  fingerprint bytea not null,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null
);
-- A kind of browser on a network from which a person has signed in; forgotten half a year after the last time.
constraint known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
constraint known_devices_pkey PRIMARY KEY (user_id, fingerprint);
CREATE INDEX known_devices_last_seen_idx ON auth.known_devices USING btree (last_seen_at);
row level security: t, forced: t
policy known_devices_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table auth.mail_cooldowns (
  kind text not null,
  address_hash bytea not null,
  sent_at timestamp with time zone not null
);
-- When a mail of a kind was last requested for an address, whether or not anybody has that address (docs/contracts/auth.md D6).
constraint mail_cooldowns_kind_check CHECK ((kind = ANY (ARRAY['confirmation'::text, 'recovery'::text, 'email_change'::text, 'reauthentication'::text, 'sms'::text])));
constraint mail_cooldowns_pkey PRIMARY KEY (kind, address_hash);
CREATE INDEX mail_cooldowns_sent_idx ON auth.mail_cooldowns USING btree (sent_at);
row level security: t, forced: t
policy mail_cooldowns_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table auth.mfa_challenges (
  id uuid not null default gen_random_uuid(),
  factor_id uuid not null,
  ip inet,
  code_hash bytea,
  webauthn_challenge text,
  wrong_tries smallint not null default 0,
  verified_at timestamp with time zone,
  created_at timestamp with time zone not null
);
-- One challenge to a second factor: answered once, within five minutes.
constraint mfa_challenges_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE;
constraint mfa_challenges_pkey PRIMARY KEY (id);
CREATE INDEX mfa_challenges_created_idx ON auth.mfa_challenges USING btree (created_at);
CREATE INDEX mfa_challenges_factor_idx ON auth.mfa_challenges USING btree (factor_id);
row level security: t, forced: t
policy mfa_challenges_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table auth.mfa_factors (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  factor_type text not null,
  status text not null default 'unverified'::text,
  friendly_name text not null default ''::text,
  secret bytea,
  last_used_step bigint,
  phone text,
  credential_id text,
  credential_key bytea,
  sign_count bigint not null default 0,
  transports text[] not null default '{}'::text[],
  last_challenged_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);
-- One second factor of a person. Unverified ones protect nothing and are cleaned up.
constraint mfa_factors_check CHECK (((factor_type = 'totp'::text) = (secret IS NOT NULL)));
constraint mfa_factors_check1 CHECK (((factor_type = 'phone'::text) = (phone IS NOT NULL)));
constraint mfa_factors_check2 CHECK ((((factor_type = 'webauthn'::text) AND (status = 'verified'::text)) = ((credential_id IS NOT NULL) AND (credential_key IS NOT NULL))));
constraint mfa_factors_factor_type_check CHECK ((factor_type = ANY (ARRAY['totp'::text, 'phone'::text, 'webauthn'::text, 'recovery_code'::text])));
constraint mfa_factors_friendly_name_check CHECK ((length(friendly_name) <= 120));
constraint mfa_factors_status_check CHECK ((status = ANY (ARRAY['unverified'::text, 'verified'::text])));
constraint mfa_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
constraint mfa_factors_pkey PRIMARY KEY (id);
constraint mfa_factors_credential_id_key UNIQUE (credential_id);
CREATE UNIQUE INDEX mfa_factors_recovery_key ON auth.mfa_factors USING btree (user_id) WHERE (factor_type = 'recovery_code'::text);
CREATE INDEX mfa_factors_unverified_idx ON auth.mfa_factors USING btree (created_at) WHERE (status = 'unverified'::text);
CREATE INDEX mfa_factors_user_idx ON auth.mfa_factors USING btree (user_id, created_at);
row level security: t, forced: t
policy mfa_factors_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table auth.mfa_recovery_codes (
  factor_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone
);
-- Printed codes, each valid for one second step.
constraint mfa_recovery_codes_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE;
constraint mfa_recovery_codes_pkey PRIMARY KEY (factor_id, code_hash);
row level security: t, forced: t
policy mfa_recovery_codes_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table auth.one_time_tokens (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  kind text not null,
  scope text not null default ''::text,
  address text not null,
  link_hash bytea,
  link_expires_at timestamp with time zone,
  code_hash bytea,
  code_expires_at timestamp with time zone,
  wrong_tries smallint not null default 0,
  flow_state_id uuid,
  created_at timestamp with time zone not null
);
-- At most one pending link and code per person and purpose; a new one replaces the old.
constraint one_time_tokens_address_check CHECK ((address = lower(address)));
constraint one_time_tokens_kind_check CHECK ((kind = ANY (ARRAY['confirmation'::text, 'invitation'::text, 'recovery'::text, 'email_change_new'::text, 'email_change_current'::text, 'reauthentication'::text, 'phone_confirmation'::text, 'phone_change'::text])));
constraint one_time_tokens_flow_state_id_fkey FOREIGN KEY (flow_state_id) REFERENCES auth.flow_states(id) ON DELETE SET NULL;
constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
constraint one_time_tokens_pkey PRIMARY KEY (id);
constraint one_time_tokens_link_hash_key UNIQUE (link_hash);
constraint one_time_tokens_user_id_kind_scope_key UNIQUE (user_id, kind, scope);
CREATE INDEX one_time_tokens_created_idx ON auth.one_time_tokens USING btree (created_at);
CREATE INDEX one_time_tokens_flow_state_idx ON auth.one_time_tokens USING btree (flow_state_id);
CREATE INDEX one_time_tokens_invitation_idx ON auth.one_time_tokens USING btree (scope) WHERE (kind = 'invitation'::text);
row level security: t, forced: t
policy one_time_tokens_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table auth.rate_buckets (
  key text not null,
  tokens double precision not null,
  allowed boolean not null,
  refilled_at timestamp with time zone not null
);
-- Token buckets: tokens refill over time, up to the burst.
constraint rate_buckets_pkey PRIMARY KEY (key);
CREATE INDEX rate_buckets_refilled_idx ON auth.rate_buckets USING btree (refilled_at);
row level security: t, forced: t
policy rate_buckets_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table auth.saml_relay_states (
  id uuid not null default gen_random_uuid(),
  provider_id uuid not null,
  request_id text not null,
  redirect_to text not null,
  flow_state_id uuid,
  created_at timestamp with time zone not null
);
-- A sign-in waiting for an identity provider: for two minutes, answered once.
constraint saml_relay_states_flow_state_id_fkey FOREIGN KEY (flow_state_id) REFERENCES auth.flow_states(id) ON DELETE CASCADE;
constraint saml_relay_states_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES sso_providers(id) ON DELETE CASCADE;
constraint saml_relay_states_pkey PRIMARY KEY (id);
CREATE INDEX saml_relay_states_created_idx ON auth.saml_relay_states USING btree (created_at);
CREATE INDEX saml_relay_states_flow_state_idx ON auth.saml_relay_states USING btree (flow_state_id);
CREATE INDEX saml_relay_states_provider_idx ON auth.saml_relay_states USING btree (provider_id);
row level security: t, forced: t
policy saml_relay_states_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table auth.saml_used_assertions (
  provider_id uuid not null,
  assertion_hash bytea not null,
  expires_at timestamp with time zone not null
);
-- Assertions that were accepted: none is accepted twice, by any process.
constraint saml_used_assertions_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES sso_providers(id) ON DELETE CASCADE;
constraint saml_used_assertions_pkey PRIMARY KEY (provider_id, assertion_hash);
CREATE INDEX saml_used_assertions_expires_idx ON auth.saml_used_assertions USING btree (expires_at);
row level security: t, forced: t
policy saml_used_assertions_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table auth.session_methods (
  session_id uuid not null,
  method text not null,
  provider text,
  factor_id uuid,
  used_at timestamp with time zone not null
);
-- The amr claim: the proofs that a session rests on, one row per method.
constraint session_methods_factor_check CHECK (((factor_id IS NOT NULL) = (method = ANY (ARRAY['totp'::text, 'mfa/phone'::text, 'mfa/webauthn'::text, 'mfa/recovery_code'::text]))));
constraint session_methods_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE;
constraint session_methods_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE;
constraint session_methods_pkey PRIMARY KEY (session_id, method);
CREATE INDEX session_methods_factor_idx ON auth.session_methods USING btree (factor_id) WHERE (factor_id IS NOT NULL);
row level security: t, forced: t
policy session_methods_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table auth.sessions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  refresh_key bytea not null,
  refresh_counter bigint not null default 0,
  refresh_floor bigint not null default 0,
  refreshed_at timestamp with time zone,
  not_after timestamp with time zone,
  user_agent text,
  ip inet,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  is_demo boolean not null default false
);
-- One signed-in device. Deleting the row ends the session with the next request.
constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
constraint sessions_pkey PRIMARY KEY (id);
CREATE INDEX sessions_user_idx ON auth.sessions USING btree (user_id, created_at);
row level security: t, forced: t
policy sessions_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table auth.sign_in_failures (
  address_hash bytea not null,
  failures integer not null,
  last_failed_at timestamp with time zone not null
);
-- Consecutive wrong passwords for one address, known or not.
constraint sign_in_failures_pkey PRIMARY KEY (address_hash);
CREATE INDEX sign_in_failures_last_idx ON auth.sign_in_failures USING btree (last_failed_at);
row level security: t, forced: t
policy sign_in_failures_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table auth.users (
  id uuid not null default gen_random_uuid(),
  aud text not null default 'authenticated'::text,
  role text not null default 'authenticated'::text,
  email text,
  email_confirmed_at timestamp with time zone,
  phone text,
  phone_confirmed_at timestamp with time zone,
  password_hash text,
  is_sso boolean not null default false,
  sso_provider_id uuid,
  is_anonymous boolean not null default false,
  may_sign_in_unconfirmed boolean not null default false,
  app_metadata jsonb not null default '{}'::jsonb,
  user_metadata jsonb not null default '{}'::jsonb,
  new_email text,
  new_phone text,
  email_change_half smallint not null default 0,
  invited_at timestamp with time zone,
  confirmation_sent_at timestamp with time zone,
  recovery_sent_at timestamp with time zone,
  email_change_sent_at timestamp with time zone,
  phone_change_sent_at timestamp with time zone,
  reauthentication_sent_at timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  banned_until timestamp with time zone,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);
-- One sign-in. A person may have none; a patient record is not a sign-in.
constraint users_email_check CHECK (((email = lower(email)) AND (length(email) <= 255)));
constraint users_new_email_check CHECK ((new_email = lower(new_email)));
constraint users_sso_provider_check CHECK (((sso_provider_id IS NULL) OR is_sso));
constraint users_sso_provider_id_fkey FOREIGN KEY (sso_provider_id) REFERENCES sso_providers(id) ON DELETE RESTRICT;
constraint users_pkey PRIMARY KEY (id);
CREATE INDEX users_created_idx ON auth.users USING btree (created_at);
CREATE UNIQUE INDEX users_email_key ON auth.users USING btree (email, aud) WHERE ((NOT is_sso) AND (email IS NOT NULL));
CREATE UNIQUE INDEX users_phone_key ON auth.users USING btree (phone) WHERE (phone IS NOT NULL);
CREATE INDEX users_sso_provider_idx ON auth.users USING btree (sso_provider_id);
CREATE TRIGGER users_keep_entries AFTER UPDATE OF email, user_metadata ON auth.users FOR EACH ROW WHEN (((new.email IS DISTINCT FROM old.email) OR (new.user_metadata IS DISTINCT FROM old.user_metadata))) EXECUTE FUNCTION app.keep_entries_of_user();
CREATE TRIGGER users_queue_waiting_notices AFTER UPDATE OF email_confirmed_at ON auth.users FOR EACH ROW WHEN (((old.email_confirmed_at IS NULL) AND (new.email_confirmed_at IS NOT NULL))) EXECUTE FUNCTION app.queue_waiting_notices();
CREATE TRIGGER users_settle_when_confirmed AFTER UPDATE OF email_confirmed_at ON auth.users FOR EACH ROW WHEN (((old.email_confirmed_at IS NULL) AND (new.email_confirmed_at IS NOT NULL))) EXECUTE FUNCTION app.settle_confirmed_person();
row level security: t, forced: t
policy users_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table public.appointment_changes (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  patient_id uuid not null,
  appointment_id uuid not null,
  kind text not null,
  changed_at timestamp with time zone not null,
  changed_by uuid,
  starts_at timestamp with time zone not null,
  duration_minutes integer not null,
  type text not null,
  provider_id uuid,
  time_zone text not null,
  was_starts_at timestamp with time zone,
  was_provider_id uuid,
  reason text,
  sequence integer not null
);
-- Health data: what happened to a visit, append-only: booked, moved, canceled, and as what.
constraint appointment_changes_kind_check CHECK ((kind = ANY (ARRAY['booked'::text, 'requested'::text, 'accepted'::text, 'moved'::text, 'changed'::text, 'arrived'::text, 'started'::text, 'completed'::text, 'no_show'::text, 'reopened'::text, 'canceled'::text])));
constraint appointment_changes_appointment_fkey FOREIGN KEY (clinic_id, appointment_id) REFERENCES appointments(clinic_id, id) ON DELETE RESTRICT;
constraint appointment_changes_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint appointment_changes_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint appointment_changes_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint appointment_changes_pkey PRIMARY KEY (clinic_id, id);
CREATE INDEX appointment_changes_appointment_idx ON public.appointment_changes USING btree (clinic_id, appointment_id, changed_at);
CREATE INDEX appointment_changes_changed_by_idx ON public.appointment_changes USING btree (changed_by);
CREATE INDEX appointment_changes_patient_idx ON public.appointment_changes USING btree (clinic_id, patient_id);
CREATE TRIGGER appointment_changes_are_append_only BEFORE DELETE OR TRUNCATE ON public.appointment_changes FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change('DELETE');
CREATE TRIGGER appointment_changes_notice AFTER INSERT ON public.appointment_changes FOR EACH ROW EXECUTE FUNCTION app.notice_visit_change();
CREATE TRIGGER appointment_changes_tell_guardians AFTER INSERT ON public.appointment_changes FOR EACH ROW EXECUTE FUNCTION app.tell_guardians_of_visit();
row level security: t, forced: t
policy appointment_changes_all_system all to system using (true) with check (true);
policy appointment_changes_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy appointment_changes_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select to system;
grant select to clinic_admin, clinic_staff;
grant update (patient_id) to system;

table public.appointment_series (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  patient_id uuid not null,
  every_days integer not null,
  created_by uuid,
  created_at timestamp with time zone not null default app.now()
);
-- Health data: visits of a patient that repeat. Each visit is a row of appointments.
constraint appointment_series_every_check CHECK (((every_days >= 1) AND (every_days <= 364)));
constraint appointment_series_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint appointment_series_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint appointment_series_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint appointment_series_pkey PRIMARY KEY (clinic_id, id);
CREATE INDEX appointment_series_created_by_idx ON public.appointment_series USING btree (created_by);
CREATE INDEX appointment_series_patient_idx ON public.appointment_series USING btree (clinic_id, patient_id);
CREATE TRIGGER appointment_series_are_erased_by_retention BEFORE DELETE ON public.appointment_series FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
row level security: t, forced: t
policy appointment_series_all_system all to system using (true) with check (true);
policy appointment_series_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy appointment_series_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select to system;
grant select to clinic_admin, clinic_staff;
grant update (patient_id) to system;

table public.appointment_type_plans (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  type_key text not null,
  plan_id uuid not null
);
-- Plans that include a kind of visit. A kind without rows is part of no plan, and booking says nothing about it.
constraint appointment_type_plans_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint appointment_type_plans_plan_fkey FOREIGN KEY (clinic_id, plan_id) REFERENCES plans(clinic_id, id) ON DELETE CASCADE;
constraint appointment_type_plans_type_fkey FOREIGN KEY (clinic_id, type_key) REFERENCES appointment_types(clinic_id, key) ON DELETE CASCADE;
constraint appointment_type_plans_pkey PRIMARY KEY (clinic_id, id);
constraint appointment_type_plans_clinic_id_type_key_plan_id_key UNIQUE (clinic_id, type_key, plan_id);
CREATE INDEX appointment_type_plans_plan_idx ON public.appointment_type_plans USING btree (clinic_id, plan_id);
row level security: t, forced: t
policy appointment_type_plans_all_system all to system using (true) with check (true);
policy appointment_type_plans_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select to system;
grant select to clinic_admin, clinic_staff;

table public.appointment_types (
  clinic_id uuid not null,
  key text not null,
  name text not null,
  duration_minutes integer not null,
  before_minutes integer not null default 0,
  after_minutes integer not null default 0,
  place text not null default 'in_person'::text,
  video_link text,
  patients_book text not null default 'yes'::text,
  min_notice_minutes integer not null default 120,
  max_notice_days integer not null default 60,
  cancel_window_hours integer not null default 24,
  cancel_policy text not null default ''::text,
  bring text not null default ''::text,
  position integer not null default 0,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamp with time zone not null default app.now(),
  updated_at timestamp with time zone not null default app.now()
);
-- The kinds of visits of a clinic, and the rules by which its patients book them.
constraint appointment_types_after_check CHECK (((after_minutes >= 0) AND (after_minutes <= 240)));
constraint appointment_types_before_check CHECK (((before_minutes >= 0) AND (before_minutes <= 240)));
constraint appointment_types_bring_check CHECK ((length(bring) <= 500));
constraint appointment_types_cancel_policy_check CHECK ((length(cancel_policy) <= 500));
constraint appointment_types_cancel_window_check CHECK (((cancel_window_hours >= 0) AND (cancel_window_hours <= 720)));
constraint appointment_types_duration_check CHECK (((duration_minutes >= 15) AND (duration_minutes <= 480)));
constraint appointment_types_key_check CHECK ((key ~ '^[a-z][a-z0-9_-]{0,59}$'::text));
constraint appointment_types_max_notice_check CHECK (((max_notice_days >= 1) AND (max_notice_days <= 730)));
constraint appointment_types_min_notice_check CHECK (((min_notice_minutes >= 0) AND (min_notice_minutes <= 43200)));
constraint appointment_types_name_check CHECK ((((length(name) >= 1) AND (length(name) <= 80)) AND app.is_one_line(name)));
constraint appointment_types_patients_book_check CHECK ((patients_book = ANY (ARRAY['no'::text, 'request'::text, 'yes'::text])));
constraint appointment_types_place_check CHECK ((place = ANY (ARRAY['in_person'::text, 'phone'::text, 'video'::text])));
constraint appointment_types_version_check CHECK ((version > 0));
constraint appointment_types_video_link_check CHECK (((length(video_link) <= 500) AND (video_link ~ '^https://'::text)));
constraint appointment_types_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint appointment_types_pkey PRIMARY KEY (clinic_id, key);
CREATE TRIGGER appointment_types_are_erased_by_retention BEFORE DELETE ON public.appointment_types FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
row level security: t, forced: t
policy appointment_types_all_system all to system using (true) with check (true);
policy appointment_types_select_guardian select to clinic_guardian using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (( SELECT app.current_patient_id() AS current_patient_id) IS NOT NULL)));
policy appointment_types_select_members select to clinic_admin, clinic_patient, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
policy appointment_types_select_support select to clinic_support using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select, update to system;
grant select to clinic_admin, clinic_guardian, clinic_patient, clinic_staff;
grant select (clinic_id, key, duration_minutes, place, patients_book, position, is_active) to clinic_support;

table public.appointments (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null default app.current_clinic_id(),
  patient_id uuid not null,
  type text not null,
  starts_at timestamp with time zone not null,
  time_zone text not null,
  date date not null,
  time text not null,
  duration_minutes integer not null,
  notes text,
  status text not null default 'upcoming'::text,
  created_at timestamp with time zone not null default app.now(),
  updated_at timestamp with time zone not null default app.now(),
  provider_id uuid,
  room_id uuid,
  series_id uuid,
  place text not null default 'in_person'::text,
  ends_at timestamp with time zone not null,
  before_minutes integer not null default 0,
  after_minutes integer not null default 0,
  arrived_at timestamp with time zone,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  canceled_at timestamp with time zone,
  canceled_by uuid,
  canceled_by_patient boolean not null default false,
  canceled_late boolean not null default false,
  cancel_reason text,
  booked_by uuid,
  booked_by_patient boolean not null default false,
  sequence integer not null default 0,
  version integer not null default 1
);
-- Health data: when a patient sees the clinic, why, and the team's notes. Instant, zone and wall clock always agree.
constraint appointments_canceled_check CHECK (((status = 'canceled'::text) = (canceled_at IS NOT NULL)));
constraint appointments_duration_minutes_check CHECK (((duration_minutes >= 15) AND (duration_minutes <= 1440)));
constraint appointments_notes_check CHECK ((length(notes) <= 4000));
constraint appointments_place_check CHECK ((place = ANY (ARRAY['in_person'::text, 'phone'::text, 'video'::text])));
constraint appointments_reason_check CHECK ((length(cancel_reason) <= 500));
constraint appointments_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'upcoming'::text, 'completed'::text, 'canceled'::text, 'no_show'::text])));
constraint appointments_time_check CHECK (("time" ~ '^([01]\d|2[0-3]):[0-5]\d$'::text));
constraint appointments_booked_by_fkey FOREIGN KEY (booked_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint appointments_canceled_by_fkey FOREIGN KEY (canceled_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint appointments_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint appointments_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint appointments_provider_fkey FOREIGN KEY (clinic_id, provider_id) REFERENCES providers(clinic_id, id) ON DELETE RESTRICT;
constraint appointments_room_fkey FOREIGN KEY (clinic_id, room_id) REFERENCES rooms(clinic_id, id) ON DELETE RESTRICT;
constraint appointments_series_fkey FOREIGN KEY (clinic_id, series_id) REFERENCES appointment_series(clinic_id, id) ON DELETE RESTRICT;
constraint appointments_type_fkey FOREIGN KEY (clinic_id, type) REFERENCES appointment_types(clinic_id, key) ON DELETE RESTRICT;
constraint appointments_pkey PRIMARY KEY (clinic_id, id);
CREATE INDEX appointments_booked_by_idx ON public.appointments USING btree (booked_by) WHERE (booked_by IS NOT NULL);
CREATE INDEX appointments_canceled_by_idx ON public.appointments USING btree (canceled_by) WHERE (canceled_by IS NOT NULL);
CREATE INDEX appointments_clinic_date_idx ON public.appointments USING btree (clinic_id, date, "time");
CREATE INDEX appointments_clinic_starts_idx ON public.appointments USING btree (clinic_id, starts_at);
CREATE INDEX appointments_patient_idx ON public.appointments USING btree (clinic_id, patient_id, starts_at DESC);
CREATE INDEX appointments_provider_idx ON public.appointments USING btree (clinic_id, provider_id, starts_at) WHERE (provider_id IS NOT NULL);
CREATE INDEX appointments_room_idx ON public.appointments USING btree (clinic_id, room_id) WHERE (room_id IS NOT NULL);
CREATE INDEX appointments_series_idx ON public.appointments USING btree (clinic_id, series_id) WHERE (series_id IS NOT NULL);
CREATE INDEX appointments_type_idx ON public.appointments USING btree (clinic_id, type);
CREATE TRIGGER appointments_announce_own AFTER INSERT OR UPDATE ON public.appointments FOR EACH ROW EXECUTE FUNCTION app.announce_own_visit();
CREATE TRIGGER appointments_are_erased_by_retention BEFORE DELETE ON public.appointments FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
CREATE TRIGGER appointments_keep_busy_time AFTER INSERT OR UPDATE ON public.appointments FOR EACH ROW EXECUTE FUNCTION app.keep_busy_time_of_appointment();
CREATE TRIGGER appointments_offer_time AFTER UPDATE ON public.appointments FOR EACH ROW EXECUTE FUNCTION app.offer_time_of_appointment();
CREATE TRIGGER appointments_record_change AFTER INSERT OR UPDATE ON public.appointments FOR EACH ROW EXECUTE FUNCTION app.record_appointment_change();
CREATE TRIGGER appointments_settle_time BEFORE INSERT OR UPDATE ON public.appointments FOR EACH ROW EXECUTE FUNCTION app.settle_appointment_time();
row level security: t, forced: t
policy appointments_all_system all to system using (true) with check (true);
policy appointments_insert_not_read_only insert restrictive to clinic_admin, clinic_staff with check ((NOT ( SELECT app.is_read_only() AS is_read_only)));
policy appointments_insert_team insert to clinic_admin, clinic_staff with check ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
policy appointments_second_step all restrictive to clinic_admin, clinic_guardian, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy appointments_select_guardian select to clinic_guardian using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.current_patient_id() AS current_patient_id)) AND ((patient_id = ( SELECT app.ward_in_full() AS ward_in_full)) OR (booked_by = ( SELECT app.current_user_id() AS current_user_id)))));
policy appointments_select_own select to clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.current_patient_id() AS current_patient_id))));
policy appointments_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
policy appointments_update_not_read_only update restrictive to clinic_admin, clinic_staff using ((NOT ( SELECT app.is_read_only() AS is_read_only))) with check ((NOT ( SELECT app.is_read_only() AS is_read_only)));
policy appointments_update_team update to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id))) with check ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select, update to system;
grant select to clinic_admin, clinic_staff;
grant insert (clinic_id, patient_id, type, starts_at, date, time, duration_minutes, notes) to clinic_admin;
grant update (type, starts_at, date, time, duration_minutes, notes, status) to clinic_admin;
grant select (id, clinic_id, patient_id, type, starts_at, time_zone, date, time, duration_minutes, status, created_at, updated_at, provider_id, place, ends_at, canceled_at, canceled_by_patient, canceled_late, sequence, version) to clinic_guardian;
grant select (id, clinic_id, patient_id, type, starts_at, time_zone, date, time, duration_minutes, status, created_at, updated_at, provider_id, series_id, place, ends_at, canceled_at, canceled_by_patient, canceled_late, cancel_reason, sequence, version) to clinic_patient;
grant insert (clinic_id, patient_id, type, starts_at, date, time, duration_minutes, notes) to clinic_staff;
grant update (type, starts_at, date, time, duration_minutes, notes, status) to clinic_staff;
grant update (patient_id) to system;

view public.audit_log (
  id bigint,
  clinic_id uuid,
  at timestamp with time zone,
  actor_kind text,
  actor_id uuid,
  actor_role text,
  acting_for uuid,
  action text,
  subject_type text,
  subject_id text,
  patient_ids uuid[],
  patient_count integer,
  purpose text,
  request_id text,
  address text,
  details jsonb
);
-- The audit trail of the requested clinic, for its admins. Rows never change; order by id descending for the newest first.
 SELECT id,
    clinic_id,
    occurred_at AS at,
    actor_kind,
    actor_id,
    actor_role,
    acting_for,
    action,
    subject_type,
    COALESCE(subject_id,
        CASE
            WHEN ((action = 'record.read'::text) AND (cardinality(app.each_once(patient_ids)) = 1)) THEN (patient_ids[1])::text
            ELSE NULL::text
        END) AS subject_id,
    app.each_once(patient_ids) AS patient_ids,
    ((patient_count - cardinality(patient_ids)) + cardinality(app.each_once(patient_ids))) AS patient_count,
    purpose,
    request_id,
    address,
    details
   FROM app.audit_log a;
grant select to clinic_admin;

table public.billing_addresses (
  clinic_id uuid not null,
  name text not null,
  line1 text not null,
  line2 text,
  city text not null,
  state text not null,
  postal_code text not null,
  country text not null,
  version integer not null default 1,
  updated_at timestamp with time zone not null default now(),
  synced_at timestamp with time zone
);
-- A clinic's legal name and address on Carefold's invoices to it.
constraint billing_addresses_are_lines CHECK ((app.is_one_line(name) AND app.is_one_line(line1) AND app.is_one_line(line2) AND app.is_one_line(city) AND app.is_one_line(state) AND app.is_one_line(postal_code)));
constraint billing_addresses_city_check CHECK (((length(city) >= 1) AND (length(city) <= 100)));
constraint billing_addresses_country_check CHECK ((country = ANY (ARRAY['US'::text, 'CA'::text])));
constraint billing_addresses_line1_check CHECK (((length(line1) >= 1) AND (length(line1) <= 200)));
constraint billing_addresses_line2_check CHECK (((length(line2) >= 1) AND (length(line2) <= 200)));
constraint billing_addresses_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)));
constraint billing_addresses_postal_code_check CHECK (((length(postal_code) >= 1) AND (length(postal_code) <= 20)));
constraint billing_addresses_state_check CHECK (((length(state) >= 1) AND (length(state) <= 100)));
constraint billing_addresses_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint billing_addresses_pkey PRIMARY KEY (clinic_id);
row level security: t, forced: t
policy billing_addresses_all_system all to system using (true) with check (true);
policy billing_addresses_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy billing_addresses_select_admin select to clinic_admin using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
policy billing_addresses_select_permitted select to clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND ('billing'::text = ANY (( SELECT app.current_permission_sets() AS current_permission_sets)::text[]))));
grant insert, select, update to system;
grant select (clinic_id, name, line1, line2, city, state, postal_code, country, version) to clinic_admin;
grant select (clinic_id, name, line1, line2, city, state, postal_code, country, version) to clinic_staff;

table public.care_plan_templates (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  title text not null,
  description text not null default ''::text,
  body jsonb not null,
  changed_by uuid,
  version integer not null default 1,
  updated_at timestamp with time zone not null
);
-- Care plans without a patient, which the team of a clinic begins others from.
constraint care_plan_templates_body_check CHECK (((jsonb_typeof(body) = 'object'::text) AND (pg_column_size(body) <= 200000)));
constraint care_plan_templates_description_check CHECK (((length(description) <= 300) AND app.is_one_line(description)));
constraint care_plan_templates_title_check CHECK ((((length(btrim(title)) >= 1) AND (length(btrim(title)) <= 120)) AND app.is_one_line(title)));
constraint care_plan_templates_version_check CHECK ((version > 0));
constraint care_plan_templates_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint care_plan_templates_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint care_plan_templates_pkey PRIMARY KEY (clinic_id, id);
CREATE INDEX care_plan_templates_changed_by_idx ON public.care_plan_templates USING btree (changed_by);
CREATE UNIQUE INDEX care_plan_templates_title_key ON public.care_plan_templates USING btree (clinic_id, lower(title));
row level security: t, forced: t
policy care_plan_templates_all_system all to system using (true) with check (true);
policy care_plan_templates_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select, update to system;
grant select to clinic_admin, clinic_staff;

table public.care_plans (
  clinic_id uuid not null,
  patient_id uuid not null,
  body jsonb not null,
  changed_by uuid,
  version integer not null default 1,
  updated_at timestamp with time zone not null
);
-- Health data: the timeline, the themes with their scores, and the visits that a clinic plans with a patient. At most one row per patient.
constraint care_plans_body_check CHECK (((jsonb_typeof(body) = 'object'::text) AND (pg_column_size(body) <= 200000)));
constraint care_plans_version_check CHECK ((version > 0));
constraint care_plans_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint care_plans_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint care_plans_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint care_plans_pkey PRIMARY KEY (clinic_id, patient_id);
CREATE INDEX care_plans_changed_by_idx ON public.care_plans USING btree (changed_by);
CREATE TRIGGER care_plans_are_erased_by_retention BEFORE DELETE ON public.care_plans FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
CREATE TRIGGER care_plans_record_change AFTER INSERT OR UPDATE ON public.care_plans FOR EACH ROW EXECUTE FUNCTION app.record_patient_change('care_plan.changed');
row level security: t, forced: t
policy care_plans_all_system all to system using (true) with check (true);
policy care_plans_second_step all restrictive to clinic_admin, clinic_guardian, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy care_plans_select_guardian select to clinic_guardian using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.ward_in_full() AS ward_in_full))));
policy care_plans_select_own select to clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.current_patient_id() AS current_patient_id))));
policy care_plans_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select, update to system;
grant select (clinic_id, patient_id, body, changed_by, version, updated_at) to clinic_admin;
grant select (clinic_id, patient_id, body, version, updated_at) to clinic_guardian;
grant select (clinic_id, patient_id, body, version, updated_at) to clinic_patient;
grant select (clinic_id, patient_id, body, changed_by, version, updated_at) to clinic_staff;
grant update (patient_id) to system;

table public.clinic_billing (
  clinic_id uuid not null,
  rate_bps integer not null default 1200,
  time_zone text not null,
  tier text not null default 'free'::text,
  stripe_customer text,
  stripe_subscription text,
  subscription_status text,
  current_period_start timestamp with time zone,
  current_period_end timestamp with time zone,
  cancel_at_period_end boolean not null default false,
  read_no bigint not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  card_method text,
  card_brand text,
  card_last4 text,
  card_exp_month integer,
  card_exp_year integer,
  card_read_no bigint not null default 0
);
-- What a clinic pays Carefold: 12 % commission (partnership) or a monthly tier.
constraint clinic_billing_card_last4_check CHECK ((card_last4 ~ '^\d{4}$'::text));
constraint clinic_billing_rate_bps_check CHECK (((rate_bps >= 0) AND (rate_bps <= 10000)));
constraint clinic_billing_tier_check CHECK ((tier = ANY (ARRAY['free'::text, 'starter'::text, 'professional'::text, 'enterprise'::text])));
constraint clinic_billing_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint clinic_billing_pkey PRIMARY KEY (clinic_id);
constraint clinic_billing_stripe_customer_key UNIQUE (stripe_customer);
constraint clinic_billing_stripe_subscription_key UNIQUE (stripe_subscription);
row level security: t, forced: t
policy clinic_billing_all_system all to system using (true) with check (true);
policy clinic_billing_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy clinic_billing_select_admin select to clinic_admin using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
policy clinic_billing_select_permitted select to clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (( SELECT app.current_permission_sets() AS current_permission_sets) && ARRAY['money'::text, 'billing'::text])));
policy clinic_billing_select_support select to clinic_support using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant insert, select, update to system;
grant select (clinic_id, rate_bps, time_zone, tier, subscription_status, current_period_start, current_period_end, cancel_at_period_end, card_brand, card_last4, card_exp_month, card_exp_year) to clinic_admin;
grant select (clinic_id, rate_bps, time_zone, tier, subscription_status, current_period_start, current_period_end, cancel_at_period_end, card_brand, card_last4, card_exp_month, card_exp_year) to clinic_staff;
grant select (clinic_id, rate_bps, tier, subscription_status, current_period_end) to clinic_support;

table public.clinic_brands (
  clinic_id uuid not null,
  color text,
  light text,
  dark text,
  hides_carefold boolean not null,
  version integer not null default 1,
  updated_at timestamp with time zone not null
);
-- A clinic's own color, and whether its pages name Carefold; shown while its tier includes white labeling.
constraint clinic_brands_color_check CHECK ((color ~ '^#[0-9A-F]{6}$'::text));
constraint clinic_brands_dark_check CHECK ((dark ~ '^#[0-9A-F]{6}$'::text));
constraint clinic_brands_light_check CHECK ((light ~ '^#[0-9A-F]{6}$'::text));
constraint clinic_brands_shades_check CHECK ((((color IS NULL) = (light IS NULL)) AND ((color IS NULL) = (dark IS NULL))));
constraint clinic_brands_version_check CHECK ((version > 0));
constraint clinic_brands_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint clinic_brands_pkey PRIMARY KEY (clinic_id);
CREATE TRIGGER clinic_brands_are_erased_by_retention BEFORE DELETE ON public.clinic_brands FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
row level security: t, forced: t
policy clinic_brands_all_system all to system using (true) with check (true);
policy clinic_brands_select_served select to anon, authenticated, clinic_admin, clinic_guardian, clinic_patient, clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND ( SELECT app.shows_brand() AS shows_brand)));
grant delete, insert, select, update to system;
grant select to anon, authenticated, clinic_admin, clinic_guardian, clinic_patient, clinic_staff;

table public.clinic_invoices (
  id text not null,
  clinic_id uuid not null,
  kind text not null,
  statement_id uuid,
  number text,
  status text not null,
  currency text not null,
  total_cents bigint not null,
  amount_paid_cents bigint not null,
  amount_due_cents bigint not null,
  refunded_cents bigint not null default 0,
  period_start timestamp with time zone not null,
  period_end timestamp with time zone not null,
  issued_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  due_at timestamp with time zone,
  attempt_count integer not null default 0,
  last_attempt_at timestamp with time zone,
  next_attempt_at timestamp with time zone,
  last_method text,
  past_due_at timestamp with time zone,
  failure_code text,
  stopped_mailed_at timestamp with time zone,
  read_no bigint not null default 0,
  failed_mailed_at timestamp with time zone
);
-- An invoice of Carefold to a clinic, as Stripe last showed it: commission of a month, or a tier.
constraint clinic_invoices_commission_has_a_statement CHECK (((kind = 'commission'::text) = (statement_id IS NOT NULL)));
constraint clinic_invoices_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text));
constraint clinic_invoices_kind_check CHECK ((kind = ANY (ARRAY['commission'::text, 'tier'::text, 'other'::text])));
constraint clinic_invoices_status_check CHECK ((status = ANY (ARRAY['open'::text, 'paid'::text, 'void'::text, 'uncollectible'::text])));
constraint clinic_invoices_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint clinic_invoices_statement_fkey FOREIGN KEY (clinic_id, statement_id) REFERENCES statements(clinic_id, id) ON DELETE RESTRICT;
constraint clinic_invoices_pkey PRIMARY KEY (id);
constraint clinic_invoices_clinic_id_id_key UNIQUE (clinic_id, id);
constraint clinic_invoices_clinic_id_statement_id_key UNIQUE (clinic_id, statement_id);
CREATE INDEX clinic_invoices_issued_idx ON public.clinic_invoices USING btree (clinic_id, issued_at DESC);
CREATE INDEX clinic_invoices_unpaid_idx ON public.clinic_invoices USING btree (clinic_id) WHERE (status = ANY (ARRAY['open'::text, 'uncollectible'::text]));
row level security: t, forced: t
policy clinic_invoices_all_system all to system using (true) with check (true);
policy clinic_invoices_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy clinic_invoices_select_admin select to clinic_admin using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
policy clinic_invoices_select_permitted select to clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND ('billing'::text = ANY (( SELECT app.current_permission_sets() AS current_permission_sets)::text[]))));
grant insert, select, update to system;
grant select (id, clinic_id, kind, statement_id, number, status, currency, total_cents, amount_paid_cents, amount_due_cents, refunded_cents, period_start, period_end, issued_at, paid_at, due_at, attempt_count, last_attempt_at, next_attempt_at, past_due_at, failure_code) to clinic_admin;
grant select (id, clinic_id, kind, statement_id, number, status, currency, total_cents, amount_paid_cents, amount_due_cents, refunded_cents, period_start, period_end, issued_at, paid_at, due_at, attempt_count, last_attempt_at, next_attempt_at, past_due_at, failure_code) to clinic_staff;

table public.clinic_memberships (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  user_id uuid,
  role text not null,
  status text not null default 'pending'::text,
  is_owner boolean not null default false,
  is_read_only boolean not null default false,
  suspended_at timestamp with time zone,
  accepted_at timestamp with time zone,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  permission_sets text[] not null default '{}'::text[]
);
-- Who belongs to a clinic, in which role. A paid plan is a subscription, not a membership.
constraint clinic_memberships_check CHECK (((NOT is_owner) OR (role = 'admin'::text)));
constraint clinic_memberships_check1 CHECK (((NOT is_read_only) OR (role = ANY (ARRAY['staff'::text, 'member'::text]))));
constraint clinic_memberships_check2 CHECK (((suspended_at IS NULL) OR (status = 'invited'::text)));
constraint clinic_memberships_permission_sets_known CHECK ((permission_sets <@ ARRAY['team'::text, 'billing'::text, 'settings'::text, 'money'::text]));
constraint clinic_memberships_permission_sets_of_staff CHECK (((permission_sets = '{}'::text[]) OR (role = ANY (ARRAY['staff'::text, 'member'::text]))));
constraint clinic_memberships_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'staff'::text, 'member'::text, 'patient'::text])));
constraint clinic_memberships_status_check CHECK ((status = ANY (ARRAY['active'::text, 'pending'::text, 'invited'::text])));
constraint clinic_memberships_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint clinic_memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint clinic_memberships_pkey PRIMARY KEY (clinic_id, id);
constraint clinic_memberships_take_up_import TRIGGER DEFERRABLE INITIALLY DEFERRED;
CREATE INDEX clinic_memberships_clinic_created_idx ON public.clinic_memberships USING btree (clinic_id, created_at DESC);
CREATE INDEX clinic_memberships_id_idx ON public.clinic_memberships USING btree (id);
CREATE UNIQUE INDEX clinic_memberships_person_key ON public.clinic_memberships USING btree (clinic_id, user_id) WHERE (ended_at IS NULL);
CREATE INDEX clinic_memberships_user_idx ON public.clinic_memberships USING btree (user_id, clinic_id);
CREATE TRIGGER clinic_memberships_add_entry AFTER INSERT ON public.clinic_memberships FOR EACH ROW EXECUTE FUNCTION app.add_member_entry();
CREATE TRIGGER clinic_memberships_change_status BEFORE UPDATE ON public.clinic_memberships FOR EACH ROW WHEN (app.is_client()) EXECUTE FUNCTION app.change_membership_status();
CREATE TRIGGER clinic_memberships_check_removal BEFORE DELETE ON public.clinic_memberships FOR EACH ROW WHEN (app.is_client()) EXECUTE FUNCTION app.check_removal();
CREATE TRIGGER clinic_memberships_join_by_invitation BEFORE INSERT ON public.clinic_memberships FOR EACH ROW WHEN (app.is_client()) EXECUTE FUNCTION app.join_by_invitation();
CREATE TRIGGER clinic_memberships_keep_an_admin BEFORE UPDATE ON public.clinic_memberships FOR EACH ROW WHEN (((old.role = 'admin'::text) AND (old.status = 'active'::text) AND (old.ended_at IS NULL) AND (old.user_id IS NOT NULL) AND ((new.role <> 'admin'::text) OR (new.status <> 'active'::text) OR (new.ended_at IS NOT NULL)))) EXECUTE FUNCTION app.keep_an_admin();
CREATE TRIGGER clinic_memberships_keep_an_admin_at_delete BEFORE DELETE ON public.clinic_memberships FOR EACH ROW WHEN ((app.is_client() AND (old.role = 'admin'::text) AND (old.status = 'active'::text) AND (old.user_id IS NOT NULL))) EXECUTE FUNCTION app.keep_an_admin();
CREATE TRIGGER clinic_memberships_keep_entry AFTER DELETE OR UPDATE ON public.clinic_memberships FOR EACH ROW EXECUTE FUNCTION app.keep_member_entry();
CREATE TRIGGER clinic_memberships_keep_removed AFTER DELETE ON public.clinic_memberships FOR EACH ROW WHEN (app.is_client()) EXECUTE FUNCTION app.keep_removed_membership();
CREATE TRIGGER clinic_memberships_keep_sso_home BEFORE INSERT OR UPDATE OF clinic_id, user_id ON public.clinic_memberships FOR EACH ROW WHEN ((new.user_id IS NOT NULL)) EXECUTE FUNCTION app.keep_sso_people_home();
CREATE TRIGGER clinic_memberships_notice_joined AFTER UPDATE OF accepted_at ON public.clinic_memberships FOR EACH ROW WHEN (((new.role = 'patient'::text) AND (new.status = 'active'::text) AND (old.accepted_at IS NULL) AND (new.accepted_at IS NOT NULL))) EXECUTE FUNCTION app.notice_patient_joined();
CREATE TRIGGER clinic_memberships_notice_opened AFTER INSERT ON public.clinic_memberships FOR EACH ROW WHEN ((new.is_owner AND (new.status = 'active'::text) AND (new.ended_at IS NULL))) EXECUTE FUNCTION app.notice_clinic_opened();
CREATE TRIGGER clinic_memberships_refuse_without_second_step BEFORE DELETE OR UPDATE ON public.clinic_memberships FOR EACH STATEMENT WHEN (app.is_client()) EXECUTE FUNCTION app.refuse_without_second_step();
CREATE CONSTRAINT TRIGGER clinic_memberships_take_up_import AFTER INSERT OR UPDATE OF status, user_id, role ON public.clinic_memberships DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.status = 'active'::text) AND (new.role = 'patient'::text) AND (new.user_id IS NOT NULL) AND (new.ended_at IS NULL))) EXECUTE FUNCTION app.take_up_import();
row level security: t, forced: t
policy clinic_memberships_all_system all to system using (true) with check (true);
policy clinic_memberships_delete_admin delete to clinic_admin using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (ended_at IS NULL)));
policy clinic_memberships_delete_second_step delete restrictive to clinic_admin using (( SELECT app.may_use_health_data() AS may_use_health_data));
policy clinic_memberships_insert_invited insert to authenticated, clinic_admin, clinic_patient, clinic_staff with check (((user_id = ( SELECT app.current_user_id() AS current_user_id)) AND (status = 'active'::text) AND (NOT is_owner) AND ( SELECT app.has_confirmed_email() AS has_confirmed_email) AND app.has_accepted(clinic_id, id, role)));
policy clinic_memberships_select_own select to authenticated, clinic_admin, clinic_patient, clinic_staff using (((user_id = ( SELECT app.current_user_id() AS current_user_id)) AND (ended_at IS NULL)));
policy clinic_memberships_select_team select to clinic_admin, clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (ended_at IS NULL)));
policy clinic_memberships_update_admin update to clinic_admin using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (ended_at IS NULL))) with check (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (ended_at IS NULL)));
policy clinic_memberships_update_second_step update restrictive to clinic_admin using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
grant delete, insert, select, update to system;
grant delete, select to clinic_admin;
grant select to authenticated, clinic_patient, clinic_staff;
grant insert (clinic_id, user_id, role, status) to authenticated;
grant insert (clinic_id, user_id, role, status) to clinic_admin;
grant update (status, updated_at) to clinic_admin;
grant insert (clinic_id, user_id, role, status) to clinic_patient;
grant insert (clinic_id, user_id, role, status) to clinic_staff;

table public.clinic_places (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  place text not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone
);
-- Whose law a clinic's memberships are under. A change is a new row; members keep what the law of an earlier place gave them.
constraint clinic_places_check CHECK ((ended_at >= started_at));
constraint clinic_places_place_check CHECK ((place ~ '^(US|CA)-[A-Z]{2}$'::text));
constraint clinic_places_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint clinic_places_pkey PRIMARY KEY (clinic_id, id);
CREATE UNIQUE INDEX clinic_places_current_key ON public.clinic_places USING btree (clinic_id) WHERE (ended_at IS NULL);
row level security: t, forced: t
policy clinic_places_all_system all to system using (true) with check (true);
policy clinic_places_select_offered select to anon, authenticated, clinic_admin, clinic_patient, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant insert, select, update to system;
grant select (id, clinic_id, place, started_at, ended_at) to anon;
grant select (id, clinic_id, place, started_at, ended_at) to authenticated;
grant select (id, clinic_id, place, started_at, ended_at) to clinic_admin;
grant select (id, clinic_id, place, started_at, ended_at) to clinic_patient;
grant select (id, clinic_id, place, started_at, ended_at) to clinic_staff;

table public.clinic_security (
  clinic_id uuid not null,
  requires_mfa boolean not null default true,
  updated_at timestamp with time zone not null default now()
);
-- How a clinic's team must sign in; without a row, with two factors. Not in clinics, where every column is public.
constraint clinic_security_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint clinic_security_pkey PRIMARY KEY (clinic_id);
CREATE TRIGGER clinic_security_are_erased_by_retention BEFORE DELETE ON public.clinic_security FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
row level security: t, forced: t
policy clinic_security_all_system all to system using (true) with check (true);
policy clinic_security_select_support select to clinic_support using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select, update to system;
grant select (clinic_id, requires_mfa) to clinic_support;

table public.clinic_taxes (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  name text not null,
  rate_ppm integer not null,
  is_inclusive boolean not null,
  stripe_account text not null,
  stripe_rate text not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  plan_kind text
);
-- The tax on what patients pay. A change is a new row; running plans keep the one they were joined under.
constraint clinic_taxes_name_check CHECK ((((length(name) >= 1) AND (length(name) <= 50)) AND app.is_one_line(name)));
constraint clinic_taxes_plan_kind_check CHECK ((plan_kind = ANY (ARRAY['wellness'::text, 'uninsured'::text])));
constraint clinic_taxes_rate_ppm_check CHECK (((rate_ppm >= 1) AND (rate_ppm <= 500000)));
constraint clinic_taxes_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint clinic_taxes_pkey PRIMARY KEY (clinic_id, id);
constraint clinic_taxes_stripe_rate_key UNIQUE (stripe_rate);
CREATE UNIQUE INDEX clinic_taxes_current_key ON public.clinic_taxes USING btree (clinic_id) WHERE (ended_at IS NULL);
row level security: t, forced: t
policy clinic_taxes_all_system all to system using (true) with check (true);
policy clinic_taxes_select_current select to anon, authenticated, clinic_admin, clinic_patient, clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (ended_at IS NULL)));
grant insert, select, update to system;
grant select (id, clinic_id, name, rate_ppm, is_inclusive, started_at, plan_kind) to anon;
grant select (id, clinic_id, name, rate_ppm, is_inclusive, started_at, plan_kind) to authenticated;
grant select (id, clinic_id, name, rate_ppm, is_inclusive, started_at, plan_kind) to clinic_admin;
grant select (id, clinic_id, name, rate_ppm, is_inclusive, started_at, plan_kind) to clinic_patient;
grant select (id, clinic_id, name, rate_ppm, is_inclusive, started_at, plan_kind) to clinic_staff;

table public.clinics (
  id uuid not null default gen_random_uuid(),
  name text not null,
  subdomain text not null,
  time_zone text not null default 'America/New_York'::text,
  currency text not null default 'usd'::text,
  color text not null default 'evergreen'::text,
  tagline text,
  website text,
  about text,
  phone text,
  profile_completed_at timestamp with time zone,
  join_page_viewed_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  opening_hours jsonb not null default '[]'::jsonb
);
-- One tenant. Every column is public: visitors select all of them by subdomain, as specified. What is not public has its own table.
constraint clinics_about_check CHECK ((length(about) <= 4000));
constraint clinics_color_check CHECK ((color = ANY (ARRAY['evergreen'::text, 'lagoon'::text, 'indigo'::text, 'plum'::text, 'berry'::text, 'terracotta'::text, 'olive'::text, 'slate'::text])));
constraint clinics_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text));
constraint clinics_name_check CHECK (((length(btrim(name)) >= 3) AND (length(btrim(name)) <= 120)));
constraint clinics_name_is_one_line CHECK (app.is_one_line(name)) NOT VALID;
constraint clinics_opening_hours_is_a_list CHECK ((jsonb_typeof(opening_hours) = 'array'::text));
constraint clinics_phone_check CHECK ((length(phone) <= 40));
constraint clinics_phone_is_one_line CHECK (app.is_one_line(phone)) NOT VALID;
constraint clinics_subdomain_check CHECK (((subdomain ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])$'::text) AND ((length(subdomain) >= 3) AND (length(subdomain) <= 63)) AND (subdomain !~ '^..--'::text) AND (subdomain !~ '^[0-9]+$'::text)));
constraint clinics_tagline_check CHECK ((length(tagline) <= 120));
constraint clinics_tagline_is_one_line CHECK (app.is_one_line(tagline)) NOT VALID;
constraint clinics_website_check CHECK (((website ~ '^https?://'::text) AND (length(website) <= 300)));
constraint clinics_pkey PRIMARY KEY (id);
constraint clinics_subdomain_key UNIQUE (subdomain);
CREATE TRIGGER clinics_check_currency BEFORE UPDATE OF currency ON public.clinics FOR EACH ROW WHEN ((old.currency IS DISTINCT FROM new.currency)) EXECUTE FUNCTION app.check_currency();
CREATE TRIGGER clinics_check_time_zone BEFORE INSERT OR UPDATE OF time_zone ON public.clinics FOR EACH ROW EXECUTE FUNCTION app.check_time_zone();
CREATE TRIGGER clinics_have_billing AFTER INSERT ON public.clinics FOR EACH ROW EXECUTE FUNCTION app.follow_clinic_in_billing();
CREATE TRIGGER clinics_start_appointment_types AFTER INSERT ON public.clinics FOR EACH ROW EXECUTE FUNCTION app.start_appointment_types();
CREATE TRIGGER clinics_zone_reaches_billing AFTER UPDATE OF time_zone ON public.clinics FOR EACH ROW WHEN ((old.time_zone IS DISTINCT FROM new.time_zone)) EXECUTE FUNCTION app.follow_clinic_in_billing();
row level security: t, forced: t
policy clinics_all_system all to system using (true) with check (true);
policy clinics_select_everyone select to anon, authenticated, clinic_admin, clinic_guardian, clinic_patient, clinic_staff using ((subdomain !~ '^closed-[0-9a-f]{32}$'::text));
grant insert, select, update to system;
grant select to anon, authenticated, clinic_admin, clinic_guardian, clinic_patient, clinic_staff;

table public.consents (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  patient_id uuid not null,
  purpose text not null,
  is_given boolean not null,
  channel text not null,
  version text not null,
  wording text not null,
  actor_id uuid,
  address text,
  request_id text,
  given_at timestamp with time zone not null
);
-- Health data: the ledger of a patient's consents, append-only. The newest row of a purpose holds (docs/domain-rules.md rule 32).
constraint consents_channel_check CHECK ((channel = ANY (ARRAY['web'::text, 'sms'::text, 'email'::text, 'team'::text, 'age'::text])));
constraint consents_purpose_check CHECK ((purpose = ANY (ARRAY['email'::text, 'sms_care'::text, 'appointment_reminders'::text, 'marketing'::text, 'terms'::text, 'privacy'::text, 'hipaa_authorization'::text])));
constraint consents_version_check CHECK (((length(version) >= 1) AND (length(version) <= 60)));
constraint consents_wording_check CHECK (((length(wording) >= 1) AND (length(wording) <= 4000)));
constraint consents_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint consents_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint consents_pkey PRIMARY KEY (clinic_id, id);
CREATE INDEX consents_patient_idx ON public.consents USING btree (clinic_id, patient_id, purpose, given_at DESC);
CREATE TRIGGER consents_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.consents FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change('DELETE');
row level security: t, forced: t
policy consents_delete_system delete to system using (true);
policy consents_insert_system insert to system with check (true);
policy consents_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy consents_select_admin select to clinic_admin using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
policy consents_select_own select to clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.current_patient_id() AS current_patient_id))));
policy consents_select_system select to system using (true);
policy consents_update_system update to system using (true) with check (true);
grant delete, insert, select to system;
grant select (id, clinic_id, patient_id, purpose, is_given, channel, version, wording, given_at) to clinic_admin;
grant select (id, clinic_id, patient_id, purpose, is_given, channel, version, wording, given_at) to clinic_patient;
grant update (patient_id) to system;

table public.contact_preferences (
  clinic_id uuid not null,
  patient_id uuid not null,
  email_notifications boolean not null default true,
  sms_notifications boolean not null default false,
  appointment_reminders boolean not null default true,
  marketing_communications boolean not null default false,
  version integer not null default 1,
  updated_at timestamp with time zone not null,
  asked_anew_at timestamp with time zone
);
-- Health data: how a patient wants to hear from the clinic. Without a row the defaults of the columns hold. Changed only by app.record_consent().
constraint contact_preferences_version_check CHECK ((version > 0));
constraint contact_preferences_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint contact_preferences_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint contact_preferences_pkey PRIMARY KEY (clinic_id, patient_id);
CREATE TRIGGER contact_preferences_are_erased_by_retention BEFORE DELETE ON public.contact_preferences FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
row level security: t, forced: t
policy contact_preferences_all_system all to system using (true) with check (true);
policy contact_preferences_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy contact_preferences_select_own select to clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.current_patient_id() AS current_patient_id))));
policy contact_preferences_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select, update to system;
grant select to clinic_admin, clinic_patient, clinic_staff;
grant update (patient_id) to system;

table public.content_categories (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  name text not null,
  created_at timestamp with time zone not null
);
-- A clinic's own categories, beside those that every clinic has (domain/content/content.ts).
constraint content_categories_name_check CHECK ((((length(btrim(name)) >= 2) AND (length(btrim(name)) <= 40)) AND app.is_one_line(name)));
constraint content_categories_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint content_categories_pkey PRIMARY KEY (clinic_id, id);
CREATE UNIQUE INDEX content_categories_name_key ON public.content_categories USING btree (clinic_id, lower(name));
row level security: t, forced: t
policy content_categories_all_system all to system using (true) with check (true);
policy content_categories_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select to system;
grant select (id, clinic_id, name, created_at) to clinic_admin;
grant select (id, clinic_id, name, created_at) to clinic_staff;

table public.content_documents (
  clinic_id uuid not null,
  file_id uuid not null,
  state text not null default 'waiting'::text,
  reason text,
  page_count integer,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  external_id text
);
-- Whether the pages of a PDF have been drawn. Without them it is read as a file.
constraint content_documents_external_id_check CHECK ((length(external_id) <= 200));
constraint content_documents_page_count_check CHECK ((page_count > 0));
constraint content_documents_ready_has_pages CHECK (((state <> 'ready'::text) OR (page_count IS NOT NULL)));
constraint content_documents_reason_check CHECK ((reason = ANY (ARRAY['encrypted'::text, 'damaged'::text, 'too_many_pages'::text, 'too_slow'::text, 'too_large'::text, 'storage_full'::text, 'not_shared'::text, 'unavailable'::text])));
constraint content_documents_refused_has_reason CHECK (((state = 'refused'::text) = (reason IS NOT NULL)));
constraint content_documents_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'ready'::text, 'refused'::text])));
constraint content_documents_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint content_documents_file_fkey FOREIGN KEY (clinic_id, file_id) REFERENCES files(clinic_id, id) ON DELETE CASCADE;
constraint content_documents_pkey PRIMARY KEY (clinic_id, file_id);
CREATE TRIGGER content_documents_are_erased_by_retention BEFORE DELETE ON public.content_documents FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
row level security: t, forced: t
policy content_documents_all_system all to system using (true) with check (true);
policy content_documents_select_guardian select to clinic_guardian using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (EXISTS ( SELECT
   FROM content_version_files v
  WHERE ((v.clinic_id = content_documents.clinic_id) AND (v.file_id = content_documents.file_id))))));
policy content_documents_select_published select to clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (EXISTS ( SELECT
   FROM content_version_files v
  WHERE ((v.clinic_id = content_documents.clinic_id) AND (v.file_id = content_documents.file_id))))));
policy content_documents_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select, update to system;
grant select to clinic_admin, clinic_staff;
grant select (clinic_id, file_id, state, reason, page_count, created_at, updated_at) to clinic_guardian;
grant select (clinic_id, file_id, state, reason, page_count, created_at, updated_at) to clinic_patient;

table public.content_items (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  type text not null,
  status text not null default 'draft'::text,
  title text not null,
  category text not null,
  description text not null default ''::text,
  body jsonb not null,
  cover_file_id uuid,
  read_minutes integer not null default 1,
  is_featured boolean not null default false,
  is_unchecked_example boolean not null default false,
  example_key text,
  has_unpublished_changes boolean not null default false,
  view_count integer not null default 0,
  author_id uuid,
  changed_by uuid,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  published_at timestamp with time zone,
  deleted_at timestamp with time zone
);
-- One article, video, document or picture of one clinic, as its team is writing it. What patients read is in content_versions.
constraint content_items_category_check CHECK ((((length(btrim(category)) >= 2) AND (length(btrim(category)) <= 40)) AND app.is_one_line(category)));
constraint content_items_description_check CHECK ((length(description) <= 300));
constraint content_items_example_key_check CHECK ((length(example_key) <= 80));
constraint content_items_published_once CHECK (((status = 'draft'::text) = (published_at IS NULL)));
constraint content_items_read_minutes_check CHECK (((read_minutes >= 0) AND (read_minutes <= 1440)));
constraint content_items_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text])));
constraint content_items_title_check CHECK ((((length(btrim(title)) >= 1) AND (length(btrim(title)) <= 120)) AND app.is_one_line(title)));
constraint content_items_type_check CHECK ((type = ANY (ARRAY['article'::text, 'video'::text, 'pdf'::text, 'image'::text, 'presentation'::text])));
constraint content_items_version_check CHECK ((version > 0));
constraint content_items_view_count_check CHECK ((view_count >= 0));
constraint content_items_author_id_fkey FOREIGN KEY (author_id) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint content_items_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint content_items_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint content_items_cover_fkey FOREIGN KEY (clinic_id, cover_file_id) REFERENCES files(clinic_id, id) ON DELETE RESTRICT;
constraint content_items_pkey PRIMARY KEY (clinic_id, id);
CREATE INDEX content_items_author_idx ON public.content_items USING btree (author_id);
CREATE INDEX content_items_changed_by_idx ON public.content_items USING btree (changed_by);
CREATE INDEX content_items_cover_idx ON public.content_items USING btree (clinic_id, cover_file_id);
CREATE INDEX content_items_list_idx ON public.content_items USING btree (clinic_id, created_at DESC);
row level security: t, forced: t
policy content_items_all_system all to system using (true) with check (true);
policy content_items_select_published select to clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (status = 'published'::text) AND (deleted_at IS NULL)));
policy content_items_select_team select to clinic_admin, clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (deleted_at IS NULL)));
grant delete, insert, select, update to system;
grant select (id, clinic_id, type, status, title, category, description, body, cover_file_id, read_minutes, is_featured, is_unchecked_example, example_key, has_unpublished_changes, view_count, author_id, changed_by, version, created_at, updated_at, published_at, deleted_at) to clinic_admin;
grant select (id, clinic_id, status, is_featured, published_at, deleted_at) to clinic_patient;
grant select (id, clinic_id, type, status, title, category, description, body, cover_file_id, read_minutes, is_featured, is_unchecked_example, example_key, has_unpublished_changes, view_count, author_id, changed_by, version, created_at, updated_at, published_at, deleted_at) to clinic_staff;

table public.content_library_shares (
  clinic_id uuid not null,
  with_clinic_id uuid not null,
  shared_by uuid,
  created_at timestamp with time zone not null
);
-- Which other clinics may copy what a clinic has published. Read and written by actions alone (server/features/content/share-library.ts).
constraint content_library_shares_another CHECK ((clinic_id <> with_clinic_id));
constraint content_library_shares_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint content_library_shares_shared_by_fkey FOREIGN KEY (shared_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint content_library_shares_with_clinic_id_fkey FOREIGN KEY (with_clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint content_library_shares_pkey PRIMARY KEY (clinic_id, with_clinic_id);
CREATE INDEX content_library_shares_by_idx ON public.content_library_shares USING btree (shared_by);
CREATE INDEX content_library_shares_with_idx ON public.content_library_shares USING btree (with_clinic_id);
row level security: t, forced: t
policy content_library_shares_all_system all to system using (true) with check (true);
policy content_library_shares_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select to system;
grant select (clinic_id, with_clinic_id, created_at) to clinic_admin;
grant select (clinic_id, with_clinic_id, created_at) to clinic_staff;

table public.content_pages (
  clinic_id uuid not null,
  document_id uuid not null,
  number integer not null,
  file_id uuid not null,
  medium_file_id uuid not null,
  small_file_id uuid not null,
  width integer not null,
  height integer not null,
  text text not null default ''::text,
  notes text not null default ''::text,
  external_id text
);
-- One drawn page of a PDF. Written by a job (server/features/content/draw-pdf.ts).
constraint content_pages_external_id_check CHECK ((length(external_id) <= 200));
constraint content_pages_height_check CHECK ((height > 0));
constraint content_pages_notes_check CHECK ((length(notes) <= 4000));
constraint content_pages_number_check CHECK ((number > 0));
constraint content_pages_text_check CHECK ((length(text) <= 20000));
constraint content_pages_width_check CHECK ((width > 0));
constraint content_pages_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint content_pages_document_fkey FOREIGN KEY (clinic_id, document_id) REFERENCES content_documents(clinic_id, file_id) ON DELETE CASCADE;
constraint content_pages_file_fkey FOREIGN KEY (clinic_id, file_id) REFERENCES files(clinic_id, id) ON DELETE RESTRICT;
constraint content_pages_medium_file_fkey FOREIGN KEY (clinic_id, medium_file_id) REFERENCES files(clinic_id, id) ON DELETE RESTRICT;
constraint content_pages_small_file_fkey FOREIGN KEY (clinic_id, small_file_id) REFERENCES files(clinic_id, id) ON DELETE RESTRICT;
constraint content_pages_pkey PRIMARY KEY (clinic_id, document_id, number);
CREATE INDEX content_pages_file_idx ON public.content_pages USING btree (clinic_id, file_id);
CREATE INDEX content_pages_medium_file_idx ON public.content_pages USING btree (clinic_id, medium_file_id);
CREATE INDEX content_pages_small_file_idx ON public.content_pages USING btree (clinic_id, small_file_id);
row level security: t, forced: t
policy content_pages_all_system all to system using (true) with check (true);
policy content_pages_select_guardian select to clinic_guardian using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND ((EXISTS ( SELECT
   FROM content_documents d
  WHERE ((d.clinic_id = content_pages.clinic_id) AND (d.file_id = content_pages.document_id)))) OR (EXISTS ( SELECT
   FROM content_version_files v
  WHERE ((v.clinic_id = content_pages.clinic_id) AND (v.file_id = content_pages.file_id)))))));
policy content_pages_select_published select to clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND ((EXISTS ( SELECT
   FROM content_documents d
  WHERE ((d.clinic_id = content_pages.clinic_id) AND (d.file_id = content_pages.document_id)))) OR (EXISTS ( SELECT
   FROM content_version_files v
  WHERE ((v.clinic_id = content_pages.clinic_id) AND (v.file_id = content_pages.file_id)))))));
policy content_pages_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select to system;
grant select to clinic_admin, clinic_staff;
grant select (clinic_id, document_id, number, file_id, medium_file_id, small_file_id, width, height, text) to clinic_guardian;
grant select (clinic_id, document_id, number, file_id, medium_file_id, small_file_id, width, height, text) to clinic_patient;

table public.content_readings (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  patient_id uuid not null,
  item_id uuid not null,
  position double precision not null default 0,
  saved_at timestamp with time zone,
  updated_at timestamp with time zone not null,
  version_id uuid,
  farthest double precision not null default 0,
  watched_seconds double precision not null default 0,
  completed_at timestamp with time zone,
  rating integer,
  rated_at timestamp with time zone,
  watched jsonb not null default '[]'::jsonb,
  earlier_completed_at timestamp with time zone
);
-- Health data: how far a patient is in what they read, and what they keep for later. Their own alone.
constraint content_readings_farthest_check CHECK (((farthest >= (0)::double precision) AND (farthest <= (86400)::double precision)));
constraint content_readings_position_check CHECK ((("position" >= (0)::double precision) AND ("position" <= (86400)::double precision)));
constraint content_readings_rated_once CHECK (((rating IS NULL) = (rated_at IS NULL)));
constraint content_readings_rating_check CHECK (((rating >= 1) AND (rating <= 5)));
constraint content_readings_watched_check CHECK (
CASE
    WHEN (jsonb_typeof(watched) = 'array'::text) THEN ((jsonb_array_length(watched) <= 100) AND (length((watched)::text) <= 4000))
    ELSE false
END);
constraint content_readings_watched_seconds_check CHECK (((watched_seconds >= (0)::double precision) AND (watched_seconds <= (864000)::double precision)));
constraint content_readings_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint content_readings_item_fkey FOREIGN KEY (clinic_id, item_id) REFERENCES content_items(clinic_id, id) ON DELETE CASCADE;
constraint content_readings_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint content_readings_version_fkey FOREIGN KEY (clinic_id, item_id, version_id) REFERENCES content_versions(clinic_id, item_id, id) ON DELETE CASCADE;
constraint content_readings_pkey PRIMARY KEY (clinic_id, id);
constraint content_readings_item_key UNIQUE (clinic_id, patient_id, item_id);
CREATE INDEX content_readings_item_idx ON public.content_readings USING btree (clinic_id, item_id);
CREATE INDEX content_readings_version_idx ON public.content_readings USING btree (clinic_id, item_id, version_id);
row level security: t, forced: t
policy content_readings_all_system all to system using (true) with check (true);
policy content_readings_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy content_readings_select_own select to clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.current_patient_id() AS current_patient_id))));
grant delete, insert, select, update to system;
grant select to clinic_patient;
grant update (patient_id) to system;

table public.content_version_files (
  clinic_id uuid not null,
  version_id uuid not null,
  file_id uuid not null
);
-- The files of a version: whoever may read the version may read them, and none is removed while a version needs it.
constraint content_version_files_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint content_version_files_file_fkey FOREIGN KEY (clinic_id, file_id) REFERENCES files(clinic_id, id) ON DELETE RESTRICT;
constraint content_version_files_version_fkey FOREIGN KEY (clinic_id, version_id) REFERENCES content_versions(clinic_id, id) ON DELETE CASCADE;
constraint content_version_files_pkey PRIMARY KEY (clinic_id, version_id, file_id);
CREATE INDEX content_version_files_file_idx ON public.content_version_files USING btree (clinic_id, file_id);
row level security: t, forced: t
policy content_version_files_all_system all to system using (true) with check (true);
policy content_version_files_select_guardian select to clinic_guardian using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (EXISTS ( SELECT
   FROM content_versions v
  WHERE ((v.clinic_id = content_version_files.clinic_id) AND (v.id = content_version_files.version_id))))));
policy content_version_files_select_published select to clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (EXISTS ( SELECT
   FROM content_versions v
  WHERE ((v.clinic_id = content_version_files.clinic_id) AND (v.id = content_version_files.version_id))))));
policy content_version_files_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select to system;
grant select to clinic_admin, clinic_guardian, clinic_patient, clinic_staff;

table public.content_versions (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  item_id uuid not null,
  number integer not null,
  type text not null,
  title text not null,
  category text not null,
  description text not null default ''::text,
  body jsonb not null,
  cover_file_id uuid,
  read_minutes integer not null,
  published_by uuid,
  published_at timestamp with time zone not null,
  superseded_at timestamp with time zone,
  team_notes jsonb
);
-- What was published. Immutable: a correction is a new version, so what somebody was given stays what it was.
constraint content_versions_category_check CHECK ((((length(btrim(category)) >= 2) AND (length(btrim(category)) <= 40)) AND app.is_one_line(category)));
constraint content_versions_check CHECK ((superseded_at >= published_at));
constraint content_versions_description_check CHECK ((length(description) <= 300));
constraint content_versions_number_check CHECK ((number > 0));
constraint content_versions_read_minutes_check CHECK (((read_minutes >= 0) AND (read_minutes <= 1440)));
constraint content_versions_title_check CHECK ((((length(btrim(title)) >= 1) AND (length(btrim(title)) <= 120)) AND app.is_one_line(title)));
constraint content_versions_type_check CHECK ((type = ANY (ARRAY['article'::text, 'video'::text, 'pdf'::text, 'image'::text, 'presentation'::text])));
constraint content_versions_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint content_versions_cover_fkey FOREIGN KEY (clinic_id, cover_file_id) REFERENCES files(clinic_id, id) ON DELETE RESTRICT;
constraint content_versions_item_fkey FOREIGN KEY (clinic_id, item_id) REFERENCES content_items(clinic_id, id) ON DELETE RESTRICT;
constraint content_versions_published_by_fkey FOREIGN KEY (published_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint content_versions_pkey PRIMARY KEY (clinic_id, id);
constraint content_versions_clinic_id_item_id_number_key UNIQUE (clinic_id, item_id, number);
constraint content_versions_item_id_key UNIQUE (clinic_id, item_id, id);
CREATE INDEX content_versions_cover_idx ON public.content_versions USING btree (clinic_id, cover_file_id);
CREATE UNIQUE INDEX content_versions_current_key ON public.content_versions USING btree (clinic_id, item_id) WHERE (superseded_at IS NULL);
CREATE INDEX content_versions_published_by_idx ON public.content_versions USING btree (published_by);
row level security: t, forced: t
policy content_versions_all_system all to system using (true) with check (true);
policy content_versions_select_assigned select to clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (EXISTS ( SELECT
   FROM lesson_assignments a
  WHERE ((a.clinic_id = content_versions.clinic_id) AND (a.item_id = content_versions.item_id) AND (a.version_id = content_versions.id))))));
policy content_versions_select_guardian select to clinic_guardian using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (EXISTS ( SELECT
   FROM lesson_assignments a
  WHERE ((a.clinic_id = content_versions.clinic_id) AND (a.item_id = content_versions.item_id) AND (a.version_id = content_versions.id))))));
policy content_versions_select_published select to clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (superseded_at IS NULL) AND (EXISTS ( SELECT
   FROM content_items i
  WHERE ((i.clinic_id = content_versions.clinic_id) AND (i.id = content_versions.item_id))))));
policy content_versions_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select to system;
grant select (id, clinic_id, item_id, number, type, title, category, description, body, cover_file_id, read_minutes, published_by, published_at, superseded_at, team_notes) to clinic_admin;
grant select (id, clinic_id, item_id, number, type, title, category, description, body, cover_file_id, read_minutes, published_at, superseded_at) to clinic_guardian;
grant select (id, clinic_id, item_id, number, type, title, category, description, body, cover_file_id, read_minutes, published_at, superseded_at) to clinic_patient;
grant select (id, clinic_id, item_id, number, type, title, category, description, body, cover_file_id, read_minutes, published_by, published_at, superseded_at, team_notes) to clinic_staff;
grant update (superseded_at) to system;

table public.content_views (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  item_id uuid not null,
  patient_id uuid not null,
  viewed_on date not null,
  viewed_at timestamp with time zone not null
);
-- Health data: on which days a patient opened what. Counted once per person and day, and never for the team, which reads the counts alone.
constraint content_views_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint content_views_item_fkey FOREIGN KEY (clinic_id, item_id) REFERENCES content_items(clinic_id, id) ON DELETE CASCADE;
constraint content_views_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint content_views_pkey PRIMARY KEY (clinic_id, id);
constraint content_views_day_key UNIQUE (clinic_id, item_id, patient_id, viewed_on);
CREATE INDEX content_views_patient_idx ON public.content_views USING btree (clinic_id, patient_id, viewed_on DESC);
CREATE TRIGGER content_views_count AFTER INSERT ON public.content_views FOR EACH ROW EXECUTE FUNCTION app.count_content_view();
row level security: t, forced: t
policy content_views_all_system all to system using (true) with check (true);
policy content_views_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy content_views_select_own select to clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.current_patient_id() AS current_patient_id))));
grant delete, insert, select to system;
grant select to clinic_patient;
grant update (patient_id) to system;

table public.coupons (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  code text not null,
  percent smallint,
  amount_cents bigint,
  currency text not null,
  duration text not null,
  months smallint,
  plan_id uuid,
  max_uses integer,
  last_on date,
  closed_at timestamp with time zone,
  created_at timestamp with time zone not null
);
-- A code for a discount on the charges of a plan. Patients type it; only those who joined with it read it.
constraint coupons_amount_cents_check CHECK (((amount_cents >= 50) AND (amount_cents <= 1000000)));
constraint coupons_code_check CHECK ((code ~ '^[A-Z0-9][A-Z0-9-]{2,19}$'::text));
constraint coupons_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text));
constraint coupons_duration_check CHECK ((duration = ANY (ARRAY['once'::text, 'repeating'::text, 'forever'::text])));
constraint coupons_max_uses_check CHECK (((max_uses >= 1) AND (max_uses <= 10000)));
constraint coupons_months_check CHECK (((months >= 1) AND (months <= 24)));
constraint coupons_one_discount CHECK (((percent IS NULL) <> (amount_cents IS NULL)));
constraint coupons_percent_check CHECK (((percent >= 1) AND (percent <= 100)));
constraint coupons_repeating_has_months CHECK (((duration = 'repeating'::text) = (months IS NOT NULL)));
constraint coupons_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint coupons_plan_fkey FOREIGN KEY (clinic_id, plan_id) REFERENCES plans(clinic_id, id) ON DELETE RESTRICT;
constraint coupons_pkey PRIMARY KEY (clinic_id, id);
constraint coupons_code_key UNIQUE (clinic_id, code);
CREATE INDEX coupons_plan_idx ON public.coupons USING btree (clinic_id, plan_id);
row level security: t, forced: t
policy coupons_all_system all to system using (true) with check (true);
policy coupons_select_held select to authenticated, clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (id = ANY (ARRAY( SELECT s.coupon_id
   FROM subscriptions s
  WHERE ((s.clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (s.owner_patient_id = ( SELECT app.own_patient_id() AS own_patient_id))))))));
policy coupons_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant insert, select to system;
grant select (id, clinic_id, code, percent, amount_cents, currency, duration, months) to authenticated;
grant select (id, clinic_id, code, percent, amount_cents, currency, duration, months, plan_id, max_uses, last_on, closed_at, created_at) to clinic_admin;
grant select (id, clinic_id, code, percent, amount_cents, currency, duration, months) to clinic_patient;
grant select (id, clinic_id, code, percent, amount_cents, currency, duration, months, plan_id, max_uses, last_on, closed_at, created_at) to clinic_staff;
grant update (closed_at) to system;

table public.disputes (
  id text not null,
  clinic_id uuid not null,
  stripe_account text not null,
  payment_id text not null,
  patient_id uuid not null,
  status text not null,
  reason text not null,
  amount_cents bigint not null,
  currency text not null,
  opened_at timestamp with time zone not null,
  due_by timestamp with time zone,
  is_answered boolean not null,
  evidence text,
  read_no bigint not null default 0
);
-- A disputed payment, as Stripe last showed it.
constraint disputes_amount_cents_check CHECK ((amount_cents >= 0));
constraint disputes_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text));
constraint disputes_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 50)));
constraint disputes_status_check CHECK (((length(status) >= 1) AND (length(status) <= 50)));
constraint disputes_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint disputes_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint disputes_payment_fkey FOREIGN KEY (clinic_id, payment_id) REFERENCES payments(clinic_id, id) ON DELETE RESTRICT;
constraint disputes_pkey PRIMARY KEY (id);
constraint disputes_clinic_id_id_key UNIQUE (clinic_id, id);
CREATE INDEX disputes_clinic_opened_idx ON public.disputes USING btree (clinic_id, opened_at DESC);
CREATE INDEX disputes_patient_idx ON public.disputes USING btree (clinic_id, patient_id);
CREATE INDEX disputes_payment_idx ON public.disputes USING btree (clinic_id, payment_id);
row level security: t, forced: t
policy disputes_all_system all to system using (true) with check (true);
policy disputes_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy disputes_select_admin select to clinic_admin using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
policy disputes_select_permitted select to clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND ('money'::text = ANY (( SELECT app.current_permission_sets() AS current_permission_sets)::text[]))));
grant insert, select, update to system;
grant select (id, clinic_id, payment_id, patient_id, status, reason, amount_cents, currency, opened_at, due_by, is_answered, evidence) to clinic_admin;
grant select (id, clinic_id, payment_id, patient_id, status, reason, amount_cents, currency, opened_at, due_by, is_answered, evidence) to clinic_staff;
grant update (patient_id) to system;

table public.fee_agreements (
  clinic_id uuid not null,
  from_month text not null,
  policy text not null,
  fee_cents bigint,
  agreed_at timestamp with time zone not null
);
-- What a clinic pays Carefold from a month on: the commission, or a flat fee. Without a row: the commission.
constraint fee_agreements_fee_cents_check CHECK (((fee_cents >= 50) AND (fee_cents <= 1000000)));
constraint fee_agreements_fee_is_flat CHECK (((fee_cents IS NULL) = (policy = 'partnership'::text)));
constraint fee_agreements_from_month_check CHECK ((from_month ~ '^\d{4}-(0[1-9]|1[0-2])$'::text));
constraint fee_agreements_policy_check CHECK ((policy = ANY (ARRAY['partnership'::text, 'flat_month'::text, 'flat_member'::text])));
constraint fee_agreements_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint fee_agreements_pkey PRIMARY KEY (clinic_id, from_month);
row level security: t, forced: t
policy fee_agreements_all_system all to system using (true) with check (true);
policy fee_agreements_second_step all restrictive to clinic_admin, clinic_guardian, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy fee_agreements_select_admin select to clinic_admin using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
policy fee_agreements_select_permitted select to clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND ('billing'::text = ANY (( SELECT app.current_permission_sets() AS current_permission_sets)::text[]))));
grant insert, select, update to system;
grant select to clinic_admin, clinic_staff;

table public.feedback (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  patient_id uuid not null,
  given_on date not null,
  given_at timestamp with time zone not null,
  rating integer not null,
  body text not null,
  call_phone text,
  answered_at timestamp with time zone,
  answered_by uuid
);
-- Health data: what a patient tells their clinic about it, with words of their own. Of one day, at most one is open.
constraint feedback_body_check CHECK (((length(btrim(body)) >= 1) AND (length(btrim(body)) <= 4000)));
constraint feedback_call_phone_check CHECK ((((length(call_phone) >= 3) AND (length(call_phone) <= 40)) AND app.is_one_line(call_phone)));
constraint feedback_rating_check CHECK (((rating >= 1) AND (rating <= 5)));
constraint feedback_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint feedback_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint feedback_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint feedback_pkey PRIMARY KEY (clinic_id, id);
CREATE INDEX feedback_answered_by_idx ON public.feedback USING btree (answered_by);
CREATE INDEX feedback_answered_idx ON public.feedback USING btree (clinic_id, given_at DESC, id) WHERE (answered_at IS NOT NULL);
CREATE INDEX feedback_open_idx ON public.feedback USING btree (clinic_id, given_at DESC, id) WHERE (answered_at IS NULL);
CREATE UNIQUE INDEX feedback_open_key ON public.feedback USING btree (clinic_id, patient_id, given_on) WHERE (answered_at IS NULL);
CREATE INDEX feedback_patient_idx ON public.feedback USING btree (clinic_id, patient_id, given_at DESC);
CREATE TRIGGER feedback_are_erased_by_retention BEFORE DELETE ON public.feedback FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
CREATE TRIGGER feedback_record_change AFTER INSERT OR UPDATE ON public.feedback FOR EACH ROW EXECUTE FUNCTION app.record_feedback_change();
row level security: t, forced: t
policy feedback_all_system all to system using (true) with check (true);
policy feedback_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy feedback_select_own select to clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.current_patient_id() AS current_patient_id))));
policy feedback_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select, update to system;
grant select to clinic_admin, clinic_staff;
grant select (id, clinic_id, patient_id, given_on, given_at, rating, body, call_phone, answered_at) to clinic_patient;
grant update (patient_id) to system;

table public.files (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid,
  owner_id uuid not null,
  kind text not null,
  name text,
  size_bytes bigint not null,
  received_bytes bigint not null default 0,
  sha256 text,
  media_type text,
  width integer,
  height integer,
  state text not null default 'uploading'::text,
  attached_at timestamp with time zone,
  created_at timestamp with time zone not null default app.now(),
  updated_at timestamp with time zone not null default app.now(),
  unused_since timestamp with time zone
);
-- An uploaded file. What its name and its patient tell is in patient_files; its bytes are in app.file_objects. Written by the server alone.
constraint files_attached_is_ready CHECK (((attached_at IS NULL) OR (state = 'ready'::text)));
constraint files_avatars_are_personal CHECK (((kind = 'avatar'::text) = (clinic_id IS NULL)));
constraint files_health_data_has_no_name CHECK (((kind = ANY (ARRAY['message_attachment'::text, 'person_file'::text, 'dispute_evidence'::text])) = (name IS NULL)));
constraint files_height_check CHECK ((height > 0));
constraint files_kind_check CHECK ((kind = ANY (ARRAY['avatar'::text, 'logo'::text, 'message_attachment'::text, 'person_file'::text, 'dispute_evidence'::text, 'content_picture'::text, 'content_video'::text, 'content_pdf'::text, 'content_captions'::text, 'content_page'::text, 'content_import'::text])));
constraint files_name_check CHECK ((((length(name) >= 1) AND (length(name) <= 200)) AND app.is_one_line(name)));
constraint files_ready_is_complete CHECK (((state <> 'ready'::text) OR ((sha256 IS NOT NULL) AND (media_type IS NOT NULL))));
constraint files_received_bytes_check CHECK ((received_bytes >= 0));
constraint files_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text));
constraint files_size_bytes_check CHECK ((size_bytes > 0));
constraint files_state_check CHECK ((state = ANY (ARRAY['uploading'::text, 'ready'::text])));
constraint files_width_check CHECK ((width > 0));
constraint files_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint files_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES auth.users(id) ON DELETE RESTRICT;
constraint files_pkey PRIMARY KEY (id);
constraint files_clinic_id_id_key UNIQUE (clinic_id, id);
CREATE UNIQUE INDEX files_avatar_key ON public.files USING btree (owner_id) WHERE ((kind = 'avatar'::text) AND (attached_at IS NOT NULL));
CREATE INDEX files_clinic_idx ON public.files USING btree (clinic_id, kind, created_at DESC);
CREATE UNIQUE INDEX files_logo_key ON public.files USING btree (clinic_id) WHERE ((kind = 'logo'::text) AND (attached_at IS NOT NULL));
CREATE INDEX files_owner_idx ON public.files USING btree (owner_id, kind);
CREATE INDEX files_unused_idx ON public.files USING btree (updated_at) WHERE (attached_at IS NULL);
CREATE TRIGGER files_count_storage AFTER INSERT OR DELETE OR UPDATE OF size_bytes ON public.files FOR EACH ROW EXECUTE FUNCTION app.count_storage();
row level security: t, forced: t
policy files_all_system all to system using (true) with check (true);
policy files_select_avatar select to clinic_admin, clinic_staff using (((kind = 'avatar'::text) AND (attached_at IS NOT NULL) AND (EXISTS ( SELECT
   FROM clinic_memberships m
  WHERE ((m.clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (m.user_id = files.owner_id) AND (m.ended_at IS NULL) AND ((m.role <> 'patient'::text) OR ( SELECT app.may_use_health_data() AS may_use_health_data)))))));
policy files_select_content select to clinic_admin, clinic_staff using (((kind = ANY (ARRAY['content_picture'::text, 'content_video'::text, 'content_pdf'::text, 'content_captions'::text])) AND (clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND ((attached_at IS NOT NULL) OR (owner_id = ( SELECT app.current_user_id() AS current_user_id)))));
policy files_select_logo select to anon, authenticated, clinic_admin, clinic_guardian, clinic_patient, clinic_staff using (((kind = 'logo'::text) AND (attached_at IS NOT NULL)));
policy files_select_of_patient select to clinic_admin, clinic_guardian, clinic_patient, clinic_staff using (((kind = ANY (ARRAY['message_attachment'::text, 'person_file'::text, 'dispute_evidence'::text])) AND (clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (EXISTS ( SELECT
   FROM patient_files p
  WHERE ((p.clinic_id = files.clinic_id) AND (p.file_id = files.id))))));
policy files_select_own select to authenticated, clinic_admin, clinic_guardian, clinic_patient, clinic_staff using (((kind = ANY (ARRAY['avatar'::text, 'logo'::text])) AND (owner_id = ( SELECT app.current_user_id() AS current_user_id)) AND ((clinic_id IS NULL) OR (clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)))));
policy files_select_page select to clinic_admin, clinic_guardian, clinic_patient, clinic_staff using (((kind = 'content_page'::text) AND (clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (EXISTS ( SELECT
   FROM content_pages p
  WHERE ((p.clinic_id = files.clinic_id) AND (((files.id = p.file_id) OR (files.id = p.medium_file_id)) OR (files.id = p.small_file_id)))))));
policy files_select_published select to clinic_guardian, clinic_patient using (((kind = ANY (ARRAY['content_picture'::text, 'content_video'::text, 'content_pdf'::text, 'content_captions'::text])) AND (clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (EXISTS ( SELECT
   FROM content_version_files v
  WHERE ((v.clinic_id = files.clinic_id) AND (v.file_id = files.id))))));
policy files_select_team_avatar select to clinic_patient using (((kind = 'avatar'::text) AND (attached_at IS NOT NULL) AND (owner_id = ANY (( SELECT app.current_team_ids() AS current_team_ids)::uuid[]))));
grant delete, insert, select, update to system;
grant select (id, clinic_id, owner_id, kind, size_bytes, media_type, width, height, state, attached_at, created_at) to anon;
grant select (id, clinic_id, owner_id, kind, size_bytes, media_type, width, height, state, attached_at, created_at) to authenticated;
grant select (id, clinic_id, owner_id, kind, size_bytes, media_type, width, height, state, attached_at, created_at) to clinic_admin;
grant select (id, clinic_id, owner_id, kind, size_bytes, media_type, width, height, state, attached_at, created_at) to clinic_guardian;
grant select (id, clinic_id, owner_id, kind, size_bytes, media_type, width, height, state, attached_at, created_at) to clinic_patient;
grant select (id, clinic_id, owner_id, kind, size_bytes, media_type, width, height, state, attached_at, created_at) to clinic_staff;

table public.guardian_rules (
  clinic_id uuid not null,
  limited_from integer not null,
  ends_at integer not null,
  invites boolean not null,
  version integer not null default 1,
  updated_at timestamp with time zone not null
);
-- From which ages guardians of a clinic's patients see less, and nothing; without a row, 12 and 18.
constraint guardian_rules_ends_check CHECK (((ends_at >= 14) AND (ends_at <= 21)));
constraint guardian_rules_limited_check CHECK (((limited_from >= 0) AND (limited_from <= 21)));
constraint guardian_rules_order_check CHECK ((limited_from <= ends_at));
constraint guardian_rules_version_check CHECK ((version > 0));
constraint guardian_rules_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint guardian_rules_pkey PRIMARY KEY (clinic_id);
CREATE TRIGGER guardian_rules_are_erased_by_retention BEFORE DELETE ON public.guardian_rules FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
row level security: t, forced: t
policy guardian_rules_all_system all to system using (true) with check (true);
policy guardian_rules_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select, update to system;
grant select to clinic_admin, clinic_staff;

table public.invitations (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  membership_id uuid not null,
  email text not null,
  name text,
  role text not null,
  invited_by uuid,
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  accepted_by uuid,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  for_patient_id uuid
);
-- Health data: an offer of a role to one address, single use, 72 hours, never above the inviter. Whom a clinic invites as a patient says something about their health; a row stands for the invited person, who has no record yet.
constraint invitations_email_check CHECK ((email = lower(email)));
constraint invitations_for_patient_check CHECK (((for_patient_id IS NULL) OR (role = 'patient'::text)));
constraint invitations_name_check CHECK ((length(name) <= 200));
constraint invitations_name_is_one_line CHECK (app.is_one_line(name)) NOT VALID;
constraint invitations_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'staff'::text, 'member'::text, 'patient'::text])));
constraint invitations_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint invitations_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint invitations_for_patient_fkey FOREIGN KEY (clinic_id, for_patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint invitations_membership_fkey FOREIGN KEY (clinic_id, membership_id) REFERENCES clinic_memberships(clinic_id, id) DEFERRABLE INITIALLY DEFERRED;
constraint invitations_pkey PRIMARY KEY (clinic_id, id);
constraint invitations_token_hash_key UNIQUE (token_hash);
CREATE INDEX invitations_accepted_by_idx ON public.invitations USING btree (accepted_by);
CREATE INDEX invitations_clinic_created_idx ON public.invitations USING btree (clinic_id, created_at DESC);
CREATE INDEX invitations_for_patient_idx ON public.invitations USING btree (clinic_id, for_patient_id) WHERE (for_patient_id IS NOT NULL);
CREATE INDEX invitations_invited_by_idx ON public.invitations USING btree (invited_by);
CREATE UNIQUE INDEX invitations_live_key ON public.invitations USING btree (clinic_id, email) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));
CREATE INDEX invitations_membership_idx ON public.invitations USING btree (clinic_id, membership_id);
CREATE TRIGGER invitations_are_erased_by_retention BEFORE DELETE ON public.invitations FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
CREATE TRIGGER invitations_keep_entry AFTER INSERT OR UPDATE ON public.invitations FOR EACH ROW EXECUTE FUNCTION app.keep_entry_of_invitation();
CREATE TRIGGER invitations_notice_accepted AFTER UPDATE OF accepted_at ON public.invitations FOR EACH ROW WHEN (((old.accepted_at IS NULL) AND (new.accepted_at IS NOT NULL) AND (new.invited_by IS NOT NULL))) EXECUTE FUNCTION app.notice_invitation_accepted();
row level security: t, forced: t
policy invitations_all_system all to system using (true) with check (true);
policy invitations_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy invitations_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select, update to system;
grant select (id, clinic_id, membership_id, email, name, role, invited_by, expires_at, accepted_at, accepted_by, revoked_at, created_at, for_patient_id) to clinic_admin;
grant select (id, clinic_id, membership_id, email, name, role, invited_by, expires_at, accepted_at, accepted_by, revoked_at, created_at, for_patient_id) to clinic_staff;
grant update (for_patient_id) to system;

table public.invoice_lines (
  id text not null,
  clinic_id uuid not null,
  invoice_id text not null,
  description text not null,
  quantity integer not null,
  amount_cents bigint not null,
  period_start timestamp with time zone not null,
  period_end timestamp with time zone not null
);
-- What an invoice is for. The lines add up to its total less tax.
constraint invoice_lines_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint invoice_lines_invoice_fkey FOREIGN KEY (clinic_id, invoice_id) REFERENCES invoices(clinic_id, id) ON DELETE RESTRICT;
constraint invoice_lines_pkey PRIMARY KEY (clinic_id, invoice_id, id);
row level security: t, forced: t
policy invoice_lines_all_system all to system using (true) with check (true);
policy invoice_lines_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy invoice_lines_select_admin select to clinic_admin using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
policy invoice_lines_select_own select to authenticated, clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (EXISTS ( SELECT
   FROM invoices i
  WHERE ((i.clinic_id = invoice_lines.clinic_id) AND (i.id = invoice_lines.invoice_id))))));
policy invoice_lines_select_permitted select to clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND ('money'::text = ANY (( SELECT app.current_permission_sets() AS current_permission_sets)::text[]))));
grant delete, insert, select to system;
grant select to authenticated, clinic_admin, clinic_patient, clinic_staff;

table public.invoices (
  id text not null,
  clinic_id uuid not null,
  stripe_account text not null,
  patient_id uuid not null,
  subscription_id uuid,
  number text,
  status text not null,
  currency text not null,
  total_cents bigint not null,
  tax_cents bigint not null default 0,
  amount_paid_cents bigint not null default 0,
  amount_due_cents bigint not null default 0,
  period_start timestamp with time zone not null,
  period_end timestamp with time zone not null,
  issued_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  next_attempt_at timestamp with time zone,
  attempt_count integer not null default 0,
  read_no bigint not null default 0,
  failure_mailed_at timestamp with time zone,
  retry_attempt uuid,
  retried_at timestamp with time zone
);
-- A clinic's invoice to a patient, as Stripe last showed it.
constraint invoices_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text));
constraint invoices_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'open'::text, 'paid'::text, 'void'::text, 'uncollectible'::text])));
constraint invoices_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint invoices_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint invoices_subscription_fkey FOREIGN KEY (clinic_id, subscription_id) REFERENCES subscriptions(clinic_id, id) ON DELETE RESTRICT;
constraint invoices_pkey PRIMARY KEY (id);
constraint invoices_clinic_id_id_key UNIQUE (clinic_id, id);
CREATE INDEX invoices_clinic_issued_idx ON public.invoices USING btree (clinic_id, issued_at DESC);
CREATE INDEX invoices_failed_idx ON public.invoices USING btree (clinic_id, issued_at, id) WHERE ((status = 'open'::text) AND (attempt_count > 0));
CREATE INDEX invoices_patient_idx ON public.invoices USING btree (clinic_id, patient_id, issued_at DESC);
CREATE INDEX invoices_subscription_idx ON public.invoices USING btree (clinic_id, subscription_id);
row level security: t, forced: t
policy invoices_all_system all to system using (true) with check (true);
policy invoices_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy invoices_select_admin select to clinic_admin using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
policy invoices_select_own select to authenticated, clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.own_patient_id() AS own_patient_id))));
policy invoices_select_permitted select to clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND ('money'::text = ANY (( SELECT app.current_permission_sets() AS current_permission_sets)::text[]))));
grant insert, select, update to system;
grant select (id, clinic_id, patient_id, subscription_id, number, status, currency, total_cents, tax_cents, amount_paid_cents, amount_due_cents, period_start, period_end, issued_at, paid_at, next_attempt_at, attempt_count) to authenticated;
grant select (id, clinic_id, patient_id, subscription_id, number, status, currency, total_cents, tax_cents, amount_paid_cents, amount_due_cents, period_start, period_end, issued_at, paid_at, next_attempt_at, attempt_count, failure_mailed_at) to clinic_admin;
grant select (id, clinic_id, patient_id, subscription_id, number, status, currency, total_cents, tax_cents, amount_paid_cents, amount_due_cents, period_start, period_end, issued_at, paid_at, next_attempt_at, attempt_count) to clinic_patient;
grant select (id, clinic_id, patient_id, subscription_id, number, status, currency, total_cents, tax_cents, amount_paid_cents, amount_due_cents, period_start, period_end, issued_at, paid_at, next_attempt_at, attempt_count, failure_mailed_at) to clinic_staff;
grant update (patient_id) to system;

table public.journal (
  id bigint not null generated as identity,
  clinic_id uuid not null,
  key text not null,
  kind text not null,
  occurred_at timestamp with time zone not null,
  currency text not null,
  source text not null,
  posted_at timestamp with time zone not null
);
-- One fact about money, posted once (docs/payments.md 8).
constraint journal_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text));
constraint journal_kind_check CHECK ((kind = ANY (ARRAY['charge'::text, 'refund'::text, 'refund_failed'::text, 'dispute_lost'::text, 'commission_owed'::text, 'commission_forgiven'::text, 'platform_fee'::text, 'platform_payment'::text, 'platform_refund'::text, 'platform_refund_failed'::text])));
constraint journal_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint journal_pkey PRIMARY KEY (id);
constraint journal_clinic_id_id_key UNIQUE (clinic_id, id);
constraint journal_key_key UNIQUE (key);
CREATE INDEX journal_clinic_occurred_idx ON public.journal USING btree (clinic_id, occurred_at);
CREATE TRIGGER journal_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.journal FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
row level security: t, forced: t
policy journal_insert_system insert to system with check (true);
policy journal_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy journal_select_admin select to clinic_admin using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
policy journal_select_permitted select to clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND ('money'::text = ANY (( SELECT app.current_permission_sets() AS current_permission_sets)::text[]))));
policy journal_select_system select to system using (true);
grant insert, select to system;
grant select (id, clinic_id, key, kind, occurred_at, currency) to clinic_admin;
grant select (id, clinic_id, key, kind, occurred_at, currency) to clinic_staff;

table public.leads (
  id uuid not null default gen_random_uuid(),
  email text not null,
  created_at timestamp with time zone not null default now()
);
-- E-mail addresses left on the landing page. Write-only for visitors.
constraint leads_email_check CHECK (((email = lower(email)) AND (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'::text) AND (length(email) <= 255)));
constraint leads_pkey PRIMARY KEY (id);
constraint leads_email_key UNIQUE (email);
row level security: t, forced: t
policy leads_all_system all to system using (true) with check (true);
policy leads_insert_everyone insert to anon, authenticated, clinic_admin, clinic_patient, clinic_staff with check ((email IS NOT NULL));
grant delete, select to system;
grant insert (email) to anon;
grant insert (email) to authenticated;
grant insert (email) to clinic_admin;
grant insert (email) to clinic_patient;
grant insert (email) to clinic_staff;

table public.lesson_assignments (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  patient_id uuid not null,
  item_id uuid not null,
  version_id uuid not null,
  reason text not null default ''::text,
  due_on date,
  opens_at timestamp with time zone not null,
  assigned_by uuid,
  assigned_at timestamp with time zone not null,
  told_at timestamp with time zone,
  completed_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  enrollment_id uuid,
  session_id uuid
);
-- Health data: what a patient is asked to read, why, and when they completed it. Points at the version that was assigned.
constraint lesson_assignments_of_session CHECK (((enrollment_id IS NULL) = (session_id IS NULL)));
constraint lesson_assignments_reason_check CHECK ((length(reason) <= 300));
constraint lesson_assignments_assigned_by_fkey FOREIGN KEY (assigned_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint lesson_assignments_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint lesson_assignments_enrollment_fkey FOREIGN KEY (clinic_id, enrollment_id) REFERENCES program_enrollments(clinic_id, id) ON DELETE RESTRICT;
constraint lesson_assignments_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint lesson_assignments_session_fkey FOREIGN KEY (clinic_id, session_id) REFERENCES program_sessions(clinic_id, id) ON DELETE RESTRICT;
constraint lesson_assignments_version_fkey FOREIGN KEY (clinic_id, item_id, version_id) REFERENCES content_versions(clinic_id, item_id, id) ON DELETE RESTRICT;
constraint lesson_assignments_pkey PRIMARY KEY (clinic_id, id);
CREATE INDEX lesson_assignments_assigned_by_idx ON public.lesson_assignments USING btree (assigned_by);
CREATE INDEX lesson_assignments_enrollment_idx ON public.lesson_assignments USING btree (clinic_id, enrollment_id);
CREATE UNIQUE INDEX lesson_assignments_open_key ON public.lesson_assignments USING btree (clinic_id, patient_id, item_id, session_id) NULLS NOT DISTINCT WHERE ((completed_at IS NULL) AND (withdrawn_at IS NULL));
CREATE INDEX lesson_assignments_patient_idx ON public.lesson_assignments USING btree (clinic_id, patient_id, assigned_at DESC);
CREATE INDEX lesson_assignments_session_idx ON public.lesson_assignments USING btree (clinic_id, session_id);
CREATE INDEX lesson_assignments_untold_idx ON public.lesson_assignments USING btree (clinic_id, opens_at) WHERE ((told_at IS NULL) AND (withdrawn_at IS NULL) AND (completed_at IS NULL));
CREATE INDEX lesson_assignments_version_idx ON public.lesson_assignments USING btree (clinic_id, item_id, version_id);
row level security: t, forced: t
policy lesson_assignments_all_system all to system using (true) with check (true);
policy lesson_assignments_second_step all restrictive to clinic_admin, clinic_guardian, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy lesson_assignments_select_guardian select to clinic_guardian using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.ward_in_full() AS ward_in_full)) AND (withdrawn_at IS NULL) AND (opens_at <= ( SELECT app.now() AS now))));
policy lesson_assignments_select_own select to clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.current_patient_id() AS current_patient_id)) AND (withdrawn_at IS NULL) AND (opens_at <= ( SELECT app.now() AS now))));
policy lesson_assignments_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select, update to system;
grant select (id, clinic_id, patient_id, item_id, version_id, reason, due_on, opens_at, assigned_by, assigned_at, told_at, completed_at, withdrawn_at, enrollment_id, session_id) to clinic_admin;
grant select (id, clinic_id, patient_id, item_id, version_id, reason, due_on, opens_at, assigned_at, completed_at, withdrawn_at) to clinic_guardian;
grant select (id, clinic_id, patient_id, item_id, version_id, reason, due_on, opens_at, assigned_at, completed_at, withdrawn_at, enrollment_id, session_id) to clinic_patient;
grant select (id, clinic_id, patient_id, item_id, version_id, reason, due_on, opens_at, assigned_by, assigned_at, told_at, completed_at, withdrawn_at, enrollment_id, session_id) to clinic_staff;
grant update (patient_id) to system;

table public.membership_activity (
  clinic_id uuid not null,
  membership_id uuid not null,
  last_active_at timestamp with time zone not null
);
-- The last request of each member in a clinic, at most an hour old.
constraint membership_activity_membership_fkey FOREIGN KEY (clinic_id, membership_id) REFERENCES clinic_memberships(clinic_id, id) DEFERRABLE INITIALLY DEFERRED;
constraint membership_activity_pkey PRIMARY KEY (clinic_id, membership_id);
CREATE TRIGGER membership_activity_are_erased_by_retention BEFORE DELETE ON public.membership_activity FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
row level security: t, forced: t
policy membership_activity_all_system all to system using (true) with check (true);
policy membership_activity_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select, update to system;
grant select (clinic_id, membership_id, last_active_at) to clinic_admin;
grant select (clinic_id, membership_id, last_active_at) to clinic_staff;

table public.message_settings (
  clinic_id uuid not null,
  reply_within text,
  away_text text,
  away_from date,
  away_until date,
  version integer not null default 1,
  updated_at timestamp with time zone not null
);
-- How soon a clinic promises to answer messages, and what patients read while it is away. Without a row it promises nothing.
constraint message_settings_away_check CHECK ((away_until >= away_from));
constraint message_settings_away_text_check CHECK (((length(btrim(away_text)) >= 1) AND (length(btrim(away_text)) <= 500)));
constraint message_settings_reply_within_check CHECK ((reply_within = ANY (ARRAY['same_day'::text, 'one_day'::text, 'two_days'::text, 'three_days'::text, 'one_week'::text])));
constraint message_settings_version_check CHECK ((version > 0));
constraint message_settings_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint message_settings_pkey PRIMARY KEY (clinic_id);
CREATE TRIGGER message_settings_are_erased_by_retention BEFORE DELETE ON public.message_settings FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
row level security: t, forced: t
policy message_settings_all_system all to system using (true) with check (true);
policy message_settings_select_members select to clinic_admin, clinic_patient, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
policy message_settings_select_support select to clinic_support using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select, update to system;
grant select to clinic_admin, clinic_patient, clinic_staff;
grant select (clinic_id, reply_within, away_from, away_until) to clinic_support;

table public.message_threads (
  patient_id uuid not null,
  clinic_id uuid not null,
  last_number integer not null default 0,
  last_from text,
  last_message_at timestamp with time zone not null,
  clinic_read integer not null default 0,
  clinic_read_at timestamp with time zone,
  clinic_unread integer not null default 0,
  patient_read integer not null default 0,
  patient_read_at timestamp with time zone,
  patient_unread integer not null default 0,
  assignee_id uuid,
  closed_at timestamp with time zone,
  closed_by uuid
);
-- Health data: where a patient's messages with the clinic stand. One per patient; there is none before the first message.
constraint message_threads_clinic_read_check CHECK ((clinic_read >= 0));
constraint message_threads_clinic_unread_check CHECK ((clinic_unread >= 0));
constraint message_threads_last_from_check CHECK ((last_from = ANY (ARRAY['patient'::text, 'clinic'::text])));
constraint message_threads_last_number_check CHECK ((last_number >= 0));
constraint message_threads_patient_read_check CHECK ((patient_read >= 0));
constraint message_threads_patient_unread_check CHECK ((patient_unread >= 0));
constraint message_threads_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint message_threads_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint message_threads_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint message_threads_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint message_threads_pkey PRIMARY KEY (patient_id);
constraint message_threads_clinic_key UNIQUE (clinic_id, patient_id);
CREATE INDEX message_threads_assignee_idx ON public.message_threads USING btree (assignee_id);
CREATE INDEX message_threads_closed_by_idx ON public.message_threads USING btree (closed_by);
CREATE INDEX message_threads_closed_idx ON public.message_threads USING btree (clinic_id, last_message_at DESC, patient_id) WHERE (closed_at IS NOT NULL);
CREATE INDEX message_threads_open_idx ON public.message_threads USING btree (clinic_id, last_message_at DESC, patient_id) WHERE (closed_at IS NULL);
CREATE INDEX message_threads_unread_idx ON public.message_threads USING btree (clinic_id) WHERE (clinic_unread > 0);
CREATE TRIGGER message_threads_announce AFTER INSERT OR UPDATE ON public.message_threads FOR EACH ROW EXECUTE FUNCTION app.announce_thread();
CREATE TRIGGER message_threads_are_erased_by_retention BEFORE DELETE ON public.message_threads FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
CREATE TRIGGER message_threads_record_change AFTER UPDATE ON public.message_threads FOR EACH ROW EXECUTE FUNCTION app.record_thread_change();
row level security: t, forced: t
policy message_threads_all_system all to system using (true) with check (true);
policy message_threads_second_step all restrictive to clinic_admin, clinic_guardian, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy message_threads_select_guardian select to clinic_guardian using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.ward_in_full() AS ward_in_full))));
policy message_threads_select_own select to clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.current_patient_id() AS current_patient_id))));
policy message_threads_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select, update to system;
grant select to clinic_admin, clinic_staff;
grant select (patient_id, clinic_id, last_number, last_from, last_message_at, clinic_read, clinic_read_at, patient_read, patient_unread) to clinic_guardian;
grant select (patient_id, clinic_id, last_number, last_from, last_message_at, clinic_read, clinic_read_at, patient_read, patient_unread) to clinic_patient;
grant update (patient_id) to system;

table public.messages (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  patient_id uuid not null,
  number integer not null,
  from_side text not null,
  author_id uuid,
  author_name text not null,
  body text not null,
  attempt uuid not null,
  sent_at timestamp with time zone not null
);
-- Health data: what a patient and their clinic write to each other. Never changed.
constraint messages_author_name_check CHECK ((((length(author_name) >= 1) AND (length(author_name) <= 200)) AND app.is_one_line(author_name)));
constraint messages_body_check CHECK ((length(body) <= 4000));
constraint messages_from_side_check CHECK ((from_side = ANY (ARRAY['patient'::text, 'clinic'::text])));
constraint messages_number_check CHECK ((number > 0));
constraint messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint messages_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint messages_thread_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES message_threads(clinic_id, patient_id) ON DELETE RESTRICT;
constraint messages_pkey PRIMARY KEY (clinic_id, id);
constraint messages_attempt_key UNIQUE (clinic_id, author_id, attempt);
constraint messages_number_key UNIQUE (clinic_id, patient_id, number);
CREATE INDEX messages_author_idx ON public.messages USING btree (author_id);
CREATE TRIGGER messages_are_erased_by_retention BEFORE DELETE ON public.messages FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
CREATE TRIGGER messages_record AFTER INSERT ON public.messages FOR EACH ROW EXECUTE FUNCTION app.record_message();
row level security: t, forced: t
policy messages_all_system all to system using (true) with check (true);
policy messages_second_step all restrictive to clinic_admin, clinic_guardian, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy messages_select_guardian select to clinic_guardian using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.ward_in_full() AS ward_in_full))));
policy messages_select_own select to clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.current_patient_id() AS current_patient_id))));
policy messages_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select to system;
grant select (id, clinic_id, patient_id, number, from_side, author_id, author_name, body, sent_at) to clinic_admin;
grant select (id, clinic_id, patient_id, number, from_side, author_id, author_name, body, sent_at) to clinic_guardian;
grant select (id, clinic_id, patient_id, number, from_side, author_id, author_name, body, sent_at) to clinic_patient;
grant select (id, clinic_id, patient_id, number, from_side, author_id, author_name, body, sent_at) to clinic_staff;
grant update (patient_id, number) to system;

table public.notice_preferences (
  clinic_id uuid not null,
  user_id uuid not null,
  patient_messages text not null default 'in_app'::text,
  appointment_updates text not null default 'in_app'::text,
  system_alerts text not null default 'in_app'::text,
  task_assignments text not null default 'in_app'::text,
  daily_summary text not null default 'email'::text,
  important_alerts text not null default 'email'::text,
  version integer not null default 1,
  updated_at timestamp with time zone not null
);
-- How a person of a clinic's team hears of each event. Without a row the defaults of the columns hold: app.notice_channel() knows them.
constraint notice_preferences_appointment_updates_check CHECK ((appointment_updates = ANY (ARRAY['none'::text, 'in_app'::text, 'email'::text])));
constraint notice_preferences_daily_summary_check CHECK ((daily_summary = ANY (ARRAY['none'::text, 'in_app'::text, 'email'::text])));
constraint notice_preferences_important_alerts_check CHECK ((important_alerts = ANY (ARRAY['none'::text, 'in_app'::text, 'email'::text])));
constraint notice_preferences_patient_messages_check CHECK ((patient_messages = ANY (ARRAY['none'::text, 'in_app'::text, 'email'::text])));
constraint notice_preferences_system_alerts_check CHECK ((system_alerts = ANY (ARRAY['none'::text, 'in_app'::text, 'email'::text])));
constraint notice_preferences_task_assignments_check CHECK ((task_assignments = ANY (ARRAY['none'::text, 'in_app'::text, 'email'::text])));
constraint notice_preferences_version_check CHECK ((version > 0));
constraint notice_preferences_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint notice_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
constraint notice_preferences_pkey PRIMARY KEY (clinic_id, user_id);
CREATE INDEX notice_preferences_user_idx ON public.notice_preferences USING btree (user_id);
CREATE TRIGGER notice_preferences_are_erased_by_retention BEFORE DELETE ON public.notice_preferences FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
row level security: t, forced: t
policy notice_preferences_all_system all to system using (true) with check (true);
policy notice_preferences_select_own select to clinic_admin, clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (user_id = ( SELECT app.current_user_id() AS current_user_id))));
grant delete, insert, select, update to system;
grant select to clinic_admin, clinic_staff;

table public.patient_cards (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  patient_id uuid not null,
  stripe_method text not null,
  brand text not null,
  last4 text not null,
  exp_month smallint not null,
  exp_year smallint not null,
  is_default boolean not null default false,
  added_at timestamp with time zone not null default now()
);
-- The cards of a patient at the clinic's own Stripe account, as last read from there.
constraint patient_cards_exp_month_check CHECK (((exp_month >= 1) AND (exp_month <= 12)));
constraint patient_cards_last4_check CHECK ((last4 ~ '^\d{4}$'::text));
constraint patient_cards_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint patient_cards_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint patient_cards_pkey PRIMARY KEY (clinic_id, id);
constraint patient_cards_method_key UNIQUE (clinic_id, stripe_method);
CREATE INDEX patient_cards_expiry_idx ON public.patient_cards USING btree (exp_year, exp_month) WHERE is_default;
CREATE INDEX patient_cards_patient_idx ON public.patient_cards USING btree (clinic_id, patient_id);
row level security: t, forced: t
policy patient_cards_all_system all to system using (true) with check (true);
policy patient_cards_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy patient_cards_select_own select to authenticated, clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.own_patient_id() AS own_patient_id))));
grant delete, insert, select, update to system;
grant select (id, clinic_id, patient_id, brand, last4, exp_month, exp_year, is_default, added_at) to authenticated;
grant select (id, clinic_id, patient_id, brand, last4, exp_month, exp_year, is_default, added_at) to clinic_patient;
grant update (patient_id) to system;

table public.patient_customers (
  clinic_id uuid not null,
  patient_id uuid not null,
  stripe_account text not null,
  stripe_customer text not null,
  card_brand text,
  card_last4 text,
  card_exp_month smallint,
  card_exp_year smallint,
  read_no bigint not null default 0,
  created_at timestamp with time zone not null default now(),
  gone_at timestamp with time zone,
  card_method text,
  chosen_method text,
  chosen_at timestamp with time zone
);
-- A patient as a customer of the clinic's own Stripe account, with the card shown to them.
constraint patient_customers_card_exp_month_check CHECK (((card_exp_month >= 1) AND (card_exp_month <= 12)));
constraint patient_customers_card_last4_check CHECK ((card_last4 ~ '^\d{4}$'::text));
constraint patient_customers_choice_is_whole CHECK ((num_nulls(chosen_method, chosen_at) = ANY (ARRAY[0, 2])));
constraint patient_customers_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint patient_customers_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint patient_customers_pkey PRIMARY KEY (clinic_id, patient_id);
constraint patient_customers_stripe_customer_key UNIQUE (stripe_customer);
row level security: t, forced: t
policy patient_customers_all_system all to system using (true) with check (true);
policy patient_customers_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy patient_customers_select_own select to authenticated, clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.own_patient_id() AS own_patient_id))));
grant delete, insert, select, update to system;
grant select (clinic_id, patient_id, card_brand, card_last4, card_exp_month, card_exp_year) to authenticated;
grant select (clinic_id, patient_id, card_brand, card_last4, card_exp_month, card_exp_year) to clinic_patient;
grant update (patient_id) to system;

table public.patient_details (
  clinic_id uuid not null,
  patient_id uuid not null,
  phone text,
  date_of_birth date,
  address text,
  city text,
  state text,
  zip_code text,
  version integer not null default 1,
  updated_at timestamp with time zone not null
);
-- Health data: how to reach a patient of a clinic, and when they were born. At most one row per patient; its patient writes it.
constraint patient_details_address_check CHECK (((length(address) <= 200) AND app.is_one_line(address)));
constraint patient_details_city_check CHECK (((length(city) <= 100) AND app.is_one_line(city)));
constraint patient_details_date_of_birth_check CHECK ((date_of_birth >= '1900-01-01'::date));
constraint patient_details_phone_check CHECK ((phone ~ '^\+[1-9]\d{6,14}$'::text));
constraint patient_details_state_check CHECK (((length(state) <= 100) AND app.is_one_line(state)));
constraint patient_details_version_check CHECK ((version > 0));
constraint patient_details_zip_code_check CHECK (((length(zip_code) <= 20) AND app.is_one_line(zip_code)));
constraint patient_details_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint patient_details_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint patient_details_pkey PRIMARY KEY (clinic_id, patient_id);
CREATE INDEX patient_details_phone_idx ON public.patient_details USING btree (phone) WHERE (phone IS NOT NULL);
CREATE TRIGGER patient_details_are_erased_by_retention BEFORE DELETE ON public.patient_details FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
CREATE TRIGGER patient_details_record_change AFTER INSERT OR UPDATE ON public.patient_details FOR EACH ROW EXECUTE FUNCTION app.record_patient_change('patient.details_changed');
row level security: t, forced: t
policy patient_details_all_system all to system using (true) with check (true);
policy patient_details_second_step all restrictive to clinic_admin, clinic_guardian, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy patient_details_select_guardian select to clinic_guardian using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.ward_in_full() AS ward_in_full))));
policy patient_details_select_own select to clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.current_patient_id() AS current_patient_id))));
policy patient_details_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select, update to system;
grant select to clinic_admin, clinic_guardian, clinic_patient, clinic_staff;
grant update (patient_id) to system;

table public.patient_files (
  file_id uuid not null,
  clinic_id uuid not null,
  patient_id uuid not null,
  kind text not null,
  name text not null,
  media_type text,
  size_bytes bigint not null,
  uploaded_by uuid not null,
  attached_at timestamp with time zone,
  created_at timestamp with time zone not null default app.now(),
  shared_at timestamp with time zone,
  message_id uuid,
  dispute_id text,
  evidence_of text
);
-- Health data: a file about a patient, attached to a message or kept with the person. Whoever may read this row may read the bytes.
constraint patient_files_dispute_check CHECK ((((dispute_id IS NULL) = (evidence_of IS NULL)) AND ((dispute_id IS NULL) OR (kind = 'dispute_evidence'::text))));
constraint patient_files_evidence_of_check CHECK (((length(evidence_of) >= 1) AND (length(evidence_of) <= 50)));
constraint patient_files_kind_check CHECK ((kind = ANY (ARRAY['message_attachment'::text, 'person_file'::text, 'dispute_evidence'::text])));
constraint patient_files_message_check CHECK (((message_id IS NULL) OR (kind = 'message_attachment'::text)));
constraint patient_files_name_check CHECK ((((length(name) >= 1) AND (length(name) <= 200)) AND app.is_one_line(name)));
constraint patient_files_shared_is_kept CHECK (((shared_at IS NULL) OR ((kind = 'person_file'::text) AND (attached_at IS NOT NULL))));
constraint patient_files_dispute_fkey FOREIGN KEY (clinic_id, dispute_id) REFERENCES disputes(clinic_id, id) ON DELETE RESTRICT;
constraint patient_files_file_fkey FOREIGN KEY (clinic_id, file_id) REFERENCES files(clinic_id, id) ON DELETE CASCADE;
constraint patient_files_message_fkey FOREIGN KEY (clinic_id, message_id) REFERENCES messages(clinic_id, id) ON DELETE RESTRICT;
constraint patient_files_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint patient_files_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES auth.users(id) ON DELETE RESTRICT;
constraint patient_files_pkey PRIMARY KEY (clinic_id, file_id);
CREATE UNIQUE INDEX patient_files_evidence_key ON public.patient_files USING btree (clinic_id, dispute_id, evidence_of) WHERE (dispute_id IS NOT NULL);
CREATE INDEX patient_files_message_idx ON public.patient_files USING btree (clinic_id, message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX patient_files_patient_idx ON public.patient_files USING btree (clinic_id, patient_id, created_at DESC);
CREATE INDEX patient_files_uploaded_by_idx ON public.patient_files USING btree (uploaded_by);
row level security: t, forced: t
policy patient_files_all_system all to system using (true) with check (true);
policy patient_files_second_step all restrictive to clinic_admin, clinic_guardian, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy patient_files_select_guardian select to clinic_guardian using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.ward_in_full() AS ward_in_full)) AND
CASE kind
    WHEN 'message_attachment'::text THEN (message_id IS NOT NULL)
    WHEN 'person_file'::text THEN (shared_at IS NOT NULL)
    ELSE false
END));
policy patient_files_select_own select to clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.current_patient_id() AS current_patient_id)) AND
CASE kind
    WHEN 'message_attachment'::text THEN ((attached_at IS NOT NULL) OR (uploaded_by = ( SELECT app.current_user_id() AS current_user_id)))
    ELSE (shared_at IS NOT NULL)
END));
policy patient_files_select_team select to clinic_admin, clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND ((attached_at IS NOT NULL) OR (uploaded_by = ( SELECT app.current_user_id() AS current_user_id))) AND ((kind <> 'dispute_evidence'::text) OR (( SELECT CURRENT_USER AS "current_user") = 'clinic_admin'::name))));
grant delete, insert, select, update to system;
grant select to clinic_admin, clinic_patient, clinic_staff;
grant select (file_id, clinic_id, patient_id, kind, name, media_type, size_bytes, uploaded_by, attached_at, created_at, shared_at, message_id) to clinic_guardian;
grant update (patient_id) to system;

table public.patient_guardians (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  patient_id uuid not null,
  email text not null,
  full_name text not null,
  user_id uuid,
  access text not null,
  until_on date,
  agreed_by text not null,
  added_by uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  end_asked_at timestamp with time zone,
  limited_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by uuid,
  ended_because text
);
-- Health data: who may act for a patient who is under age, since when, until when, and who agreed. Rows are ended, never deleted.
constraint patient_guardians_access_check CHECK ((access = ANY (ARRAY['full'::text, 'limited'::text])));
constraint patient_guardians_agreed_check CHECK ((((length(btrim(agreed_by)) >= 1) AND (length(btrim(agreed_by)) <= 200)) AND app.is_one_line(agreed_by)));
constraint patient_guardians_because_check CHECK ((ended_because = ANY (ARRAY['team'::text, 'guardian'::text, 'age'::text, 'date'::text])));
constraint patient_guardians_email_check CHECK ((email = lower(email)));
constraint patient_guardians_ended_check CHECK (((ended_at IS NULL) = (ended_because IS NULL)));
constraint patient_guardians_name_check CHECK ((((length(btrim(full_name)) >= 1) AND (length(btrim(full_name)) <= 200)) AND app.is_one_line(full_name)));
constraint patient_guardians_added_by_fkey FOREIGN KEY (added_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint patient_guardians_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint patient_guardians_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint patient_guardians_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint patient_guardians_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint patient_guardians_pkey PRIMARY KEY (clinic_id, id);
CREATE INDEX patient_guardians_added_by_idx ON public.patient_guardians USING btree (added_by);
CREATE INDEX patient_guardians_email_idx ON public.patient_guardians USING btree (email) WHERE ((accepted_at IS NULL) AND (ended_at IS NULL));
CREATE INDEX patient_guardians_ended_by_idx ON public.patient_guardians USING btree (ended_by);
CREATE UNIQUE INDEX patient_guardians_live_key ON public.patient_guardians USING btree (clinic_id, patient_id, email) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX patient_guardians_person_key ON public.patient_guardians USING btree (clinic_id, patient_id, user_id) WHERE ((ended_at IS NULL) AND (user_id IS NOT NULL));
CREATE INDEX patient_guardians_user_idx ON public.patient_guardians USING btree (user_id);
CREATE TRIGGER patient_guardians_are_erased_by_retention BEFORE DELETE ON public.patient_guardians FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
CREATE TRIGGER patient_guardians_record_change AFTER INSERT OR UPDATE ON public.patient_guardians FOR EACH ROW EXECUTE FUNCTION app.record_guardian_change();
CREATE TRIGGER patient_guardians_refuse_sso BEFORE INSERT OR UPDATE OF user_id, ended_at ON public.patient_guardians FOR EACH ROW WHEN (((new.user_id IS NOT NULL) AND (new.ended_at IS NULL))) EXECUTE FUNCTION app.refuse_sso_guardians();
row level security: t, forced: t
policy patient_guardians_all_system all to system using (true) with check (true);
policy patient_guardians_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy patient_guardians_select_own select to clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.current_patient_id() AS current_patient_id))));
policy patient_guardians_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select, update to system;
grant select to clinic_admin, clinic_staff;
grant select (id, clinic_id, patient_id, full_name, access, until_on, created_at, accepted_at, end_asked_at, ended_at, ended_because) to clinic_patient;
grant update (patient_id) to system;

table public.patient_health (
  clinic_id uuid not null,
  patient_id uuid not null,
  emergency_contact text,
  emergency_phone text,
  allergies text,
  medications text,
  medical_conditions text,
  version integer not null default 1,
  updated_at timestamp with time zone not null
);
-- Health data: a patient's emergency contact, allergies, medications and conditions, as they told this clinic. At most one row per patient.
constraint patient_health_allergies_check CHECK ((length(allergies) <= 4000));
constraint patient_health_emergency_contact_check CHECK (((length(emergency_contact) <= 200) AND app.is_one_line(emergency_contact)));
constraint patient_health_emergency_phone_check CHECK ((emergency_phone ~ '^\+[1-9]\d{6,14}$'::text));
constraint patient_health_medical_conditions_check CHECK ((length(medical_conditions) <= 4000));
constraint patient_health_medications_check CHECK ((length(medications) <= 4000));
constraint patient_health_version_check CHECK ((version > 0));
constraint patient_health_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint patient_health_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint patient_health_pkey PRIMARY KEY (clinic_id, patient_id);
CREATE TRIGGER patient_health_are_erased_by_retention BEFORE DELETE ON public.patient_health FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
CREATE TRIGGER patient_health_record_change AFTER INSERT OR UPDATE ON public.patient_health FOR EACH ROW EXECUTE FUNCTION app.record_patient_change('patient.health_changed');
row level security: t, forced: t
policy patient_health_all_system all to system using (true) with check (true);
policy patient_health_second_step all restrictive to clinic_admin, clinic_guardian, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy patient_health_select_guardian select to clinic_guardian using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.ward_in_full() AS ward_in_full))));
policy patient_health_select_own select to clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.current_patient_id() AS current_patient_id))));
policy patient_health_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select, update to system;
grant select to clinic_admin, clinic_guardian, clinic_patient, clinic_staff;
grant update (patient_id) to system;

table public.patients (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  user_id uuid,
  full_name text not null,
  email text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  merged_into uuid
);
-- Health data: one person cared for by one clinic. Being a patient says something about a person's health.
constraint patients_email_check CHECK ((email = lower(email)));
constraint patients_full_name_check CHECK (((length(btrim(full_name)) >= 1) AND (length(btrim(full_name)) <= 200)));
constraint patients_full_name_is_one_line CHECK (app.is_one_line(full_name)) NOT VALID;
constraint patients_merged_has_no_account CHECK (((merged_into IS NULL) OR (user_id IS NULL)));
constraint patients_merged_into_other CHECK ((merged_into <> id));
constraint patients_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint patients_merged_into_fkey FOREIGN KEY (clinic_id, merged_into) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint patients_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint patients_pkey PRIMARY KEY (clinic_id, id);
CREATE INDEX patients_clinic_created_idx ON public.patients USING btree (clinic_id, created_at DESC);
CREATE INDEX patients_email_idx ON public.patients USING btree (clinic_id, email) WHERE ((merged_into IS NULL) AND (email IS NOT NULL));
CREATE INDEX patients_merged_into_idx ON public.patients USING btree (clinic_id, merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX patients_name_key_idx ON public.patients USING btree (clinic_id, app.name_key(full_name)) WHERE (merged_into IS NULL);
CREATE INDEX patients_user_idx ON public.patients USING btree (user_id);
CREATE UNIQUE INDEX patients_user_key ON public.patients USING btree (clinic_id, user_id);
CREATE TRIGGER patients_keep_entry AFTER INSERT OR UPDATE OF user_id, full_name, email ON public.patients FOR EACH ROW WHEN ((new.user_id IS NOT NULL)) EXECUTE FUNCTION app.keep_entry_of_patient();
CREATE TRIGGER patients_keep_sso_home BEFORE INSERT OR UPDATE OF clinic_id, user_id ON public.patients FOR EACH ROW WHEN ((new.user_id IS NOT NULL)) EXECUTE FUNCTION app.keep_sso_people_home();
row level security: t, forced: t
policy patients_all_system all to system using (true) with check (true);
policy patients_second_step all restrictive to clinic_admin, clinic_guardian, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy patients_select_guardian select to clinic_guardian using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (id = ( SELECT app.current_patient_id() AS current_patient_id))));
policy patients_select_own select to clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (id = ( SELECT app.current_patient_id() AS current_patient_id))));
policy patients_select_team select to clinic_admin, clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (merged_into IS NULL)));
grant insert, select, update to system;
grant select to clinic_admin, clinic_patient, clinic_staff;
grant select (id, clinic_id, full_name) to clinic_guardian;

table public.payments (
  id text not null,
  clinic_id uuid not null,
  stripe_account text not null,
  invoice_id text not null,
  patient_id uuid not null,
  status text not null,
  amount_cents bigint not null,
  refunded_cents bigint not null default 0,
  currency text not null,
  failure_code text,
  card_brand text,
  card_last4 text,
  charged_at timestamp with time zone not null,
  read_no bigint not null default 0
);
-- One attempt to charge a card for an invoice, as Stripe last showed it.
constraint payments_amount_cents_check CHECK ((amount_cents >= 0));
constraint payments_card_last4_check CHECK ((card_last4 ~ '^\d{4}$'::text));
constraint payments_check CHECK (((refunded_cents >= 0) AND (refunded_cents <= amount_cents)));
constraint payments_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text));
constraint payments_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])));
constraint payments_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint payments_invoice_fkey FOREIGN KEY (clinic_id, invoice_id) REFERENCES invoices(clinic_id, id) ON DELETE RESTRICT;
constraint payments_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint payments_pkey PRIMARY KEY (id);
constraint payments_clinic_id_id_key UNIQUE (clinic_id, id);
CREATE INDEX payments_clinic_charged_idx ON public.payments USING btree (clinic_id, charged_at DESC);
CREATE INDEX payments_invoice_idx ON public.payments USING btree (clinic_id, invoice_id);
CREATE INDEX payments_patient_idx ON public.payments USING btree (clinic_id, patient_id, charged_at DESC);
row level security: t, forced: t
policy payments_all_system all to system using (true) with check (true);
policy payments_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy payments_select_admin select to clinic_admin using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
policy payments_select_own select to authenticated, clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.own_patient_id() AS own_patient_id))));
policy payments_select_permitted select to clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND ('money'::text = ANY (( SELECT app.current_permission_sets() AS current_permission_sets)::text[]))));
grant insert, select, update to system;
grant select (id, clinic_id, invoice_id, patient_id, status, amount_cents, refunded_cents, currency, failure_code, card_brand, card_last4, charged_at) to authenticated;
grant select (id, clinic_id, invoice_id, patient_id, status, amount_cents, refunded_cents, currency, failure_code, card_brand, card_last4, charged_at) to clinic_admin;
grant select (id, clinic_id, invoice_id, patient_id, status, amount_cents, refunded_cents, currency, failure_code, card_brand, card_last4, charged_at) to clinic_patient;
grant select (id, clinic_id, invoice_id, patient_id, status, amount_cents, refunded_cents, currency, failure_code, card_brand, card_last4, charged_at) to clinic_staff;
grant update (patient_id) to system;

table public.payout_accounts (
  clinic_id uuid not null,
  stripe_account text not null,
  details_submitted boolean not null default false,
  charges_enabled boolean not null default false,
  payouts_enabled boolean not null default false,
  requirements_due text[] not null default '{}'::text[],
  requirements_past_due text[] not null default '{}'::text[],
  disabled_reason text,
  disconnected_at timestamp with time zone,
  state text not null generated always as 
CASE
    WHEN (disconnected_at IS NOT NULL) THEN 'disconnected'::text
    WHEN (NOT details_submitted) THEN 'created'::text
    WHEN (charges_enabled AND payouts_enabled) THEN 'payouts_enabled'::text
    WHEN charges_enabled THEN 'charges_enabled'::text
    WHEN (cardinality(requirements_past_due) > 0) THEN 'restricted'::text
    ELSE 'details_submitted'::text
END,
  read_no bigint not null default 0,
  swept_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  merchant_code text
);
-- A clinic's own Stripe account: the clinic is the merchant, Carefold never holds patients' money.
constraint payout_accounts_merchant_code_check CHECK ((merchant_code ~ '^\d{4}$'::text));
constraint payout_accounts_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint payout_accounts_pkey PRIMARY KEY (clinic_id);
constraint payout_accounts_stripe_account_key UNIQUE (stripe_account);
row level security: t, forced: t
policy payout_accounts_all_system all to system using (true) with check (true);
policy payout_accounts_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy payout_accounts_select_admin select to clinic_admin using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
policy payout_accounts_select_permitted select to clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND ('money'::text = ANY (( SELECT app.current_permission_sets() AS current_permission_sets)::text[]))));
policy payout_accounts_select_support select to clinic_support using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select, update to system;
grant select (clinic_id, details_submitted, charges_enabled, payouts_enabled, requirements_due, requirements_past_due, disabled_reason, state, created_at, updated_at, merchant_code) to clinic_admin;
grant select (clinic_id, details_submitted, charges_enabled, payouts_enabled, requirements_due, requirements_past_due, disabled_reason, state, created_at, updated_at, merchant_code) to clinic_staff;
grant select (clinic_id, requirements_due, requirements_past_due, disabled_reason, state) to clinic_support;

table public.person_notes (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  patient_id uuid not null,
  author_id uuid,
  body text not null,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  removed_at timestamp with time zone
);
-- Health data: what the team notes about a patient, for the team alone.
constraint person_notes_body_check CHECK (((length(btrim(body)) >= 1) AND (length(btrim(body)) <= 4000)));
constraint person_notes_version_check CHECK ((version > 0));
constraint person_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint person_notes_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint person_notes_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint person_notes_pkey PRIMARY KEY (clinic_id, id);
CREATE INDEX person_notes_author_idx ON public.person_notes USING btree (author_id);
CREATE INDEX person_notes_patient_idx ON public.person_notes USING btree (clinic_id, patient_id, created_at DESC, id DESC);
CREATE TRIGGER person_notes_are_erased_by_retention BEFORE DELETE ON public.person_notes FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
CREATE TRIGGER person_notes_record_change AFTER INSERT OR UPDATE ON public.person_notes FOR EACH ROW EXECUTE FUNCTION app.record_note_change();
row level security: t, forced: t
policy person_notes_all_system all to system using (true) with check (true);
policy person_notes_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy person_notes_select_team select to clinic_admin, clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (removed_at IS NULL)));
grant delete, insert, select, update to system;
grant select (id, clinic_id, patient_id, author_id, body, version, created_at, updated_at) to clinic_admin;
grant select (id, clinic_id, patient_id, author_id, body, version, created_at, updated_at) to clinic_staff;
grant update (patient_id) to system;

table public.plan_agreements (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  patient_id uuid not null,
  plan_id uuid not null,
  version_id uuid not null,
  wording_version text not null,
  wording text not null,
  signed_name text not null,
  signed_at timestamp with time zone not null,
  attempt text not null,
  actor_id uuid,
  request_id text
);
-- What a payer agreed to before paying, word for word. Append-only: another version of a plan asks again (docs/domain-rules.md rule 17).
constraint plan_agreements_signed_name_check CHECK ((((length(btrim(signed_name)) >= 1) AND (length(btrim(signed_name)) <= 200)) AND app.is_one_line(signed_name)));
constraint plan_agreements_wording_check CHECK (((length(wording) >= 1) AND (length(wording) <= 20000)));
constraint plan_agreements_wording_version_check CHECK (((length(wording_version) >= 1) AND (length(wording_version) <= 60)));
constraint plan_agreements_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint plan_agreements_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint plan_agreements_version_fkey FOREIGN KEY (clinic_id, plan_id, version_id) REFERENCES plan_versions(clinic_id, plan_id, id) ON DELETE RESTRICT;
constraint plan_agreements_pkey PRIMARY KEY (clinic_id, id);
constraint plan_agreements_attempt_key UNIQUE (clinic_id, patient_id, attempt, version_id);
CREATE INDEX plan_agreements_patient_idx ON public.plan_agreements USING btree (clinic_id, patient_id, signed_at DESC);
CREATE INDEX plan_agreements_version_idx ON public.plan_agreements USING btree (clinic_id, plan_id, version_id);
CREATE TRIGGER plan_agreements_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.plan_agreements FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change('UPDATE');
row level security: t, forced: t
policy plan_agreements_insert_system insert to system with check (true);
policy plan_agreements_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy plan_agreements_select_admin select to clinic_admin using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
policy plan_agreements_select_own select to authenticated, clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.own_patient_id() AS own_patient_id))));
policy plan_agreements_select_permitted select to clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND ('money'::text = ANY (( SELECT app.current_permission_sets() AS current_permission_sets)::text[]))));
policy plan_agreements_select_system select to system using (true);
policy plan_agreements_update_system update to system using (true) with check (true);
grant insert, select to system;
grant select (id, clinic_id, patient_id, plan_id, version_id, wording_version, wording, signed_name, signed_at) to authenticated;
grant select (id, clinic_id, patient_id, plan_id, version_id, wording_version, wording, signed_name, signed_at) to clinic_admin;
grant select (id, clinic_id, patient_id, plan_id, version_id, wording_version, wording, signed_name, signed_at) to clinic_patient;
grant select (id, clinic_id, patient_id, plan_id, version_id, wording_version, wording, signed_name, signed_at) to clinic_staff;
grant update (patient_id, signed_name, actor_id, request_id) to system;

table public.plan_prices (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  plan_id uuid not null,
  role text not null default 'adult'::text,
  interval text not null,
  amount_cents bigint not null,
  currency text not null,
  stripe_price text,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  version_id uuid
);
-- What a plan costs. Immutable: a changed amount is a new price, so what somebody agreed to stays readable.
constraint plan_prices_amount_cents_check CHECK (((amount_cents >= 50) AND (amount_cents <= 99999999)));
constraint plan_prices_at_stripe_has_version CHECK (((stripe_price IS NULL) OR (version_id IS NOT NULL)));
constraint plan_prices_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text));
constraint plan_prices_interval_check CHECK (("interval" = ANY (ARRAY['month'::text, 'year'::text])));
constraint plan_prices_role_check CHECK ((role = ANY (ARRAY['adult'::text, 'child'::text, 'household'::text, 'enrolment'::text])));
constraint plan_prices_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint plan_prices_plan_fkey FOREIGN KEY (clinic_id, plan_id) REFERENCES plans(clinic_id, id) ON DELETE RESTRICT;
constraint plan_prices_version_fkey FOREIGN KEY (clinic_id, plan_id, version_id) REFERENCES plan_versions(clinic_id, plan_id, id) ON DELETE RESTRICT;
constraint plan_prices_pkey PRIMARY KEY (clinic_id, id);
constraint plan_prices_clinic_id_version_id_id_key UNIQUE (clinic_id, version_id, id);
constraint plan_prices_stripe_price_key UNIQUE (stripe_price);
CREATE UNIQUE INDEX plan_prices_active_key ON public.plan_prices USING btree (clinic_id, plan_id, role, "interval") WHERE is_active;
CREATE INDEX plan_prices_clinic_plan_idx ON public.plan_prices USING btree (clinic_id, plan_id);
CREATE INDEX plan_prices_clinic_version_idx ON public.plan_prices USING btree (clinic_id, plan_id, version_id);
row level security: t, forced: t
policy plan_prices_all_system all to system using (true) with check (true);
policy plan_prices_select_held select to authenticated, clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (version_id = ANY (ARRAY( SELECT s.version_id
   FROM subscriptions s
  WHERE ((s.clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (s.owner_patient_id = ( SELECT app.own_patient_id() AS own_patient_id))))))));
policy plan_prices_select_published select to anon, authenticated, clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND is_active AND (EXISTS ( SELECT
   FROM plans p
  WHERE ((p.clinic_id = plan_prices.clinic_id) AND (p.id = plan_prices.plan_id) AND (p.status = 'published'::text))))));
policy plan_prices_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant insert, select to system;
grant select (id, clinic_id, plan_id, role, interval, amount_cents, currency, is_active, version_id) to anon;
grant select (id, clinic_id, plan_id, role, interval, amount_cents, currency, is_active, version_id) to authenticated;
grant select (id, clinic_id, plan_id, role, interval, amount_cents, currency, is_active, version_id) to clinic_admin;
grant select (id, clinic_id, plan_id, role, interval, amount_cents, currency, is_active, version_id) to clinic_patient;
grant select (id, clinic_id, plan_id, role, interval, amount_cents, currency, is_active, version_id) to clinic_staff;
grant update (currency, stripe_price, is_active, version_id) to system;

table public.plan_versions (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  plan_id uuid not null,
  number integer not null,
  name text not null,
  description text not null default ''::text,
  includes text[] not null default '{}'::text[],
  published_at timestamp with time zone not null,
  superseded_at timestamp with time zone,
  excludes text[] not null default '{}'::text[],
  child_age_limit smallint not null default 18,
  trial_days smallint not null default 0,
  max_pause_months smallint not null default 0,
  leaving_refund text not null default 'none'::text
);
-- What a published plan said, with its prices. Immutable: a change is a new version, for new members.
constraint plan_versions_check CHECK ((superseded_at >= published_at));
constraint plan_versions_child_age_limit_check CHECK (((child_age_limit >= 1) AND (child_age_limit <= 26)));
constraint plan_versions_description_check CHECK ((length(description) <= 600));
constraint plan_versions_excludes_check CHECK ((cardinality(excludes) <= 12));
constraint plan_versions_includes_check CHECK ((cardinality(includes) <= 12));
constraint plan_versions_leaving_refund_check CHECK ((leaving_refund = ANY (ARRAY['unused'::text, 'none'::text])));
constraint plan_versions_max_pause_months_check CHECK (((max_pause_months >= 0) AND (max_pause_months <= 12)));
constraint plan_versions_name_check CHECK (((length(btrim(name)) >= 2) AND (length(btrim(name)) <= 80)));
constraint plan_versions_number_check CHECK ((number > 0));
constraint plan_versions_trial_days_check CHECK (((trial_days >= 0) AND (trial_days <= 90)));
constraint plan_versions_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint plan_versions_plan_fkey FOREIGN KEY (clinic_id, plan_id) REFERENCES plans(clinic_id, id) ON DELETE RESTRICT;
constraint plan_versions_pkey PRIMARY KEY (clinic_id, id);
constraint plan_versions_clinic_id_plan_id_id_key UNIQUE (clinic_id, plan_id, id);
constraint plan_versions_clinic_id_plan_id_number_key UNIQUE (clinic_id, plan_id, number);
CREATE UNIQUE INDEX plan_versions_current_key ON public.plan_versions USING btree (clinic_id, plan_id) WHERE (superseded_at IS NULL);
row level security: t, forced: t
policy plan_versions_all_system all to system using (true) with check (true);
policy plan_versions_select_held select to authenticated, clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (id = ANY (ARRAY( SELECT s.version_id
   FROM subscriptions s
  WHERE ((s.clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (s.owner_patient_id = ( SELECT app.own_patient_id() AS own_patient_id))))))));
policy plan_versions_select_published select to anon, authenticated, clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (superseded_at IS NULL) AND (EXISTS ( SELECT
   FROM plans p
  WHERE ((p.clinic_id = plan_versions.clinic_id) AND (p.id = plan_versions.plan_id) AND (p.status = 'published'::text))))));
policy plan_versions_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant insert, select to system;
grant select (id, clinic_id, plan_id, number, name, description, includes, published_at, superseded_at, excludes, child_age_limit, trial_days, max_pause_months, leaving_refund) to anon;
grant select (id, clinic_id, plan_id, number, name, description, includes, published_at, superseded_at, excludes, child_age_limit, trial_days, max_pause_months, leaving_refund) to authenticated;
grant select (id, clinic_id, plan_id, number, name, description, includes, published_at, superseded_at, excludes, child_age_limit, trial_days, max_pause_months, leaving_refund) to clinic_admin;
grant select (id, clinic_id, plan_id, number, name, description, includes, published_at, superseded_at, excludes, child_age_limit, trial_days, max_pause_months, leaving_refund) to clinic_patient;
grant select (id, clinic_id, plan_id, number, name, description, includes, published_at, superseded_at, excludes, child_age_limit, trial_days, max_pause_months, leaving_refund) to clinic_staff;
grant update (superseded_at) to system;

table public.plans (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  kind text not null,
  name text not null,
  description text not null default ''::text,
  includes text[] not null default '{}'::text[],
  status text not null default 'draft'::text,
  stripe_product text,
  published_at timestamp with time zone,
  closed_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  excludes text[] not null default '{}'::text[],
  child_age_limit smallint not null default 18,
  trial_days smallint not null default 0,
  archived_at timestamp with time zone,
  max_pause_months smallint not null default 0,
  leaving_refund text not null default 'none'::text
);
-- One membership plan of one clinic. A closed plan takes no new members; those who hold it keep it.
constraint plans_child_age_limit_check CHECK (((child_age_limit >= 1) AND (child_age_limit <= 26)));
constraint plans_description_check CHECK ((length(description) <= 600));
constraint plans_excludes_check CHECK ((cardinality(excludes) <= 12));
constraint plans_includes_check CHECK ((cardinality(includes) <= 12));
constraint plans_kind_check CHECK ((kind = ANY (ARRAY['wellness'::text, 'uninsured'::text])));
constraint plans_leaving_refund_check CHECK ((leaving_refund = ANY (ARRAY['unused'::text, 'none'::text])));
constraint plans_max_pause_months_check CHECK (((max_pause_months >= 0) AND (max_pause_months <= 12)));
constraint plans_name_check CHECK (((length(btrim(name)) >= 2) AND (length(btrim(name)) <= 80)));
constraint plans_name_is_one_line CHECK (app.is_one_line(name)) NOT VALID;
constraint plans_published_is_at_stripe CHECK (((status = 'draft'::text) OR (stripe_product IS NOT NULL)));
constraint plans_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'closed'::text, 'archived'::text])));
constraint plans_trial_days_check CHECK (((trial_days >= 0) AND (trial_days <= 90)));
constraint plans_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint plans_pkey PRIMARY KEY (clinic_id, id);
constraint plans_check_words TRIGGER DEFERRABLE INITIALLY DEFERRED;
CREATE INDEX plans_clinic_status_idx ON public.plans USING btree (clinic_id, status, created_at);
CREATE CONSTRAINT TRIGGER plans_check_words AFTER INSERT OR UPDATE ON public.plans DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.status <> 'draft'::text)) EXECUTE FUNCTION app.check_plan_words();
row level security: t, forced: t
policy plans_all_system all to system using (true) with check (true);
policy plans_select_held select to authenticated, clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (id = ANY (ARRAY( SELECT s.plan_id
   FROM subscriptions s
  WHERE ((s.clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (s.owner_patient_id = ( SELECT app.own_patient_id() AS own_patient_id))))))));
policy plans_select_published select to anon, authenticated, clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (status = 'published'::text)));
policy plans_select_support select to clinic_support using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
policy plans_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant insert, select, update to system;
grant select (id, clinic_id, kind, name, description, includes, status, published_at, excludes, child_age_limit, trial_days, max_pause_months, leaving_refund) to anon;
grant select (id, clinic_id, kind, name, description, includes, status, published_at, excludes, child_age_limit, trial_days, max_pause_months, leaving_refund) to authenticated;
grant select (id, clinic_id, kind, name, description, includes, status, published_at, closed_at, created_at, updated_at, excludes, child_age_limit, trial_days, archived_at, max_pause_months, leaving_refund) to clinic_admin;
grant select (id, clinic_id, kind, name, description, includes, status, published_at, excludes, child_age_limit, trial_days, max_pause_months, leaving_refund) to clinic_patient;
grant select (id, clinic_id, kind, name, description, includes, status, published_at, closed_at, created_at, updated_at, excludes, child_age_limit, trial_days, archived_at, max_pause_months, leaving_refund) to clinic_staff;
grant select (id, clinic_id, kind, name, status, published_at) to clinic_support;

table public.postings (
  clinic_id uuid not null,
  journal_id bigint not null,
  account text not null,
  amount_cents bigint not null
);
-- The amounts of a fact per account. They sum to zero, which is checked when the transaction commits.
constraint postings_amount_cents_check CHECK ((amount_cents <> 0));
constraint postings_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint postings_journal_fkey FOREIGN KEY (clinic_id, journal_id) REFERENCES journal(clinic_id, id) ON DELETE RESTRICT;
constraint postings_pkey PRIMARY KEY (clinic_id, journal_id, account);
constraint postings_balance TRIGGER DEFERRABLE INITIALLY DEFERRED;
CREATE INDEX postings_account_idx ON public.postings USING btree (clinic_id, account);
CREATE TRIGGER postings_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.postings FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE CONSTRAINT TRIGGER postings_balance AFTER INSERT ON public.postings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.require_balance();
row level security: t, forced: t
policy postings_insert_system insert to system with check (true);
policy postings_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy postings_select_admin select to clinic_admin using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
policy postings_select_permitted select to clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND ('money'::text = ANY (( SELECT app.current_permission_sets() AS current_permission_sets)::text[]))));
policy postings_select_system select to system using (true);
grant insert, select to system;
grant select to clinic_admin, clinic_staff;

table public.prepared_plans (
  clinic_id uuid not null,
  patient_id uuid not null,
  plan_id uuid not null,
  price_id uuid not null,
  paid_until date,
  created_at timestamp with time zone not null
);
-- The plan that an imported patient had elsewhere, and until when it is paid; they join it themselves.
constraint prepared_plans_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint prepared_plans_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint prepared_plans_plan_fkey FOREIGN KEY (clinic_id, plan_id) REFERENCES plans(clinic_id, id) ON DELETE RESTRICT;
constraint prepared_plans_price_fkey FOREIGN KEY (clinic_id, price_id) REFERENCES plan_prices(clinic_id, id) ON DELETE RESTRICT;
constraint prepared_plans_pkey PRIMARY KEY (clinic_id, patient_id);
CREATE INDEX prepared_plans_plan_idx ON public.prepared_plans USING btree (clinic_id, plan_id);
CREATE INDEX prepared_plans_price_idx ON public.prepared_plans USING btree (clinic_id, price_id);
CREATE TRIGGER prepared_plans_are_erased_by_retention BEFORE DELETE ON public.prepared_plans FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
row level security: t, forced: t
policy prepared_plans_all_system all to system using (true) with check (true);
policy prepared_plans_select_own select to authenticated, clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.own_patient_id() AS own_patient_id))));
grant delete, insert, select, update to system;
grant select (clinic_id, patient_id, plan_id, price_id, paid_until) to authenticated;
grant select (clinic_id, patient_id, plan_id, price_id, paid_until) to clinic_patient;
grant update (patient_id) to system;

table public.profiles (
  user_id uuid not null,
  username text,
  website text,
  description text,
  bio text,
  version integer not null default 1,
  updated_at timestamp with time zone not null
);
-- What a person says about themselves: at most one row per account. Their own, and for the colleagues in a clinic's team.
constraint profiles_bio_check CHECK ((length(bio) <= 4000));
constraint profiles_description_check CHECK ((length(description) <= 275));
constraint profiles_username_check CHECK (((username ~ '^[a-z0-9]([a-z0-9._-]*[a-z0-9])$'::text) AND ((length(username) >= 3) AND (length(username) <= 30))));
constraint profiles_version_check CHECK ((version > 0));
constraint profiles_website_check CHECK (((website ~ '^https?://'::text) AND (length(website) <= 300)));
constraint profiles_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
constraint profiles_pkey PRIMARY KEY (user_id);
constraint profiles_username_key UNIQUE (username);
row level security: t, forced: t
policy profiles_all_system all to system using (true) with check (true);
policy profiles_select_own select to authenticated, clinic_admin, clinic_patient, clinic_staff using ((user_id = ( SELECT app.current_user_id() AS current_user_id)));
policy profiles_select_team select to clinic_admin, clinic_staff using ((EXISTS ( SELECT
   FROM clinic_memberships m
  WHERE ((m.clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (m.user_id = profiles.user_id) AND (m.role <> 'patient'::text) AND (m.status = 'active'::text) AND (m.ended_at IS NULL)))));
grant insert, select, update to system;
grant select to authenticated, clinic_admin, clinic_patient, clinic_staff;

table public.program_enrollments (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  program_id uuid not null,
  patient_id uuid not null,
  source text not null,
  starts_on date not null,
  interval_days integer not null,
  enrolled_by uuid,
  enrolled_at timestamp with time zone not null,
  ended_at timestamp with time zone
);
-- Health data: which program a patient takes part in, since when, and by whom.
constraint program_enrollments_interval_days_check CHECK (((interval_days >= 0) AND (interval_days <= 90)));
constraint program_enrollments_source_check CHECK ((source = ANY (ARRAY['team'::text, 'plan'::text])));
constraint program_enrollments_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint program_enrollments_enrolled_by_fkey FOREIGN KEY (enrolled_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint program_enrollments_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint program_enrollments_program_fkey FOREIGN KEY (clinic_id, program_id) REFERENCES programs(clinic_id, id) ON DELETE RESTRICT;
constraint program_enrollments_pkey PRIMARY KEY (clinic_id, id);
CREATE INDEX program_enrollments_enrolled_by_idx ON public.program_enrollments USING btree (enrolled_by);
CREATE UNIQUE INDEX program_enrollments_open_key ON public.program_enrollments USING btree (clinic_id, program_id, patient_id) WHERE (ended_at IS NULL);
CREATE INDEX program_enrollments_patient_idx ON public.program_enrollments USING btree (clinic_id, patient_id, enrolled_at DESC);
CREATE INDEX program_enrollments_program_idx ON public.program_enrollments USING btree (clinic_id, program_id, enrolled_at);
CREATE TRIGGER program_enrollments_are_erased_by_retention BEFORE DELETE ON public.program_enrollments FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
row level security: t, forced: t
policy program_enrollments_all_system all to system using (true) with check (true);
policy program_enrollments_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy program_enrollments_select_own select to clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.current_patient_id() AS current_patient_id)) AND (ended_at IS NULL)));
policy program_enrollments_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select, update to system;
grant select (id, clinic_id, program_id, patient_id, source, starts_on, interval_days, enrolled_by, enrolled_at, ended_at) to clinic_admin;
grant select (id, clinic_id, program_id, patient_id, source, starts_on, interval_days, enrolled_at, ended_at) to clinic_patient;
grant select (id, clinic_id, program_id, patient_id, source, starts_on, interval_days, enrolled_by, enrolled_at, ended_at) to clinic_staff;
grant update (patient_id) to system;

table public.program_plans (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  program_id uuid not null,
  plan_id uuid not null
);
-- Whoever joins one of these plans is enrolled in the program.
constraint program_plans_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint program_plans_plan_fkey FOREIGN KEY (clinic_id, plan_id) REFERENCES plans(clinic_id, id) ON DELETE RESTRICT;
constraint program_plans_program_fkey FOREIGN KEY (clinic_id, program_id) REFERENCES programs(clinic_id, id) ON DELETE CASCADE;
constraint program_plans_pkey PRIMARY KEY (clinic_id, id);
constraint program_plans_clinic_id_program_id_plan_id_key UNIQUE (clinic_id, program_id, plan_id);
CREATE INDEX program_plans_plan_idx ON public.program_plans USING btree (clinic_id, plan_id);
row level security: t, forced: t
policy program_plans_all_system all to system using (true) with check (true);
policy program_plans_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select to system;
grant select to clinic_admin, clinic_staff;

table public.program_sessions (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  program_id uuid not null,
  position integer not null,
  title text not null,
  description text not null default ''::text,
  item_id uuid,
  slides_item_id uuid,
  removed_at timestamp with time zone
);
-- The sessions of a program, in their order.
constraint program_sessions_description_check CHECK ((length(description) <= 300));
constraint program_sessions_position_check CHECK ((("position" >= 0) AND ("position" <= 99)));
constraint program_sessions_title_check CHECK ((((length(btrim(title)) >= 1) AND (length(btrim(title)) <= 120)) AND app.is_one_line(title)));
constraint program_sessions_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint program_sessions_item_fkey FOREIGN KEY (clinic_id, item_id) REFERENCES content_items(clinic_id, id) ON DELETE RESTRICT;
constraint program_sessions_program_fkey FOREIGN KEY (clinic_id, program_id) REFERENCES programs(clinic_id, id) ON DELETE CASCADE;
constraint program_sessions_slides_fkey FOREIGN KEY (clinic_id, slides_item_id) REFERENCES content_items(clinic_id, id) ON DELETE RESTRICT;
constraint program_sessions_pkey PRIMARY KEY (clinic_id, id);
CREATE INDEX program_sessions_item_idx ON public.program_sessions USING btree (clinic_id, item_id);
CREATE INDEX program_sessions_program_idx ON public.program_sessions USING btree (clinic_id, program_id, "position");
CREATE INDEX program_sessions_slides_idx ON public.program_sessions USING btree (clinic_id, slides_item_id);
row level security: t, forced: t
policy program_sessions_all_system all to system using (true) with check (true);
policy program_sessions_select_enrolled select to clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (removed_at IS NULL) AND (EXISTS ( SELECT
   FROM program_enrollments e
  WHERE ((e.clinic_id = program_sessions.clinic_id) AND (e.program_id = program_sessions.program_id))))));
policy program_sessions_select_team select to clinic_admin, clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (removed_at IS NULL)));
grant delete, insert, select, update to system;
grant select to clinic_admin, clinic_patient, clinic_staff;

table public.programs (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  title text not null,
  description text not null default ''::text,
  category text not null,
  emoji text not null,
  start text not null,
  starts_on date,
  interval_days integer not null,
  is_unchecked_example boolean not null default false,
  example_key text,
  author_id uuid,
  changed_by uuid,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone
);
-- A health program of one clinic: its sessions are in program_sessions.
constraint programs_category_check CHECK ((((length(btrim(category)) >= 2) AND (length(btrim(category)) <= 40)) AND app.is_one_line(category)));
constraint programs_description_check CHECK ((length(description) <= 300));
constraint programs_emoji_check CHECK (((length(emoji) >= 1) AND (length(emoji) <= 16)));
constraint programs_example_key_check CHECK ((length(example_key) <= 80));
constraint programs_fixed_start CHECK (((start = 'fixed'::text) = (starts_on IS NOT NULL)));
constraint programs_interval_days_check CHECK (((interval_days >= 0) AND (interval_days <= 90)));
constraint programs_start_check CHECK ((start = ANY (ARRAY['rolling'::text, 'fixed'::text])));
constraint programs_title_check CHECK ((((length(btrim(title)) >= 1) AND (length(btrim(title)) <= 120)) AND app.is_one_line(title)));
constraint programs_version_check CHECK ((version > 0));
constraint programs_author_id_fkey FOREIGN KEY (author_id) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint programs_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint programs_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint programs_pkey PRIMARY KEY (clinic_id, id);
CREATE INDEX programs_author_idx ON public.programs USING btree (author_id);
CREATE INDEX programs_changed_by_idx ON public.programs USING btree (changed_by);
CREATE INDEX programs_list_idx ON public.programs USING btree (clinic_id, created_at DESC);
row level security: t, forced: t
policy programs_all_system all to system using (true) with check (true);
policy programs_select_enrolled select to clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (EXISTS ( SELECT
   FROM program_enrollments e
  WHERE ((e.clinic_id = programs.clinic_id) AND (e.program_id = programs.id))))));
policy programs_select_team select to clinic_admin, clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (deleted_at IS NULL)));
grant delete, insert, select, update to system;
grant select to clinic_admin, clinic_staff;
grant select (id, clinic_id, title, description, category, emoji) to clinic_patient;

table public.provider_hours (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  provider_id uuid not null,
  day integer not null,
  opens text not null,
  closes text not null,
  valid_from date not null,
  valid_until date
);
-- The weekly hours of a provider, in wall times, each valid from and perhaps until a day.
constraint provider_hours_closes_check CHECK ((closes ~ '^(([01]\d|2[0-3]):[0-5]\d|24:00)$'::text));
constraint provider_hours_day_check CHECK (((day >= 1) AND (day <= 7)));
constraint provider_hours_opens_check CHECK ((opens ~ '^([01]\d|2[0-3]):[0-5]\d$'::text));
constraint provider_hours_order_check CHECK (((opens < closes) AND ((valid_until IS NULL) OR (valid_from <= valid_until))));
constraint provider_hours_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint provider_hours_provider_fkey FOREIGN KEY (clinic_id, provider_id) REFERENCES providers(clinic_id, id) ON DELETE CASCADE;
constraint provider_hours_pkey PRIMARY KEY (clinic_id, id);
CREATE INDEX provider_hours_provider_idx ON public.provider_hours USING btree (clinic_id, provider_id, day);
CREATE TRIGGER provider_hours_announce AFTER INSERT OR DELETE OR UPDATE ON public.provider_hours FOR EACH ROW EXECUTE FUNCTION app.announce_schedule();
row level security: t, forced: t
policy provider_hours_all_system all to system using (true) with check (true);
policy provider_hours_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select to system;
grant select to clinic_admin, clinic_staff;

table public.providers (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  user_id uuid,
  name text not null,
  title text not null default ''::text,
  types text[] not null default '{}'::text[],
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamp with time zone not null default app.now(),
  updated_at timestamp with time zone not null default app.now(),
  is_public boolean not null default false
);
-- Who of a clinic's team sees patients, by the name that patients read.
constraint providers_name_check CHECK ((((length(name) >= 1) AND (length(name) <= 120)) AND app.is_one_line(name)));
constraint providers_title_check CHECK (((length(title) <= 120) AND app.is_one_line(title)));
constraint providers_version_check CHECK ((version > 0));
constraint providers_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint providers_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint providers_pkey PRIMARY KEY (clinic_id, id);
constraint providers_user_key UNIQUE (clinic_id, user_id);
CREATE INDEX providers_user_idx ON public.providers USING btree (user_id);
CREATE TRIGGER providers_announce AFTER INSERT OR UPDATE ON public.providers FOR EACH ROW EXECUTE FUNCTION app.announce_schedule();
CREATE TRIGGER providers_are_erased_by_retention BEFORE DELETE ON public.providers FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
row level security: t, forced: t
policy providers_all_system all to system using (true) with check (true);
policy providers_select_guardian select to clinic_guardian using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (( SELECT app.current_patient_id() AS current_patient_id) IS NOT NULL)));
policy providers_select_members select to clinic_admin, clinic_patient, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
policy providers_select_published select to anon, authenticated using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND is_active AND is_public));
policy providers_select_support select to clinic_support using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select, update to system;
grant select to clinic_admin, clinic_staff;
grant select (id, clinic_id, name, title, is_active, is_public) to anon;
grant select (id, clinic_id, name, title, is_active, is_public) to authenticated;
grant select (id, clinic_id, name, title, types, is_active) to clinic_guardian;
grant select (id, clinic_id, name, title, types, is_active) to clinic_patient;
grant select (id, clinic_id, is_active, is_public) to clinic_support;

table public.receipt_details (
  clinic_id uuid not null,
  legal_name text not null,
  address text,
  tax_id text,
  npi text,
  version integer not null default 1,
  updated_at timestamp with time zone not null default now()
);
-- What a clinic's receipts say of it, from the next one on.
constraint receipt_details_address_check CHECK (((length(address) >= 1) AND (length(address) <= 400)));
constraint receipt_details_legal_name_check CHECK ((((length(legal_name) >= 1) AND (length(legal_name) <= 200)) AND app.is_one_line(legal_name)));
constraint receipt_details_npi_check CHECK ((npi ~ '^[12][0-9]{9}$'::text));
constraint receipt_details_tax_id_check CHECK ((((length(tax_id) >= 1) AND (length(tax_id) <= 40)) AND app.is_one_line(tax_id)));
constraint receipt_details_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint receipt_details_pkey PRIMARY KEY (clinic_id);
row level security: t, forced: t
policy receipt_details_all_system all to system using (true) with check (true);
policy receipt_details_second_step all restrictive to clinic_admin, clinic_guardian, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy receipt_details_select_admin select to clinic_admin using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
policy receipt_details_select_permitted select to clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND ('money'::text = ANY (( SELECT app.current_permission_sets() AS current_permission_sets)::text[]))));
grant insert, select, update to system;
grant select (clinic_id, legal_name, address, tax_id, npi, version) to clinic_admin;
grant select (clinic_id, legal_name, address, tax_id, npi, version) to clinic_staff;

table public.receipts (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  number integer not null,
  payment_id text not null,
  invoice_id text not null,
  patient_id uuid not null,
  issued_at timestamp with time zone not null,
  clinic_name text not null,
  clinic_color text not null,
  clinic_phone text,
  clinic_website text,
  time_zone text not null,
  patient_name text not null,
  patient_email text,
  plan_name text,
  period_start timestamp with time zone not null,
  period_end timestamp with time zone not null,
  invoice_number text,
  currency text not null,
  amount_cents bigint not null,
  tax_cents bigint not null,
  paid_at timestamp with time zone not null,
  card_brand text,
  card_last4 text,
  clinic_legal_name text,
  clinic_address text,
  clinic_tax_id text,
  clinic_npi text,
  covered_names text
);
-- A receipt for one payment, with all that its document shows. Never changed. Names are out of every client's reach: the document is made by the server.
constraint receipts_amount_cents_check CHECK ((amount_cents > 0));
constraint receipts_check CHECK (((tax_cents >= 0) AND (tax_cents <= amount_cents)));
constraint receipts_covered_names_check CHECK ((length(covered_names) <= 4000));
constraint receipts_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text));
constraint receipts_number_check CHECK ((number > 0));
constraint receipts_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint receipts_invoice_fkey FOREIGN KEY (clinic_id, invoice_id) REFERENCES invoices(clinic_id, id) ON DELETE RESTRICT;
constraint receipts_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint receipts_payment_fkey FOREIGN KEY (clinic_id, payment_id) REFERENCES payments(clinic_id, id) ON DELETE RESTRICT;
constraint receipts_pkey PRIMARY KEY (clinic_id, id);
constraint receipts_number_key UNIQUE (clinic_id, number);
constraint receipts_payment_key UNIQUE (clinic_id, payment_id);
CREATE INDEX receipts_invoice_idx ON public.receipts USING btree (clinic_id, invoice_id);
CREATE INDEX receipts_patient_idx ON public.receipts USING btree (clinic_id, patient_id, paid_at DESC);
CREATE TRIGGER receipts_are_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.receipts FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change('UPDATE');
row level security: t, forced: t
policy receipts_insert_system insert to system with check (true);
policy receipts_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy receipts_select_admin select to clinic_admin using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
policy receipts_select_own select to authenticated, clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.own_patient_id() AS own_patient_id))));
policy receipts_select_permitted select to clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND ('money'::text = ANY (( SELECT app.current_permission_sets() AS current_permission_sets)::text[]))));
policy receipts_select_system select to system using (true);
policy receipts_update_system update to system using (true) with check (true);
grant insert, select to system;
grant select (id, clinic_id, number, payment_id, invoice_id, patient_id, issued_at, currency, amount_cents, tax_cents, paid_at) to authenticated;
grant select (id, clinic_id, number, payment_id, invoice_id, patient_id, issued_at, currency, amount_cents, tax_cents, paid_at) to clinic_admin;
grant select (id, clinic_id, number, payment_id, invoice_id, patient_id, issued_at, currency, amount_cents, tax_cents, paid_at) to clinic_patient;
grant select (id, clinic_id, number, payment_id, invoice_id, patient_id, issued_at, currency, amount_cents, tax_cents, paid_at) to clinic_staff;
grant update (patient_id, patient_name, patient_email, plan_name, card_brand, card_last4, covered_names) to system;

table public.refunds (
  id text not null,
  clinic_id uuid not null,
  payment_id text not null,
  patient_id uuid not null,
  status text not null,
  amount_cents bigint not null,
  currency text not null,
  refunded_at timestamp with time zone not null,
  read_no bigint not null default 0
);
-- Money given back for a payment, as Stripe last showed it. A refund can fail later.
constraint refunds_amount_cents_check CHECK ((amount_cents > 0));
constraint refunds_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text));
constraint refunds_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'requires_action'::text, 'succeeded'::text, 'failed'::text, 'canceled'::text])));
constraint refunds_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint refunds_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint refunds_payment_fkey FOREIGN KEY (clinic_id, payment_id) REFERENCES payments(clinic_id, id) ON DELETE RESTRICT;
constraint refunds_pkey PRIMARY KEY (id);
constraint refunds_clinic_id_id_key UNIQUE (clinic_id, id);
CREATE INDEX refunds_clinic_refunded_idx ON public.refunds USING btree (clinic_id, refunded_at DESC);
CREATE INDEX refunds_patient_idx ON public.refunds USING btree (clinic_id, patient_id);
CREATE INDEX refunds_payment_idx ON public.refunds USING btree (clinic_id, payment_id);
row level security: t, forced: t
policy refunds_all_system all to system using (true) with check (true);
policy refunds_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy refunds_select_admin select to clinic_admin using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
policy refunds_select_own select to authenticated, clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.own_patient_id() AS own_patient_id))));
policy refunds_select_permitted select to clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND ('money'::text = ANY (( SELECT app.current_permission_sets() AS current_permission_sets)::text[]))));
grant insert, select, update to system;
grant select (id, clinic_id, payment_id, patient_id, status, amount_cents, currency, refunded_at) to authenticated;
grant select (id, clinic_id, payment_id, patient_id, status, amount_cents, currency, refunded_at) to clinic_admin;
grant select (id, clinic_id, payment_id, patient_id, status, amount_cents, currency, refunded_at) to clinic_patient;
grant select (id, clinic_id, payment_id, patient_id, status, amount_cents, currency, refunded_at) to clinic_staff;
grant update (patient_id) to system;

table public.released_subdomains (
  subdomain text not null,
  clinic_id uuid not null,
  released_at timestamp with time zone not null
);
-- Subdomains given up by a clinic, held back for 180 days (docs/threats.md T9).
constraint released_subdomains_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint released_subdomains_pkey PRIMARY KEY (subdomain);
CREATE INDEX released_subdomains_clinic_idx ON public.released_subdomains USING btree (clinic_id);
row level security: t, forced: t
policy released_subdomains_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table public.rooms (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  name text not null,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default app.now(),
  version integer not null default 1,
  updated_at timestamp with time zone not null default app.now()
);
-- Rooms of a clinic, if it plans them: a visit takes its room, too.
constraint rooms_name_check CHECK ((((length(name) >= 1) AND (length(name) <= 80)) AND app.is_one_line(name)));
constraint rooms_version_check CHECK ((version > 0));
constraint rooms_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint rooms_pkey PRIMARY KEY (clinic_id, id);
constraint rooms_name_key UNIQUE (clinic_id, name);
CREATE TRIGGER rooms_are_erased_by_retention BEFORE DELETE ON public.rooms FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
row level security: t, forced: t
policy rooms_all_system all to system using (true) with check (true);
policy rooms_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select, update to system;
grant select to clinic_admin, clinic_staff;

table public.schedule_exceptions (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  provider_id uuid,
  kind text not null,
  title text not null default ''::text,
  starts_on date not null,
  ends_on date not null,
  opens text,
  closes text,
  created_by uuid,
  created_at timestamp with time zone not null default app.now()
);
-- Days off, holidays of the clinic, extra hours and events that block time, in wall times of the clinic's zone.
constraint schedule_exceptions_closes_check CHECK ((closes ~ '^(([01]\d|2[0-3]):[0-5]\d|24:00)$'::text));
constraint schedule_exceptions_extra_check CHECK (((kind = 'off'::text) OR ((provider_id IS NOT NULL) AND (opens IS NOT NULL))));
constraint schedule_exceptions_kind_check CHECK ((kind = ANY (ARRAY['off'::text, 'extra'::text])));
constraint schedule_exceptions_opens_check CHECK ((opens ~ '^([01]\d|2[0-3]):[0-5]\d$'::text));
constraint schedule_exceptions_order_check CHECK (((starts_on <= ends_on) AND ((opens IS NULL) = (closes IS NULL)) AND ((opens IS NULL) OR (opens < closes))));
constraint schedule_exceptions_title_check CHECK (((length(title) <= 120) AND app.is_one_line(title)));
constraint schedule_exceptions_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint schedule_exceptions_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint schedule_exceptions_provider_fkey FOREIGN KEY (clinic_id, provider_id) REFERENCES providers(clinic_id, id) ON DELETE CASCADE;
constraint schedule_exceptions_pkey PRIMARY KEY (clinic_id, id);
CREATE INDEX schedule_exceptions_created_by_idx ON public.schedule_exceptions USING btree (created_by);
CREATE INDEX schedule_exceptions_days_idx ON public.schedule_exceptions USING btree (clinic_id, ends_on);
CREATE INDEX schedule_exceptions_provider_idx ON public.schedule_exceptions USING btree (clinic_id, provider_id) WHERE (provider_id IS NOT NULL);
CREATE TRIGGER schedule_exceptions_announce AFTER INSERT OR DELETE OR UPDATE ON public.schedule_exceptions FOR EACH ROW EXECUTE FUNCTION app.announce_schedule();
row level security: t, forced: t
policy schedule_exceptions_all_system all to system using (true) with check (true);
policy schedule_exceptions_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select, update to system;
grant select to clinic_admin, clinic_staff;

table public.scheduling_settings (
  clinic_id uuid not null,
  calendar_names boolean not null default false,
  version integer not null default 1,
  updated_at timestamp with time zone not null,
  visit_address text not null default ''::text,
  directions text not null default ''::text
);
-- Rules of a clinic's scheduling. Without a row providers' calendars name nobody.
constraint scheduling_settings_address_check CHECK (((length(visit_address) <= 200) AND app.is_one_line(visit_address)));
constraint scheduling_settings_directions_check CHECK ((length(directions) <= 500));
constraint scheduling_settings_version_check CHECK ((version > 0));
constraint scheduling_settings_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint scheduling_settings_pkey PRIMARY KEY (clinic_id);
CREATE TRIGGER scheduling_settings_are_erased_by_retention BEFORE DELETE ON public.scheduling_settings FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
row level security: t, forced: t
policy scheduling_settings_all_system all to system using (true) with check (true);
policy scheduling_settings_select_guardian select to clinic_guardian using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (( SELECT app.current_patient_id() AS current_patient_id) IS NOT NULL)));
policy scheduling_settings_select_patients select to clinic_patient using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
policy scheduling_settings_select_support select to clinic_support using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
policy scheduling_settings_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select, update to system;
grant select to clinic_admin, clinic_staff;
grant select (clinic_id, visit_address, directions) to clinic_guardian;
grant select (clinic_id, visit_address, directions) to clinic_patient;
grant select (clinic_id, calendar_names) to clinic_support;

table public.sso_providers (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  name text not null,
  entity_id text not null,
  sso_url text not null,
  certificates text[] not null,
  domains text[] not null,
  email_attribute text,
  name_attribute text,
  joins_anyone boolean not null default true,
  disabled_at timestamp with time zone,
  removed_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);
-- An identity provider that a clinic trusts for its own staff. Written only by actions, which check the certificate and the admin's second step.
constraint sso_providers_certificates_check CHECK (((cardinality(certificates) >= 1) AND (cardinality(certificates) <= 5)));
constraint sso_providers_domains_check CHECK (((cardinality(domains) >= 1) AND (cardinality(domains) <= 20)));
constraint sso_providers_email_attribute_check CHECK (((length(email_attribute) >= 1) AND (length(email_attribute) <= 255)));
constraint sso_providers_entity_id_check CHECK (((length(entity_id) >= 1) AND (length(entity_id) <= 1024)));
constraint sso_providers_name_attribute_check CHECK (((length(name_attribute) >= 1) AND (length(name_attribute) <= 255)));
constraint sso_providers_name_check CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 60)));
constraint sso_providers_name_is_one_line CHECK (app.is_one_line(name)) NOT VALID;
constraint sso_providers_sso_url_check CHECK (((sso_url ~ '^https?://'::text) AND (length(sso_url) <= 2048)));
constraint sso_providers_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint sso_providers_pkey PRIMARY KEY (id);
constraint sso_providers_clinic_id_entity_id_key UNIQUE (clinic_id, entity_id);
constraint sso_providers_clinic_id_id_key UNIQUE (clinic_id, id);
CREATE INDEX sso_providers_domains_idx ON public.sso_providers USING gin (domains);
CREATE TRIGGER sso_providers_are_erased_by_retention BEFORE DELETE ON public.sso_providers FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
CREATE TRIGGER sso_providers_follow_domains AFTER INSERT OR UPDATE OF domains, removed_at ON public.sso_providers FOR EACH ROW EXECUTE FUNCTION app.follow_sso_domains();
row level security: t, forced: t
policy sso_providers_all_system all to system using (true) with check (true);
policy sso_providers_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy sso_providers_select_admin select to clinic_admin using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (removed_at IS NULL)));
grant delete, insert, select, update to system;
grant select to clinic_admin;

table public.statement_lines (
  journal_id bigint not null,
  clinic_id uuid not null,
  statement_id uuid not null,
  amount_cents bigint not null
);
-- The revenue lines of a statement.
constraint statement_lines_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint statement_lines_journal_fkey FOREIGN KEY (clinic_id, journal_id) REFERENCES journal(clinic_id, id) ON DELETE RESTRICT;
constraint statement_lines_statement_fkey FOREIGN KEY (clinic_id, statement_id) REFERENCES statements(clinic_id, id) ON DELETE RESTRICT;
constraint statement_lines_pkey PRIMARY KEY (clinic_id, journal_id);
CREATE INDEX statement_lines_statement_idx ON public.statement_lines USING btree (clinic_id, statement_id);
CREATE TRIGGER statement_lines_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.statement_lines FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
row level security: t, forced: t
policy statement_lines_insert_system insert to system with check (true);
policy statement_lines_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy statement_lines_select_admin select to clinic_admin using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
policy statement_lines_select_permitted select to clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND ('money'::text = ANY (( SELECT app.current_permission_sets() AS current_permission_sets)::text[]))));
policy statement_lines_select_system select to system using (true);
grant insert, select to system;
grant select to clinic_admin, clinic_staff;

table public.statements (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  month text not null,
  time_zone text not null,
  currency text not null,
  policy text not null,
  rate_bps integer not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  gross_cents bigint not null,
  refunds_cents bigint not null,
  carried_in_cents bigint not null,
  net_cents bigint not null,
  commission_cents bigint not null,
  carried_out_cents bigint not null,
  status text not null,
  closed_at timestamp with time zone not null,
  fee_cents bigint,
  members integer
);
-- A clinic's closed month: what it took in and what it owes Carefold. Never changed.
constraint statements_carry_is_what_is_not_owed_on CHECK ((carried_out_cents =
CASE
    WHEN (policy <> 'partnership'::text) THEN LEAST(net_cents, GREATEST((0)::bigint, carried_in_cents))
    WHEN ((net_cents > 0) AND (rate_bps > 0) AND (app.rounded_commission(net_cents, rate_bps) < 50)) THEN net_cents
    ELSE LEAST((0)::bigint, net_cents)
END)) NOT VALID;
constraint statements_check CHECK ((ends_at > starts_at));
constraint statements_commission_is_half_up CHECK ((commission_cents =
CASE
    WHEN (policy = 'flat_month'::text) THEN fee_cents
    WHEN (policy = 'flat_member'::text) THEN (fee_cents * members)
    WHEN ((policy = 'partnership'::text) AND (app.rounded_commission(net_cents, rate_bps) >= 50)) THEN app.rounded_commission(net_cents, rate_bps)
    ELSE (0)::bigint
END)) NOT VALID;
constraint statements_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text));
constraint statements_fee_is_flat CHECK ((((fee_cents IS NOT NULL) = (policy = ANY (ARRAY['flat_month'::text, 'flat_member'::text]))) AND ((members IS NOT NULL) = (policy = 'flat_member'::text))));
constraint statements_members_check CHECK ((members >= 0));
constraint statements_month_check CHECK ((month ~ '^\d{4}-(0[1-9]|1[0-2])$'::text));
constraint statements_net_adds_up CHECK ((net_cents = ((gross_cents - refunds_cents) + carried_in_cents)));
constraint statements_policy_check CHECK ((policy = ANY (ARRAY['partnership'::text, 'tier'::text, 'flat_month'::text, 'flat_member'::text])));
constraint statements_rate_bps_check CHECK (((rate_bps >= 0) AND (rate_bps <= 10000)));
constraint statements_status_check CHECK ((status = ANY (ARRAY['closed'::text, 'nothing_owed'::text])));
constraint statements_status_says_what_is_owed CHECK (((status = 'nothing_owed'::text) = (commission_cents = 0)));
constraint statements_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint statements_pkey PRIMARY KEY (clinic_id, id);
constraint statements_clinic_id_month_key UNIQUE (clinic_id, month);
CREATE TRIGGER statements_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.statements FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
row level security: t, forced: t
policy statements_insert_system insert to system with check (true);
policy statements_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy statements_select_admin select to clinic_admin using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
policy statements_select_permitted select to clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND ('money'::text = ANY (( SELECT app.current_permission_sets() AS current_permission_sets)::text[]))));
policy statements_select_system select to system using (true);
grant insert, select to system;
grant select to clinic_admin, clinic_staff;

table public.subscription_changes (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  subscription_id uuid not null,
  kind text not null,
  state text not null,
  attempt text not null,
  quoted_cents bigint not null,
  quoted_at timestamp with time zone not null,
  effective_at timestamp with time zone not null,
  version_id uuid,
  details jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null,
  decided_at timestamp with time zone
);
-- Changes of running subscriptions: asked for, scheduled, done or refused.
constraint subscription_changes_attempt_check CHECK (((length(attempt) >= 8) AND (length(attempt) <= 64)));
constraint subscription_changes_kind_check CHECK ((kind = ANY (ARRAY['household'::text, 'plan'::text, 'pause'::text, 'resume'::text, 'leave'::text, 'price'::text])));
constraint subscription_changes_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'scheduled'::text, 'done'::text, 'refused'::text, 'undone'::text])));
constraint subscription_changes_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint subscription_changes_subscription_fkey FOREIGN KEY (clinic_id, subscription_id) REFERENCES subscriptions(clinic_id, id) ON DELETE RESTRICT;
constraint subscription_changes_version_fkey FOREIGN KEY (clinic_id, version_id) REFERENCES plan_versions(clinic_id, id) ON DELETE RESTRICT;
constraint subscription_changes_pkey PRIMARY KEY (clinic_id, id);
constraint subscription_changes_attempt_key UNIQUE (clinic_id, subscription_id, attempt);
CREATE INDEX subscription_changes_due_idx ON public.subscription_changes USING btree (effective_at) WHERE (state = 'scheduled'::text);
CREATE INDEX subscription_changes_id_idx ON public.subscription_changes USING btree (id);
CREATE UNIQUE INDEX subscription_changes_pending_key ON public.subscription_changes USING btree (clinic_id, subscription_id) WHERE (state = 'pending'::text);
CREATE UNIQUE INDEX subscription_changes_scheduled_key ON public.subscription_changes USING btree (clinic_id, subscription_id) WHERE (state = 'scheduled'::text);
CREATE INDEX subscription_changes_version_idx ON public.subscription_changes USING btree (clinic_id, version_id);
row level security: t, forced: t
policy subscription_changes_all_system all to system using (true) with check (true);
policy subscription_changes_select_own select to authenticated, clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (EXISTS ( SELECT
   FROM subscriptions s
  WHERE ((s.clinic_id = subscription_changes.clinic_id) AND (s.id = subscription_changes.subscription_id) AND (s.owner_patient_id = ( SELECT app.own_patient_id() AS own_patient_id)))))));
policy subscription_changes_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant insert, select, update to system;
grant select (id, clinic_id, subscription_id, kind, state, quoted_cents, effective_at, version_id, created_at, decided_at) to authenticated;
grant select (id, clinic_id, subscription_id, kind, state, quoted_cents, effective_at, version_id, created_at, decided_at) to clinic_admin;
grant select (id, clinic_id, subscription_id, kind, state, quoted_cents, effective_at, version_id, created_at, decided_at) to clinic_patient;
grant select (id, clinic_id, subscription_id, kind, state, quoted_cents, effective_at, version_id, created_at, decided_at) to clinic_staff;

table public.subscription_items (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  subscription_id uuid not null,
  price_id uuid not null,
  stripe_item text not null,
  role text not null,
  quantity integer not null,
  unit_cents bigint not null
);
-- What a subscription is billed for in each period, as Stripe last showed it.
constraint subscription_items_quantity_check CHECK ((quantity > 0));
constraint subscription_items_role_check CHECK ((role = ANY (ARRAY['adult'::text, 'child'::text, 'household'::text])));
constraint subscription_items_unit_cents_check CHECK ((unit_cents >= 0));
constraint subscription_items_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint subscription_items_price_fkey FOREIGN KEY (clinic_id, price_id) REFERENCES plan_prices(clinic_id, id) ON DELETE RESTRICT;
constraint subscription_items_subscription_fkey FOREIGN KEY (clinic_id, subscription_id) REFERENCES subscriptions(clinic_id, id) ON DELETE RESTRICT;
constraint subscription_items_pkey PRIMARY KEY (clinic_id, id);
constraint subscription_items_key UNIQUE (clinic_id, subscription_id, price_id);
CREATE INDEX subscription_items_price_idx ON public.subscription_items USING btree (clinic_id, price_id);
row level security: t, forced: t
policy subscription_items_all_system all to system using (true) with check (true);
policy subscription_items_select_own select to authenticated, clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (EXISTS ( SELECT
   FROM subscriptions s
  WHERE ((s.clinic_id = subscription_items.clinic_id) AND (s.id = subscription_items.subscription_id))))));
policy subscription_items_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select, update to system;
grant select (id, clinic_id, subscription_id, price_id, role, quantity, unit_cents) to authenticated;
grant select (id, clinic_id, subscription_id, price_id, role, quantity, unit_cents) to clinic_admin;
grant select (id, clinic_id, subscription_id, price_id, role, quantity, unit_cents) to clinic_patient;
grant select (id, clinic_id, subscription_id, price_id, role, quantity, unit_cents) to clinic_staff;

table public.subscription_members (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  subscription_id uuid not null,
  patient_id uuid not null,
  role text not null default 'adult'::text,
  from_on date not null,
  until_on date,
  born_on date,
  named text
);
-- Whom a subscription covers, from and until when (dates in the clinic's zone).
constraint subscription_members_named_check CHECK ((((length(btrim(named)) >= 1) AND (length(btrim(named)) <= 200)) AND app.is_one_line(named)));
constraint subscription_members_role_check CHECK ((role = ANY (ARRAY['adult'::text, 'child'::text, 'household'::text])));
constraint subscription_members_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint subscription_members_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint subscription_members_subscription_fkey FOREIGN KEY (clinic_id, subscription_id) REFERENCES subscriptions(clinic_id, id) ON DELETE RESTRICT;
constraint subscription_members_pkey PRIMARY KEY (clinic_id, id);
constraint subscription_members_clinic_id_subscription_id_patient_id_f_key UNIQUE (clinic_id, subscription_id, patient_id, from_on);
CREATE INDEX subscription_members_patient_idx ON public.subscription_members USING btree (clinic_id, patient_id);
CREATE TRIGGER subscription_members_enroll AFTER INSERT ON public.subscription_members FOR EACH ROW EXECUTE FUNCTION app.enroll_by_plan();
row level security: t, forced: t
policy subscription_members_all_system all to system using (true) with check (true);
policy subscription_members_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy subscription_members_select_own select to authenticated, clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.own_patient_id() AS own_patient_id))));
policy subscription_members_select_payer select to authenticated, clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (EXISTS ( SELECT
   FROM subscriptions s
  WHERE ((s.clinic_id = subscription_members.clinic_id) AND (s.id = subscription_members.subscription_id) AND (s.owner_patient_id = ( SELECT app.own_patient_id() AS own_patient_id)))))));
policy subscription_members_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant insert, select, update to system;
grant select (id, clinic_id, subscription_id, patient_id, role, from_on, until_on, named) to authenticated;
grant select (id, clinic_id, subscription_id, patient_id, role, from_on, until_on) to clinic_admin;
grant select (id, clinic_id, subscription_id, patient_id, role, from_on, until_on, named) to clinic_patient;
grant select (id, clinic_id, subscription_id, patient_id, role, from_on, until_on) to clinic_staff;
grant update (patient_id) to system;

table public.subscriptions (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  owner_patient_id uuid not null,
  plan_id uuid not null,
  price_id uuid not null,
  stripe_account text not null,
  stripe_subscription text not null,
  status text not null,
  started_at timestamp with time zone not null,
  current_period_start timestamp with time zone not null,
  current_period_end timestamp with time zone not null,
  cancel_at_period_end boolean not null default false,
  pending_cancel boolean,
  ended_at timestamp with time zone,
  read_no bigint not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version_id uuid not null,
  coupon_id uuid,
  tax_name text,
  tax_rate_ppm integer,
  tax_is_inclusive boolean,
  cancel_at timestamp with time zone,
  pending_since timestamp with time zone,
  pending_end timestamp with time zone
);
-- A patient's paid plan: a copy of what Stripe says, never taken from a redirect.
constraint subscriptions_status_check CHECK ((status = ANY (ARRAY['incomplete'::text, 'incomplete_expired'::text, 'trialing'::text, 'active'::text, 'past_due'::text, 'unpaid'::text, 'canceled'::text, 'paused'::text])));
constraint subscriptions_tax_is_whole CHECK ((num_nulls(tax_name, tax_rate_ppm, tax_is_inclusive) = ANY (ARRAY[0, 3])));
constraint subscriptions_tax_name_check CHECK (((length(tax_name) >= 1) AND (length(tax_name) <= 50)));
constraint subscriptions_tax_rate_ppm_check CHECK (((tax_rate_ppm >= 1) AND (tax_rate_ppm <= 1000000)));
constraint subscriptions_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint subscriptions_coupon_fkey FOREIGN KEY (clinic_id, coupon_id) REFERENCES coupons(clinic_id, id) ON DELETE RESTRICT;
constraint subscriptions_owner_fkey FOREIGN KEY (clinic_id, owner_patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint subscriptions_plan_fkey FOREIGN KEY (clinic_id, plan_id) REFERENCES plans(clinic_id, id) ON DELETE RESTRICT;
constraint subscriptions_price_fkey FOREIGN KEY (clinic_id, version_id, price_id) REFERENCES plan_prices(clinic_id, version_id, id) ON DELETE RESTRICT;
constraint subscriptions_version_fkey FOREIGN KEY (clinic_id, plan_id, version_id) REFERENCES plan_versions(clinic_id, plan_id, id) ON DELETE RESTRICT;
constraint subscriptions_pkey PRIMARY KEY (clinic_id, id);
constraint subscriptions_stripe_subscription_key UNIQUE (stripe_subscription);
CREATE INDEX subscriptions_clinic_status_idx ON public.subscriptions USING btree (clinic_id, status, created_at DESC);
CREATE INDEX subscriptions_coupon_idx ON public.subscriptions USING btree (clinic_id, coupon_id);
CREATE INDEX subscriptions_id_idx ON public.subscriptions USING btree (id);
CREATE INDEX subscriptions_owner_idx ON public.subscriptions USING btree (clinic_id, owner_patient_id);
CREATE INDEX subscriptions_pending_idx ON public.subscriptions USING btree (pending_since) WHERE (pending_cancel IS NOT NULL);
CREATE INDEX subscriptions_period_end_idx ON public.subscriptions USING btree (current_period_end) WHERE (status = ANY (ARRAY['trialing'::text, 'active'::text]));
CREATE INDEX subscriptions_price_idx ON public.subscriptions USING btree (clinic_id, version_id, price_id);
CREATE INDEX subscriptions_version_idx ON public.subscriptions USING btree (clinic_id, plan_id, version_id);
CREATE TRIGGER subscriptions_add_entry AFTER INSERT ON public.subscriptions FOR EACH ROW EXECUTE FUNCTION app.keep_entry_of_subscription();
CREATE TRIGGER subscriptions_enroll AFTER UPDATE OF status, plan_id ON public.subscriptions FOR EACH ROW WHEN (((new.status IS DISTINCT FROM old.status) OR (new.plan_id IS DISTINCT FROM old.plan_id))) EXECUTE FUNCTION app.enroll_by_plan();
CREATE TRIGGER subscriptions_keep_entry AFTER UPDATE ON public.subscriptions FOR EACH ROW WHEN ((((((old.owner_patient_id IS DISTINCT FROM new.owner_patient_id) OR (old.plan_id IS DISTINCT FROM new.plan_id)) OR (old.status IS DISTINCT FROM new.status)) OR (old.cancel_at_period_end IS DISTINCT FROM new.cancel_at_period_end)) OR (old.cancel_at IS DISTINCT FROM new.cancel_at))) EXECUTE FUNCTION app.keep_entry_of_subscription();
row level security: t, forced: t
policy subscriptions_all_system all to system using (true) with check (true);
policy subscriptions_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy subscriptions_select_own select to authenticated, clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (owner_patient_id = ( SELECT app.own_patient_id() AS own_patient_id))));
policy subscriptions_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant insert, select, update to system;
grant select (id, clinic_id, owner_patient_id, plan_id, price_id, status, started_at, current_period_start, current_period_end, cancel_at_period_end, pending_cancel, ended_at, created_at, version_id, coupon_id, tax_name, tax_rate_ppm, tax_is_inclusive, cancel_at, pending_since) to authenticated;
grant select (id, clinic_id, owner_patient_id, plan_id, price_id, status, started_at, current_period_start, current_period_end, cancel_at_period_end, pending_cancel, ended_at, created_at, version_id, coupon_id, tax_name, tax_rate_ppm, tax_is_inclusive, cancel_at, pending_since) to clinic_admin;
grant select (id, clinic_id, owner_patient_id, plan_id, price_id, status, started_at, current_period_start, current_period_end, cancel_at_period_end, pending_cancel, ended_at, created_at, version_id, coupon_id, tax_name, tax_rate_ppm, tax_is_inclusive, cancel_at, pending_since) to clinic_patient;
grant select (id, clinic_id, owner_patient_id, plan_id, price_id, status, started_at, current_period_start, current_period_end, cancel_at_period_end, pending_cancel, ended_at, created_at, version_id, coupon_id, tax_name, tax_rate_ppm, tax_is_inclusive, cancel_at, pending_since) to clinic_staff;
grant update (owner_patient_id) to system;

table public.tasks (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  title text not null,
  patient_id uuid,
  assignee_id uuid,
  due_on date,
  done_at timestamp with time zone,
  done_by uuid,
  created_by uuid,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);
-- Health data: what somebody of the team has to do, and about which patient. Patients never see it.
constraint tasks_title_check CHECK ((((length(title) >= 1) AND (length(title) <= 200)) AND app.is_one_line(title)));
constraint tasks_version_check CHECK ((version > 0));
constraint tasks_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint tasks_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint tasks_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint tasks_done_by_fkey FOREIGN KEY (done_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint tasks_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint tasks_pkey PRIMARY KEY (clinic_id, id);
CREATE INDEX tasks_assignee_idx ON public.tasks USING btree (assignee_id);
CREATE INDEX tasks_created_by_idx ON public.tasks USING btree (created_by);
CREATE INDEX tasks_done_by_idx ON public.tasks USING btree (done_by);
CREATE INDEX tasks_done_idx ON public.tasks USING btree (clinic_id, done_at DESC) WHERE (done_at IS NOT NULL);
CREATE INDEX tasks_open_idx ON public.tasks USING btree (clinic_id, assignee_id, due_on) WHERE (done_at IS NULL);
CREATE INDEX tasks_patient_idx ON public.tasks USING btree (clinic_id, patient_id) WHERE (patient_id IS NOT NULL);
CREATE TRIGGER tasks_are_erased_by_retention BEFORE DELETE ON public.tasks FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
CREATE TRIGGER tasks_record_change AFTER INSERT OR UPDATE ON public.tasks FOR EACH ROW EXECUTE FUNCTION app.record_task_change();
row level security: t, forced: t
policy tasks_all_system all to system using (true) with check (true);
policy tasks_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy tasks_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select, update to system;
grant select to clinic_admin, clinic_staff;
grant update (patient_id) to system;

table public.tier_subscriptions (
  id text not null,
  clinic_id uuid not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  read_no bigint not null default 0
);
-- Each subscription of a clinic to one of Carefold's tiers: from when until when.
constraint tier_subscriptions_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint tier_subscriptions_pkey PRIMARY KEY (id);
constraint tier_subscriptions_clinic_id_id_key UNIQUE (clinic_id, id);
CREATE INDEX tier_subscriptions_clinic_idx ON public.tier_subscriptions USING btree (clinic_id, started_at);
row level security: t, forced: t
policy tier_subscriptions_all_system all to system using (true) with check (true);
policy tier_subscriptions_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy tier_subscriptions_select_admin select to clinic_admin using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
policy tier_subscriptions_select_permitted select to clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND ('billing'::text = ANY (( SELECT app.current_permission_sets() AS current_permission_sets)::text[]))));
grant insert, select, update to system;
grant select (id, clinic_id, started_at, ended_at) to clinic_admin;
grant select (id, clinic_id, started_at, ended_at) to clinic_staff;

table public.unassigned_charges (
  id text not null,
  clinic_id uuid not null,
  stripe_account text not null,
  stripe_customer text,
  amount_cents bigint not null,
  currency text not null,
  charged_at timestamp with time zone not null,
  payer_name text,
  payer_email text,
  card_brand text,
  card_last4 text,
  found_at timestamp with time zone not null,
  patient_id uuid,
  settled_at timestamp with time zone
);
-- Succeeded charges of a clinic's account that belong to no known patient, until somebody says whose they are.
constraint unassigned_charges_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint unassigned_charges_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint unassigned_charges_pkey PRIMARY KEY (id);
CREATE INDEX unassigned_charges_open_idx ON public.unassigned_charges USING btree (clinic_id, charged_at) WHERE (settled_at IS NULL);
CREATE INDEX unassigned_charges_patient_idx ON public.unassigned_charges USING btree (clinic_id, patient_id);
row level security: t, forced: t
policy unassigned_charges_all_system all to system using (true) with check (true);
policy unassigned_charges_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy unassigned_charges_select_admin select to clinic_admin using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
policy unassigned_charges_select_permitted select to clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND ('money'::text = ANY (( SELECT app.current_permission_sets() AS current_permission_sets)::text[]))));
grant insert, select, update to system;
grant select (id, clinic_id, amount_cents, currency, charged_at, payer_name, payer_email, card_brand, card_last4, patient_id, settled_at) to clinic_admin;
grant select (id, clinic_id, amount_cents, currency, charged_at, payer_name, payer_email, card_brand, card_last4, patient_id, settled_at) to clinic_staff;
grant update (patient_id) to system;

table public.user_notices (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  user_id uuid not null,
  event text not null,
  kind text not null,
  key text not null,
  patient_id uuid,
  subject_id text,
  figures jsonb not null default '{}'::jsonb,
  channel text not null,
  noticed_at timestamp with time zone not null,
  read_at timestamp with time zone,
  mailed_at timestamp with time zone
);
-- What a person of a clinic's team hears of. Kinds, ids and counts only: the words are made where it is shown.
constraint user_notices_channel_check CHECK ((channel = ANY (ARRAY['in_app'::text, 'email'::text, 'none'::text])));
constraint user_notices_event_check CHECK ((event = ANY (ARRAY['patient_messages'::text, 'appointment_updates'::text, 'system_alerts'::text, 'task_assignments'::text, 'daily_summary'::text, 'important_alerts'::text])));
constraint user_notices_key_check CHECK (((length(key) >= 1) AND (length(key) <= 200)));
constraint user_notices_kind_check CHECK ((kind = ANY (ARRAY['message_received'::text, 'appointment_booked'::text, 'appointment_moved'::text, 'appointment_canceled'::text, 'patient_joined'::text, 'invitation_accepted'::text, 'plan_canceled'::text, 'plan_ended'::text, 'plan_change_waits'::text, 'charged_after_end'::text, 'payment_waived'::text, 'task_assigned'::text, 'daily_summary'::text, 'payment_failed'::text, 'refund_refused'::text, 'refund_failed'::text, 'dispute_opened'::text, 'dispute_lost'::text, 'dispute_won'::text, 'payouts_blocked'::text, 'commission_failed'::text, 'security_changed'::text, 'records_merged'::text, 'records_parted'::text, 'record_split'::text, 'record_split_undone'::text, 'sso_domain_missing'::text, 'sso_domain_lost'::text])));
constraint user_notices_subject_check CHECK ((length(subject_id) <= 100));
constraint user_notices_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint user_notices_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint user_notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
constraint user_notices_pkey PRIMARY KEY (clinic_id, id);
constraint user_notices_key UNIQUE (clinic_id, user_id, key);
CREATE INDEX user_notices_age_idx ON public.user_notices USING btree (noticed_at);
CREATE INDEX user_notices_id_idx ON public.user_notices USING btree (id);
CREATE INDEX user_notices_list_idx ON public.user_notices USING btree (clinic_id, user_id, noticed_at DESC, id);
CREATE INDEX user_notices_patient_idx ON public.user_notices USING btree (clinic_id, patient_id) WHERE (patient_id IS NOT NULL);
CREATE INDEX user_notices_unmailed_idx ON public.user_notices USING btree (noticed_at) WHERE ((mailed_at IS NULL) AND (channel = 'email'::text));
CREATE INDEX user_notices_unread_idx ON public.user_notices USING btree (clinic_id, user_id) WHERE ((read_at IS NULL) AND (channel = 'in_app'::text));
CREATE INDEX user_notices_user_idx ON public.user_notices USING btree (user_id);
row level security: t, forced: t
policy user_notices_all_system all to system using (true) with check (true);
policy user_notices_select_own select to clinic_admin, clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (user_id = ( SELECT app.current_user_id() AS current_user_id)) AND (channel <> 'none'::text)));
grant delete, insert, select, update to system;
grant select (id, clinic_id, user_id, event, kind, patient_id, subject_id, figures, channel, noticed_at, read_at) to clinic_admin;
grant select (id, clinic_id, user_id, event, kind, patient_id, subject_id, figures, channel, noticed_at, read_at) to clinic_staff;
grant update (patient_id) to system;

table public.value_receipt_settings (
  clinic_id uuid not null,
  audience text not null,
  prices jsonb not null,
  started_at timestamp with time zone,
  version integer not null,
  updated_at timestamp with time zone not null
);
-- Who gets value receipts, and what each service costs somebody without a plan. One row per clinic; without one nobody gets any.
constraint value_receipt_settings_audience_check CHECK ((audience = ANY (ARRAY['nobody'::text, 'half'::text, 'everybody'::text])));
constraint value_receipt_settings_prices_check CHECK (((jsonb_typeof(prices) = 'object'::text) AND (pg_column_size(prices) <= 20000)));
constraint value_receipt_settings_started CHECK (((audience = 'nobody'::text) = (started_at IS NULL)));
constraint value_receipt_settings_version_check CHECK ((version > 0));
constraint value_receipt_settings_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint value_receipt_settings_pkey PRIMARY KEY (clinic_id);
CREATE TRIGGER value_receipt_settings_are_erased_by_retention BEFORE DELETE ON public.value_receipt_settings FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
row level security: t, forced: t
policy value_receipt_settings_all_system all to system using (true) with check (true);
policy value_receipt_settings_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select, update to system;
grant select to clinic_admin, clinic_staff;

table public.value_receipts (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  patient_id uuid not null,
  subscription_id uuid not null,
  span text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  first_on date not null,
  last_on date not null,
  plan_name text not null,
  currency text not null,
  lines jsonb not null,
  value_cents bigint not null,
  paid_cents bigint not null,
  people integer not null,
  is_shown boolean not null,
  is_compared boolean not null,
  made_at timestamp with time zone not null,
  opened_at timestamp with time zone
);
-- Health data: what a patient used of their plan in a time that is over, by the prices of its end. Never changed, but for when it was opened.
constraint value_receipts_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text));
constraint value_receipts_days_check CHECK (((starts_at < ends_at) AND (first_on <= last_on)));
constraint value_receipts_lines_check CHECK ((jsonb_typeof(lines) = 'array'::text));
constraint value_receipts_opened_check CHECK (((opened_at IS NULL) OR is_shown));
constraint value_receipts_people_check CHECK ((people > 0));
constraint value_receipts_span_check CHECK ((span = ANY (ARRAY['month'::text, 'year'::text])));
constraint value_receipts_value_check CHECK ((value_cents >= 0));
constraint value_receipts_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint value_receipts_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint value_receipts_subscription_fkey FOREIGN KEY (clinic_id, subscription_id) REFERENCES subscriptions(clinic_id, id) ON DELETE RESTRICT;
constraint value_receipts_pkey PRIMARY KEY (clinic_id, id);
constraint value_receipts_span_key UNIQUE (clinic_id, subscription_id, patient_id, span, starts_at);
CREATE INDEX value_receipts_clinic_ends_idx ON public.value_receipts USING btree (clinic_id, ends_at);
CREATE INDEX value_receipts_patient_idx ON public.value_receipts USING btree (clinic_id, patient_id, ends_at DESC);
CREATE TRIGGER value_receipts_are_erased_by_retention BEFORE DELETE ON public.value_receipts FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
row level security: t, forced: t
policy value_receipts_all_system all to system using (true) with check (true);
policy value_receipts_second_step all restrictive to clinic_admin, clinic_guardian, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy value_receipts_select_admin select to clinic_admin using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
policy value_receipts_select_own select to clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.current_patient_id() AS current_patient_id)) AND is_shown));
grant delete, insert, select to system;
grant select to clinic_admin;
grant select (id, clinic_id, patient_id, span, first_on, last_on, plan_name, currency, lines, value_cents, paid_cents, people, made_at, opened_at) to clinic_patient;
grant update (patient_id, opened_at) to system;

table public.visit_lessons (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  appointment_id uuid not null,
  patient_id uuid not null,
  item_id uuid not null,
  version_id uuid not null,
  slide integer not null default 1,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  answers jsonb,
  planned_by uuid,
  shown_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);
-- Health data: which slides are shown in a visit, where they are, and what the patient understood of them.
constraint visit_lessons_answers_at_end CHECK (((answers IS NULL) OR (ended_at IS NOT NULL)));
constraint visit_lessons_check CHECK ((ended_at >= started_at));
constraint visit_lessons_ended_was_started CHECK (((ended_at IS NULL) OR (started_at IS NOT NULL)));
constraint visit_lessons_slide_check CHECK (((slide >= 1) AND (slide <= 300)));
constraint visit_lessons_appointment_fkey FOREIGN KEY (clinic_id, appointment_id) REFERENCES appointments(clinic_id, id) ON DELETE CASCADE;
constraint visit_lessons_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint visit_lessons_item_fkey FOREIGN KEY (clinic_id, item_id) REFERENCES content_items(clinic_id, id) ON DELETE RESTRICT;
constraint visit_lessons_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint visit_lessons_planned_by_fkey FOREIGN KEY (planned_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint visit_lessons_shown_by_fkey FOREIGN KEY (shown_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint visit_lessons_version_fkey FOREIGN KEY (clinic_id, version_id) REFERENCES content_versions(clinic_id, id) ON DELETE RESTRICT;
constraint visit_lessons_pkey PRIMARY KEY (clinic_id, id);
constraint visit_lessons_appointment_key UNIQUE (clinic_id, appointment_id);
CREATE INDEX visit_lessons_item_idx ON public.visit_lessons USING btree (clinic_id, item_id);
CREATE INDEX visit_lessons_patient_idx ON public.visit_lessons USING btree (clinic_id, patient_id, created_at DESC);
CREATE INDEX visit_lessons_planned_by_idx ON public.visit_lessons USING btree (planned_by);
CREATE INDEX visit_lessons_shown_by_idx ON public.visit_lessons USING btree (shown_by);
CREATE INDEX visit_lessons_version_idx ON public.visit_lessons USING btree (clinic_id, version_id);
CREATE TRIGGER visit_lessons_announce AFTER INSERT OR UPDATE ON public.visit_lessons FOR EACH ROW EXECUTE FUNCTION app.announce_visit_lesson();
row level security: t, forced: t
policy visit_lessons_all_system all to system using (true) with check (true);
policy visit_lessons_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy visit_lessons_select_own select to clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.current_patient_id() AS current_patient_id))));
policy visit_lessons_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select, update to system;
grant select (id, clinic_id, appointment_id, patient_id, item_id, version_id, slide, started_at, ended_at, answers, planned_by, shown_by, created_at, updated_at) to clinic_admin;
grant select (id, clinic_id, appointment_id, patient_id, item_id, version_id, slide, started_at, ended_at) to clinic_patient;
grant select (id, clinic_id, appointment_id, patient_id, item_id, version_id, slide, started_at, ended_at, answers, planned_by, shown_by, created_at, updated_at) to clinic_staff;
grant update (patient_id) to system;

table public.waitlist_entries (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  patient_id uuid not null,
  type text not null,
  provider_id uuid,
  appointment_id uuid,
  days integer[] not null default '{}'::integer[],
  opens text,
  closes text,
  until date not null,
  status text not null default 'waiting'::text,
  created_at timestamp with time zone not null default app.now(),
  updated_at timestamp with time zone not null default app.now()
);
-- Health data: patients who ask to be told of an earlier time for a kind of visit.
constraint waitlist_entries_closes_check CHECK ((closes ~ '^(([01]\d|2[0-3]):[0-5]\d|24:00)$'::text));
constraint waitlist_entries_days_check CHECK ((days <@ ARRAY[1, 2, 3, 4, 5, 6, 7]));
constraint waitlist_entries_hours_check CHECK ((((opens IS NULL) = (closes IS NULL)) AND ((opens IS NULL) OR (opens < closes))));
constraint waitlist_entries_opens_check CHECK ((opens ~ '^([01]\d|2[0-3]):[0-5]\d$'::text));
constraint waitlist_entries_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'booked'::text, 'left'::text, 'ended'::text])));
constraint waitlist_entries_appointment_fkey FOREIGN KEY (clinic_id, appointment_id) REFERENCES appointments(clinic_id, id) ON DELETE RESTRICT;
constraint waitlist_entries_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint waitlist_entries_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint waitlist_entries_provider_fkey FOREIGN KEY (clinic_id, provider_id) REFERENCES providers(clinic_id, id) ON DELETE RESTRICT;
constraint waitlist_entries_type_fkey FOREIGN KEY (clinic_id, type) REFERENCES appointment_types(clinic_id, key) ON DELETE RESTRICT;
constraint waitlist_entries_pkey PRIMARY KEY (clinic_id, id);
CREATE INDEX waitlist_entries_appointment_idx ON public.waitlist_entries USING btree (clinic_id, appointment_id) WHERE (appointment_id IS NOT NULL);
CREATE INDEX waitlist_entries_line_idx ON public.waitlist_entries USING btree (clinic_id, created_at) WHERE (status = 'waiting'::text);
CREATE INDEX waitlist_entries_patient_idx ON public.waitlist_entries USING btree (clinic_id, patient_id);
CREATE INDEX waitlist_entries_provider_idx ON public.waitlist_entries USING btree (clinic_id, provider_id) WHERE (provider_id IS NOT NULL);
CREATE INDEX waitlist_entries_type_idx ON public.waitlist_entries USING btree (clinic_id, type);
CREATE UNIQUE INDEX waitlist_entries_waiting_key ON public.waitlist_entries USING btree (clinic_id, patient_id, type) WHERE (status = 'waiting'::text);
CREATE TRIGGER waitlist_entries_are_erased_by_retention BEFORE DELETE ON public.waitlist_entries FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
row level security: t, forced: t
policy waitlist_entries_all_system all to system using (true) with check (true);
policy waitlist_entries_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy waitlist_entries_select_own select to clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.current_patient_id() AS current_patient_id))));
policy waitlist_entries_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select, update to system;
grant select to clinic_admin, clinic_patient, clinic_staff;
grant update (patient_id) to system;

table public.waitlist_offers (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  patient_id uuid not null,
  entry_id uuid not null,
  opening_id uuid not null,
  provider_id uuid not null,
  type text not null,
  starts_at timestamp with time zone not null,
  time_zone text not null,
  duration_minutes integer not null,
  before_minutes integer not null,
  after_minutes integer not null,
  status text not null default 'open'::text,
  offered_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  held_until timestamp with time zone not null,
  answered_at timestamp with time zone
);
-- Health data: times that were offered to patients who wait for one. An open one holds its time.
constraint waitlist_offers_status_check CHECK ((status = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text, 'expired'::text])));
constraint waitlist_offers_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint waitlist_offers_entry_fkey FOREIGN KEY (clinic_id, entry_id) REFERENCES waitlist_entries(clinic_id, id) ON DELETE RESTRICT;
constraint waitlist_offers_opening_fkey FOREIGN KEY (clinic_id, opening_id) REFERENCES app.waitlist_openings(clinic_id, id) ON DELETE RESTRICT;
constraint waitlist_offers_patient_fkey FOREIGN KEY (clinic_id, patient_id) REFERENCES patients(clinic_id, id) ON DELETE RESTRICT;
constraint waitlist_offers_provider_fkey FOREIGN KEY (clinic_id, provider_id) REFERENCES providers(clinic_id, id) ON DELETE RESTRICT;
constraint waitlist_offers_type_fkey FOREIGN KEY (clinic_id, type) REFERENCES appointment_types(clinic_id, key) ON DELETE RESTRICT;
constraint waitlist_offers_pkey PRIMARY KEY (clinic_id, id);
constraint waitlist_offers_once_key UNIQUE (clinic_id, opening_id, entry_id);
CREATE INDEX waitlist_offers_entry_idx ON public.waitlist_offers USING btree (clinic_id, entry_id);
CREATE UNIQUE INDEX waitlist_offers_entry_key ON public.waitlist_offers USING btree (clinic_id, entry_id) WHERE (status = 'open'::text);
CREATE INDEX waitlist_offers_open_idx ON public.waitlist_offers USING btree (expires_at) WHERE (status = 'open'::text);
CREATE UNIQUE INDEX waitlist_offers_opening_key ON public.waitlist_offers USING btree (clinic_id, opening_id) WHERE (status = 'open'::text);
CREATE INDEX waitlist_offers_patient_idx ON public.waitlist_offers USING btree (clinic_id, patient_id);
CREATE INDEX waitlist_offers_provider_idx ON public.waitlist_offers USING btree (clinic_id, provider_id);
CREATE INDEX waitlist_offers_type_idx ON public.waitlist_offers USING btree (clinic_id, type);
CREATE TRIGGER waitlist_offers_are_erased_by_retention BEFORE DELETE ON public.waitlist_offers FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_unless_erasing();
CREATE TRIGGER waitlist_offers_keep_busy_time AFTER INSERT OR UPDATE ON public.waitlist_offers FOR EACH ROW EXECUTE FUNCTION app.keep_busy_time_of_offer();
row level security: t, forced: t
policy waitlist_offers_all_system all to system using (true) with check (true);
policy waitlist_offers_second_step all restrictive to clinic_admin, clinic_patient, clinic_staff using (( SELECT app.may_use_health_data() AS may_use_health_data)) with check (( SELECT app.may_use_health_data() AS may_use_health_data));
policy waitlist_offers_select_own select to clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (patient_id = ( SELECT app.current_patient_id() AS current_patient_id))));
policy waitlist_offers_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant delete, insert, select, update to system;
grant select to clinic_admin, clinic_patient, clinic_staff;
grant update (patient_id) to system;

table sandbox.objects (
  account text not null,
  id text not null,
  object text not null,
  body jsonb not null
);
-- One Stripe-shaped object of the sandbox.
constraint objects_pkey PRIMARY KEY (account, id);
row level security: t, forced: t
policy objects_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;
