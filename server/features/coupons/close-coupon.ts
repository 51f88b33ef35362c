import type { CouponView } from '#domain/coupons/coupons.ts'
import { couponIdInput } from '#domain/coupons/inputs.ts'
import { AppError } from '#domain/errors.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { couponView } from './coupon-rows.ts'

/**
 * Switches a code off: nobody joins with it any more, and who has keeps the discount. A payment page that is open with it
 * stays valid for its 24 hours.
 *
 * @throws AppError `not_found` for an unknown id and for another clinic's, alike
 */
export const closeCoupon = action({
  name: 'close-coupon',
  input: couponIdInput,
  access: 'plans:write',
  run: (tx, ctx, { couponId }): Promise<CouponView> =>
    asSystem(tx, async () => {
      const coupon = await tx
        .selectFrom('coupons')
        .selectAll()
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', couponId)
        .forUpdate()
        .executeTakeFirst()
      if (!coupon) throw new AppError('not_found')
      if (coupon.closed_at) return couponView(coupon)
      await tx
        .updateTable('coupons')
        .set({ closed_at: ctx.now() })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', couponId)
        .execute()
      await audit(tx, 'coupon.closed', { type: 'coupon', id: couponId })
      return couponView({ ...coupon, closed_at: ctx.now() })
    }),
})
