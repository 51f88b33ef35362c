import type { CouponView } from '#domain/coupons/coupons.ts'
import { couponIdInput } from '#domain/coupons/inputs.ts'
import { AppError } from '#domain/errors.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { couponView } from './coupon-rows.ts'

/**
 * Closes a coupon code to new uses; existing discounts stay. A payment page opened with it stays valid for 24 hours.
 * @throws AppError `not_found`
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
