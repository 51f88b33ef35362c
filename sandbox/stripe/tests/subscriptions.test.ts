import { describe, expect, it } from 'vitest'
import { aMember, attachCard, dayOf } from '../testing/a-member.ts'
import { aPayer, aPlan, aSandbox, testTime } from '../testing/a-sandbox.ts'

describe('a new subscription', () => {
  it('is active with a paid invoice', async () => {
    const bench = await aSandbox()
    const { subscription, invoices } = await aMember(bench)
    expect(subscription).toMatchObject({ status: 'active', currency: 'usd' })
    expect(subscription.items.data[0]).toMatchObject({ current_period_start: bench.now(), quantity: 1 })
    expect(dayOf(subscription.items.data[0]?.current_period_end)).toBe('2027-04-01')
    const [invoice] = await invoices()
    expect(invoice).toMatchObject({
      id: subscription.latest_invoice,
      status: 'paid',
      billing_reason: 'subscription_create',
      amount_paid: 4900,
      parent: { subscription_details: { subscription: subscription.id } },
    })
    expect(invoice?.number).toMatch(/^[A-Z0-9]{8}-0001$/)
  })

  it('is created once per idempotency key', async () => {
    const bench = await aSandbox()
    const price = await aPlan(bench)
    const customer = await aPayer(bench)
    const create = () =>
      bench.stripe.subscriptions.create(
        { customer: customer.id, items: [{ price: price.id }] },
        { idempotencyKey: 'join-1' },
      )
    const [one, two] = await Promise.all([create(), create()])
    expect(one.id).toBe(two.id)
    expect((await bench.stripe.charges.list()).data).toHaveLength(1)
  })

  it('is refused without a card, and leaves nothing behind', async () => {
    const bench = await aSandbox()
    const price = await aPlan(bench)
    const customer = await bench.stripe.customers.create()
    await expect(
      bench.stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] }),
    ).rejects.toMatchObject({ code: 'resource_missing' })
    expect((await bench.stripe.subscriptions.list({ status: 'all' })).data).toEqual([])
    expect((await bench.stripe.invoices.list()).data).toEqual([])
  })

  it('is incomplete when the first charge is declined, active once its invoice is paid', async () => {
    const bench = await aSandbox()
    const { subscription, read, invoices, customer } = await aMember(bench, {
      card: 'pm_card_chargeCustomerFail',
    })
    expect(subscription.status).toBe('incomplete')
    const [invoice] = await invoices()
    expect(invoice).toMatchObject({ status: 'open', attempt_count: 1, next_payment_attempt: null })
    await bench.stripe.invoices.pay(invoice?.id ?? '', {
      payment_method: await attachCard(bench, customer.id),
    })
    expect((await read()).status).toBe('active')
  })

  it('expires when it stays incomplete for 23 hours', async () => {
    const bench = await aSandbox()
    const { read, invoices } = await aMember(bench, { card: 'pm_card_chargeCustomerFail' })
    bench.time.pass(0, 22)
    expect((await read()).status).toBe('incomplete')
    bench.time.pass(0, 1)
    expect((await read()).status).toBe('incomplete_expired')
    expect((await invoices())[0]?.status).toBe('void')
  })

  it('is not created with error_if_incomplete and a declined card', async () => {
    const bench = await aSandbox()
    await expect(
      aMember(bench, {
        card: 'pm_card_chargeCustomerFail',
        more: { payment_behavior: 'error_if_incomplete' },
      }),
    ).rejects.toMatchObject({ statusCode: 402, code: 'card_declined' })
    expect((await bench.stripe.subscriptions.list({ status: 'all' })).data).toEqual([])
  })

  it('waits for its first payment with default_incomplete', async () => {
    const bench = await aSandbox()
    const { subscription, read } = await aMember(bench, { more: { payment_behavior: 'default_incomplete' } })
    expect(subscription.status).toBe('incomplete')
    await bench.stripe.invoices.pay(subscription.latest_invoice as string)
    expect((await read()).status).toBe('active')
  })

  it('bills an enrollment fee once, with the first period', async () => {
    const bench = await aSandbox()
    const fee = await bench.stripe.prices.create({
      currency: 'usd',
      unit_amount: 9900,
      product_data: { name: 'Enrolment' },
    })
    const { invoices } = await aMember(bench, { more: { add_invoice_items: [{ price: fee.id }] } })
    bench.time.set('2027-04-01T11:00:00Z')
    const [renewal, first] = await invoices()
    expect(first?.amount_paid).toBe(14_800)
    expect(renewal?.amount_paid).toBe(4900)
  })
})

