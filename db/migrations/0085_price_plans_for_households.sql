-- 0085_price_plans_for_households.sql: a plan has prices for adults, for children, and the most that a household pays; an
-- enrolment fee, free days at the start, and what it does not include (docs/payments.md 10, docs/domain-rules.md goal 2).
alter table public.plans
  add column excludes        text[] not null default '{}' check (cardinality(excludes) <= 12),
  -- a child is younger than this on the first day of a period (docs/domain-rules.md rule 13)
  add column child_age_limit smallint not null default 18 check (child_age_limit between 1 and 26),
  add column trial_days      smallint not null default 0 check (trial_days between 0 and 90),
  add column archived_at     timestamptz;
alter table public.plan_versions
  add column excludes        text[] not null default '{}' check (cardinality(excludes) <= 12),
  add column child_age_limit smallint not null default 18 check (child_age_limit between 1 and 26),
  add column trial_days      smallint not null default 0 check (trial_days between 0 and 90);

grant select (excludes, child_age_limit, trial_days)
  on public.plans to anon, authenticated, clinic_patient, clinic_staff, clinic_admin;
grant select (archived_at) on public.plans to clinic_staff, clinic_admin;
grant select (excludes, child_age_limit, trial_days)
  on public.plan_versions to anon, authenticated, clinic_patient, clinic_staff, clinic_admin;

-- the prices of a plan were one; an enrolment fee is paid once, whatever its interval column repeats from the plan
comment on column public.plan_prices.role is
  'adult and child: for each of them; household: the most that all together pay; enrolment: once, when joining.';

create or replace function app.check_plan_words() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.plans p join public.plan_versions v on v.clinic_id = p.clinic_id and v.plan_id = p.id
                  where p.clinic_id = new.clinic_id and p.id = new.id and v.superseded_at is null
                    and (v.name, v.description, v.includes, v.excludes, v.child_age_limit, v.trial_days)
                      = (p.name, p.description, p.includes, p.excludes, p.child_age_limit, p.trial_days)) then
    raise exception 'plan % does not say what its present version says', new.id using errcode = '23514';
  end if;
  return null;
end $$;

-- A member keeps reading every price of the version they hold.
drop policy plan_prices_select_held on public.plan_prices;
create policy plan_prices_select_held on public.plan_prices for select to authenticated, clinic_patient
  using (clinic_id = (select app.current_clinic_id())
         and version_id = any (array(select s.version_id from public.subscriptions s
                                      where s.clinic_id = (select app.current_clinic_id())
                                        and s.owner_patient_id = (select app.own_patient_id()))));
