-- 0044_create_user_notices.sql: what each person of a team hears of, in the app or by mail (docs/specification.md B2.12, B3;
-- docs/decisions/0042).
create table public.user_notices (
  id         uuid primary key default gen_random_uuid(),
  clinic_id  uuid not null references public.clinics on delete restrict,
  user_id    uuid not null references auth.users on delete cascade,
  event      text not null constraint user_notices_event_check check (event in
               ('patient_messages', 'appointment_updates', 'system_alerts', 'task_assignments', 'daily_summary',
                'important_alerts')),
  -- what happened: domain/notices/user-notices.ts has the event of each, and its words
  kind       text not null constraint user_notices_kind_check check (kind in
               ('message_received', 'appointment_booked', 'appointment_moved', 'appointment_canceled', 'patient_joined',
                'invitation_accepted', 'plan_canceled', 'plan_ended', 'task_assigned', 'daily_summary', 'payment_failed',
                'payouts_blocked', 'security_changed')),
  -- names the fact, so that each person hears of it once
  key        text not null constraint user_notices_key_check check (length(key) between 1 and 200),
  -- whom it is about, and what: the id of a task, an invitation, a day
  patient_id uuid,
  subject_id text constraint user_notices_subject_check check (length(subject_id) <= 100),
  -- counts of a daily summary, at the time of the summary
  figures    jsonb not null default '{}',
  -- the person's choice when it happened
  channel    text not null constraint user_notices_channel_check check (channel in ('in_app', 'email', 'none')),
  noticed_at timestamptz not null,
  read_at    timestamptz,
  -- channel email: when its mail was queued, or found to be out of place
  mailed_at  timestamptz,
  constraint user_notices_key unique (clinic_id, user_id, key),
  constraint user_notices_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.user_notices is
  'What a person of a clinic''s team hears of. Kinds, ids and counts only: the words are made where it is shown.';
create index user_notices_list_idx on public.user_notices (clinic_id, user_id, noticed_at desc, id);
create index user_notices_unread_idx on public.user_notices (clinic_id, user_id) where read_at is null and channel = 'in_app';
create index user_notices_unmailed_idx on public.user_notices (noticed_at) where mailed_at is null and channel = 'email';
create index user_notices_age_idx on public.user_notices (noticed_at);
create index user_notices_patient_idx on public.user_notices (clinic_id, patient_id) where patient_id is not null;
create index user_notices_user_idx on public.user_notices (user_id);

alter table public.user_notices enable row level security;
alter table public.user_notices force row level security;
-- mailed ones too: the mail says only that there is something, and leads to the list
create policy user_notices_select_own on public.user_notices for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and user_id = (select app.current_user_id()) and channel <> 'none');
create policy user_notices_all_system on public.user_notices to system using (true) with check (true);
grant select (id, clinic_id, user_id, event, kind, patient_id, subject_id, figures, channel, noticed_at, read_at)
  on public.user_notices to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.user_notices to system;

-- Reports to a person's open pages, on whichever server, that something has changed. Ids and a topic only: the page reads
-- what it is, with its own rights (server/platform/live).
create function app.announce(p_clinic_id uuid, p_user_id uuid, p_topic text) returns void
language sql set search_path = ''
begin atomic
  select pg_catalog.pg_notify('carefold_live', p_clinic_id::text || ' ' || p_user_id::text || ' ' || p_topic);
end;
grant execute on function app.announce(uuid, uuid, text) to system;

-- Queues a job, in the caller's transaction, as pg-boss would. A queue is missing only where no server has been started yet.
-- security definer (owned by system), because clients may not use the jobs schema
create function app.queue_job(p_name text, p_data jsonb, p_key text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into jobs.job (name, data, singleton_key, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
                        deletion_seconds, keep_until, policy, dead_letter)
  select q.name, p_data, p_key, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.expire_seconds,
         q.deletion_seconds, now() + q.retention_seconds * interval '1 second', q.policy, q.dead_letter
    from jobs.queue q where q.name = p_name
  on conflict do nothing;
end $$;
alter function app.queue_job(text, jsonb, text) owner to system;
grant execute on function app.queue_job(text, jsonb, text) to system;

create or replace function app.queue_notice(p_notice_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.queue_job('notices.deliver', jsonb_build_object('noticeId', p_notice_id), p_notice_id::text);
end $$;

-- Notifies one person of one fact, by their choice at this moment. Nothing for who is not, or no longer, on the team, and
-- nothing when they have heard of it. Whether they hear of it now.
-- security definer (owned by system), because triggers call it in a client's transaction
create function app.notify_person(p_clinic_id uuid, p_user_id uuid, p_event text, p_kind text, p_key text, p_patient_id uuid,
                                  p_subject_id text, p_figures jsonb, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
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
end $$;
alter function app.notify_person(uuid, uuid, text, text, text, uuid, text, jsonb, timestamptz) owner to system;
grant execute on function app.notify_person(uuid, uuid, text, text, text, uuid, text, jsonb, timestamptz) to system;

-- Whom a clinic's daily summary has been made for: one row per clinic, its last day.
create table app.daily_summaries (
  clinic_id uuid primary key references public.clinics on delete cascade,
  -- in the clinic's zone
  day       date not null
);
comment on table app.daily_summaries is 'The last day for which a clinic''s daily summaries were made, so that each is made once.';
alter table app.daily_summaries enable row level security;
alter table app.daily_summaries force row level security;
create policy daily_summaries_all_system on app.daily_summaries to system using (true) with check (true);
grant select, insert, update on app.daily_summaries to system;
