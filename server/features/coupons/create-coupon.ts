import type { CouponView } from '#domain/coupons/coupons.ts'
import { createCouponInput } from '#domain/coupons/inputs.ts'
import { AppError } from '#domain/errors.ts'
import { couponTexts } from '#domain/texts/coupons.ts'
import { dateIn } from '#domain/values/zones.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { couponView } from './coupon-rows.ts'

const texts = couponTexts.validation

/**
 * Creates a coupon code. It is created at Stripe with its first use.
 * @throws AppError `invalid_input` for a code the clinic has had, a plan not on sale, a past day
 */
export const createCoupon = action({
  name: 'create-coupon',
  input: createCouponInput,
  access: 'plans:write',
  run: (tx, ctx, input): Promise<CouponView> =>
    asSystem(tx, async () => {
      const refuse = (path: string, message: string) =>
        new AppError('invalid_input', { fields: [{ path, message }] })
      const clinic = await tx
        .selectFrom('clinics')
        .select(['currency', 'time_zone'])
        .where('id', '=', ctx.clinicId)
        .executeTakeFirstOrThrow()
      if (input.lastOn && input.lastOn < dateIn(ctx.now(), clinic.time_zone))
        throw refuse('lastOn', texts.past)
      if (input.planId) {
        const plan = await tx
          .selectFrom('plans')
          .select('status')
          .where('clinic_id', '=', ctx.clinicId)
          .where('id', '=', input.planId)
          .executeTakeFirst()
        if (plan?.status !== 'published') throw refuse('planId', texts.plan)
      }
      const row = await tx
        .insertInto('coupons')
        .values({
          clinic_id: ctx.clinicId,
          code: input.code,
          percent: input.percent,
          amount_cents: input.amountCents,
          currency: clinic.currency,
          duration: input.duration,
          months: input.months,
          plan_id: input.planId,
          max_uses: input.maxUses,
          last_on: input.lastOn,
          created_at: ctx.now(),
        })
        .onConflict((conflict) => conflict.columns(['clinic_id', 'code']).doNothing())
        .returningAll()
        .executeTakeFirst()
      if (!row) throw refuse('code', texts.taken)
      await audit(tx, 'coupon.created', { type: 'coupon', id: row.id })
      return couponView(row)
    }),
})
