-- Notices: facts that a person is mailed about, each once (docs/reliability.md F5, F7).
--
-- A notice is written in the transaction of its fact, with the job that mails it, or follows by app.outbox. Its key names the fact, so that an event
-- delivered twice or a repeated job mails nothing again.
create table app.notices (
  id              uuid default gen_random_uuid(),
  clinic_id       uuid not null references public.clinics on delete restrict,
  kind            text not null check (kind in
    ('patient_joined', 'clinic_opened', 'payment_received', 'payment_failed', 'payment_processing', 'invoice_due', 'refund_given', 'refund_failed', 'credit_given', 'credit_taken_back', 'card_expiring',
    'plan_canceled', 'plan_ended', 'plan_change', 'plan_change_waits', 'plan_price', 'plan_renewal', 'invitation_accepted',
    'patient_message', 'patient_update', 'patient_reminder', 'visit_patient', 'visit_provider', 'visit_former_provider',
    'guardian_update', 'guardian_soon', 'guardian_changed', 'ward_soon', 'ward_changed')),
  -- the fact, for good: payment_received:ch_...
  key             text not null,
  -- what it is about: the id of a membership, receipt, payment, subscription or invitation
  subject_id      text not null,
  noticed_at      timestamptz not null,
  -- the person whose address must be proven first: strangers get no mail that someone typed (docs/threats.md T31)
  waits_for       uuid references auth.users on delete set null,
  -- when it was mailed, or found to be out of date
  settled_at      timestamptz,
  outcome         text,
  appointment_id  uuid,
  visit_starts_at timestamptz,
  primary key (clinic_id, id),
  constraint notices_key_key unique (clinic_id, key),
  constraint notices_visit_check check ((appointment_id is null) = (visit_starts_at is null)),
  constraint notices_appointment_fkey foreign key (clinic_id, appointment_id)
    references public.appointments (clinic_id, id) on delete restrict
);
comment on table app.notices is
  'A fact that a person is to be mailed about. Ids only; the job that mails reads the current state.';
create index notices_clinic_idx on app.notices (clinic_id, noticed_at);
create index notices_waits_for_idx on app.notices (waits_for) where waits_for is not null;
create index notices_open_idx on app.notices (noticed_at) where settled_at is null;
create index notices_appointment_idx on app.notices (clinic_id, appointment_id) where appointment_id is not null;
create index notices_id_idx on app.notices (id);
create trigger notices_are_erased_by_retention before delete on app.notices
  for each statement execute function app.refuse_unless_erasing();

alter table app.notices enable row level security;
alter table app.notices force row level security;
create policy notices_all_system on app.notices to system using (true) with check (true);
grant select, insert, update, delete on app.notices to system;

