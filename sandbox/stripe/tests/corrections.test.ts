import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { aMember } from '../testing/a-member.ts'
import { aClient, aPayer, aSandbox, type SandboxBench } from '../testing/a-sandbox.ts'

describe('a credit note', () => {
  it('of an open invoice lowers what is due, pays it when nothing is left, and can be undone', async () => {
    const bench = await aSandbox()
    const { stripe } = bench
    const customer = await aPayer(bench)
    const { id } = await stripe.invoices.create({ customer: customer.id, auto_advance: false })
    await stripe.invoiceItems.create({ customer: customer.id, invoice: id, amount: 5000, currency: 'usd' })
    await stripe.invoices.finalizeInvoice(id)
    const note = await stripe.creditNotes.create({ invoice: id, amount: 2000 })
    expect(note).toMatchObject({ type: 'pre_payment', status: 'issued', total: 2000 })
    expect(await stripe.invoices.retrieve(id)).toMatchObject({ amount_due: 3000, amount_remaining: 3000 })
    await stripe.creditNotes.voidCreditNote(note.id)
    expect(await stripe.invoices.retrieve(id)).toMatchObject({ amount_due: 5000 })
    await stripe.creditNotes.create({ invoice: id, amount: 1500 })
    expect(await stripe.invoices.pay(id)).toMatchObject({ status: 'paid', amount_paid: 3500 })
    const [charge] = (await stripe.charges.list({})).data
    expect(charge?.amount).toBe(3500)
    await expect(
      stripe.creditNotes.create({ invoice: id, amount: 4000, refund_amount: 4000 }),
    ).rejects.toThrow('exceed')
  })

  it('of a paid invoice refunds its card, with the tax in proportion, and has a PDF', async () => {
    const bench = await aSandbox()
    const { stripe } = bench
    const rate = await stripe.taxRates.create({ display_name: 'HST', percentage: 13, inclusive: false })
    const { invoices } = await aMember(bench, { cents: 10_000, more: { default_tax_rates: [rate.id] } })
    const [invoice] = await invoices()
    await expect(stripe.creditNotes.create({ invoice: invoice?.id ?? '', amount: 5650 })).rejects.toThrow(
      'equal',
    )
    const note = await stripe.creditNotes.create({
      invoice: invoice?.id ?? '',
      amount: 5650,
      refund_amount: 5650,
    })
    expect(note).toMatchObject({
      type: 'post_payment',
      total_excluding_tax: 5000,
      total_taxes: [{ amount: 650 }],
    })
    expect((await stripe.refunds.list({})).data.map(({ amount }) => amount)).toEqual([5650])
    expect((await bench.open(note.pdf)).status).toBe(200)
  })
})

describe('an inquiry before a dispute', () => {
  const inquire = async ({ stripe }: SandboxBench) => {
    await stripe.paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_createDisputeInquiry',
      return_url: 'http://localhost/back',
    })
    return (await stripe.disputes.list({})).data[0]
  }
  const movements = async ({ stripe }: SandboxBench) =>
    (await stripe.balanceTransactions.list({ type: 'adjustment' })).data.map(({ amount }) => amount)

  it('takes no money, and ends with good evidence', async () => {
    const bench = await aSandbox()
    const inquiry = await inquire(bench)
    expect(inquiry).toMatchObject({ status: 'warning_needs_response', balance_transactions: [] })
    const closed = await bench.stripe.disputes.update(inquiry?.id ?? '', {
      evidence: { uncategorized_text: 'winning_evidence' },
    })
    expect(closed.status).toBe('warning_closed')
    expect(await movements(bench)).toEqual([])
  })

  it('becomes a dispute when the bank goes on', async () => {
    const bench = await aSandbox()
    const inquiry = await inquire(bench)
    const answer = (text: string) =>
      bench.stripe.disputes.update(inquiry?.id ?? '', { evidence: { uncategorized_text: text } })
    expect((await answer('escalate_inquiry_evidence')).status).toBe('needs_response')
    expect(await movements(bench)).toEqual([-2000])
    expect((await answer('losing_evidence')).status).toBe('lost')
  })
})

it('an invoice that is sent waits for its owner, who pays it on its page', async () => {
  const bench = await aSandbox()
  const customer = await aPayer(bench)
  const { id } = await bench.stripe.invoices.create({
    customer: customer.id,
    collection_method: 'send_invoice',
    days_until_due: 14,
  })
  await bench.stripe.invoiceItems.create({
    customer: customer.id,
    invoice: id,
    amount: 3000,
    currency: 'usd',
  })
  const sent = await bench.stripe.invoices.sendInvoice(id)
  expect(sent).toMatchObject({ status: 'open', due_date: bench.now() + 14 * 86_400 })
  bench.time.pass(3)
  expect((await bench.stripe.invoices.retrieve(id)).status).toBe('open')
  expect((await bench.stripe.invoices.pay(id)).status).toBe('paid')
  await expect(
    bench.stripe.invoices.create({ customer: customer.id, collection_method: 'send_invoice' }),
  ).rejects.toThrow('due_date')
})

