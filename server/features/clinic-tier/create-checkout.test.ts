import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProductPlanId } from '#domain/clinic-tier/product-plans.ts'
import { cards, openTestPayments, type TestPayments } from '#testing/payments.ts'
import { aClinic, aMembershipOf, aStaffMember, aVisitor, type TestClinic } from '#testing/people.ts'
import { moneyOverview } from '../statements/money-overview.ts'
import { checkSubscription } from './check-subscription.ts'
import { createCheckout } from './create-checkout.ts'

let test: TestPayments
beforeAll(async () => {
  test = await openTestPayments()
})
afterAll(() => test.close())

function checkout(clinic: TestClinic, plan: ProductPlanId) {
  return test.call(createCheckout, clinic.admin.caller(), { plan })
}

const tierOf = (clinic: TestClinic) => test.call(checkSubscription, clinic.admin.caller(), {})

async function billingOf(clinic: TestClinic) {
  const [row] = await test.db.asOwner<{ stripe_customer: string }>(
    'select policy, next_policy, next_policy_month, tier, subscription_status, stripe_customer from clinic_billing where clinic_id = $1',
    [clinic.id],
  )
  return row
}

describe('a clinic’s own subscription', () => {
  it.each([
    ['starter', 4_900],
    ['professional', 9_900],
    ['enterprise', 24_900],
  ] as const)(
    '%s costs %i cents a month and starts when Stripe confirms the payment',
    async (plan, cents) => {
      const clinic = await aClinic(test.db)
      const { url } = await checkout(clinic, plan)
      const paid = await test.pay(url)
      expect(paid.location).toBe(`http://${clinic.subdomain}.carefold.localhost:3000/clinic?checkout=done`)
      expect(await tierOf(clinic)).toEqual({ subscription_tier: 'free' })
      await test.work()
      expect(await tierOf(clinic)).toEqual({ subscription_tier: plan })
      const { stripe_customer } = (await billingOf(clinic)) ?? {}
      const { data } = await test.client.charges.list({ customer: stripe_customer ?? '' })
      expect(data.map((charge) => charge.amount)).toEqual([cents])
    },
  )

  it('replaces the commission from the next month on, never within one', async () => {
    const clinic = await aClinic(test.db)
    await test.pay((await checkout(clinic, 'starter')).url)
    await test.work()
    expect(await billingOf(clinic)).toMatchObject({
      policy: 'partnership',
      next_policy: 'tier',
      next_policy_month: '2026-04',
      tier: 'starter',
      subscription_status: 'active',
    })
    const { inProgress } = await test.call(moneyOverview, clinic.admin.caller(), {})
    expect(inProgress.policy).toBe('partnership')
    // canceled before it takes effect
    const { data } = await test.client.subscriptions.list({ limit: 100 })
    const own = data.find((each) => each.metadata.clinic_id === clinic.id)
    await test.client.subscriptions.cancel(own?.id ?? '')
    await test.work()
    expect(await billingOf(clinic)).toMatchObject({ next_policy: null, subscription_status: 'canceled' })
    expect(await tierOf(clinic)).toEqual({ subscription_tier: 'free' })
  })

  it('is one, however many tabs ask for it', async () => {
    const clinic = await aClinic(test.db)
    const pages = await Promise.all([checkout(clinic, 'starter'), checkout(clinic, 'starter')])
    expect(pages[1].url).toBe(pages[0].url)
    expect((await test.pay(pages[0].url, cards.declined)).status).toBe(402)
    const other = await checkout(clinic, 'professional')
    expect((await test.pay(pages[0].url)).status).toBe(410)
    const paid = await test.pay(other.url)
    // paid, and its event has not arrived yet
    expect((await checkout(clinic, 'professional')).url).toBe(paid.location)
    await test.work()
    for (const plan of ['starter', 'professional', 'enterprise'] as const)
      await expect(checkout(clinic, plan)).rejects.toMatchObject({ code: 'clinic_tier_running' })
    const { stripe_customer } = (await billingOf(clinic)) ?? {}
    expect((await test.client.subscriptions.list({ customer: stripe_customer ?? '' })).data).toHaveLength(1)
  })

  it('uses the prices that the platform’s account has, and makes each only once', async () => {
    for (const clinic of [await aClinic(test.db), await aClinic(test.db)]) await checkout(clinic, 'starter')
    const { data } = await test.client.prices.list({ lookup_keys: ['starter'] })
    expect(data).toHaveLength(1)
  })

  it('is for admins', async () => {
    const staff = await aStaffMember(test.db, await aClinic(test.db))
    const asked = test.call(createCheckout, staff.caller(), { plan: 'starter' })
    await expect(asked).rejects.toMatchObject({ code: 'not_allowed' })
  })

  it('is for the clinic that the admin runs where the request names none, as on the main site', async () => {
    const first = await aClinic(test.db)
    const second = await aClinic(test.db)
    await aMembershipOf(test.db, first.admin, second, { role: 'admin' })
    const onMainSite = first.admin.caller(null)
    const { url } = await test.call(createCheckout, onMainSite, { plan: 'starter' })
    await test.pay(url)
    await test.work()
    expect(await tierOf(first)).toEqual({ subscription_tier: 'starter' })
    expect(await tierOf(second)).toEqual({ subscription_tier: 'free' })
    // a clinic that is named is the one that is meant
    const named = await test.call(createCheckout, first.admin.caller(second), { plan: 'starter' })
    await test.pay(named.url)
    await test.work()
    expect(await tierOf(second)).toEqual({ subscription_tier: 'starter' })
  })

  it('is refused on the main site for those who run no clinic', async () => {
    const clinic = await aClinic(test.db)
    const staff = await aStaffMember(test.db, clinic)
    const formerAdmin = await aStaffMember(test.db, clinic, { role: 'admin', suspended: true })
    for (const { caller } of [staff, formerAdmin]) {
      const asked = test.call(createCheckout, caller(null), { plan: 'starter' })
      await expect(asked).rejects.toMatchObject({ code: 'not_allowed' })
    }
    const visitor = test.call(createCheckout, aVisitor(), { plan: 'starter' })
    await expect(visitor).rejects.toMatchObject({ code: 'not_signed_in' })
  })

  it('has an error of its own for a page without an address', async () => {
    const clinic = await aClinic(test.db)
    const { open } = test.services.stripe.checkout
    test.services.stripe.checkout.open = async (...args) => ({
      ...(await open.call(test.services.stripe.checkout, ...args)),
      url: null,
    })
    await expect(checkout(clinic, 'starter')).rejects.toMatchObject({ code: 'checkout_url_missing' })
    test.services.stripe.checkout.open = open
  })
})
