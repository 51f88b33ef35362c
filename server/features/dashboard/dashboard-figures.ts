import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { DashboardFigures } from '#domain/dashboard/figures.ts'
import { runningStatuses } from '#domain/subscriptions/subscriptions.ts'
import { action } from '#server/clinic/action.ts'
import { hasPermission } from '#server/clinic/permission.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { revenueByMonth, revenueFigures } from '../statements/revenue-figures.ts'

/**
 * Returns the figures of the clinic's dashboard (docs/specification.md B2.9). Revenue is null unless the caller is an
 * admin after the second step.
 */
export const dashboardFigures = action({
  name: 'dashboard-figures',
  input: z.object({}),
  access: 'clinic:read',
  system: 'patients and visits are counted before the second step',
  mayBeOld: true,
  run: (tx, ctx): Promise<DashboardFigures> =>
    asSystem(tx, async () => ({
      patients: await countPatients(tx, ctx.clinicId),
      staff: await countStaff(tx, ctx.clinicId),
      activeSubscriptions: await countSubscriptions(tx, ctx.clinicId),
      visits: await countVisits(tx, ctx.clinicId, ctx.now()),
      revenue: (await hasPermission(tx, ctx.actor, 'money:read'))
        ? await revenue(tx, ctx.clinicId, ctx.now())
        : null,
    })),
})

async function revenue(tx: Tx, clinicId: string, now: Date): Promise<DashboardFigures['revenue']> {
  return { ...(await revenueFigures(tx, clinicId, now)), months: await revenueByMonth(tx, clinicId, now) }
}

async function countPatients(tx: Tx, clinicId: string): Promise<DashboardFigures['patients']> {
  const { total, active } = await tx
    .selectFrom('patients as p')
    .leftJoin('clinic_memberships as m', (join) =>
      join
        .onRef('m.clinic_id', '=', 'p.clinic_id')
        .onRef('m.user_id', '=', 'p.user_id')
        .on('m.ended_at', 'is', null),
    )
    .select((row) => [
      row.fn.countAll<number>().as('total'),
      row.fn.countAll<number>().filterWhere('m.status', '=', 'active').as('active'),
    ])
    .where('p.clinic_id', '=', clinicId)
    .where('p.merged_into', 'is', null)
    .where((row) => row.or([row('p.user_id', 'is', null), row('m.id', 'is not', null)]))
    .executeTakeFirstOrThrow()
  return { total, active }
}

async function countStaff(tx: Tx, clinicId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('clinic_memberships')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('clinic_id', '=', clinicId)
    .where('role', 'in', ['admin', 'staff', 'member'])
    .where('status', '=', 'active')
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

async function countVisits(tx: Tx, clinicId: string, now: Date): Promise<DashboardFigures['visits']> {
  const { rows } = await sql<DashboardFigures['visits']>`
    with today as (select (${now}::timestamptz at time zone c.time_zone)::date as date from public.clinics c where c.id = ${clinicId})
    select count(*) filter (where a.date = today.date and a.status <> 'requested')::integer as today,
           count(*) filter (where a.status in ('requested', 'upcoming') and a.ends_at > ${now})::integer as upcoming
      from today join public.appointments a on a.clinic_id = ${clinicId} and a.status <> 'canceled'
       and a.date between today.date and today.date + 6 - extract(dow from today.date)::integer`.execute(tx)
  return rows[0] ?? { today: 0, upcoming: 0 }
}

async function countSubscriptions(tx: Tx, clinicId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('subscriptions')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('clinic_id', '=', clinicId)
    .where('status', 'in', [...runningStatuses])
    .executeTakeFirstOrThrow()
  return count
}
