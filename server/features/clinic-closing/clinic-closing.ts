import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type ClinicClosing, closingDays } from '#domain/clinic-closing/clinic-closing.ts'
import { owedNotice } from '#domain/plans/place-law.ts'
import { runningStatuses } from '#domain/subscriptions/subscriptions.ts'
import { dayMs } from '#domain/values/durations.ts'
import { action, type ClinicCtx } from '#server/clinic/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { runningTier } from '../clinic-tier/running-tier.ts'
import { presentPlace } from '../plans/clinic-places.ts'

/** Returns whether the clinic is closing, and counts of what closing it would end. */
export const clinicClosing = action({
  name: 'clinic-closing',
  input: z.object({}),
  access: 'clinic:update',
  system: 'the caller reads neither holds nor Stripe’s ids, by which the clinic is closed',
  run: (tx, ctx): Promise<ClinicClosing> => asSystem(tx, () => readClosing(tx, ctx)),
})

export async function readClosing(tx: Tx, ctx: ClinicCtx): Promise<ClinicClosing> {
  const { clinicId } = ctx
  const now = ctx.now()
  const owed = owedNotice(await presentPlace(tx, clinicId), now)
  const [tier, { rows }] = await Promise.all([
    runningTier(tx, clinicId),
    sql<{
      asked_at: Date | null
      paid_until: Date | null
      plans: number
      too_soon: number
      members: number
      holds: number
    }>`
      select (select asked_at from app.clinic_closings where clinic_id = ${clinicId} and withdrawn_at is null) as asked_at,
             count(s.id)::int as plans, max(s.current_period_end) as paid_until,
             (count(s.id) filter (where not s.cancel_at_period_end and s.current_period_end < ${owed?.endableFrom ?? now}))::int as too_soon,
             (select count(*)::int from public.clinic_memberships m
               where m.clinic_id = ${clinicId} and m.status = 'active' and m.ended_at is null) as members,
             (select count(*)::int from app.legal_holds h
               where h.clinic_id = ${clinicId} and h.released_at is null) as holds
        from public.subscriptions s
       where s.clinic_id = ${clinicId} and s.status = any(${[...runningStatuses]}::text[])`.execute(tx),
  ])
  const [found] = rows
  const askedAt = found?.asked_at ?? null
  const after = new Date((askedAt ?? now).getTime() + closingDays * dayMs)
  const paidUntil = found?.paid_until ?? after
  return {
    askedAt: askedAt?.toISOString() ?? null,
    erasedFrom: (paidUntil > after ? paidUntil : after).toISOString(),
    plans: found?.plans ?? 0,
    members: found?.members ?? 0,
    hasTier: tier !== null,
    missedNotice:
      owed && found && found.too_soon > 0
        ? { ...owed, plans: found.too_soon, endableFrom: owed.endableFrom.toISOString() }
        : null,
    holds: found?.holds ?? 0,
  }
}