-- Queues the job that mails one notice, in the caller's transaction. The hourly job finds the notices that were written before
-- the first server started.
-- security definer: clients may not use the jobs schema
create function app.queue_notice(p_clinic_id uuid, p_notice_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.queue_job('notices.deliver', jsonb_build_object('clinicId', p_clinic_id, 'noticeId', p_notice_id), p_notice_id::text);
end $$;
alter function app.queue_notice(uuid, uuid) owner to system;

-- Writes a notice and queues its job; does nothing when the fact is known. For functions and actions: a trigger writes to
-- app.outbox instead.
-- security definer: clients may not use the jobs schema
create function app.write_notice(p_clinic_id uuid, p_kind text, p_subject_id text, p_key text, p_at timestamptz)
  returns void language plpgsql security definer set search_path = '' as $$
declare
  written uuid;
begin
  insert into app.notices (clinic_id, kind, key, subject_id, noticed_at)
  values (p_clinic_id, p_kind, p_kind || ':' || p_key, p_subject_id, p_at)
  on conflict (clinic_id, key) do nothing returning id into written;
  if written is not null then perform app.queue_notice(p_clinic_id, written); end if;
end $$;
alter function app.write_notice(uuid, text, text, text, timestamptz) owner to system;

-- A patient has accepted their membership: by the link of the join, an invitation or activate-membership.
create function app.notice_patient_joined() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.add_to_outbox(new.clinic_id, 'patient_joined', new.id::text, new.id::text, new.accepted_at);
  return null;
end $$;
alter function app.notice_patient_joined() owner to system;
create trigger clinic_memberships_notice_joined after update of accepted_at on public.clinic_memberships
  for each row when (new.role = 'patient' and new.status = 'active' and old.accepted_at is null and new.accepted_at is not null)
  execute function app.notice_patient_joined();

create function app.notice_clinic_opened() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.add_to_outbox(new.clinic_id, 'clinic_opened', new.id::text, new.clinic_id::text, new.created_at);
  return null;
end $$;
alter function app.notice_clinic_opened() owner to system;
create trigger clinic_memberships_notice_opened after insert on public.clinic_memberships
  for each row when (new.is_owner and new.status = 'active' and new.ended_at is null) execute function app.notice_clinic_opened();

create function app.notice_invitation_accepted() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.add_to_outbox(new.clinic_id, 'invitation_accepted', new.id::text, new.id::text, new.accepted_at);
  return null;
end $$;
alter function app.notice_invitation_accepted() owner to system;
create trigger invitations_notice_accepted after update of accepted_at on public.invitations
  for each row when (old.accepted_at is null and new.accepted_at is not null and new.invited_by is not null)
  execute function app.notice_invitation_accepted();

-- Queues the notices that waited for a person's address to be confirmed: a member or a patient of their clinics.
create function app.queue_waiting_notices(p_user_id uuid) returns void language plpgsql set search_path = '' as $$
declare
  clinics constant uuid[] := app.clinics_with('membership', p_user_id::text) || app.clinics_with('patient', p_user_id::text);
begin
  perform app.queue_notice(n.clinic_id, n.id) from app.notices n
    where n.clinic_id = any (clinics) and n.waits_for = p_user_id and n.settled_at is null;
end $$;
grant execute on function app.queue_waiting_notices(uuid) to system;

create table public.notice_preferences (
  clinic_id           uuid not null references public.clinics on delete restrict,
  user_id             uuid not null references auth.users on delete cascade,
  patient_messages    text not null default 'in_app' constraint notice_preferences_patient_messages_check
                        check (patient_messages in ('none', 'in_app', 'email')),
  appointment_updates text not null default 'in_app' constraint notice_preferences_appointment_updates_check
                        check (appointment_updates in ('none', 'in_app', 'email')),
  system_alerts       text not null default 'in_app' constraint notice_preferences_system_alerts_check
                        check (system_alerts in ('none', 'in_app', 'email')),
  task_assignments    text not null default 'in_app' constraint notice_preferences_task_assignments_check
                        check (task_assignments in ('none', 'in_app', 'email')),
  daily_summary       text not null default 'email' constraint notice_preferences_daily_summary_check
                        check (daily_summary in ('none', 'in_app', 'email')),
  important_alerts    text not null default 'email' constraint notice_preferences_important_alerts_check
                        check (important_alerts in ('none', 'in_app', 'email')),
  version             integer not null default 1 constraint notice_preferences_version_check check (version > 0),
  updated_at          timestamptz not null,
  primary key (clinic_id, user_id)
);
comment on table public.notice_preferences is
  'How a team member is notified of each event. Without a row, the defaults of the columns apply (app.notice_channel()).';
create index notice_preferences_user_idx on public.notice_preferences (user_id);
create trigger notice_preferences_are_erased_by_retention before delete on public.notice_preferences
  for each statement execute function app.refuse_unless_erasing();

alter table public.notice_preferences enable row level security;
alter table public.notice_preferences force row level security;
create policy notice_preferences_select_own on public.notice_preferences for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and user_id = (select app.current_user_id()));
create policy notice_preferences_all_system on public.notice_preferences to system using (true) with check (true);
grant select on public.notice_preferences to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.notice_preferences to system;

-- How a person is notified of an event at a clinic: none, in_app or email.
create function app.notice_channel(p_clinic_id uuid, p_user_id uuid, p_event text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(
      (select case p_event when 'patient_messages' then n.patient_messages when 'appointment_updates' then n.appointment_updates
                           when 'system_alerts' then n.system_alerts when 'task_assignments' then n.task_assignments
                           when 'daily_summary' then n.daily_summary when 'important_alerts' then n.important_alerts end
         from public.notice_preferences n where n.clinic_id = p_clinic_id and n.user_id = p_user_id),
      case when p_event in ('daily_summary', 'important_alerts') then 'email' else 'in_app' end));
end $$;
grant execute on function app.notice_channel(uuid, uuid, text) to system;

