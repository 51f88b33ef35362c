import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { aPayer, aPlan, aSandbox, cardFields, type SandboxBench } from '../testing/a-sandbox.ts'

/** Like the commission (docs/payments.md 9). */
async function aDraft(bench: SandboxBench, more: Partial<Stripe.InvoiceCreateParams> = {}, card?: string) {
  const customer = await aPayer(bench, card)
  const invoice = await bench.stripe.invoices.create({
    customer: customer.id,
    auto_advance: false,
    metadata: { statement: 'st-1' },
    ...more,
  })
  const item = await bench.stripe.invoiceItems.create({
    customer: customer.id,
    invoice: invoice.id,
    amount: 14_950,
    currency: 'usd',
    description: 'Commission for February',
  })
  return { customer, invoice, item, read: () => bench.stripe.invoices.retrieve(invoice.id) }
}

describe('a one-off invoice', () => {
  it('goes from draft through its item to finalized and paid', async () => {
    const bench = await aSandbox()
    const { invoice, item, read } = await aDraft(bench)
    expect(await read()).toMatchObject({
      status: 'draft',
      number: null,
      total: 14_950,
      metadata: { statement: 'st-1' },
    })
    const final = await bench.stripe.invoices.finalizeInvoice(invoice.id)
    expect(final).toMatchObject({ status: 'open', amount_due: 14_950, amount_remaining: 14_950 })
    expect(final.lines.data).toMatchObject([{ parent: { invoice_item_details: { invoice_item: item.id } } }])
    const paid = await bench.stripe.invoices.pay(invoice.id, { expand: ['payments'] })
    expect(paid).toMatchObject({ status: 'paid', amount_paid: 14_950, amount_remaining: 0 })
    expect(paid.payments?.data).toMatchObject([{ status: 'paid', amount_paid: 14_950 }])
    await expect(bench.stripe.invoices.pay(invoice.id)).rejects.toMatchObject({
      code: 'invoice_already_paid',
    })
  })

  it('stays a draft without auto_advance, and is charged after an hour with it', async () => {
    const bench = await aSandbox()
    const still = await aDraft(bench)
    const moving = await aDraft(bench, { auto_advance: true })
    bench.time.pass(2)
    expect((await still.read()).status).toBe('draft')
    expect((await moving.read()).status).toBe('paid')
  })

  it('below the minimum charge goes to the customer’s balance, and the next one collects it', async () => {
    const bench = await aSandbox()
    const customer = await aPayer(bench)
    const bill = async (amount: number) => {
      const { id } = await bench.stripe.invoices.create({ customer: customer.id, auto_advance: false })
      await bench.stripe.invoiceItems.create({ customer: customer.id, invoice: id, amount, currency: 'usd' })
      return bench.stripe.invoices.finalizeInvoice(id)
    }
    expect(await bill(49)).toMatchObject({ status: 'paid', total: 49, amount_due: 0, ending_balance: 49 })
    expect(await bench.stripe.customers.retrieve(customer.id)).toMatchObject({ balance: 49 })
    expect(await bill(1)).toMatchObject({ status: 'open', total: 1, amount_due: 50, ending_balance: 0 })
  })

  it('that cannot be charged stays open and is not retried automatically', async () => {
    const bench = await aSandbox()
    const { invoice, read } = await aDraft(bench, {}, 'pm_card_chargeCustomerFail')
    await expect(bench.stripe.invoices.pay(invoice.id)).rejects.toMatchObject({ type: 'StripeCardError' })
    expect(await read()).toMatchObject({ status: 'open', attempted: true, attempt_count: 1 })
    bench.time.pass(30)
    expect(await read()).toMatchObject({ status: 'open', attempt_count: 1 })
    expect((await bench.stripe.events.list({ type: 'invoice.payment_failed' })).data).toHaveLength(1)
  })

  it('returns the amount taken from the customer’s balance when voided', async () => {
    const bench = await aSandbox()
    const { customer, invoice } = await aDraft(bench)
    await bench.stripe.customers.update(customer.id, { balance: -100 })
    const open = await bench.stripe.invoices.finalizeInvoice(invoice.id)
    expect(open).toMatchObject({ starting_balance: -100, ending_balance: 0 })
    await bench.stripe.invoices.voidInvoice(invoice.id)
    expect(await bench.stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -100 })
  })

  it('can be voided, written off, or paid elsewhere', async () => {
    const bench = await aSandbox()
    const voided = await aDraft(bench)
    await bench.stripe.invoices.finalizeInvoice(voided.invoice.id)
    expect((await bench.stripe.invoices.voidInvoice(voided.invoice.id)).status).toBe('void')
    await expect(bench.stripe.invoices.pay(voided.invoice.id)).rejects.toMatchObject({ statusCode: 400 })
    const lost = await aDraft(bench)
    await bench.stripe.invoices.finalizeInvoice(lost.invoice.id)
    expect((await bench.stripe.invoices.markUncollectible(lost.invoice.id)).status).toBe('uncollectible')
    const cash = await aDraft(bench)
    const paid = await bench.stripe.invoices.pay(cash.invoice.id, { paid_out_of_band: true })
    expect(paid).toMatchObject({ status: 'paid', amount_paid: 0, amount_paid_off_stripe: 14_950 })
    expect((await bench.stripe.charges.list()).data).toEqual([])
  })

  it('can be deleted only as a draft, with its items', async () => {
    const bench = await aSandbox()
    const { invoice, item } = await aDraft(bench)
    expect(await bench.stripe.invoices.del(invoice.id)).toMatchObject({ deleted: true })
    await expect(bench.stripe.invoiceItems.retrieve(item.id)).rejects.toMatchObject({ statusCode: 404 })
    const other = await aDraft(bench)
    await bench.stripe.invoices.finalizeInvoice(other.invoice.id)
    await expect(bench.stripe.invoices.del(other.invoice.id)).rejects.toMatchObject({ statusCode: 400 })
  })

  it('loses a line with its item, and includes pending items on request', async () => {
    const bench = await aSandbox()
    const { customer, item, read } = await aDraft(bench)
    await bench.stripe.invoiceItems.del(item.id)
    expect(await read()).toMatchObject({ total: 0, lines: { data: [] } })
    await bench.stripe.invoiceItems.create({ customer: customer.id, amount: 300, currency: 'usd' })
    const without = await bench.stripe.invoices.create({ customer: customer.id })
    expect(without.total).toBe(0)
    const including = await bench.stripe.invoices.create({
      customer: customer.id,
      pending_invoice_items_behavior: 'include',
    })
    expect(including.total).toBe(300)
  })

  it('of zero is paid once finalized', async () => {
    const bench = await aSandbox()
    const customer = await bench.stripe.customers.create()
    const empty = await bench.stripe.invoices.create({ customer: customer.id })
    expect((await bench.stripe.invoices.finalizeInvoice(empty.id)).status).toBe('paid')
  })

  it('has lines that add up to its total, including discounts', async () => {
    const bench = await aSandbox()
    const coupon = await bench.stripe.coupons.create({ percent_off: 33.3, duration: 'once' })
    const { customer, invoice, read } = await aDraft(bench, { discounts: [{ coupon: coupon.id }] })
    for (const amount of [101, 333, 1]) {
      await bench.stripe.invoiceItems.create({
        customer: customer.id,
        invoice: invoice.id,
        amount,
        currency: 'usd',
      })
    }
    const after = await read()
    const net = after.lines.data.map(
      (line) => line.amount - (line.discount_amounts ?? []).reduce((sum, off) => sum + off.amount, 0),
    )
    expect(net.reduce((a, b) => a + b, 0)).toBe(after.total)
    expect(after.total).toBe(15_385 - Math.round(15_385 * 0.333))
  })
})

