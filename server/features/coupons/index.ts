import { feature } from '#server/clinic/feature.ts'
import { checkCoupon } from './check-coupon.ts'
import { closeCoupon } from './close-coupon.ts'
import { createCoupon } from './create-coupon.ts'

export const couponsFeature = feature({
  actions: [createCoupon, closeCoupon, checkCoupon],
})
