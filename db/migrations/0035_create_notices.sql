-- 0035_create_notices.sql: facts that somebody is to be mailed about, each once (docs/reliability.md F5, F7).
--
-- A notice is written in the transaction of its fact, with the job that mails it. Its key names the fact, so a fact that is
-- found again (an event delivered twice, a sweep, a repeated job) is not mailed again.
create table app.notices (
  id         uuid primary key default gen_random_uuid(),
  clinic_id  uuid not null references public.clinics on delete restrict,
  kind       text not null check (kind in ('patient_joined', 'clinic_opened', 'payment_received', 'payment_failed',
                                           'plan_canceled', 'plan_ended', 'invitation_accepted')),
  -- the fact, for good: payment_received:ch_...
  key        text not null unique,
  -- what it is about: the id of a membership, receipt, payment, subscription or invitation
  subject_id text not null,
  noticed_at timestamptz not null,
  -- whose address has to be proven first: nobody mails a stranger what somebody typed (docs/threats.md T31)
  waits_for  uuid references auth.users on delete set null,
  -- when it was mailed, or found to be out of date
  settled_at timestamptz,
  outcome    text
);
comment on table app.notices is 'A fact that somebody is to be mailed about. Ids only; the job that mails reads the present state.';
create index notices_clinic_idx on app.notices (clinic_id, noticed_at);
create index notices_waits_for_idx on app.notices (waits_for) where waits_for is not null;
create index notices_open_idx on app.notices (noticed_at) where settled_at is null;

alter table app.notices enable row level security;
alter table app.notices force row level security;
create policy notices_all_system on app.notices to system using (true) with check (true);
grant select, insert, update on app.notices to system;

-- Queues the job that mails one notice, in the caller's transaction, as pg-boss would. The queue is missing only where no
-- server has been started yet; the hourly job finds such notices.
-- security definer (owned by system), because clients may not use the jobs schema
create function app.queue_notice(p_notice_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into jobs.job (name, data, singleton_key, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
                        deletion_seconds, keep_until, policy, dead_letter)
  select q.name, jsonb_build_object('noticeId', p_notice_id), p_notice_id::text, q.retry_limit, q.retry_delay,
         q.retry_backoff, q.retry_delay_max, q.expire_seconds, q.deletion_seconds,
         now() + q.retention_seconds * interval '1 second', q.policy, q.dead_letter
    from jobs.queue q where q.name = 'notices.deliver'
  on conflict do nothing;
end $$;
alter function app.queue_notice(uuid) owner to system;
grant execute on function app.queue_notice(uuid) to system;

-- Writes a notice and queues its job; does nothing when the fact is known.
-- security definer (owned by system), because triggers call it in a client's transaction
create function app.write_notice(p_clinic_id uuid, p_kind text, p_subject_id text, p_key text, p_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  written uuid;
begin
  insert into app.notices (clinic_id, kind, key, subject_id, noticed_at)
  values (p_clinic_id, p_kind, p_kind || ':' || p_key, p_subject_id, p_at)
  on conflict (key) do nothing returning id into written;
  if written is not null then perform app.queue_notice(written); end if;
end $$;
alter function app.write_notice(uuid, text, text, text, timestamptz) owner to system;
grant execute on function app.write_notice(uuid, text, text, text, timestamptz) to system;

-- A patient has accepted their membership, by whichever way: the link of the join, an invitation, activate-membership.
create function app.notice_patient_joined() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.write_notice(new.clinic_id, 'patient_joined', new.id::text, new.id::text, new.accepted_at);
  return null;
end $$;
alter function app.notice_patient_joined() owner to system;
create trigger clinic_memberships_notice_joined after update of accepted_at on public.clinic_memberships
  for each row when (new.role = 'patient' and new.status = 'active' and old.accepted_at is null and new.accepted_at is not null)
  execute function app.notice_patient_joined();

create function app.notice_clinic_opened() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.write_notice(new.clinic_id, 'clinic_opened', new.id::text, new.clinic_id::text, new.created_at);
  return null;
end $$;
alter function app.notice_clinic_opened() owner to system;
create trigger clinic_memberships_notice_opened after insert on public.clinic_memberships
  for each row when (new.is_owner and new.status = 'active' and new.ended_at is null) execute function app.notice_clinic_opened();

create function app.notice_invitation_accepted() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.write_notice(new.clinic_id, 'invitation_accepted', new.id::text, new.id::text, new.accepted_at);
  return null;
end $$;
alter function app.notice_invitation_accepted() owner to system;
create trigger invitations_notice_accepted after update of accepted_at on public.invitations
  for each row when (old.accepted_at is null and new.accepted_at is not null and new.invited_by is not null)
  execute function app.notice_invitation_accepted();

-- Mails what waited for the address.
create function app.queue_waiting_notices() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.queue_notice(n.id) from app.notices n where n.waits_for = new.id and n.settled_at is null;
  return null;
end $$;
alter function app.queue_waiting_notices() owner to system;
create trigger users_queue_waiting_notices after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function app.queue_waiting_notices();
