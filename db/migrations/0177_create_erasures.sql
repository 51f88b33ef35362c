-- 0177_create_erasures.sql: what was erased about somebody who has left, by class (docs/domain-rules.md rule 34,
-- docs/decisions/0084).
create table app.erasures (
  clinic_id      uuid not null references public.clinics on delete restrict,
  patient_id     uuid not null,
  class          text not null constraint erasures_class_check check (class in ('convenience', 'record', 'money')),
  -- the end of the membership that it follows: whoever comes back and leaves again is erased anew
  ended_at       timestamptz not null,
  carried_out_at timestamptz not null,
  primary key (clinic_id, patient_id, class, ended_at),
  constraint erasures_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table app.erasures is 'Which classes of rows about a patient were erased after they left, and when: ids and dates only.';

alter table app.erasures enable row level security;
alter table app.erasures force row level security;
create policy erasures_all_system on app.erasures to system using (true) with check (true);
grant select, insert on app.erasures to system;

-- Law or a dispute may demand that nothing of a person is erased (docs/domain-rules.md rule 34: legal holds win).
create table app.legal_holds (
  clinic_id   uuid not null references public.clinics on delete restrict,
  patient_id  uuid not null,
  placed_by   uuid references auth.users on delete set null,
  placed_at   timestamptz not null,
  released_at timestamptz,
  primary key (clinic_id, patient_id, placed_at),
  constraint legal_holds_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint legal_holds_released_later check (released_at >= placed_at)
);
comment on table app.legal_holds is 'Patients of whom nothing is erased until the hold is released.';
create unique index legal_holds_open_key on app.legal_holds (clinic_id, patient_id) where released_at is null;
create index legal_holds_placed_by_idx on app.legal_holds (placed_by);

alter table app.legal_holds enable row level security;
alter table app.legal_holds force row level security;
create policy legal_holds_all_system on app.legal_holds to system using (true) with check (true);
grant select, insert, update on app.legal_holds to system;

-- What the jobs of retention do, and nothing else of the server's: a row that it may delete is deleted by them alone.
create function app.is_erasing() returns boolean language sql stable
  return coalesce(current_setting('app.purpose', true), '') like 'job:retention.%';
grant execute on function app.is_erasing() to system;

create function app.refuse_unless_erasing() returns trigger language plpgsql as $$
begin
  -- cascades run as the tables' owner, after the statement that was judged
  if current_user = 'system' and not app.is_erasing() then
    raise exception '% is deleted by the jobs of retention alone', tg_table_name using errcode = '42501';
  end if;
  return null;
end $$;

do $$
declare
  t text;
begin
  foreach t in array array[
    'app.daily_summaries', 'app.mails', 'app.notices', 'app.patient_import_rows', 'app.storage_use', 'app.text_messages',
    'app.waitlist_openings', 'public.appointment_series', 'public.appointment_types', 'public.appointments',
    'public.care_plans', 'public.clinic_security', 'public.contact_preferences', 'public.content_documents',
    'public.feedback', 'public.guardian_rules', 'public.invitations', 'public.membership_activity',
    'public.message_settings', 'public.message_threads', 'public.messages', 'public.notice_preferences',
    'public.patient_details', 'public.patient_guardians', 'public.patient_health', 'public.person_notes',
    'public.prepared_plans', 'public.program_enrollments', 'public.providers', 'public.rooms',
    'public.scheduling_settings', 'public.sso_providers', 'public.tasks', 'public.waitlist_entries',
    'public.waitlist_offers'] loop
    execute format('grant delete on %s to system', t);
    execute format('create trigger %I before delete on %s for each statement execute function app.refuse_unless_erasing()',
                   split_part(t, '.', 2) || '_are_erased_by_retention', t);
  end loop;
end $$;

-- Append-only tables: their triggers name what retention may do.
create or replace function app.refuse_change() returns trigger language plpgsql as $$
begin
  if tg_nargs > 0 and tg_op = tg_argv[0] and current_user = 'system' and app.is_erasing() then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;

drop trigger consents_are_append_only on public.consents;
create trigger consents_are_append_only before delete or update or truncate on public.consents
  for each statement execute function app.refuse_change('DELETE');
create policy consents_delete_system on public.consents for delete to system using (true);
grant delete on public.consents to system;

drop trigger appointment_changes_are_append_only on public.appointment_changes;
create trigger appointment_changes_are_append_only before delete or truncate on public.appointment_changes
  for each statement execute function app.refuse_change('DELETE');
grant delete on public.appointment_changes to system;

-- The law wants a payment's papers, not the payer's name for ever.
drop trigger plan_agreements_are_append_only on public.plan_agreements;
create trigger plan_agreements_are_append_only before delete or update or truncate on public.plan_agreements
  for each statement execute function app.refuse_change('UPDATE');
create policy plan_agreements_update_system on public.plan_agreements for update to system using (true) with check (true);
grant update (signed_name, actor_id, request_id) on public.plan_agreements to system;

drop trigger receipts_are_immutable on public.receipts;
create trigger receipts_are_immutable before delete or update or truncate on public.receipts
  for each statement execute function app.refuse_change('UPDATE');
create policy receipts_update_system on public.receipts for update to system using (true) with check (true);
grant update (patient_name, patient_email, plan_name, card_brand, card_last4) on public.receipts to system;
