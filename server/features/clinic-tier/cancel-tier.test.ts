import { expect, it } from 'vitest'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { cancelTier, resumeTier } from './cancel-tier.ts'
import { checkSubscription } from './check-subscription.ts'
import { createCheckout } from './create-checkout.ts'

const test = await setUpPayments()

// spec: B2.8 A canceled tier ends with its paid period unless that is undone
it('ends a tier with its paid period, and can be undone', async () => {
  const clinic = await aClinic(test.db)
  const ends = async () =>
    (
      await test.db.asOwner<{ cancel_at_period_end: boolean }>(
        'select cancel_at_period_end from clinic_billing where clinic_id = $1',
        [clinic.id],
      )
    )[0]?.cancel_at_period_end
  await expect(test.call(cancelTier, clinic.admin.caller(), {})).rejects.toMatchObject({
    code: 'clinic_tier_missing',
  })
  await test.pay((await test.call(createCheckout, clinic.admin.caller(), { plan: 'enterprise' })).url)
  await test.work()
  await test.call(cancelTier, clinic.admin.caller(), {})
  await test.call(cancelTier, clinic.admin.caller(), {})
  expect(await ends()).toBe(true)
  await test.call(resumeTier, clinic.admin.caller(), {})
  expect(await ends()).toBe(false)
  await test.call(cancelTier, clinic.admin.caller(), {})
  expect(await test.call(checkSubscription, clinic.admin.caller(), {})).toEqual({
    subscription_tier: 'enterprise',
  })
  await test.pass('P32D')
  await test.work()
  expect(await test.call(checkSubscription, clinic.admin.caller(), {})).toEqual({ subscription_tier: 'free' })
  await expect(test.call(resumeTier, clinic.admin.caller(), {})).rejects.toMatchObject({
    code: 'clinic_tier_missing',
  })
})