-- Notices to each person of a team, in the app or by mail (docs/specification.md B2.12, B3; docs/decisions/0042).
create table public.user_notices (
  id         uuid default gen_random_uuid(),
  clinic_id  uuid not null references public.clinics on delete restrict,
  user_id    uuid not null references auth.users on delete cascade,
  event      text not null constraint user_notices_event_check check (event in
               ('patient_messages', 'appointment_updates', 'system_alerts', 'task_assignments', 'daily_summary',
                'important_alerts')),
  -- domain/notices/user-notices.ts has the event of each kind, and its words
  kind       text not null check (kind in
    ('message_received', 'appointment_booked', 'appointment_requested', 'appointment_moved', 'appointment_handed_over',
    'appointment_canceled', 'patient_joined', 'invitation_accepted', 'plan_canceled', 'plan_ended', 'plan_change_waits', 'charged_after_end', 'payment_waived',
    'task_assigned', 'daily_summary', 'payment_failed', 'refund_refused', 'refund_failed', 'dispute_opened', 'dispute_lost',
    'dispute_won', 'payouts_blocked', 'payout_failed', 'commission_failed', 'security_changed', 'records_merged', 'records_parted',
    'sso_domain_missing', 'sso_domain_lost', 'webhook_off', 'calendar_disconnected')),
  -- names the fact, so that each person is notified of it once
  key        text not null constraint user_notices_key_check check (length(key) between 1 and 200),
  -- the patient, and the subject: the id of a task, an invitation, a day
  patient_id uuid,
  subject_id text constraint user_notices_subject_check check (length(subject_id) <= 100),
  figures    jsonb not null default '{}',
  channel    text not null constraint user_notices_channel_check check (channel in ('in_app', 'email', 'none')),
  noticed_at timestamptz not null,
  read_at    timestamptz,
  -- channel email: when its mail was queued, or found to be out of place
  mailed_at  timestamptz,
  primary key (clinic_id, id),
  constraint user_notices_key unique (clinic_id, user_id, key),
  constraint user_notices_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.user_notices is
  'Notices to a team member. Kinds, ids and counts only: the page that shows a notice adds the words.';
create index user_notices_list_idx on public.user_notices (clinic_id, user_id, noticed_at desc, id);
create index user_notices_unread_idx on public.user_notices (clinic_id, user_id) where read_at is null and channel = 'in_app';
create index user_notices_unmailed_idx on public.user_notices (noticed_at) where mailed_at is null and channel = 'email';
create index user_notices_age_idx on public.user_notices (noticed_at);
create index user_notices_patient_idx on public.user_notices (clinic_id, patient_id) where patient_id is not null;
create index user_notices_user_idx on public.user_notices (user_id);
create index user_notices_id_idx on public.user_notices (id);

alter table public.user_notices enable row level security;
alter table public.user_notices force row level security;
-- mailed ones too: the mail says only that there is something, and leads to the list
create policy user_notices_select_own on public.user_notices for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and user_id = (select app.current_user_id()) and channel <> 'none');
create policy user_notices_all_system on public.user_notices to system using (true) with check (true);
grant select (id, clinic_id, user_id, event, kind, patient_id, subject_id, figures, channel, noticed_at, read_at)
  on public.user_notices to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.user_notices to system;

-- The notices of the Billing role: facts about payments, never about visits or messages.
create function app.notices_of_money() returns text[] language sql immutable
return array['payment_failed', 'refund_refused', 'refund_failed', 'dispute_opened', 'dispute_lost', 'dispute_won',
             'payouts_blocked', 'payout_failed'];
grant execute on function app.notices_of_money() to clinic_billing_only, system;

