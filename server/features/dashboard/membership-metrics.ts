import { sql } from 'kysely'
import * as z from 'zod/mini'
import type {
  MembershipCohort,
  MembershipMetrics,
  MembershipMonth,
} from '#domain/dashboard/membership-metrics.ts'
import { localMonth, type Month, monthStart, nextMonth } from '#domain/statements/months.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'

const shownMonths = 12

/**
 * Returns the clinic's recurring revenue by month, new and lost members, and retention (docs/domain-rules.md rule 44;
 * definitions in db/migrations/0023_membership_figures.sql and below).
 */
export const membershipMetrics = action({
  name: 'membership-metrics',
  input: z.object({}),
  access: 'money:read',
  system: 'figures come from views that are granted to no caller',
  run: (tx, ctx): Promise<MembershipMetrics> =>
    asSystem(tx, async () => {
      const { clinicId } = ctx
      const clinic = await tx
        .selectFrom('clinics')
        .select(['currency', 'time_zone'])
        .where('id', '=', clinicId)
        .executeTakeFirstOrThrow()
      const spans = lastMonths(ctx.now(), clinic.time_zone)
      const [revenue, months, cohorts] = await Promise.all([
        recurringRevenue(tx, clinicId),
        membershipMonths(tx, clinicId, spans),
        membershipCohorts(tx, clinicId, spans),
      ])
      return { currency: clinic.currency, ...revenue, months, cohorts }
    }),
})

/** Months in the clinic's zone; the current one ends now. */
interface Spans {
  months: Month[]
  from: Date[]
  to: Date[]
}

function lastMonths(now: Date, timeZone: string): Spans {
  const current = localMonth(now, timeZone)
  const months = Array.from({ length: shownMonths }, (_, index) =>
    nextMonth(current, index + 1 - shownMonths),
  )
  return {
    months,
    from: months.map((month) => monthStart(month, timeZone)),
    to: months.map((month) => (month === current ? now : monthStart(nextMonth(month), timeZone))),
  }
}

async function recurringRevenue(tx: Tx, clinicId: string) {
  const { rows } = await sql<{ recurringCents: string; pastDueCents: string; plans: number }>`
    select coalesce(sum(monthly_cents), 0) as "recurringCents",
           coalesce(sum(monthly_cents) filter (where status = 'past_due'), 0) as "pastDueCents",
           count(*)::integer as plans
      from app.recurring_revenue where clinic_id = ${clinicId}`.execute(tx)
  const [row] = rows
  return {
    recurringCents: Number(row?.recurringCents ?? 0),
    pastDueCents: Number(row?.pastDueCents ?? 0),
    plans: row?.plans ?? 0,
  }
}

const monthRows = ({ months, from, to }: Spans) =>
  sql`unnest(${months}::text[], ${texts(from)}::timestamptz[], ${texts(to)}::timestamptz[]) as m (month, from_at, to_at)`

const texts = (instants: readonly Date[]) => instants.map((instant) => instant.toISOString())

type CountedMonth = Omit<MembershipMonth, 'lostBecause'> & MembershipMonth['lostBecause']

async function membershipMonths(tx: Tx, clinicId: string, spans: Spans): Promise<MembershipMonth[]> {
  const { rows } = await sql<CountedMonth>`
    with spans as (
      select patient_id, subscription_id, first_paid_at as starts, coalesce(ended_at, 'infinity') as ends, ended_because
        from app.paid_plans where clinic_id = ${clinicId}
    ), people as (
      select m.month, s.patient_id,
             bool_or(s.starts < m.from_at and s.ends > m.from_at) as at_start,
             bool_or(s.starts < m.to_at and s.ends > m.to_at) as at_end,
             bool_or(s.starts >= m.from_at and s.starts < m.to_at) as has_started,
             min(s.starts) >= m.from_at and min(s.starts) < m.to_at as is_first,
             (array_agg(s.ended_because order by s.ends desc)
               filter (where s.ends > m.from_at and s.ends <= m.to_at))[1] as ended_because,
             bool_and(exists (select from app.plan_pauses p
                               where p.clinic_id = ${clinicId} and p.subscription_id = s.subscription_id
                                 and p.paused_at <= m.from_at and (p.resumed_at is null or p.resumed_at > m.from_at)))
               filter (where s.starts < m.from_at and s.ends > m.from_at) as is_paused
        from ${monthRows(spans)} cross join spans s
       group by m.month, m.from_at, m.to_at, s.patient_id
    ), counted as (
      select *, (at_start or has_started) and not at_end as is_lost from people
    )
    select m.month,
           count(*) filter (where at_start and not is_paused)::integer as members,
           count(*) filter (where at_start and is_paused)::integer as paused,
           count(*) filter (where is_first)::integer as joined,
           count(*) filter (where has_started and not is_first and not at_start)::integer as rejoined,
           count(*) filter (where is_lost)::integer as lost,
           count(*) filter (where is_lost and at_start and not is_paused)::integer as churned,
           count(*) filter (where is_lost and ended_because = 'payment')::integer as payment,
           count(*) filter (where is_lost and ended_because = 'left')::integer as "left",
           count(*) filter (where is_lost and ended_because = 'canceled')::integer as canceled,
           count(*) filter (where is_lost and ended_because = 'clinic')::integer as clinic,
           (select coalesce(jsonb_object_agg(q.days, q.members), '{}') from app.quiet_counts q
             where q.clinic_id = ${clinicId} and q.month = m.month) as quiet
      from ${monthRows(spans)} left join counted on counted.month = m.month
     group by m.month order by m.month`.execute(tx)
  return rows.map(({ payment, left, canceled, clinic, ...row }) => ({
    ...row,
    lostBecause: { payment, left, canceled, clinic },
  }))
}

async function membershipCohorts(tx: Tx, clinicId: string, spans: Spans): Promise<MembershipCohort[]> {
  const { rows } = await sql<MembershipCohort>`
    with plans as materialized (
      select patient_id, first_paid_at, ended_at from app.paid_plans where clinic_id = ${clinicId}
    ), first as (
      select patient_id, min(first_paid_at) as paid_at from plans group by patient_id
    ), cohorts as (
      select m.month, m.from_at, f.patient_id
        from ${monthRows(spans)} join first f on f.paid_at >= m.from_at and f.paid_at < m.to_at
    ), kept as (
      select c.month, l.to_at, count(*) filter (where exists (
               select from plans p
                where p.patient_id = c.patient_id
                  and p.first_paid_at < l.to_at and (p.ended_at is null or p.ended_at > l.to_at)))::integer as people
        from cohorts c
        join unnest(${texts(spans.to)}::timestamptz[]) as l (to_at) on l.to_at > c.from_at
       group by c.month, l.to_at
    )
    select k.month, (select count(*)::integer from cohorts c where c.month = k.month) as size,
           array_agg(k.people order by k.to_at) as kept
      from kept k group by k.month order by k.month`.execute(tx)
  return rows
}
