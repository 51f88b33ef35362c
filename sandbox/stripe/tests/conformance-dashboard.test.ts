import { expect, it } from 'vitest'
import { problemsOf } from '../schema/conformance.ts'
import { aClient, aClinic, aPayer, aPlan, aSandbox, checkedFetch } from '../testing/a-sandbox.ts'

it('returns complete objects of the pinned version for dashboard actions', async () => {
  const bench = await aSandbox()
  const problems = new Set<string>()
  const stripe = aClient({ fetch: checkedFetch(bench.sandbox, problems) })
  const checked = { ...bench, stripe }
  const clinic = { stripeAccount: await aClinic(checked) }
  const price = await aPlan(checked, 4_900, clinic)
  const payer = await aPayer(checked, 'pm_card_visa', clinic)
  const customer = payer.id

  const sent = { name: 'Pat Doe', address: { line1: '510 Townsend St' } }
  await stripe.paymentIntents.create(
    {
      amount: 9_000,
      currency: 'usd',
      payment_method: 'pm_card_bypassPending',
      confirm: true,
      shipping: sent,
      expand: ['latest_charge.balance_transaction'],
    },
    clinic,
  )
  await stripe.balance.retrieve({}, clinic)
  const payout = await stripe.payouts.create({ amount: 1_000, currency: 'usd' }, clinic)
  await stripe.payouts.retrieve(payout.id, { expand: ['balance_transaction'] }, clinic)
  await stripe.payouts.cancel(payout.id, {}, clinic)
  await stripe.payouts.create({ amount: 1_000, currency: 'usd' }, clinic)

  await stripe.customers.update(customer, { source: 'tok_amex' }, clinic)

  const coupon = await stripe.coupons.create({ percent_off: 10 }, clinic)
  for (const given of [coupon.id, ''])
    await stripe.rawRequest(
      'POST',
      `/v1/customers/${customer}`,
      { coupon: given },
      { ...clinic, apiVersion: '2024-06-20' },
    )

  const { id: invoice } = await stripe.invoices.create({ customer }, clinic)
  await stripe.invoiceItems.create({ customer, invoice, amount: 5_000, currency: 'usd' }, clinic)
  await stripe.invoices.finalizeInvoice(invoice, {}, clinic)

  const trial = await stripe.subscriptions.create(
    {
      customer: (await stripe.customers.create({}, clinic)).id,
      items: [{ price: price.id }],
      trial_period_days: 1,
      trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
    },
    clinic,
  )
  const running = await stripe.subscriptions.create({ customer, items: [{ price: price.id }] }, clinic)
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: running.id }, clinic)
  await stripe.subscriptionSchedules.release(schedule.id, {}, clinic)
  for (const start of ['now' as const, bench.now() + 86_400]) {
    await stripe.subscriptionSchedules.create(
      {
        customer,
        start_date: start,
        end_behavior: 'cancel',
        phases: [
          { items: [{ price: price.id }], duration: { interval: 'day', interval_count: 3 } },
          { items: [{ price: price.id, quantity: 2 }] },
        ],
        expand: ['subscription', 'phases.items.price'],
      },
      clinic,
    )
  }

  const configuration = await stripe.billingPortal.configurations.create(
    { features: { invoice_history: { enabled: true } } },
    clinic,
  )
  await stripe.billingPortal.configurations.update(configuration.id, { name: 'Plain' }, clinic)

  bench.time.pass(10)
  expect(await stripe.subscriptions.retrieve(trial.id, {}, clinic)).toMatchObject({ status: 'paused' })
  for (const lists of [stripe.payouts, stripe.subscriptionSchedules, stripe.subscriptions])
    await lists.list({ limit: 100 }, clinic)
  for await (const event of stripe.events.list({ limit: 100 }, clinic)) {
    for (const problem of problemsOf(event)) problems.add(problem)
  }
  expect([...problems]).toEqual([])
})
