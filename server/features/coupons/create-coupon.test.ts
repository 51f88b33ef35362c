import { describe, expect, it } from 'vitest'
import { setUpSale } from '#testing/money/set-up.ts'
import { closeCoupon } from './close-coupon.ts'
import { createCoupon } from './create-coupon.ts'

const { test, clinic, plan } = await setUpSale()

let made = 0
function create(changes: object = {}, by = clinic.admin.caller()) {
  made += 1
  return test.call(createCoupon, by, {
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

describe('a coupon', () => {
  it('is stored as written, with the code in capitals', async () => {
    const made = await create({
      code: ' spring-20 ',
      percent: null,
      amountCents: 2_000,
      planId: plan.id,
      maxUses: 5,
    })
    expect(made).toMatchObject({
      code: 'SPRING-20',
      amountCents: 2_000,
      planId: plan.id,
      maxUses: 5,
      isActive: true,
    })
  })

  it.each([
    ['a day that is over', { lastOn: '2020-01-01' }, 'lastOn'],
    ['an unknown plan', { planId: crypto.randomUUID() }, 'planId'],
    ['two discounts', { amountCents: 500 }, 'percent'],
    ['months of a discount without an end', { months: 3 }, 'months'],
  ])('is refused with %s', async (_what, wrong, path) => {
    const { fields } = await create(wrong).catch((error) => error)
    expect(fields).toMatchObject([{ path }])
  })

  it('cannot repeat a code of the clinic, closed or not; another clinic may have it', async () => {
    const { id, code } = await create()
    await test.call(closeCoupon, clinic.admin.caller(), { couponId: id })
    const { fields } = await create({ code }).catch((error) => error)
    expect(fields).toMatchObject([{ path: 'code' }])
    const other = await test.aSellingClinic()
    expect(await create({ code }, other.admin.caller())).toMatchObject({ code })
  })

  it('is closed by its own clinic, and a second time without effect', async () => {
    const { id } = await create()
    const other = await test.aSellingClinic()
    const close = (by = clinic.admin.caller()) => test.call(closeCoupon, by, { couponId: id })
    await expect(close(other.admin.caller())).rejects.toMatchObject({ code: 'not_found' })
    expect(await close()).toMatchObject({ isActive: false })
    expect(await close()).toMatchObject({ isActive: false })
  })
})
