import { sql } from 'kysely'
import type { CheckedCoupon } from '#domain/coupons/coupons.ts'
import { checkCouponInput } from '#domain/coupons/inputs.ts'
import { AppError } from '#domain/errors.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { networkKey } from '#server/platform/http/networks.ts'
import { limitCalls } from '../clinics/limit-calls.ts'
import { planStart } from '../plans/plan-start.ts'
import { usableCoupon } from './coupon-rows.ts'

/**
 * Returns the discount of a coupon code on a plan: for a patient as `join-plan` would, for a visitor without regard to
 * earlier plans and uses.
 * @throws AppError `not_found`, `coupon_invalid`; `rate_limited`, because codes can be guessed
 */
export const checkCoupon = outwardAction({
  name: 'check-coupon',
  input: checkCouponInput,
  access: 'anyone',
  async run(ctx, { priceId, code }): Promise<CheckedCoupon> {
    await limitCalls(ctx, {
      bucket: 'check-coupon',
      key: networkKey(ctx.caller.address),
      burst: 20,
      perSeconds: 6,
    })
    const { clinicId } = ctx.actor
    const patientId = await patientOf(ctx)
    return ctx.transactions.withSystem('check-coupon', async (tx) => {
      const plan = clinicId
        ? await tx
            .selectFrom('plan_prices as r')
            .innerJoin('plans as p', (join) =>
              join.onRef('p.clinic_id', '=', 'r.clinic_id').onRef('p.id', '=', 'r.plan_id'),
            )
            .innerJoin('clinics as c', 'c.id', 'r.clinic_id')
            .select(['p.id', 'p.trial_days', 'c.time_zone'])
            .where('r.clinic_id', '=', clinicId)
            .where('r.id', '=', priceId)
            .where('r.is_active', '=', true)
            .where('p.status', '=', 'published')
            .executeTakeFirst()
        : undefined
      if (!plan || !clinicId) throw new AppError('not_found')
      const clinic = { id: clinicId, timeZone: plan.time_zone }
      const wish = { code, planId: plan.id, patientId, hasTrial: plan.trial_days > 0 }
      if (patientId) {
        const terms = { id: plan.id, trialDays: plan.trial_days }
        const start = await planStart(tx, clinic, terms, patientId, ctx.now())
        wish.hasTrial = (start.begins ?? start.freeUntil) !== null
      }
      const { percent, amountCents, duration, months, ...coupon } = await usableCoupon(
        tx,
        clinic,
        wish,
        ctx.now(),
      )
      return { code: coupon.code, percent, amountCents, duration, months }
    })
  },
})

/** The caller's own record; null for a visitor. */
function patientOf(ctx: ClinicCtx): Promise<string | null> {
  return ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, async () => {
      const { rows } = await sql<{ id: string | null }>`select app.own_patient_id() as id`.execute(tx)
      return rows[0]?.id ?? null
    }),
  )
}
