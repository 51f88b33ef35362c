import { type RawBuilder, sql } from 'kysely'

/**
 * Payers of running plans without a visit ahead of `at`, with their last contact before it and `silent_since`, that
 * contact or the later begin of the plan (docs/decisions/0201). A sign-in is the latest one, also after `at`.
 */
export function silentPayers(clinicId: string, at: Date): RawBuilder<unknown> {
  return sql`(
    with plans as (
      select distinct on (s.owner_patient_id) s.owner_patient_id, s.started_at, v.name as plan,
             array(select m.patient_id from public.subscription_members m
                    where m.clinic_id = ${clinicId} and m.subscription_id = s.id and m.until_on is null)
               || s.owner_patient_id as people
        from public.subscriptions s
        join public.plan_versions v on v.clinic_id = s.clinic_id and v.id = s.version_id
       where s.clinic_id = ${clinicId} and s.status = 'active'
       order by s.owner_patient_id, s.started_at
    )
    select f.owner_patient_id as patient_id, f.plan, f.started_at, c.kind, c.at,
           greatest(c.at, f.started_at) as silent_since
      from plans f
      left join lateral (
        select k.kind, k.at
          from (select 'visit' as kind, max(a.starts_at) as at from public.appointments a
                 where a.clinic_id = ${clinicId} and a.patient_id = any (f.people) and a.status = 'completed'
                   and a.starts_at <= ${at}
                union all
                select 'message', max(m.sent_at) from public.messages m
                 where m.clinic_id = ${clinicId} and m.patient_id = any (f.people) and m.from_side = 'patient'
                   and m.sent_at <= ${at}
                union all
                select 'sign-in', max(y.last_active_at)
                  from public.patients u
                  join public.clinic_memberships m on m.clinic_id = u.clinic_id and m.user_id = u.user_id
                  join public.membership_activity y on y.clinic_id = m.clinic_id and y.membership_id = m.id
                 where u.clinic_id = ${clinicId} and u.id = any (f.people) and m.ended_at is null) k
         where k.at is not null
         order by k.at desc limit 1) c on true
     where not exists (select from public.appointments a
                        where a.clinic_id = ${clinicId} and a.patient_id = any (f.people)
                          and a.status in ('requested', 'upcoming') and a.starts_at > ${at}))`
}