-- Notifies a team member of a fact, once, by their choice at this moment. Returns whether the person was notified now.
-- security definer: triggers call it in a client's transaction
create function app.notify_person(p_clinic_id uuid, p_user_id uuid, p_event text, p_kind text, p_key text, p_patient_id uuid,
                                  p_subject_id text, p_figures jsonb, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  way text;
  written uuid;
begin
  if not exists (select 1 from public.clinic_memberships m
                  where m.clinic_id = p_clinic_id and m.user_id = p_user_id and m.role <> 'patient' and m.status = 'active'
                    and m.ended_at is null and (not m.is_billing_only or p_kind = any (app.notices_of_money()))) then
    return false;
  end if;
  way := app.notice_channel(p_clinic_id, p_user_id, p_event);
  insert into public.user_notices (clinic_id, user_id, event, kind, key, patient_id, subject_id, figures, channel, noticed_at)
  values (p_clinic_id, p_user_id, p_event, p_kind, p_kind || ':' || p_key, p_patient_id, p_subject_id, p_figures, way, p_at)
  on conflict (clinic_id, user_id, key) do nothing returning id into written;
  if written is null then return false; end if;
  perform app.announce(p_clinic_id, p_user_id, 'notices');
  if way = 'email' then
    perform app.queue_job('notices.mail', jsonb_build_object('clinicId', p_clinic_id, 'noticeId', written), written::text);
  end if;
  return way <> 'none';
end $$;
alter function app.notify_person(uuid, uuid, text, text, text, uuid, text, jsonb, timestamptz) owner to system;

create table app.daily_summaries (
  clinic_id uuid primary key references public.clinics on delete cascade,
  -- in the clinic's zone
  day       date not null
);
comment on table app.daily_summaries is
  'The last day for which a clinic''s daily summaries were made, so that each is sent once.';
create trigger daily_summaries_are_erased_by_retention before delete on app.daily_summaries
  for each statement execute function app.refuse_unless_erasing();

alter table app.daily_summaries enable row level security;
alter table app.daily_summaries force row level security;
create policy daily_summaries_all_system on app.daily_summaries to system using (true) with check (true);
grant select, insert, update, delete on app.daily_summaries to system;

-- The visits that one press of the desk changes; each is changed in its own transaction (change-visits).
create function app.visit_batch() returns text language sql stable
  return nullif(current_setting('app.visit_batch', true), '');
grant execute on function app.visit_batch() to system;

-- One row of the outbox for each change that users are notified of. The visits of a series that change together are one notice,
-- and so are a patient's visits of one batch.
-- security definer: a client's write of a visit causes it
create function app.notice_visit_change() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  series text;
begin
  if greatest(new.starts_at + make_interval(mins => new.duration_minutes), new.was_starts_at) <= new.changed_at
     -- nothing that a calendar shows
     or (new.kind in ('changed', 'reopened') and new.sequence = (
           select max(c.sequence) from public.appointment_changes c
            where c.clinic_id = new.clinic_id and c.appointment_id = new.appointment_id and c.id <> new.id)) then
    return null;
  end if;
  select 'series:' || a.series_id || ':' || new.kind || ':' || pg_catalog.pg_current_xact_id() into series
    from public.appointments a where a.clinic_id = new.clinic_id and a.id = new.appointment_id;
  perform app.add_to_outbox(
    new.clinic_id, 'visit_change', new.id::text,
    coalesce('batch:' || app.visit_batch() || ':' || new.patient_id || ':' || new.kind, series, new.id::text), new.changed_at,
    -- the team can undo these: the mail waits for it
    case when new.kind in ('moved', 'changed', 'reopened', 'canceled') then app.undo_time() else '0'::interval end,
    case when new.kind not in ('changed', 'reopened') and new.starts_at > new.changed_at then
      coalesce(series, 'visit:' || new.id) end);
  return null;
end $$;
alter function app.notice_visit_change() owner to system;
create trigger appointment_changes_notice after insert on public.appointment_changes
  for each row when (new.kind in ('booked', 'requested', 'accepted', 'moved', 'changed', 'reopened', 'canceled'))
  execute function app.notice_visit_change();

-- Notifies the guardians of a patient who may see the subject: with full access all, with limited access the one who booked the
-- visit.
create function app.tell_guardians(p_clinic_id uuid, p_patient_id uuid, p_booked_by uuid, p_key text, p_at timestamptz,
                                   p_except uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.write_notice(g.clinic_id, 'guardian_update', g.id::text, g.id || ':' || p_key, p_at)
    from app.live_guardians g
   where g.clinic_id = p_clinic_id and g.patient_id = p_patient_id and g.user_id is distinct from p_except
     and (g.level = 'full' or (g.level = 'limited' and g.user_id = p_booked_by));
end $$;
alter function app.tell_guardians(uuid, uuid, uuid, text, timestamptz, uuid) owner to system;

-- Turns a clinic's rows of the outbox, oldest first, into notices and jobs, and deletes them. A notice each for the patient, the
-- provider, the provider until now, and the guardians. Returns how many rows, and the queues with a job that is due. Rows that
-- another worker holds are left to it. Role system.
create function app.drain_outbox(p_clinic_id uuid, p_most integer, out drained integer, out queues text)
language plpgsql set search_path = ''
-- without it, Postgres plans again for each call, which costs more than the few rows of a call
set plan_cache_mode = force_generic_plan
as $$
declare
  taken app.outbox[];
  names text[];
  datas jsonb[];
  keys text[];
  dues timestamptz[];
begin
  with oldest as materialized (
    select o.written_at, o.id from app.outbox o where o.clinic_id = p_clinic_id
     order by o.written_at, o.id limit p_most for update skip locked
  ), deleted as (
    delete from app.outbox o using oldest t
     where o.clinic_id = p_clinic_id and o.written_at = t.written_at and o.id = t.id
    returning o as entry
  )
  select array_agg(d.entry) into taken from deleted d;
  drained := coalesce(cardinality(taken), 0);
  if drained = 0 then return; end if;
  with visits as (
    select e.written_at, e.key, e.guardians_key, e.due_at, c.id, c.appointment_id, c.patient_id, c.provider_id,
           c.was_provider_id, c.changed_at, c.changed_by
      from unnest(taken) as e
      join public.appointment_changes c on c.clinic_id = p_clinic_id and c.id = e.subject_id::uuid
     where e.kind = 'visit_change'
  ), facts (written_at, kind, subject_id, key, noticed_at, due_at) as (
    select e.written_at, e.kind, e.subject_id, e.key, e.noticed_at, e.due_at
      from unnest(taken) as e where e.kind not in ('visit_change', 'waitlist')
    union all
    select v.written_at, n.kind, v.id::text, n.key, v.changed_at, v.due_at
      from visits v
     cross join lateral (values ('visit_patient', v.key), ('visit_provider', v.key || ':' || v.provider_id),
                                ('visit_former_provider', case when v.provider_id is distinct from v.was_provider_id
                                                               then v.key || ':' || v.was_provider_id end)) as n (kind, key)
     where n.key is not null
    union all
    select v.written_at, 'guardian_update', g.id::text, g.id || ':' || v.guardians_key, v.changed_at, v.due_at
      from visits v
      join public.appointments a on a.clinic_id = p_clinic_id and a.id = v.appointment_id
      join app.live_guardians g on g.clinic_id = p_clinic_id and g.patient_id = v.patient_id
     where v.guardians_key is not null and g.user_id is distinct from v.changed_by
       and (g.level = 'full' or (g.level = 'limited' and g.user_id = a.booked_by))
  ), written as (
    insert into app.notices (clinic_id, kind, key, subject_id, noticed_at)
    select p_clinic_id, f.kind, f.kind || ':' || f.key, f.subject_id, f.noticed_at from facts f order by f.written_at
    on conflict (clinic_id, key) do nothing returning id, key
  ), wanted (name, data, key, due) as (
    select 'notices.deliver', jsonb_build_object('clinicId', p_clinic_id, 'noticeId', w.id), w.id::text,
           (select min(f.due_at) from facts f where f.kind || ':' || f.key = w.key)
      from written w
    union all
    -- with another key, because a job that waits must not hold back the others
    select 'waitlist.offer', '{}', 'waitlist.offer' || case when e.due_at > e.written_at then ' later' else '' end, min(e.due_at)
      from unnest(taken) as e where e.kind = 'waitlist' group by 3
    union all
    -- at once; other events wait for the minute's run
    select 'webhooks.collect', jsonb_build_object('clinicId', p_clinic_id), p_clinic_id::text, now()
     where exists (select 1 from public.webhook_endpoints e where e.clinic_id = p_clinic_id and e.is_enabled)
  )
  select array_agg(w.name), array_agg(w.data), array_agg(w.key), array_agg(w.due),
         string_agg(distinct w.name, ' ') filter (where w.due <= now())
    into names, datas, keys, dues, queues from wanted w;
  if names is not null then perform app.queue_jobs(names, datas, keys, dues); end if;
end $$;
grant execute on function app.drain_outbox(uuid, integer) to system;

-- The desk's calls to patients that no message reaches (docs/decisions/0177). A call is about a visit at a time: a reminder of it,
-- or one change of it.
create table app.visit_calls (
  clinic_id      uuid not null references public.clinics on delete restrict,
  appointment_id uuid not null,
  patient_id     uuid not null,
  about          text not null constraint visit_calls_about_check check
                   (about in ('reminder', 'moved', 'provider', 'canceled', 'reopened')),
  starts_at      timestamptz not null,
  -- of the change (RFC 5545, SEQUENCE); 0 for a reminder
  sequence       integer not null,
  -- null: the check was removed
  called_at      timestamptz,
  called_by      uuid references auth.users on delete set null,
  primary key (clinic_id, appointment_id, about, starts_at, sequence),
  constraint visit_calls_appointment_fkey foreign key (clinic_id, appointment_id)
    references public.appointments (clinic_id, id) on delete restrict,
  constraint visit_calls_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table app.visit_calls is 'Health data: which patients the desk has called about a visit, and when.';
create index visit_calls_patient_idx on app.visit_calls (clinic_id, patient_id);
create index visit_calls_called_by_idx on app.visit_calls (called_by) where called_by is not null;
create trigger visit_calls_are_erased_by_retention before delete on app.visit_calls
  for each statement execute function app.refuse_unless_erasing();

alter table app.visit_calls enable row level security;
alter table app.visit_calls force row level security;
create policy visit_calls_all_system on app.visit_calls to system using (true) with check (true);
grant select, insert, update, delete on app.visit_calls to system;
