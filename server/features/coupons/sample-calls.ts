import type { SampleCalls } from '#server/tests/threats/actors/sample-call.ts'

export const calls: SampleCalls = {
  'create-coupon': {
    input: () => ({
      code: `C${crypto.randomUUID().slice(0, 8)}`,
      percent: 10,
      amountCents: null,
      duration: 'forever',
      months: null,
      planId: null,
      maxUses: null,
      lastOn: null,
    }),
  },
  'close-coupon': {
    input: async ({ plant, world }) => ({ couponId: await plant.coupon(world.clinics.one.id) }),
  },
  'check-coupon': {
    input: async ({ plant, world, plan }) => ({
      priceId: plan.price.id,
      code: await plant.couponCode(world.clinics.one.id),
    }),
    limit: 'check-coupon',
  },
}
