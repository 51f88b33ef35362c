-- 0089_add_plan_policies.sql: whether a plan can be paused and for how long, and what is given back to who leaves before the end
-- of a paid period (docs/domain-rules.md rules 14 and 17). What was on sale before promises neither, as it was agreed to.
alter table public.plans
  -- 0: it cannot be paused
  add column max_pause_months smallint not null default 0 check (max_pause_months between 0 and 12),
  -- unused: the part of the period that is left; none: who leaves keeps the plan until the period ends
  add column leaving_refund   text not null default 'none' check (leaving_refund in ('unused', 'none'));
alter table public.plan_versions
  add column max_pause_months smallint not null default 0 check (max_pause_months between 0 and 12),
  add column leaving_refund   text not null default 'none' check (leaving_refund in ('unused', 'none'));

grant select (max_pause_months, leaving_refund)
  on public.plans to anon, authenticated, clinic_patient, clinic_staff, clinic_admin;
grant select (max_pause_months, leaving_refund)
  on public.plan_versions to anon, authenticated, clinic_patient, clinic_staff, clinic_admin;

create or replace function app.check_plan_words() returns trigger language plpgsql security definer set search_path = '' as $$
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
end $$;
