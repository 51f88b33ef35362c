import { expect, it } from 'vitest'
import { agreement } from '#testing/money/agreement.ts'
import { setUpSale } from '#testing/money/set-up.ts'
import { chargesOf } from '#testing/money/subscriptions.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { joinPlan } from '../checkouts/join-plan.ts'
import { closeCoupon } from './close-coupon.ts'
import { createCoupon } from './create-coupon.ts'

const { test, clinic, plan } = await setUpSale()

it('stops new uses of a code, and preserves the discount of those who joined with it', async () => {
  const { id, code } = await test.call(createCoupon, clinic.admin.caller(), {
    code: 'HALF',
    percent: 50,
    amountCents: null,
    duration: 'forever',
    months: null,
    planId: null,
    maxUses: null,
    lastOn: null,
  })
  const patient = await aPatient(test.db, clinic)
  const join = (who: typeof patient) =>
    test.call(joinPlan, who.caller(), {
      priceId: plan.price.id,
      attempt: crypto.randomUUID(),
      agreement,
      coupon: code,
    })
  await test.pay((await join(patient)).url)
  await test.work()
  await test.call(closeCoupon, clinic.admin.caller(), { couponId: id })
  await test.pass('P1M')
  await test.pass('PT2H')
  const half = Math.floor(plan.price.amountCents / 2)
  expect(await chargesOf(test, clinic, patient)).toEqual([half, half])
  const another = await aPatient(test.db, clinic)
  await expect(join(another)).rejects.toMatchObject({ code: 'coupon_invalid' })
})
