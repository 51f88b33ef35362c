import { describe, expect, it } from 'vitest'
import { planCharges } from '#domain/checkouts/charges.ts'
import type { CouponView } from '#domain/coupons/coupons.ts'
import { justThePayer } from '#domain/plans/household.ts'
import { agreement } from '#testing/money/agreement.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { chargesOf, subscriptionOf } from '#testing/money/subscriptions.ts'
import { aPatient, type Patient } from '#testing/sign-in/people.ts'
import { joinPlan } from '../checkouts/join-plan.ts'
import { saveClinicTax } from '../payouts/save-clinic-tax.ts'
import { checkCoupon } from './check-coupon.ts'
import { closeCoupon } from './close-coupon.ts'
import { createCoupon } from './create-coupon.ts'

const test = await setUpPayments({ now: '2026-11-22T15:00:00Z' })
const clinic = await test.aSellingClinic()
const plan = await test.aPublishedPlan(clinic, { amountCents: 4_937, enrolmentCents: 4_000 })

let made = 0
function create(changes: object = {}): Promise<CouponView> {
  made += 1
  return test.call(createCoupon, clinic.admin.caller(), {
    code: `CODE-${made}`,
    percent: 10,
    amountCents: null,
    duration: 'forever',
    months: null,
    planId: null,
    maxUses: null,
    lastOn: null,
    ...changes,
  })
}

function join(patient: Patient, code: string, priceId = plan.price.id) {
  const input = { priceId, attempt: crypto.randomUUID(), agreement, coupon: code }
  return test.call(joinPlan, patient.caller(), input)
}

const refused = { code: 'coupon_invalid' }

describe('a code', () => {
  it('reduces the announced charges, and never the enrollment fee', async () => {
    const coupon = await create({ duration: 'repeating', months: 2 })
    const patient = await aPatient(test.db, clinic)
    const now = test.clock.now()
    await test.pay((await join(patient, coupon.code.toLowerCase())).url)
    await test.work()
    const { today, next } = planCharges(
      { ...plan.price, childAgeLimit: plan.childAgeLimit, trialDays: plan.trialDays },
      justThePayer,
      { now, timeZone: 'America/Toronto', coupon },
    )
    expect(await chargesOf(test, clinic, patient)).toEqual([today.totalCents])
    for (let month = 0; month < 3; month++) {
      await test.pass('P1M')
      await test.pass('PT2H')
    }
    const expected = [today, ...next.slice(0, 3)].map(({ totalCents }) => totalCents)
    expect((await chargesOf(test, clinic, patient)).reverse()).toEqual(expected)
    expect(expected).toEqual([8_443, 4_443, 4_937, 4_937])
  })

  it('reduces the tax by line, as announced', async () => {
    const taxed = await test.aSellingClinic()
    const tax = { name: 'HST', percentage: '13', isInclusive: false }
    await test.call(saveClinicTax, taxed.admin.caller(), { tax })
    const terms = { amountCents: 4_937, childCents: 1_901, enrolmentCents: 1_111 }
    const family = await test.aPublishedPlan(taxed, terms)
    const { code } = await test.call(createCoupon, taxed.admin.caller(), {
      code: 'THIRD',
      percent: 33,
      amountCents: null,
      duration: 'repeating',
      months: 1,
      planId: null,
      maxUses: null,
      lastOn: null,
    })
    const patient = await aPatient(test.db, taxed)
    const household = { isPayerCovered: true, adults: 0, children: ['2018-03-04'] }
    const now = test.clock.now()
    const { url } = await test.call(joinPlan, patient.caller(), {
      priceId: family.price.id,
      attempt: crypto.randomUUID(),
      agreement,
      household,
      names: { adults: [], children: ['Kim Doe'] },
      coupon: code,
    })
    await test.pay(url)
    await test.work()
    await test.pass('P1M')
    await test.pass('PT2H')
    const { today, next } = planCharges(
      {
        ...family.price,
        childAgeLimit: family.childAgeLimit,
        trialDays: 0,
        tax: { name: 'HST', ratePpm: 130_000, isInclusive: false },
      },
      household,
      {
        now,
        timeZone: 'America/Toronto',
        coupon: { percent: 33, amountCents: null, duration: 'repeating', months: 1 },
      },
    )
    expect((await chargesOf(test, taxed, patient)).reverse()).toEqual([today.totalCents, next[0]?.totalCents])
  }, 60_000)

  it('is used once by a person, and by as many people as its limit', async () => {
    const coupon = await create({ maxUses: 1, duration: 'once' })
    const [first, second] = [await aPatient(test.db, clinic), await aPatient(test.db, clinic)]
    const page = await join(first, coupon.code)
    expect(await join(first, coupon.code)).toEqual(page)
    await expect(join(second, coupon.code)).rejects.toMatchObject(refused)
    await test.pay(page.url)
    await test.work()
    await expect(join(second, coupon.code)).rejects.toMatchObject(refused)
  })

  it.each([
    ['unknown', async () => 'NOBODY'],
    [
      'switched off',
      async () => {
        const { id, code } = await create()
        await test.call(closeCoupon, clinic.admin.caller(), { couponId: id })
        return code
      },
    ],
    [
      'for another plan',
      async () => {
        const other = await test.aPublishedPlan(clinic, { kind: 'uninsured' })
        return (await create({ planId: other.id })).code
      },
    ],
    [
      'so large that the rest cannot be charged',
      async () => (await create({ percent: null, amountCents: 4_900 })).code,
    ],
  ])('is refused when it is %s', async (_what, code) => {
    const patient = await aPatient(test.db, clinic)
    await expect(join(patient, await code())).rejects.toMatchObject(refused)
  })

  it('is refused after its last day', async () => {
    const day = test.clock.now().toISOString().slice(0, 10)
    const { code } = await create({ lastOn: day })
    const ask = () => test.call(checkCoupon, clinic.admin.caller(), { priceId: plan.price.id, code })
    expect(await ask()).toEqual({ code, percent: 10, amountCents: null, duration: 'forever', months: null })
    await test.pass('P2D')
    await expect(ask()).rejects.toMatchObject(refused)
  })

  it('of the first charge is refused for a plan that begins with free days', async () => {
    const trial = await test.aPublishedPlan(clinic, { trialDays: 14 })
    const { code } = await create({ duration: 'once' })
    const patient = await aPatient(test.db, clinic)
    const ask = (by = patient) => test.call(checkCoupon, by.caller(), { priceId: trial.price.id, code })
    await expect(join(patient, code, trial.price.id)).rejects.toMatchObject(refused)
    await expect(ask()).rejects.toMatchObject(refused)

    // a returning member has no free days: the code reduces the charge at once
    const returning = await test.aMember(clinic, trial)
    const { stripe_subscription: id } = await subscriptionOf(test, returning)
    await test.client.subscriptions.cancel(id, {}, { stripeAccount: clinic.account })
    await test.work()
    expect(await ask(returning)).toMatchObject({ code, percent: 10 })
    await test.pay((await join(returning, code, trial.price.id)).url)
    await test.work()
    expect(await chargesOf(test, clinic, returning)).toEqual([8_910])
    // used up for this person
    await expect(ask(returning)).rejects.toMatchObject(refused)
  })

  it('of another clinic is unknown', async () => {
    const other = await test.aSellingClinic()
    const theirs = await test.aPublishedPlan(other)
    const { code } = await create()
    const patient = await aPatient(test.db, other)
    await expect(join(patient, code, theirs.price.id)).rejects.toMatchObject(refused)
  })
})
