import { describe, expect, it } from 'vitest'
import type { ProductPlanId } from '#domain/clinic-tier/product-plans.ts'
import { cards, openTestPayments } from '#testing/money/payments.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aClinic, aMembershipOf, aStaffMember, aVisitor, type TestClinic } from '#testing/sign-in/people.ts'
import { moneyOverview } from '../statements/money-overview.ts'
import { checkSubscription } from './check-subscription.ts'
import { createCheckout } from './create-checkout.ts'

const test = await setUpPayments()

function checkout(clinic: TestClinic, plan: ProductPlanId) {
  return test.call(createCheckout, clinic.admin.caller(), { plan })
}

const tierOf = (clinic: TestClinic) => test.call(checkSubscription, clinic.admin.caller(), {})

async function billingOf(clinic: TestClinic) {
  const [row] = await test.db.asOwner<{ stripe_customer: string }>(
    'select tier, subscription_status, stripe_customer from clinic_billing where clinic_id = $1',
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
    expect(await billingOf(clinic)).toMatchObject({ tier: 'starter', subscription_status: 'active' })
    const { inProgress } = await test.call(moneyOverview, clinic.admin.caller(), {})
    expect(inProgress.policy).toBe('partnership')
    const { data } = await test.client.subscriptions.list({ limit: 100 })
    const own = data.find((each) => each.metadata.clinic_id === clinic.id)
    await test.client.subscriptions.cancel(own?.id ?? '')
    await test.work()
    expect(await billingOf(clinic)).toMatchObject({ subscription_status: 'canceled' })
    await test.pass('P40D')
    const later = await test.call(moneyOverview, clinic.admin.caller(), {})
    expect(later.inProgress).toMatchObject({ month: '2026-04', policy: 'partnership' })
    expect(await tierOf(clinic)).toEqual({ subscription_tier: 'free' })
  })

  it('is dated by the subscription, however late its events arrive', async () => {
    const late = await openTestPayments({ now: '2026-04-01T03:30:00Z' })
    const clinic = await aClinic(late.db, { timeZone: 'America/Toronto' })
    // March 31, 23:30 in Toronto
    const { url } = await late.call(createCheckout, clinic.admin.caller(), { plan: 'starter' })
    await late.pay(url)
    late.clock.advance('P3D')
    await late.work()
    const { inProgress } = await late.call(moneyOverview, clinic.admin.caller(), {})
    expect(inProgress).toMatchObject({ month: '2026-04', policy: 'tier' })
    await late.close()
  }, 60_000)

  it('is found by the nightly sweep when all of its events are lost, and its payment is booked', async () => {
    const clinic = await aClinic(test.db)
    await test.pay((await checkout(clinic, 'starter')).url)
    await test.sandbox.deliver()
    await test.db.asOwner('delete from app.webhook_events where processed_at is null')
    await test.services.jobs.drain()
    expect(await tierOf(clinic)).toEqual({ subscription_tier: 'free' })
    await test.pass('PT25H')
    await test.runDue()
    expect(await tierOf(clinic)).toEqual({ subscription_tier: 'starter' })
    const booked = await test.db.asOwner(
      `select account, sum(amount_cents)::int as cents from postings where clinic_id = $1 group by 1 order by 1`,
      [clinic.id],
    )
    expect(booked).toEqual([
      { account: `platform:receivable:${clinic.id}`, cents: 0 },
      { account: 'platform:revenue:subscription', cents: -4_900 },
      { account: 'platform:stripe', cents: 4_900 },
    ])
  })

  // spec: B7 create-checkout makes one subscription
  it('is created once, however many tabs ask for it', async () => {
    const clinic = await aClinic(test.db)
    const pages = await Promise.all([checkout(clinic, 'starter'), checkout(clinic, 'starter')])
    expect(pages[1].url).toBe(pages[0].url)
    expect((await test.pay(pages[0].url, cards.declined)).location).toMatch(/declined=1$/)
    const other = await checkout(clinic, 'professional')
    expect((await test.pay(pages[0].url)).status).toBe(410)
    const paid = await test.pay(other.url)
    // paid, and its event has not arrived
    expect((await checkout(clinic, 'professional')).url).toBe(paid.location)
    await test.work()
    await expect(checkout(clinic, 'professional')).rejects.toMatchObject({ code: 'clinic_tier_current' })
    expect((await checkout(clinic, 'enterprise')).url).toContain('/settings/plan')
    const { stripe_customer } = (await billingOf(clinic)) ?? {}
    expect((await test.client.subscriptions.list({ customer: stripe_customer ?? '' })).data).toHaveLength(1)
  })

  it('creates each price in the platform’s account once', async () => {
    for (const clinic of [await aClinic(test.db), await aClinic(test.db)]) await checkout(clinic, 'starter')
    const { data } = await test.client.prices.list({ lookup_keys: ['starter'] })
    expect(data).toHaveLength(1)
  })

  it('is for the clinic that the admin runs when the request has no clinic, as on the main site', async () => {
    const first = await aClinic(test.db)
    const second = await aClinic(test.db)
    await aMembershipOf(test.db, first.admin, second, { role: 'admin' })
    const onMainSite = first.admin.caller(null)
    const { url } = await test.call(createCheckout, onMainSite, { plan: 'starter' })
    await test.pay(url)
    await test.work()
    expect(await tierOf(first)).toEqual({ subscription_tier: 'starter' })
    expect(await tierOf(second)).toEqual({ subscription_tier: 'free' })
    const named = await test.call(createCheckout, first.admin.caller(second), { plan: 'starter' })
    await test.pay(named.url)
    await test.work()
    expect(await tierOf(second)).toEqual({ subscription_tier: 'starter' })
  })

  it('is refused on the main site to users who run no clinic', async () => {
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

  it('reports a page without an address', async () => {
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
