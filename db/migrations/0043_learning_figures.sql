-- The effects of a clinic's content (docs/specification.md B2.13, docs/domain-rules.md rule 44): each figure is defined here,
-- once. The views count many patients' health data: no client may read them, and one action does, for one clinic.
--
-- Views of content by the clinic's week, which begins on Monday. A person and a day count once; the team never.
create view app.views_by_week with (security_invoker = true) as
select v.clinic_id, date_trunc('week', v.viewed_on)::date as week, count(*)::integer as views,
       count(distinct v.patient_id)::integer as people
  from public.content_views v
 group by v.clinic_id, week;
comment on view app.views_by_week is 'Health data: views and patients by the clinic''s week.';
grant select on app.views_by_week to system;

-- Patients in a program: still learning, through with all of it, or ended early. A withdrawn lesson does not count.
create view app.program_figures with (security_invoker = true) as
select p.clinic_id, p.id as program_id, p.title,
       count(*) filter (where e.ended_at is null and d.is_done is not true)::integer as learning,
       count(*) filter (where d.is_done)::integer as completed,
       count(*) filter (where e.ended_at is not null and d.is_done is not true)::integer as ended
  from public.programs p
  join public.program_enrollments e on e.clinic_id = p.clinic_id and e.program_id = p.id
  -- grouped instead of lateral: the clinic's value reaches each table
  left join (select a.clinic_id, a.enrollment_id, bool_and(a.completed_at is not null) as is_done
               from public.lesson_assignments a
              where a.completed_at is not null or a.withdrawn_at is null
              group by a.clinic_id, a.enrollment_id) d on d.clinic_id = e.clinic_id and d.enrollment_id = e.id
 where p.deleted_at is null
 group by p.clinic_id, p.id, p.title;
comment on view app.program_figures is 'Health data: how many patients take part in each program.';
grant select on app.program_figures to system;

-- The completed share of assigned and opened lessons, by category. A lesson that was withdrawn before does not count.
create view app.completion_by_category with (security_invoker = true) as
select a.clinic_id, v.category, count(*)::integer as assigned, count(a.completed_at)::integer as completed
  from public.lesson_assignments a
  join public.content_versions v on v.clinic_id = a.clinic_id and v.id = a.version_id
 where (a.completed_at is not null or a.withdrawn_at is null) and a.opens_at <= app.now()
 group by a.clinic_id, v.category;
comment on view app.completion_by_category is 'Health data: how many assigned lessons were completed.';
grant select on app.completion_by_category to system;

create view app.resource_effectiveness with (security_invoker = true) as
with readers as not materialized (
  select r.clinic_id, r.item_id, r.patient_id, bool_or(r.is_completed) as is_completed, max(r.rating) as rating
    from (select o.clinic_id, o.item_id, o.patient_id, coalesce(o.completed_at, o.earlier_completed_at) is not null as is_completed,
                 o.rating
            from public.content_readings o
          union all
          select w.clinic_id, w.item_id, w.patient_id, false, null from public.content_views w
          union all
          select a.clinic_id, a.item_id, a.patient_id, a.completed_at is not null, null
            from public.lesson_assignments a
           where (a.completed_at is not null or a.withdrawn_at is null) and a.opens_at <= app.now()) r
   group by r.clinic_id, r.item_id, r.patient_id
), plans as (
  select distinct on (c.clinic_id, c.item_id) c.clinic_id, c.item_id, c.name
    from (select r.clinic_id, r.item_id, p.name, count(distinct r.patient_id) as people
            from readers r
            join public.subscription_members m on m.clinic_id = r.clinic_id and m.patient_id = r.patient_id and m.until_on is null
            join public.subscriptions s on s.clinic_id = m.clinic_id and s.id = m.subscription_id
                                       and s.status in ('trialing', 'active', 'past_due', 'unpaid', 'paused')
            join public.plans p on p.clinic_id = s.clinic_id and p.id = s.plan_id
           group by r.clinic_id, r.item_id, p.name) c
   order by c.clinic_id, c.item_id, c.people desc, c.name
)
select i.clinic_id, i.id as item_id, i.title, i.type, i.view_count as views,
       round(avg(r.rating), 1)::double precision as rating, count(r.rating)::integer as ratings,
       count(r.patient_id)::integer as readers, count(*) filter (where r.is_completed)::integer as completed,
       n.name as popular_in
  from public.content_items i
  left join readers r on r.clinic_id = i.clinic_id and r.item_id = i.id
  left join plans n on n.clinic_id = i.clinic_id and n.item_id = i.id
 where i.status = 'published' and i.deleted_at is null
 group by i.clinic_id, i.id, i.title, i.type, i.view_count, n.name;
comment on view app.resource_effectiveness is 'Health data: use and completion of each published item.';
grant select on app.resource_effectiveness to system;
