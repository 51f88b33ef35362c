-- 0217_keep_ended_programs_ended.sql: a program that the team has ended for somebody stays ended while their plan runs. It began
-- anew with each change of the plan's state, such as a payment that failed (docs/decisions/0063).
--
-- security definer (owned by system), because the sync that writes these rows is not to know of programs
create or replace function app.enroll_by_plan() returns trigger language plpgsql security definer set search_path = '' as $$
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
end $$;
