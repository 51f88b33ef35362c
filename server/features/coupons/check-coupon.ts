import type { CheckedCoupon } from '#domain/coupons/coupons.ts'
import { checkCouponInput } from '#domain/coupons/inputs.ts'
import { AppError } from '#domain/errors.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { networkKey } from '#server/platform/http/networks.ts'
import { limitCalls } from '../clinics/limit-calls.ts'
import { usableCoupon } from './coupon-rows.ts'

/**
 * Returns the discount of a coupon code on a plan, before the visitor signs in. `join-plan` checks whether that patient
 * may use the code.
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
      const { percent, amountCents, duration, months, ...coupon } = await usableCoupon(
        tx,
        { id: clinicId, timeZone: plan.time_zone },
        { code, planId: plan.id, patientId: null, hasTrial: plan.trial_days > 0 },
        ctx.now(),
      )
      return { code: coupon.code, percent, amountCents, duration, months }
    })
  },
})
