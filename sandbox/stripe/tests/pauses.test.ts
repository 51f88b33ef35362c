import { describe, expect, it } from 'vitest'
import { aMember, dayOf } from '../testing/a-member.ts'
import { aSandbox } from '../testing/a-sandbox.ts'

describe('a paused subscription', () => {
  it('is not billed, and its unused time is credited when it resumes', async () => {
    const bench = await aSandbox()
    bench.time.set('2027-04-01T00:00:00Z')
    const { subscription, invoices } = await aMember(bench, { cents: 3000 })
    bench.time.set('2027-04-16T00:00:00Z')
    const paused = await bench.stripe.subscriptions.pause(subscription.id)
    expect(paused).toMatchObject({
      status: 'paused',
      status_details: { paused: { subscription: { type: 'pause_requested' } } },
    })
    bench.time.pass(70)
    expect(await invoices()).toHaveLength(1)
    const resumed = await bench.stripe.subscriptions.resume(subscription.id)
    expect(resumed.status).toBe('active')
    expect(resumed.status_details).toBeUndefined()
    const [invoice] = await invoices()
    // Half of April was unused.
    expect(invoice).toMatchObject({ status: 'paid', total: 1500 })
    expect(invoice?.lines.data.map(({ amount }) => amount)).toEqual([-1500, 3000])
    expect(dayOf(resumed.items.data[0]?.current_period_end)).toBe('2027-07-25')
  })

  it('can be paused without a credit', async () => {
    const bench = await aSandbox()
    const { subscription, invoices } = await aMember(bench)
    bench.time.pass(10)
    await bench.stripe.subscriptions.pause(subscription.id, {
      bill_for: { unused_time_from: { type: 'none' } },
    })
    await bench.stripe.subscriptions.resume(subscription.id)
    expect((await invoices()).map(({ total }) => total)).toEqual([4900, 4900])
  })

  it('is past due if the charge on resuming fails', async () => {
    const bench = await aSandbox()
    const { subscription, payWith, read } = await aMember(bench)
    bench.time.pass(10)
    await bench.stripe.subscriptions.pause(subscription.id)
    await payWith('pm_card_chargeCustomerFail')
    bench.time.pass(40)
    await bench.stripe.subscriptions.resume(subscription.id)
    expect((await read()).status).toBe('past_due')
  })

  it('with a pending payment stays paused until it is paid, and for at most 23 hours', async () => {
    const bench = await aSandbox()
    const { subscription, payWith, read, invoices } = await aMember(bench)
    bench.time.pass(10)
    await bench.stripe.subscriptions.pause(subscription.id)
    await payWith('pm_card_chargeCustomerFail')
    bench.time.pass(40)
    const onPayment = { payment_behavior: 'resume_on_payment_success' } as const
    expect((await bench.stripe.subscriptions.resume(subscription.id, onPayment)).status).toBe('paused')
    await expect(bench.stripe.subscriptions.resume(subscription.id, onPayment)).rejects.toThrow('already')
    bench.time.pass(1)
    expect((await read()).status).toBe('paused')
    expect((await invoices())[0]?.status).toBe('void')
    await bench.stripe.subscriptions.resume(subscription.id, onPayment)
    await payWith('pm_card_visa')
    await bench.stripe.invoices.pay((await invoices())[0]?.id ?? '')
    expect((await read()).status).toBe('active')
    bench.time.pass(32)
    expect((await invoices())[0]).toMatchObject({ status: 'paid', billing_reason: 'subscription_cycle' })
  })

  it('refuses actions of other states', async () => {
    const bench = await aSandbox()
    const { subscription } = await aMember(bench)
    await expect(bench.stripe.subscriptions.resume(subscription.id)).rejects.toThrow('active')
    await expect(
      bench.stripe.subscriptions.resume(subscription.id, { billing_cycle_anchor: { type: 'unchanged' } }),
    ).rejects.toMatchObject({ code: 'sandbox_unsupported' })
  })
})