describe('the hosted invoice', () => {
  it('accepts a card while open, returns to the page after a decline, and has a PDF', async () => {
    const bench = await aSandbox()
    const { invoice } = await aDraft(bench)
    const {
      hosted_invoice_url: url,
      invoice_pdf: pdf,
      number,
    } = await bench.stripe.invoices.finalizeInvoice(invoice.id)
    const page = await bench.open(url ?? '')
    expect(page.text).toContain(`Invoice ${number}`)
    expect(page.text).toContain('$149.50')
    const sent = await bench.send(url ?? '', cardFields('4000 0000 0000 9995'))
    const declined = await bench.open(sent.location ?? '')
    expect(declined.text).toContain('Your card has insufficient funds. Nothing was charged.')
    expect((await bench.send(url ?? '', cardFields())).location).toBe(url)
    expect((await bench.send(url ?? '', cardFields())).location).toBe(url)
    expect((await bench.open(url ?? '')).text).toContain('Paid on Mar 1, 2027')
    expect((await bench.stripe.charges.list()).data.filter((charge) => charge.paid)).toHaveLength(1)
    const file = await bench.sandbox.pages(new Request(pdf ?? ''))
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect(await file.text()).toMatch(/^%PDF-1\.\d[\s\S]*%%EOF\s*$/)
  })

  it('sends the payer to the bank and back', async () => {
    const bench = await aSandbox()
    const { invoice, read } = await aDraft(bench)
    const { hosted_invoice_url: url } = await bench.stripe.invoices.finalizeInvoice(invoice.id)
    const asked = await bench.send(url ?? '', cardFields('4000 0000 0000 3220'))
    expect(asked.location).toContain('/pay/3ds/')
    expect((await bench.send(asked.location ?? '', { answer: 'refuse' })).location).toBe(url)
    expect((await read()).status).toBe('open')
    const again = await bench.send(url ?? '', cardFields('4000 0000 0000 3220'))
    expect((await bench.send(again.location ?? '', { answer: 'approve' })).location).toBe(url)
    expect((await read()).status).toBe('paid')
  })

  it('has a receipt as PDF for its charge', async () => {
    const bench = await aSandbox()
    const { invoice } = await aDraft(bench)
    await bench.stripe.invoices.pay(invoice.id)
    const [charge] = (await bench.stripe.charges.list()).data
    const receipt = await bench.sandbox.pages(new Request(charge?.receipt_url ?? ''))
    expect(await receipt.text()).toMatch(/^%PDF-/)
  })
})

it('previews the next invoice without changing anything, and reports when there is none', async () => {
  const bench = await aSandbox()
  const price = await aPlan(bench)
  const customer = await aPayer(bench)
  const first = await bench.stripe.invoices.createPreview({
    customer: customer.id,
    subscription_details: { items: [{ price: price.id, quantity: 2 }] },
  })
  expect(first).toMatchObject({ total: 9800, status: 'draft' })
  expect((await bench.stripe.subscriptions.list()).data).toEqual([])
  const subscription = await bench.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
  })
  const events = (await bench.stripe.events.list({ limit: 100 })).data.length
  const next = await bench.stripe.invoices.createPreview({ subscription: subscription.id })
  expect(next).toMatchObject({ total: 4900, billing_reason: 'subscription_cycle' })
  expect((await bench.stripe.events.list({ limit: 100 })).data).toHaveLength(events)
  await expect(
    bench.stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { cancel_at_period_end: true },
    }),
  ).rejects.toMatchObject({ code: 'invoice_upcoming_none' })
  expect((await bench.stripe.subscriptions.retrieve(subscription.id)).cancel_at_period_end).toBe(false)
})
