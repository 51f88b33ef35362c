-- Tasks of the team, often about a patient ("Task Assignments", docs/specification.md B3).
create table public.tasks (
  id          uuid default gen_random_uuid(),
  clinic_id   uuid not null references public.clinics on delete restrict,
  title       text not null constraint tasks_title_check check (length(title) between 1 and 200 and app.is_one_line(title)),
  patient_id  uuid,
  assignee_id uuid references auth.users on delete set null,
  due_on      date,
  done_at     timestamptz,
  done_by     uuid references auth.users on delete set null,
  created_by  uuid references auth.users on delete set null,
  -- detects concurrent saves
  version     integer not null default 1 constraint tasks_version_check check (version > 0),
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (clinic_id, id),
  constraint tasks_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table public.tasks is
  'Health data: a task of the team, often about a patient. Patients never see it.';
create index tasks_open_idx on public.tasks (clinic_id, assignee_id, due_on) where done_at is null;
create index tasks_done_idx on public.tasks (clinic_id, done_at desc) where done_at is not null;
create index tasks_patient_idx on public.tasks (clinic_id, patient_id) where patient_id is not null;
create index tasks_assignee_idx on public.tasks (assignee_id);
create index tasks_done_by_idx on public.tasks (done_by);
create index tasks_created_by_idx on public.tasks (created_by);
create trigger tasks_are_erased_by_retention before delete on public.tasks
  for each statement execute function app.refuse_unless_erasing();

alter table public.tasks enable row level security;
alter table public.tasks force row level security;
create policy tasks_select_team on public.tasks for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()) and (select app.may_use_health_data()));
create policy tasks_all_system on public.tasks to system using (true) with check (true);
grant select on public.tasks to clinic_staff, clinic_admin;
grant select, insert, update, delete on public.tasks to system;

-- Every write to a task is audited as a business action.
-- security definer: no role may write the audit trail
create function app.record_task_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if app.is_merging() then return null; end if;
  perform app.write_audit(
    case when tg_op = 'INSERT' then 'task.added'
         when new.done_at is not null and old.done_at is null then 'task.completed'
         when new.done_at is null and old.done_at is not null then 'task.reopened' else 'task.changed' end,
    'task', new.id::text, jsonb_build_object('assignee', new.assignee_id), new.clinic_id,
    array_remove(array[new.patient_id], null), null);
  return null;
end $$;
alter function app.record_task_change() owner to system;
create trigger tasks_record_change after insert or update on public.tasks
  for each row execute function app.record_task_change();
