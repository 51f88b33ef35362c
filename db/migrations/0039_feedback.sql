-- Feedback of patients to their clinic (docs/specification.md B2.4 "Share Feedback").
create table public.feedback (
  id          uuid default gen_random_uuid(),
  clinic_id   uuid not null references public.clinics on delete restrict,
  patient_id  uuid not null,
  -- in the clinic's zone
  given_on    date not null,
  given_at    timestamptz not null,
  rating      integer not null constraint feedback_rating_check check (rating between 1 and 5),
  body        text not null constraint feedback_body_check check (length(btrim(body)) between 1 and 4000),
  -- where to call; null: they do not want a call
  call_phone  text
    constraint feedback_call_phone_check check (length(call_phone) between 3 and 40 and app.is_one_line(call_phone)),
  -- null: open
  answered_at timestamptz,
  answered_by uuid references auth.users on delete set null,
  primary key (clinic_id, id),
  constraint feedback_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.feedback is
  'Health data: a patient''s feedback about the clinic, in the patient''s words. At most one per day is open.';
create unique index feedback_open_key on public.feedback (clinic_id, patient_id, given_on) where answered_at is null;
create index feedback_patient_idx on public.feedback (clinic_id, patient_id, given_at desc);
create index feedback_open_idx on public.feedback (clinic_id, given_at desc, id) where answered_at is null;
create index feedback_answered_idx on public.feedback (clinic_id, given_at desc, id) where answered_at is not null;
create index feedback_answered_by_idx on public.feedback (answered_by);
create trigger feedback_are_erased_by_retention before delete on public.feedback
  for each statement execute function app.refuse_unless_erasing();

alter table public.feedback enable row level security;
alter table public.feedback force row level security;
create policy feedback_select_own on public.feedback for select to clinic_patient
  using (clinic_id = (select app.current_clinic_id()) and patient_id = (select app.current_patient_id())
         and (select app.may_use_health_data()));
create policy feedback_select_team on public.feedback for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy feedback_all_system on public.feedback to system using (true) with check (true);
grant select (id, clinic_id, patient_id, given_on, given_at, rating, body, call_phone, answered_at)
  on public.feedback to clinic_patient;
grant select on public.feedback to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.feedback to system;

-- Every write is audited with its patient, whichever role makes it; the text is not.
-- security definer: no role may write the audit trail
create function app.record_feedback_change() returns trigger
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
alter function app.record_feedback_change() owner to system;
create trigger feedback_record_change after insert or update on public.feedback
  for each row execute function app.record_feedback_change();