describe('renewal', () => {
  it('creates a draft at the period’s end, finalized and charged one hour later', async () => {
    const bench = await aSandbox()
    const { read, invoices } = await aMember(bench)
    bench.time.set('2027-04-01T09:59:59Z')
    expect(await invoices()).toHaveLength(1)
    bench.time.set('2027-04-01T10:00:00Z')
    const [draft] = await invoices()
    expect(draft).toMatchObject({ status: 'draft', billing_reason: 'subscription_cycle', amount_due: 4900 })
    expect(draft?.automatically_finalizes_at).toBe(bench.now() + 3600)
    expect(dayOf((await read()).items.data[0]?.current_period_end)).toBe('2027-05-01')
    bench.time.pass(0, 1)
    expect((await invoices())[0]).toMatchObject({ id: draft?.id, status: 'paid', amount_paid: 4900 })
    expect((await bench.stripe.charges.list()).data).toHaveLength(2)
  })

  it('preserves a month-end anchor: 31 Jan, 28 Feb, 31 Mar, 30 Apr, 31 May', async () => {
    const bench = await aSandbox({ clock: testTime('2027-01-31T12:00:00Z') })
    const { invoices } = await aMember(bench)
    bench.time.set('2027-06-01T00:00:00Z')
    const starts = (await invoices()).map((invoice) => dayOf(invoice.lines.data[0]?.period.start))
    expect(starts.reverse()).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'])
  })

  it('leaves no gap or overlap between periods if a year passes at once', async () => {
    const bench = await aSandbox({ clock: testTime('2027-03-30T23:30:00Z') })
    const { invoices } = await aMember(bench)
    bench.time.pass(365)
    const periods = (await invoices()).map((invoice) => invoice.lines.data[0]?.period).reverse()
    expect(periods).toHaveLength(12)
    for (const [index, period] of periods.entries()) {
      if (index > 0) expect(period?.start).toBe(periods[index - 1]?.end)
    }
  })

  it('happens once, however often the sandbox checks', async () => {
    const bench = await aSandbox()
    const { invoices } = await aMember(bench)
    bench.time.set('2027-04-02T00:00:00Z')
    await Promise.all([bench.sandbox.settle(), bench.sandbox.settle(), invoices()])
    expect(await invoices()).toHaveLength(2)
    expect(await bench.sandbox.settle()).toBe(0)
  })
})

describe('dunning', () => {
  it('retries after 3, 5 and 7 days, then cancels with reason payment_failed', async () => {
    const bench = await aSandbox()
    const { read, invoices, payWith } = await aMember(bench)
    await payWith('pm_card_chargeCustomerFail')
    bench.time.set('2027-04-01T11:00:00Z')
    const attempts: [string, number | undefined, string][] = []
    for (const days of [0, 3, 5, 7]) {
      bench.time.pass(days)
      const [invoice] = await invoices()
      attempts.push([dayOf(bench.now()), invoice?.attempt_count, (await read()).status])
      // Each at the hour of the first, one hour after that of joining.
      const next = invoice?.next_payment_attempt ?? bench.now()
      expect(new Date(next * 1_000).toISOString()).toContain('T11:00:00')
    }
    expect(attempts).toEqual([
      ['2027-04-01', 1, 'past_due'],
      ['2027-04-04', 2, 'past_due'],
      ['2027-04-09', 3, 'past_due'],
      ['2027-04-16', 4, 'canceled'],
    ])
    expect((await read()).cancellation_details?.reason).toBe('payment_failed')
    expect((await invoices())[0]).toMatchObject({ status: 'open', next_payment_attempt: null })
    bench.time.pass(60)
    expect(await invoices()).toHaveLength(2)
  })

  it('ends when the next attempt finds a working card', async () => {
    const bench = await aSandbox()
    const { read, invoices, payWith } = await aMember(bench)
    await payWith('pm_card_chargeCustomerFail')
    bench.time.set('2027-04-01T11:00:00Z')
    expect((await read()).status).toBe('past_due')
    await payWith('pm_card_visa')
    bench.time.pass(3)
    expect((await invoices())[0]?.status).toBe('paid')
    expect((await read()).status).toBe('active')
  })

  it('ends at once when the open invoice is paid manually', async () => {
    const bench = await aSandbox()
    const { customer, read, invoices, payWith } = await aMember(bench)
    await payWith('pm_card_chargeCustomerFail')
    bench.time.set('2027-04-01T11:00:00Z')
    const [open] = await invoices()
    await expect(bench.stripe.invoices.pay(open?.id ?? '')).rejects.toMatchObject({ code: 'card_declined' })
    expect((await invoices())[0]).toMatchObject({
      attempt_count: 1,
      next_payment_attempt: open?.next_payment_attempt,
    })
    await bench.stripe.invoices.pay(open?.id ?? '', { payment_method: await attachCard(bench, customer.id) })
    expect((await read()).status).toBe('active')
  })

  it('asks the payer when the bank requires it at a renewal', async () => {
    const bench = await aSandbox()
    const { customer, read, invoices, payWith } = await aMember(bench)
    await payWith('pm_card_authenticationRequired')
    bench.time.set('2027-04-01T11:00:00Z')
    expect((await read()).status).toBe('past_due')
    const types = (await bench.stripe.events.list({ type: 'invoice.payment_action_required' })).data
    expect(types).toHaveLength(1)
    const [invoice] = await invoices()
    const { data } = await bench.stripe.paymentIntents.list({ customer: customer.id })
    const bank = data[0]?.next_action?.redirect_to_url?.url ?? ''
    await bench.send(bank, { answer: 'approve' })
    expect((await bench.stripe.invoices.retrieve(invoice?.id ?? '')).status).toBe('paid')
    expect((await read()).status).toBe('active')
  })
})
