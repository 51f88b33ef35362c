import { expect, it } from 'vitest'
import { aMember } from '../testing/a-member.ts'
import { aClinic, aPlan, aSandbox, cardFields } from '../testing/a-sandbox.ts'

const sent = { collection_method: 'send_invoice', days_until_due: 14 } as const
const day = 86_400

it('a subscription by invoice runs at once; its invoice is a draft for an hour, is never charged, and is paid on its page', async () => {
  const bench = await aSandbox()
  const { subscription, read, invoices } = await aMember(bench, { more: sent })
  expect(subscription).toMatchObject({ status: 'active', days_until_due: 14 })
  const first = { collection_method: 'send_invoice', due_date: bench.now() + 14 * day, amount_due: 4900 }
  expect(await invoices()).toMatchObject([{ ...first, status: 'draft' }])
  bench.time.pass(0, 2)
  const [open] = await invoices()
  expect(open).toMatchObject({ ...first, status: 'open', attempt_count: 0 })
  const page = await bench.send(open?.hosted_invoice_url ?? '', cardFields())
  expect(page.status).toBe(303)
  expect(await invoices()).toMatchObject([{ status: 'paid', amount_paid: 4900 }])
  expect((await read()).status).toBe('active')
})

it('unpaid after the due date it is past due without retries, also when its page declined a card before', async () => {
  const bench = await aSandbox()
  const { read, invoices } = await aMember(bench, { more: sent })
  bench.time.pass(0, 2)
  const page = (await invoices())[0]?.hosted_invoice_url ?? ''
  await bench.send(page, cardFields('4000 0000 0000 0002'))
  expect((await read()).status).toBe('active')
  bench.time.pass(13)
  expect((await read()).status).toBe('active')
  bench.time.pass(1)
  expect((await read()).status).toBe('past_due')
  bench.time.pass(10)
  expect(await invoices()).toMatchObject([{ status: 'open', next_payment_attempt: null }])
  await bench.stripe.invoices.pay((await invoices())[0]?.id ?? '', { paid_out_of_band: true })
  expect((await read()).status).toBe('active')
})

it('renews by invoice, and after a change to automatic charges by card, which leaves the open invoice as it is', async () => {
  const bench = await aSandbox()
  const { subscription, read, invoices } = await aMember(bench, { more: { ...sent, days_until_due: 30 } })
  await bench.stripe.invoices.finalizeInvoice((await invoices())[0]?.id ?? '')
  await bench.stripe.invoices.pay((await invoices())[0]?.id ?? '')
  bench.time.pass(31, 2)
  expect(await invoices()).toMatchObject([
    { status: 'open', billing_reason: 'subscription_cycle', due_date: bench.now() - 2 * 3600 + 30 * day },
    { status: 'paid' },
  ])
  const charged = await bench.stripe.subscriptions.update(subscription.id, {
    collection_method: 'charge_automatically',
  })
  expect(charged.days_until_due).toBe(null)
  expect((await invoices())[0]?.status).toBe('open')
  bench.time.pass(29)
  expect((await read()).status).toBe('active')
  bench.time.pass(2)
  expect(await invoices()).toMatchObject([
    { collection_method: 'charge_automatically', status: 'paid' },
    { collection_method: 'send_invoice', status: 'open' },
    { status: 'paid' },
  ])
  expect((await read()).status).toBe('past_due')
})

it('requires the days', async () => {
  const bench = await aSandbox()
  await expect(aMember(bench, { more: { collection_method: 'send_invoice' } })).rejects.toThrow(
    'days_until_due',
  )
  await expect(aMember(bench, { more: { days_until_due: 7 } })).rejects.toThrow('days_until_due')
})

it('is paid on its page from a bank account where the clinic takes them, and remains open until the banks answer', async () => {
  const bench = await aSandbox()
  const clinic = { stripeAccount: await aClinic(bench) }
  const capabilities = { us_bank_account_ach_payments: { requested: true } }
  await bench.stripe.accounts.update(clinic.stripeAccount, { capabilities })
  const customer = await bench.stripe.customers.create({}, clinic)
  const price = await aPlan(bench, 4900, clinic)
  const items = [{ price: price.id }]
  const { latest_invoice: id } = await bench.stripe.subscriptions.create(
    { customer: customer.id, items, ...sent },
    clinic,
  )
  const open = await bench.stripe.invoices.finalizeInvoice(String(id), {}, clinic)
  const page = open.hosted_invoice_url ?? ''
  expect((await bench.open(`${page}?by=bank`)).text).toContain('authorize')
  const account = { routing: '110000000', account: '000123456789', name: 'Pat Doe', by: 'bank' }
  await bench.send(page, account)
  expect((await bench.open(page)).text).toContain('on its way')
  const status = async () => (await bench.stripe.invoices.retrieve(String(id), {}, clinic)).status
  expect(await status()).toBe('open')
  bench.time.pass(7)
  expect(await status()).toBe('paid')
})
