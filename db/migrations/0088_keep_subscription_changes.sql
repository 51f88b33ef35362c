-- 0088_keep_subscription_changes.sql: what was asked to change about a running subscription, from the click until Stripe has done
-- it. A change that was interrupted is finished by a job; what was shown before the click stays beside what became of it.
create table public.subscription_changes (
  id              uuid primary key default gen_random_uuid(),
  clinic_id       uuid not null references public.clinics on delete restrict,
  subscription_id uuid not null,
  kind            text not null check (kind in ('household', 'plan', 'pause', 'resume', 'leave', 'price')),
  -- pending: Stripe has not confirmed it; scheduled: waits for effective_at
  state           text not null check (state in ('pending', 'scheduled', 'done', 'refused', 'undone')),
  -- one click of a person
  attempt         text not null check (length(attempt) between 8 and 64),
  -- what the person saw: charged at once; below zero it is credited or given back
  quoted_cents    bigint not null,
  -- the moment that the amount was counted at
  quoted_at       timestamptz not null,
  effective_at    timestamptz not null,
  -- of a change of plan or price
  version_id      uuid,
  -- what to do, names and days of birth among it: for the server alone
  details         jsonb not null default '{}',
  created_at      timestamptz not null,
  decided_at      timestamptz,
  constraint subscription_changes_attempt_key unique (clinic_id, subscription_id, attempt),
  constraint subscription_changes_subscription_fkey foreign key (clinic_id, subscription_id)
    references public.subscriptions (clinic_id, id) on delete restrict,
  constraint subscription_changes_version_fkey foreign key (clinic_id, version_id)
    references public.plan_versions (clinic_id, id) on delete restrict
);
comment on table public.subscription_changes is 'Changes of running subscriptions: asked for, scheduled, done or refused.';
-- two tabs do not change one subscription at the same time
create unique index subscription_changes_pending_key on public.subscription_changes (clinic_id, subscription_id)
  where state = 'pending';
create unique index subscription_changes_scheduled_key on public.subscription_changes (clinic_id, subscription_id)
  where state = 'scheduled';
create index subscription_changes_version_idx on public.subscription_changes (clinic_id, version_id);
create index subscription_changes_due_idx on public.subscription_changes (effective_at) where state = 'scheduled';

alter table public.subscription_changes enable row level security;
alter table public.subscription_changes force row level security;
create policy subscription_changes_select_own on public.subscription_changes for select to authenticated, clinic_patient
  using (clinic_id = (select app.current_clinic_id())
         and exists (select from public.subscriptions s where s.clinic_id = subscription_changes.clinic_id
                      and s.id = subscription_changes.subscription_id
                      and s.owner_patient_id = (select app.own_patient_id())));
create policy subscription_changes_select_team on public.subscription_changes for select to clinic_staff, clinic_admin
  using (clinic_id = (select app.current_clinic_id()));
create policy subscription_changes_all_system on public.subscription_changes to system using (true) with check (true);
grant select (id, clinic_id, subscription_id, kind, state, quoted_cents, effective_at, version_id, created_at, decided_at)
  on public.subscription_changes to authenticated, clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update on public.subscription_changes to system;
