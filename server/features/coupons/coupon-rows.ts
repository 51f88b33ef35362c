import type { CouponDuration, CouponTerms, CouponView } from '#domain/coupons/coupons.ts'
import { AppError } from '#domain/errors.ts'
import { dateIn } from '#domain/values/zones.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

export interface UsableCoupon extends CouponTerms {
  id: string
  code: string
  currency: string
}

/**
 * Finds and locks a usable code, so that only one person can be its last user. Role `system`.
 * @param wish `patientId` is null for a visitor
 * @throws AppError `coupon_invalid`, also for an unknown code
 */
export async function usableCoupon(
  tx: Tx,
  clinic: { id: string; timeZone: string },
  wish: { code: string; planId: string; patientId: string | null; hasTrial: boolean },
  now: Date,
): Promise<UsableCoupon> {
  const coupon = await tx
    .selectFrom('coupons')
    .selectAll()
    .where('clinic_id', '=', clinic.id)
    .where('code', '=', wish.code)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const isOver = coupon?.last_on && coupon.last_on < dateIn(now, clinic.timeZone)
  const isForAnother = coupon?.plan_id && coupon.plan_id !== wish.planId
  // Stripe would spend such a code on the first invoice, which charges only the enrollment fee
  const isLostInTrial = coupon?.duration === 'once' && wish.hasTrial
  if (!coupon || isOver || isForAnother || isLostInTrial) throw new AppError('coupon_invalid')
  const uses = await tx
    .selectFrom('app.checkouts')
    .select(['subject_id', 'state'])
    .where('clinic_id', '=', clinic.id)
    .where('coupon_id', '=', coupon.id)
    .where('state', 'in', ['open', 'complete'])
    .execute()
  // the caller's own open page is this use
  const others = uses.filter(({ subject_id, state }) => subject_id !== wish.patientId || state === 'complete')
  const isUsedUp = coupon.max_uses !== null && others.length >= coupon.max_uses
  const isUsedAlready = others.some(({ subject_id }) => subject_id === wish.patientId)
  if (isUsedUp || isUsedAlready) throw new AppError('coupon_invalid')
  const { id, code, currency } = coupon
  return { id, code, currency, ...termsOf(coupon) }
}

interface CouponRow {
  percent: number | null
  amount_cents: number | null
  duration: string
  months: number | null
}

export function termsOf({ percent, amount_cents, duration, months }: CouponRow): CouponTerms {
  return { percent, amountCents: amount_cents, duration: duration as CouponDuration, months }
}

export function couponView(
  row: CouponRow & {
    id: string
    code: string
    plan_id: string | null
    max_uses: number | null
    last_on: string | null
    closed_at: Date | null
  },
): CouponView {
  return {
    id: row.id,
    code: row.code,
    ...termsOf(row),
    planId: row.plan_id,
    maxUses: row.max_uses,
    lastOn: row.last_on,
    isActive: row.closed_at === null,
  }
}