describe('a fault', () => {
  it.each(['server error', 'no connection', 'lost answer'] as const)(
    '%s: the SDK tries again with the same key, and one customer is made',
    async (fault) => {
      const { sandbox } = await aSandbox()
      const stripe = aClient(sandbox, { maxNetworkRetries: 2 })
      sandbox.faults.push(fault)
      const made = await stripe.customers.create({ email: 'once@example.test' })
      expect((await stripe.customers.list({})).data.map(({ id }) => id)).toEqual([made.id])
    },
  )

  it('without a retry is an error of its kind', async () => {
    const { sandbox, stripe } = await aSandbox()
    sandbox.faults.push('rate limit', 'server error', 'no connection')
    for (const type of ['StripeRateLimitError', 'StripeAPIError', 'StripeConnectionError']) {
      await expect(stripe.customers.list({})).rejects.toMatchObject({ type })
    }
  })
})

describe('the lines of a credit note', () => {
  const anInvoice = async ({ stripe }: SandboxBench) => {
    const customer = await stripe.customers.create({ email: 'pat@example.test' })
    const rate = await stripe.taxRates.create({ display_name: 'HST', percentage: 10, inclusive: false })
    const { id: coupon } = await stripe.coupons.create({ percent_off: 50, duration: 'once' })
    const { id } = await stripe.invoices.create({
      customer: customer.id,
      discounts: [{ coupon }],
      default_tax_rates: [rate.id],
    })
    for (const amount of [5_000, 3_000])
      await stripe.invoiceItems.create({ customer: customer.id, invoice: id, amount, currency: 'usd' })
    return { rate, invoice: await stripe.invoices.finalizeInvoice(id) }
  }

  it('take back a part of an invoice’s line, with its share of discount and tax', async () => {
    const bench = await aSandbox()
    const { invoice } = await anInvoice(bench)
    expect(invoice.amount_due).toBe(4_400)
    const [line] = invoice.lines.data
    const note = await bench.stripe.creditNotes.create({
      invoice: invoice.id,
      lines: [{ type: 'invoice_line_item', invoice_line_item: line?.id ?? '', amount: 1_000 }],
    })
    expect(note).toMatchObject({
      subtotal: 1_000,
      discount_amount: 500,
      total: 550,
      total_excluding_tax: 500,
      total_taxes: [{ amount: 50, taxable_amount: 500 }],
    })
    expect((await bench.stripe.creditNotes.listLineItems(note.id)).data).toMatchObject([
      { amount: 1_000, invoice_line_item: line?.id, type: 'invoice_line_item' },
    ])
    expect(await bench.stripe.invoices.retrieve(invoice.id)).toMatchObject({ amount_due: 3_850 })
  })

  it('may have words, an amount and tax rates of their own', async () => {
    const bench = await aSandbox()
    const { rate, invoice } = await anInvoice(bench)
    const note = await bench.stripe.creditNotes.create({
      invoice: invoice.id,
      lines: [
        { type: 'custom_line_item', description: 'For the wait', unit_amount: 500, quantity: 2 },
        {
          type: 'custom_line_item',
          description: 'Broken brace',
          unit_amount: 1_000,
          tax_rates: [rate.id],
        },
      ],
    })
    expect(note).toMatchObject({ subtotal: 2_000, total: 2_100, total_taxes: [{ amount: 100 }] })
    await bench.stripe.creditNotes.update(note.id, { metadata: { by: 'Ann' } })
    await bench.stripe.creditNotes.voidCreditNote(note.id)
    expect(await bench.stripe.invoices.retrieve(invoice.id)).toMatchObject({ amount_due: 4_400 })
  })

  it('are refused when they are no lines of this invoice, or do not add up to the amount', async () => {
    const bench = await aSandbox()
    const { invoice } = await anInvoice(bench)
    const create = (lines: Stripe.CreditNoteCreateParams.Line[], amount?: number) =>
      bench.stripe.creditNotes.create({ invoice: invoice.id, lines, ...(amount ? { amount } : {}) })
    await expect(create([{ type: 'invoice_line_item', invoice_line_item: 'il_1' }])).rejects.toThrow(
      'No such line',
    )
    await expect(create([{ type: 'custom_line_item', unit_amount: 100 }])).rejects.toThrow('description')
    await expect(
      create([{ type: 'custom_line_item', unit_amount: 100, description: 'Late' }], 200),
    ).rejects.toThrow('add up to 100')
  })
})

it('a dispute takes a note of the clinic’s own without an answer to the bank', async () => {
  const bench = await aSandbox()
  const { stripe } = bench
  await stripe.paymentIntents.create({
    amount: 2_000,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_createDispute',
    return_url: 'http://localhost/back',
  })
  const { id = '' } = (await stripe.disputes.list({})).data[0] ?? {}
  expect(await stripe.disputes.update(id, { metadata: { by: 'Ann' } })).toMatchObject({
    status: 'needs_response',
    metadata: { by: 'Ann' },
    evidence_details: { submission_count: 0 },
  })
  await stripe.disputes.close(id)
  expect(await stripe.disputes.update(id, { metadata: { by: '' } })).toMatchObject({
    status: 'lost',
    metadata: {},
  })
})
