-- 0251_remember_earlier_completions.sql: whoever completed something and then opens a correction of it begins anew, and has
-- completed it all the same (docs/domain-rules.md rule 43, rule 44): what came of content counts any of its versions.
alter table public.content_readings
  -- of the version before the one that is being read, where that was completed
  add column earlier_completed_at timestamptz;

create or replace view app.resource_effectiveness with (security_invoker = true) as
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
       (select n.name from plans n where n.clinic_id = i.clinic_id and n.item_id = i.id) as popular_in
  from public.content_items i
  left join readers r on r.clinic_id = i.clinic_id and r.item_id = i.id
 where i.status = 'published' and i.deleted_at is null
 group by i.clinic_id, i.id, i.title, i.type, i.view_count;
