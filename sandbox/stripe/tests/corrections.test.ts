import { describe, expect, it } from 'vitest'
import { aClient, aPayer, aSandbox, type SandboxBench } from '../testing/a-sandbox.ts'

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

  it('takes no money, and ends with sufficient evidence', async () => {
    const bench = await aSandbox()
    const inquiry = await inquire(bench)
    expect(inquiry).toMatchObject({ status: 'warning_needs_response', balance_transactions: [] })
    const closed = await bench.stripe.disputes.update(inquiry?.id ?? '', {
      evidence: { uncategorized_text: 'winning_evidence' },
    })
    expect(closed.status).toBe('warning_closed')
    expect(await movements(bench)).toEqual([])
  })

  it('becomes a dispute when the bank continues', async () => {
    const bench = await aSandbox()
    const inquiry = await inquire(bench)
    const answer = (text: string) =>
      bench.stripe.disputes.update(inquiry?.id ?? '', { evidence: { uncategorized_text: text } })
    expect((await answer('escalate_inquiry_evidence')).status).toBe('needs_response')
    expect(await movements(bench)).toEqual([-2000])
    expect((await answer('losing_evidence')).status).toBe('lost')
  })
})

it('a sent invoice waits for its customer, who pays it on its page', async () => {
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
    '%s: the SDK retries with the same key, and one customer is created',
    async (fault) => {
      const { sandbox } = await aSandbox()
      const stripe = aClient(sandbox, { maxNetworkRetries: 2 })
      sandbox.faults.push(fault)
      const made = await stripe.customers.create({ email: 'once@example.test' })
      expect((await stripe.customers.list({})).data.map(({ id }) => id)).toEqual([made.id])
    },
  )

  it('without a retry causes an error of its kind', async () => {
    const { sandbox, stripe } = await aSandbox()
    sandbox.faults.push('rate limit', 'server error', 'no connection')
    for (const type of ['StripeRateLimitError', 'StripeAPIError', 'StripeConnectionError']) {
      await expect(stripe.customers.list({})).rejects.toMatchObject({ type })
    }
  })
})

it('a dispute accepts the clinic’s metadata without an answer to the bank', async () => {
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
